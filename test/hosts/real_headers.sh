#!/usr/bin/env bash
# Against LibTorch's own headers: skipping bodies of its functions changes
# nothing, and a standard that these headers can't be read with is said, if it
# does any harm at all.
. "$(dirname "$0")/lib.sh"
FLAGS=(-std=c++17 "-I${REAL_INCLUDE:?}" "-I$REAL_INCLUDE/torch/csrc/api/include")
write_module net.cpp
cat >>net.cpp <<'CPP'
torch::Tensor step(Net net, torch::Tensor x, torch::Device d) {
  x.to(d);
  return net->forward(x).mul_(2);
}
CPP
tidy --format=jsonl net.cpp -- "${FLAGS[@]}"
exits 1
cp .out skip
prints '"rule":"torch-unregistered-state"'
prints '"rule":"torch-discarded-move"'
tidy --format=jsonl --no-skip net.cpp -- "${FLAGS[@]}"
exits 1
same_files .out skip

# As C++20: complete, or said in words.
tidy --format=jsonl net.cpp -- "${FLAGS[@]}" -std=c++20
prints '"rule":"torch-unregistered-state"'
if [[ $RC -ne 1 ]]; then
  exits 2
  says 'use -std=c\+\+17'
fi
finish
