#!/usr/bin/env bash
# cuda.sh - CUDA source, with the toolkit of this machine or with none.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

cat >kernel.cu <<'CPP'
#include <cuda_runtime.h>
#include <torch/torch.h>
// What a kernel calls needs a toolkit; its body is not read.
__global__ void scale(float *p) { p[threadIdx.x] = __expf(atomicAdd(p, 1.f)); }
void unguarded(torch::Tensor x) { scale<<<1, 32>>>(x.data_ptr<float>()); }
CPP

# By the file's name.
tidy --fail-on=never kernel.cu -- "${FLAGS[@]}"
exits 0
prints 'kernel.cu:5:35: .*torch-missing-device-guard'

# By the flags, as nvcc has them.
cp kernel.cu kernel.cpp
cat >compile_commands.json <<JSON
[{"directory": "$WORK", "file": "kernel.cpp",
  "command": "/nowhere/bin/nvcc -x cu -gencode arch=compute_80,code=sm_80 --expt-relaxed-constexpr -std=c++17 -isystem $MOCK -c kernel.cpp"}]
JSON
tidy -p . --fail-on=never kernel.cpp
exits 0
prints 'kernel.cpp:5:35: .*torch-missing-device-guard'

# Flags that bring headers of their own.
tidy --fail-on=never kernel.cu -- "${FLAGS[@]}" -nocudainc
exits 0
prints 'kernel.cu:5:35: .*torch-missing-device-guard'

finish
