// Mock of c10/core/TensorOptions.h.
#pragma once
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Optional.h>
#include <utility>
namespace c10 {
struct TensorOptions {
  TensorOptions() {}
  TensorOptions(Layout layout) : TensorOptions() {}
  template <typename T, typename = std::enable_if_t<std::is_same<std::decay_t<T>, Device>::value>>
  TensorOptions(T&& device) : TensorOptions() {}
  template <typename... Args, typename = std::enable_if_t<std::is_constructible<Device, Args&&...>::value>>
  TensorOptions(Args&&... args) : TensorOptions(Device(std::forward<Args>(args)...)) {}
  TensorOptions(caffe2::TypeMeta dtype) : TensorOptions() {}
  TensorOptions(ScalarType dtype) : TensorOptions() {}
  TensorOptions(MemoryFormat memory_format) : TensorOptions() {}
  C10_NODISCARD TensorOptions device(c10::optional<Device> device) const noexcept { return *this; }
  template <typename... Args> C10_NODISCARD TensorOptions device(Args&&... args) const noexcept {
    return device(c10::optional<Device>(c10::in_place, std::forward<Args>(args)...));
  }
  C10_NODISCARD TensorOptions device_index(DeviceIndex device_index) const noexcept { return *this; }
  C10_NODISCARD TensorOptions dtype(c10::optional<caffe2::TypeMeta> dtype) const noexcept { return *this; }
  C10_NODISCARD TensorOptions dtype(c10::optional<ScalarType> dtype) const noexcept { return *this; }
  template <typename T> TensorOptions& dtype() { return *this; }
  C10_NODISCARD TensorOptions layout(c10::optional<Layout> layout) const noexcept { return *this; }
  C10_NODISCARD TensorOptions requires_grad(c10::optional<bool> requires_grad) const noexcept { return *this; }
  C10_NODISCARD TensorOptions pinned_memory(c10::optional<bool> pinned_memory) const noexcept { return *this; }
  C10_NODISCARD TensorOptions memory_format(c10::optional<MemoryFormat> memory_format) const noexcept { return *this; }
  Device device() const noexcept { return Device(kCPU); }
  bool has_device() const noexcept;
  c10::optional<Device> device_opt() const noexcept;
  int32_t device_index() const noexcept;
  caffe2::TypeMeta dtype() const noexcept;
  bool has_dtype() const noexcept;
  c10::optional<caffe2::TypeMeta> dtype_opt() const noexcept;
  Layout layout() const noexcept;
  bool requires_grad() const noexcept;
  bool has_requires_grad() const noexcept;
  bool pinned_memory() const noexcept;
  TensorOptions merge_in(TensorOptions options) const noexcept;
};
inline TensorOptions dtype(caffe2::TypeMeta dtype) { return TensorOptions().dtype(dtype); }
inline TensorOptions dtype(ScalarType dtype) { return TensorOptions().dtype(dtype); }
inline TensorOptions layout(Layout layout) { return TensorOptions().layout(layout); }
inline TensorOptions device(Device device) { return TensorOptions().device(std::move(device)); }
inline TensorOptions device_index(int16_t device_index) { return TensorOptions(); }
inline TensorOptions requires_grad(bool requires_grad = true) { return TensorOptions().requires_grad(requires_grad); }
inline TensorOptions memory_format(MemoryFormat memory_format) { return TensorOptions().memory_format(memory_format); }
template <typename T> inline TensorOptions dtype() { return dtype(caffe2::TypeMeta::Make<T>()); }
} // namespace c10
