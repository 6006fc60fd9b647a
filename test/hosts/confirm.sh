#!/usr/bin/env bash
# torch-tidy confirm: verdicts in every format, and its exit codes.
. "$(dirname "$0")/lib.sh"
write_module net.cpp
write_module other.cpp Other
"$TORCH_TIDY" --format=jsonl net.cpp other.cpp -- "${FLAGS[@]}" >findings.jsonl
that test "$(wc -l <findings.jsonl)" = 2
cat >run.jsonl <<JSON
{"run": {"program": "./train --epochs 1", "lines": ["$WORK/net.cpp:3", "$WORK/net.cpp:4"]}}
{"rule": "run-device-mix", "level": "certain", "message": "aten::add got tensors on cuda:0 and cpu", "file": "$WORK/net.cpp", "line": 4, "column": 0, "op": "aten::add", "argument": "other", "devices": ["cpu", "cuda:0"], "origins": [{"kind": "member", "module": "NetImpl", "member": "cache", "factory": "torch::zeros", "made": {"file": "$WORK/net.cpp", "line": 3}}], "stack": [{"function": "NetImpl::forward", "file": "$WORK/net.cpp", "line": 4}]}
JSON

tidy confirm findings.jsonl run.jsonl
exits 0
prints 'confirmed by .*train --epochs 1'
prints '1 confirmed, 1 not reached'
tidy confirm findings.jsonl run.jsonl --fail-on=certain
exits 1
tidy confirm findings.jsonl run.jsonl --format=jsonl -o confirmed.jsonl
exits 0
prints_nothing
that grep -q '"status":"confirmed"' confirmed.jsonl
that grep -q '"status":"not reached"' confirmed.jsonl
for format in html sarif; do
  tidy confirm findings.jsonl run.jsonl --format=$format -o report.$format
  exits 0
  that grep -q 'aten::add' report.$format
done

tidy confirm findings.jsonl
exits 2
tidy confirm findings.jsonl findings.jsonl
exits 2
says 'findings.jsonl'
tidy confirm run.jsonl run.jsonl
exits 2
finish
