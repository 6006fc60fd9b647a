// Mock of ATen/TensorOperators.h.
#pragma once
#include <ATen/core/Tensor.h>
namespace at {
#define AT_FORALL_BINARY_OPS(_) _(+) _(*) _(-) _(/) _(%) _(&) _(|) _(^) _(<) _(<=) _(>) _(>=) _(==) _(!=)
#define DEFINE_OPERATOR(op)                                                      \
  static inline Tensor operator op(const Tensor& x, const Tensor& y) { return x; } \
  static inline Tensor operator op(const Tensor& x, const Scalar& y) { return x; } \
  static inline Tensor operator op(const Scalar& x, const Tensor& y) { return y; }
AT_FORALL_BINARY_OPS(DEFINE_OPERATOR)
#undef DEFINE_OPERATOR
#undef AT_FORALL_BINARY_OPS
} // namespace at
