// Mock of torch/csrc/autograd/generated/variable_factories.h.
#pragma once
#include <ATen/ATen.h>
namespace torch {
namespace detail {
struct TensorDataContainer {
  TensorDataContainer() {}
#define TENSOR(T) TensorDataContainer(T value) {}
  TENSOR(uint8_t) TENSOR(int8_t) TENSOR(int16_t) TENSOR(int) TENSOR(int64_t) TENSOR(float) TENSOR(double) TENSOR(bool) TENSOR(c10::Half) TENSOR(c10::BFloat16)
#undef TENSOR
  TensorDataContainer(std::initializer_list<TensorDataContainer> init_list) {}
#define TENSOR(T) TensorDataContainer(at::ArrayRef<T> values) {} TensorDataContainer(const std::vector<T>& values) {}
  TENSOR(uint8_t) TENSOR(int8_t) TENSOR(int16_t) TENSOR(int) TENSOR(int64_t) TENSOR(float) TENSOR(double)
#undef TENSOR
};
} // namespace detail
inline at::Tensor tensor(detail::TensorDataContainer tensor_data_container, const at::TensorOptions& options = {}) { return {}; }
using Deleter = std::function<void(void*)>;
using at::MemoryFormat;
inline at::Tensor from_blob(void* data, at::IntArrayRef sizes, at::IntArrayRef strides, const Deleter& deleter,
                            const at::TensorOptions& options = at::TensorOptions()) { return {}; }
inline at::Tensor from_blob(void* data, at::IntArrayRef sizes, at::IntArrayRef strides, const at::TensorOptions& options = at::TensorOptions()) { return {}; }
inline at::Tensor from_blob(void* data, at::IntArrayRef sizes, const Deleter& deleter, const at::TensorOptions& options = at::TensorOptions()) { return {}; }
inline at::Tensor from_blob(void* data, at::IntArrayRef sizes, const at::TensorOptions& options = at::TensorOptions()) { return {}; }
#include <torch/csrc/autograd/generated/variable_factories.inc>
} // namespace torch
