// Mock of c10/cuda/CUDAGuard.h.
#pragma once
#include <c10/core/DeviceGuard.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>
namespace c10 {
namespace cuda {
struct CUDAGuard {
  explicit CUDAGuard() = delete;
  explicit CUDAGuard(DeviceIndex device_index);
  explicit CUDAGuard(Device device);
  ~CUDAGuard();
  CUDAGuard(const CUDAGuard&) = delete;
  void set_device(Device device);
  void set_index(DeviceIndex device_index);
};
struct OptionalCUDAGuard {
  explicit OptionalCUDAGuard();
  explicit OptionalCUDAGuard(optional<Device> device_opt);
  explicit OptionalCUDAGuard(optional<DeviceIndex> device_index_opt);
  ~OptionalCUDAGuard();
  void set_device(Device device);
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard() = delete;
  ~CUDAStreamGuard();
};
} // namespace cuda
} // namespace c10
