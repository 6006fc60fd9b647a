// Mock of ATen/core/Tensor.h.
#pragma once
#include <ATen/core/TensorBody.h>
#include <initializer_list>
namespace c10 {
template <class T> class IListRef {
 public:
  IListRef();
  IListRef(const List<T>& boxed);
  IListRef(const ArrayRef<T>& unboxed);
  IListRef(const std::initializer_list<T>& list);
  template <typename... Args, typename = std::enable_if_t<std::is_constructible<ArrayRef<T>, Args...>::value>> IListRef(Args&&... args) {}
};
} // namespace c10
