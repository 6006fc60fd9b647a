#!/usr/bin/env bash
# --baseline: what a project lives with doesn't count; what is new does.
. "$(dirname "$0")/lib.sh"
write_module net.cpp
write_module other.cpp Other
write_clean good.cpp
C="clang++ ${FLAGS[*]} -c"
database -d build "$C net.cpp" net.cpp "$C other.cpp" other.cpp "$C good.cpp" good.cpp
mkdir .git # the root
B=(-p build --baseline known.json)

tidy "${B[@]}"
exits 2
says 'cannot read the baseline known.json; --write-baseline makes it'
prints_nothing
tidy "${B[@]}" --write-baseline
exits 0
says 'known.json holds 2 findings: 2 new, 0 taken out'
prints '^no findings$'
that test "$(wc -l <known.json)" = 4
that grep -q '"file":"net.cpp","rule":"torch-unregistered-state","level":"certain"' known.json
cp known.json first.json
tidy "${B[@]}" --write-baseline -j 2
same_files first.json known.json

# They count no more, wherever they move to.
tidy "${B[@]}"
exits 0
says '2 findings are in known.json'
prints '^no findings$'
sed -i '1i // a line\n// more' net.cpp
tidy "${B[@]}"
exits 0
tidy "${B[@]}" --quiet
that test -z "$ERR"
tidy "${B[@]}" --show-suppressed --format=jsonl
exits 0
prints '"suppression":\{"kind":"external","reason":"in the baseline known.json"\}'

# A new one does.
write_module good.cpp Fresh
tidy "${B[@]}"
exits 1
prints '^good.cpp:[0-9]+:[0-9]+: warning: '
prints '^1 finding '
silent_about '^(net|other).cpp:'
tidy "${B[@]}" --fail-on=never
exits 0
write_clean good.cpp

# A fixed one is told, and taken out on wish.
write_clean other.cpp Other
tidy "${B[@]}"
exits 0
says '1 finding of known.json is found no more: --prune-baseline takes it out'
says "  other.cpp: tensor member 'cache' of 'OtherImpl'"
same_files first.json known.json
# … but not by a run that can't know: another rule, other files, a broken file.
tidy "${B[@]}" --checks='torch-lost-leaf' --prune-baseline
silent_about 'found no more'
same_files first.json known.json
tidy "${B[@]}" net.cpp --prune-baseline
silent_about 'found no more'
tidy "${B[@]}" other.cpp --prune-baseline
silent_about 'found no more'
same_files first.json known.json
echo 'int broken = no_such_thing;' >>good.cpp
tidy "${B[@]}" --prune-baseline
exits 2
silent_about 'found no more'
same_files first.json known.json
tidy "${B[@]}" --write-baseline
exits 2
same_files first.json known.json
write_clean good.cpp
tidy "${B[@]}" --prune-baseline
exits 0
says '1 finding of known.json is found no more, and taken out'
that test "$(wc -l <known.json)" = 3
that grep -q net.cpp known.json
cp first.json known.json
tidy "${B[@]}" --write-baseline
says 'known.json holds 1 finding: 0 new, 1 taken out'
# A file that is gone takes its entries along.
cp first.json known.json
rm other.cpp
database -d build "$C net.cpp" net.cpp "$C good.cpp" good.cpp
tidy "${B[@]}" --prune-baseline
that test "$(wc -l <known.json)" = 3
# One of two equal ones.
{ cat net.cpp; sed 's/NetImpl/TwoImpl/g; s/(Net)/(Two)/; s/#include.*//' net.cpp; } >two.cpp
mv two.cpp net.cpp
tidy "${B[@]}"
exits 1
prints '^1 finding '

# Files by themselves, behind "--".
write_module alone.cpp Alone
tidy --baseline alone.json --write-baseline alone.cpp -- "${FLAGS[@]}"
exits 0
tidy --baseline alone.json alone.cpp -- "${FLAGS[@]}"
exits 0
write_clean alone.cpp Alone
tidy --baseline alone.json --prune-baseline alone.cpp -- "${FLAGS[@]}"
exits 0
that test "$(cat alone.json)" = '{"baseline": 1, "findings": []}'

# Broken ones are errors, and are left as they are.
echo '{"baseline": 1, "findings": [' >known.json
for action in '' --write-baseline --prune-baseline; do
  tidy "${B[@]}" $action
  exits 2
  says 'known.json: not a baseline'
  prints_nothing
  that test "$(wc -l <known.json)" = 1
done
echo '{"baseline": 7, "findings": []}' >known.json
tidy "${B[@]}"
exits 2
says 'a baseline of version 7'
mkdir folder.json
tidy -p build --baseline folder.json --write-baseline
exits 2
tidy -p build --write-baseline
exits 2
says '--write-baseline: goes with --baseline FILE'
tidy -p build --prune-baseline
exits 2

# A fix is for what counts.
write_module net.cpp
cp net.cpp before.cpp
rm known.json
tidy "${B[@]}" --write-baseline
tidy "${B[@]}" --fix
exits 0
same_files before.cpp net.cpp
finish
