#!/usr/bin/env bash
# The same bytes whatever the order of the files, the number of jobs, the way of
# parsing, and however often it is run.
. "$(dirname "$0")/lib.sh"
mkdir src
for name in One Two Three; do
  write_module "src/$name.cpp" "$name"
done
cat >src/shared.h <<'CPP'
#pragma once
#include <torch/torch.h>
struct Shared : torch::nn::Module {
  Shared();
  torch::Tensor forward(torch::Tensor x);
  torch::Tensor mask = torch::ones({3});
};
CPP
printf '#include "shared.h"\nShared::Shared() {}\n' >src/made.cpp
printf '#include "shared.h"\ntorch::Tensor Shared::forward(torch::Tensor x) { return x * mask; }\n' >src/used.cpp
S="-std=c++17 -isystem $MOCK"
args=()
for f in src/*.cpp; do
  args+=("g++ $S -c $f" "$f")
done
database "${args[@]}"

for format in text jsonl sarif html; do
  tidy --format=$format -j1 && exits 1
  cp .out "first.$format"
  tidy --format=$format -j2
  same_files .out "first.$format"
  tidy --format=$format -j4 --no-skip
  same_files .out "first.$format"
  tidy --format=$format src/used.cpp src/Two.cpp src/made.cpp src/Three.cpp src/One.cpp
  same_files .out "first.$format"
  tidy --format=$format src/One.cpp src/made.cpp src/Three.cpp src/Two.cpp src/used.cpp
  same_files .out "first.$format"
done
grep -q '"file":"[^"]*shared.h"' first.jsonl || fail "the class of three files was not judged"

# A header that several units tell of is told once, by itself too.
tidy --single-file --format=jsonl src/used.cpp src/made.cpp
cp .out single
tidy --single-file --format=jsonl src/made.cpp src/used.cpp
same_files .out single
that test "$(sort single | uniq -d | wc -l)" = 0
finish
