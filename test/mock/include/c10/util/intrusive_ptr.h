// Mock of c10/util/intrusive_ptr.h and of CustomClassHolder.
#pragma once
#include <c10/macros/Macros.h>
#include <utility>
namespace c10 {
class intrusive_ptr_target {
 protected:
  virtual ~intrusive_ptr_target() {}
};
template <class T> class intrusive_ptr final {
  T* target_ = nullptr;
 public:
  intrusive_ptr() noexcept = default;
  intrusive_ptr(std::nullptr_t) noexcept {}
  template <class U> intrusive_ptr(const intrusive_ptr<U>&) {}
  T* get() const noexcept { return target_; }
  T& operator*() const noexcept { return *target_; }
  T* operator->() const noexcept { return target_; }
  explicit operator bool() const noexcept { return target_; }
  void reset() noexcept {}
  template <class... Args> static intrusive_ptr make(Args&&... args) { new T(std::forward<Args>(args)...); return {}; }
};
template <class T, class... Args> intrusive_ptr<T> make_intrusive(Args&&... args) {
  return intrusive_ptr<T>::make(std::forward<Args>(args)...);
}
} // namespace c10
namespace torch {
struct CustomClassHolder : c10::intrusive_ptr_target {};
namespace jit { using ::torch::CustomClassHolder; }
} // namespace torch
