// RUN: %facts %s -- -x cuda --cuda-host-only -nocudainc -nocudalib %mock | %FileCheck %s
// Kernels, and the calls that launch them.
#include <cuda_runtime.h>

__global__ void scale(float *p, int n) { p[threadIdx.x] *= n; }
__device__ float twice(float v) { return 2 * v; }
__host__ __device__ float thrice(float v) { return 3 * v; }
// CHECK: function scale (free) on-device
// CHECK: function twice (free) on-device
// CHECK: function thrice (free) ->

void run(float *p) {
  scale<<<dim3(2), 256>>>(p, 3);
  thrice(1);
}
// CHECK: function run (free)
// CHECK: call scale [{{.*}}] (p=&{{%[0-9]+}}, n={{%[0-9]+}}) : Void discarded launch
// CHECK: call thrice
// CHECK-NOT: launch

template <class T> __global__ void fill(T *p, T v) { p[0] = v; }
template <class T> void generic(T *p) { fill<T><<<1, 1>>>(p, T()); }
// CHECK: function generic (free)
// CHECK: call fill {{.*}} launch
