// Mock of ATen/ATen.h.
#pragma once
#include <ATen/DeviceGuard.h>
#include <ATen/Functions.h>
#include <ATen/TensorIndexing.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/core/DeviceGuard.h>
#include <c10/util/irange.h>
#include <iosfwd>
namespace at {
using c10::IValue;
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const std::function<void(void*)>& deleter,
                 const TensorOptions& options = {}, const c10::optional<Device> target_device = c10::nullopt);
Tensor from_blob(void* data, IntArrayRef sizes, const std::function<void(void*)>& deleter, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {});
template <typename T> Tensor tensor(ArrayRef<T> values, const TensorOptions& options);
std::ostream& operator<<(std::ostream& stream, const Tensor& t);
bool hasCUDA();
void manual_seed(uint64_t seed);
int get_num_threads();
void set_num_threads(int);
struct GradMode {
  static bool is_enabled();
  static void set_enabled(bool enabled);
};
struct AutoGradMode {
  AutoGradMode(bool enabled);
  ~AutoGradMode();
};
struct NoGradGuard : public AutoGradMode {
  NoGradGuard() : AutoGradMode(false) {}
};
class Context {
 public:
  static bool hasCUDA();
  static bool hasMPS();
};
Context& globalContext();
} // namespace at
namespace c10 {
struct InferenceMode {
  InferenceMode(bool enabled = true);
  ~InferenceMode();
};
} // namespace c10
