// Mock of torch/types.h.
#pragma once
#include <ATen/ATen.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
namespace torch {
using namespace at;
using c10::nullopt;
using c10::optional;
using Dtype = at::ScalarType;
constexpr auto kUInt8 = at::kByte;
constexpr auto kInt8 = at::kChar;
constexpr auto kInt16 = at::kShort;
constexpr auto kInt32 = at::kInt;
constexpr auto kInt64 = at::kLong;
constexpr auto kFloat16 = at::kHalf;
constexpr auto kFloat32 = at::kFloat;
constexpr auto kFloat64 = at::kDouble;
constexpr auto kU8 = kUInt8;
constexpr auto kI8 = kInt8;
constexpr auto kI16 = kInt16;
constexpr auto kI32 = kInt32;
constexpr auto kI64 = kInt64;
constexpr auto kF16 = kFloat16;
constexpr auto kF32 = kFloat32;
constexpr auto kF64 = kFloat64;
using NoGradGuard = at::NoGradGuard;
using AutoGradMode = at::AutoGradMode;
using InferenceMode = c10::InferenceMode;
using at::manual_seed;
using at::get_num_threads;
using at::set_num_threads;
namespace cuda {
size_t device_count();
bool is_available();
bool cudnn_is_available();
void manual_seed(uint64_t seed);
void manual_seed_all(uint64_t seed);
void synchronize(int64_t device_index = -1);
} // namespace cuda
namespace autograd {
using Variable = at::Tensor;
using variable_list = std::vector<Variable>;
using tensor_list = std::vector<at::Tensor>;
using GradMode = at::GradMode;
using AutoGradMode = at::AutoGradMode;
void backward(const variable_list& tensors, const variable_list& grad_tensors = {}, c10::optional<bool> retain_graph = c10::nullopt,
              bool create_graph = false, const variable_list& inputs = {});
variable_list grad(const variable_list& outputs, const variable_list& inputs, const variable_list& grad_outputs = {},
                   c10::optional<bool> retain_graph = c10::nullopt, bool create_graph = false, bool allow_unused = false);
} // namespace autograd
namespace fft {
inline at::Tensor fft(const at::Tensor& self, c10::optional<int64_t> n = c10::nullopt, int64_t dim = -1,
                      c10::optional<c10::string_view> norm = c10::nullopt) { return self; }
inline at::Tensor rfft(const at::Tensor& self, c10::optional<int64_t> n = c10::nullopt, int64_t dim = -1,
                       c10::optional<c10::string_view> norm = c10::nullopt) { return self; }
inline at::Tensor fftfreq(int64_t n, double d, const at::TensorOptions& options = {}) { return {}; }
inline at::Tensor fftfreq(int64_t n, const at::TensorOptions& options = {}) { return {}; }
} // namespace fft
} // namespace torch
