//===- Cuda.cpp - reading CUDA source with what there is --------*- C++ -*-===//
#include "host/Cuda.h"
#include <algorithm>
#include <filesystem>

namespace fs = std::filesystem;

namespace torchtidy {
namespace host {

namespace {

/// No such folder exists; headers for the parse alone lie here.
const char *const Folder = "/torch-tidy-cuda";

/// The host's side of the runtime: kernels' bodies are never read.
const char *const Runtime = R"(#pragma once
#define TORCH_TIDY_CUDA_RUNTIME
#include <cstddef>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define CUDART_CB
#define CUDARTAPI
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned X = 1, unsigned Y = 1,
                                     unsigned Z = 1) : x(X), y(Y), z(Z) {}
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
enum cudaError { cudaSuccess = 0 };
typedef cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
extern "C" {
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind,
                            cudaStream_t = 0);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t);
const char *cudaGetErrorName(cudaError_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                             cudaStream_t);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void * = 0);
}
template <class T> cudaError_t cudaMalloc(T **P, size_t N) {
  return cudaMalloc((void **)(void *)P, N);
}
)";

bool hasPrefix(const std::string &S, const char *P) {
  return S.rfind(P, 0) == 0;
}

bool isToolkit(const fs::path &P, cache::Recorder &Notes) {
  return Notes.probe((P / "include" / "cuda_runtime.h").string());
}

/// The toolkit's folder, "" if there is none. Its order is Clang's.
std::string findToolkit(const std::vector<std::string> &Args,
                        const std::string &Compiler, cache::Recorder &Notes,
                        bool &Named) {
  for (const std::string &A : Args)
    if (hasPrefix(A, "--cuda-path=")) {
      Named = true;
      return A.substr(12);
    }
  fs::path C(Compiler);
  if (hasPrefix(C.filename().string(), "nvcc") && C.is_absolute() &&
      isToolkit(C.parent_path().parent_path(), Notes))
    return C.parent_path().parent_path().string();
  for (const char *P : {"/usr/local/cuda", "/usr/lib/cuda", "/opt/cuda"})
    if (isToolkit(P, Notes))
      return P;
  return "";
}

} // namespace

CudaSupport cudaSupport(const std::vector<std::string> &Args,
                        const std::string &Compiler, cache::Recorder &Notes) {
  CudaSupport R;
  R.complete = std::count(Args.begin(), Args.end(), "-nocudainc");
  if (R.complete)
    return R;
  bool Named = false;
  const std::string Toolkit = findToolkit(Args, Compiler, Notes, Named);
  R.arguments = {"-isystem", Folder};
  const std::string Base = std::string(Folder) + "/";
  if (Toolkit.empty()) {
    R.arguments.insert(R.arguments.end(), {"-nocudainc", "-Xclang", "-include",
                                           "-Xclang", Base + "cuda_runtime.h"});
    R.files[Base + "cuda_runtime.h"] = Runtime;
    for (const char *Alias :
         {"cuda.h", "cuda_runtime_api.h", "device_launch_parameters.h",
          "device_functions.h"})
      R.files[Base + Alias] = "#include <cuda_runtime.h>\n";
    return R;
  }
  R.complete = isToolkit(Toolkit, Notes);
  if (!Named)
    R.arguments.push_back("--cuda-path=" + Toolkit);
  // Gone with CUDA 13; Clang's wrapper asks for it up to 20.
  const fs::path Include = fs::path(Toolkit) / "include";
  if (!Notes.probe((Include / "texture_fetch_functions.h").string()))
    R.files[Base + "texture_fetch_functions.h"] = "";
  // nvcc looks for thrust and cub here by itself.
  if (Notes.probe((Include / "cccl").string()))
    R.arguments.insert(R.arguments.end(),
                       {"-isystem", (Include / "cccl").string()});
  return R;
}

} // namespace host
} // namespace torchtidy
