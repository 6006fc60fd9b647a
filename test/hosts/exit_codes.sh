#!/usr/bin/env bash
# 0 nothing, 1 findings at or above --fail-on; what is shown at which level.
. "$(dirname "$0")/lib.sh"
write_module net.cpp
write_clean good.cpp
F=(-- "${FLAGS[@]}")

tidy good.cpp "${F[@]}"
exits 0
prints 'no findings'
tidy net.cpp "${F[@]}"
exits 1
prints '^net.cpp:[0-9]+:[0-9]+: warning: .*cache.* \[torch-unregistered-state\]$'
tidy --fail-on=never net.cpp "${F[@]}"
exits 0
prints 'torch-unregistered-state'
tidy --fail-on=certain net.cpp "${F[@]}"
exits 1
tidy --checks='-*,torch-export-*' net.cpp "${F[@]}"
exits 0
tidy --checks='*,-torch-unregistered-state' net.cpp "${F[@]}"
silent_about 'torch-unregistered-state'
tidy --quiet good.cpp "${F[@]}"
exits 0
prints_nothing
that test -z "$ERR"

write_strict strict.cpp
# The level decides what is shown, and only that what makes the run fail.
tidy --profile=strict --format=jsonl strict.cpp "${F[@]}"
prints '"level":"advice"'
exits 0
tidy --profile=strict --fail-on=advice strict.cpp "${F[@]}"
exits 1
# … of a constructor that was given none, too.
sed 's/Strict(torch::Device device)/Strict()/' strict.cpp >stricter.cpp
tidy --profile=strict --format=jsonl stricter.cpp "${F[@]}"
prints 'names no device'
tidy --format=jsonl stricter.cpp "${F[@]}"
prints_nothing
tidy --profile=strict --level=likely --format=jsonl strict.cpp "${F[@]}"
prints_nothing
exits 0
tidy --level=certain --format=jsonl net.cpp "${F[@]}"
prints '"level":"certain"'

# Words about itself.
tidy --version
exits 0
prints '^torch-tidy [0-9.]+ \(Clang [0-9.]+\)$'
tidy --help
exits 0
for option in -p -j --quiet --single-file --checks --level --format -o --fix --dry-run --list-checks \
  --explain --why --stats --fail-on --version --profile; do
  prints "(^| |,)$option"
done
tidy confirm --help
exits 0
prints 'RUN.jsonl'
tidy --list-checks
exits 0
prints '^torch-unregistered-state +[a-z]'
that test "$(wc -l <.out)" = "$(grep -c '^TT_RULE' "$HERE/../../lib/findings/Rules.def")"
tidy --list-checks --checks='torch-unreg*'
that test "$(wc -l <.out)" = 2
while read -r rule _; do
  tidy --explain="$rule"
  exits 0
  prints "$rule"
done < <("$TORCH_TIDY" --list-checks)

# What is known at a line.
tidy --why=net.cpp:4 "${F[@]}"
exits 0
that test -s .out
tidy --why=net.cpp:999 "${F[@]}"
exits 2
says 'net.cpp has 7 lines'
tidy --stats good.cpp "${F[@]}"
says '^analyzed 1 file: 1 module and [0-9]+ functions? judged'

# JSON lines carry what the contract says.
"$TORCH_TIDY" --format=jsonl net.cpp "${F[@]}" >findings.jsonl
run python3 -c '
import json
for line in open("findings.jsonl"):
    f = json.loads(line)
    for key in "rule level message file line column notes fixes fingerprint".split():
        assert key in f, key
    assert f["file"].startswith("/"), f["file"]
'
exits 0
"$TORCH_TIDY" --format=sarif net.cpp "${F[@]}" >findings.sarif
run python3 -c '
import json
run, = json.load(open("findings.sarif"))["runs"]
assert run["results"][0]["ruleId"] == "torch-unregistered-state"
assert run["invocations"][0]["executionSuccessful"] is True
'
exits 0
tidy --format=html net.cpp "${F[@]}"
prints '<html'
finish
