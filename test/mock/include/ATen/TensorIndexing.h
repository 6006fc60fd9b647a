// Mock of ATen/TensorIndexing.h.
#pragma once
#include <ATen/core/Tensor.h>
namespace at {
namespace indexing {
constexpr c10::nullopt_t None = c10::nullopt;
struct EllipsisIndexType final {
  EllipsisIndexType() {}
};
extern const EllipsisIndexType Ellipsis;
struct Slice final {
  Slice(c10::optional<int64_t> start_index = c10::nullopt, c10::optional<int64_t> stop_index = c10::nullopt,
        c10::optional<int64_t> step_index = c10::nullopt) {}
};
struct TensorIndex final {
  TensorIndex(c10::nullopt_t) {}
  TensorIndex(at::indexing::EllipsisIndexType) {}
  TensorIndex(const char* str) {}
  TensorIndex(int64_t integer) {}
  TensorIndex(int integer) {}
  template <class T, class = typename std::enable_if<std::is_same<bool, T>::value>::type> TensorIndex(T boolean) {}
  TensorIndex(Slice slice) {}
  TensorIndex(Tensor tensor) {}
};
} // namespace indexing
} // namespace at
