#!/usr/bin/env bash
# What a comment suppresses is shown on wish, with its reason; a comment that
# suppresses nothing is told, where that can be known.
. "$(dirname "$0")/lib.sh"
write_module net.cpp
line="$(grep -n 'cache = torch' net.cpp | cut -d: -f1)"
sed -i "${line}s|\$| // NOLINT(torch-unregistered-state): kept on the host|" net.cpp
F=(-- "${FLAGS[@]}")

tidy net.cpp "${F[@]}"
exits 0
prints '^no findings$'
tidy --show-suppressed net.cpp "${F[@]}"
exits 0
prints "^net.cpp:$line:[0-9]+: remark: .*cache.* \[torch-unregistered-state\]\$"
prints "^net.cpp:$line:[0-9]+: note: suppressed by this comment: kept on the host\$"
prints '^no findings; 1 suppressed$'
tidy --format=jsonl net.cpp "${F[@]}"
prints_nothing
tidy --format=jsonl --show-suppressed net.cpp "${F[@]}"
exits 0
prints '"suppression":\{"kind":"inSource","reason":"kept on the host","file":"[^"]*/net.cpp","line":'
"$TORCH_TIDY" --format=sarif --show-suppressed net.cpp "${F[@]}" >net.sarif
run python3 -c '
import json
result, = json.load(open("net.sarif"))["runs"][0]["results"]
suppression, = result["suppressions"]
assert suppression["kind"] == "inSource" and suppression["status"] == "accepted", suppression
assert suppression["justification"] == "kept on the host", suppression
assert suppression["location"]["physicalLocation"]["region"]["startLine"] == '"$line"', suppression
'
exits 0
tidy --format=sarif net.cpp "${F[@]}"
silent_about 'suppressions'
tidy --format=html --show-suppressed net.cpp "${F[@]}"
prints 'suppressed by this comment: kept on the host'
# A suppressed finding is none for a fix.
cp net.cpp before.cpp
tidy --fix --show-suppressed net.cpp "${F[@]}"
same_files before.cpp net.cpp

# Comments that suppress nothing.
cat >idle.cpp <<'CPP'
#include <torch/torch.h>
int a; // NOLINT(torch-lost-leaf): once it did
int b; // NOLINT(torch-*, google-runtime-int)
int c; // NOLINT
int d; // NOLINT(google-runtime-int)
int e; // NOLINT(torch-lst-leaf)
// NOLINTNEXTLINE(torch-lost-leaf, torch-mixed-device)
int f;
// NOLINTBEGIN(torch-export-*)
int g;
// NOLINTEND(torch-export-*)
int h; // NOLINT(torch-lost-leaf, torch-unused-suppression): comes back
#ifdef NEVER
int i; // NOLINT(torch-lost-leaf)
#endif
CPP
C="clang++ ${FLAGS[*]} -c"
database -d build "$C net.cpp" net.cpp "$C idle.cpp" idle.cpp
tidy -p build --level=advice
exits 0
silent_about 'net.cpp'
prints "^idle.cpp:2:11: remark: 'torch-lost-leaf' finds nothing here: .* \[torch-unused-suppression\]\$"
prints "^idle.cpp:3:11: remark: 'torch-\*' finds nothing here"
prints "^idle.cpp:6:11: remark: no rule is called 'torch-lst-leaf'"
prints "^idle.cpp:7:4: remark: 'torch-lost-leaf' and 'torch-mixed-device' find nothing here"
prints "^idle.cpp:9:4: remark: 'torch-export-\*' finds nothing here"
silent_about '^idle.cpp:(4|5|12|14):'
prints '^5 findings \(5 advice\) in 1 file$'
tidy -p build
exits 0
prints '^no findings$'
# Not where a rule wasn't asked, and what it may have found isn't known,
tidy -p build --level=advice --checks='*,-torch-lost-leaf'
silent_about '^idle.cpp:(2|3):'
prints '^idle.cpp:9:'
prints "^idle.cpp:7:4: remark: 'torch-mixed-device' finds nothing"
tidy -p build --level=advice --checks='*,-torch-unused-suppression'
prints '^no findings$'
# nor where not the whole project was read, or not completely.
tidy -p build --level=advice idle.cpp
silent_about 'torch-unused-suppression'
tidy --level=advice idle.cpp "${F[@]}"
silent_about 'torch-unused-suppression'
tidy -p build --level=advice --single-file
silent_about 'torch-unused-suppression'
printf '#include <torch/torch.h>\nint broken = no_such_thing;\n' >broken.cpp
database -d build "$C net.cpp" net.cpp "$C idle.cpp" idle.cpp "$C broken.cpp" broken.cpp
tidy -p build --level=advice
exits 2
silent_about 'torch-unused-suppression'

# A comment for what only a profile shows is not idle, nor is one at the other
# place of a fault that is told elsewhere.
write_strict strict.cpp
sed -i '/register_buffer/s|$| // NOLINT(torch-factory-without-device)|' strict.cpp
database -d build "$C strict.cpp" strict.cpp
tidy -p build --level=advice
prints '^no findings$'
tidy -p build --level=advice --profile=strict
prints '^no findings$'
finish
