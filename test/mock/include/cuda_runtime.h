// Mock of CUDA's cuda_runtime.h: what host code needs, for C++ and for Clang's CUDA mode.
#pragma once
#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) || defined(TORCH_TIDY_CUDA_RUNTIME)
#include_next <cuda_runtime.h> // a toolkit's, or what torch-tidy has instead
#else
#include <cstddef>
#ifdef __CUDA__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#endif
#define __forceinline__ inline
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
};
typedef struct CUstream_st* cudaStream_t;
enum cudaError { cudaSuccess = 0 };
typedef enum cudaError cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
extern "C" {
cudaError_t cudaMalloc(void** devPtr, size_t size);
cudaError_t cudaFree(void* devPtr);
cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream);
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0, void* stream = 0);
}
template <typename T> cudaError_t cudaMalloc(T** devPtr, size_t size) { return cudaMalloc((void**)(void*)devPtr, size); }
struct uint3 {
  unsigned x, y, z;
};
#ifdef __CUDA__
__device__ const uint3 threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
#endif
#endif
