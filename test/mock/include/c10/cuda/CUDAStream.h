// Mock of c10/cuda/CUDAStream.h.
#pragma once
#include <c10/core/Device.h>
#include <cuda_runtime.h>
namespace c10 {
namespace cuda {
class CUDAStream {
 public:
  operator cudaStream_t() const;
  cudaStream_t stream() const;
  void synchronize() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex device_index = -1);
} // namespace cuda
} // namespace c10
namespace at {
namespace cuda {
using namespace c10::cuda;
} // namespace cuda
} // namespace at
