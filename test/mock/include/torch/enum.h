// Mock of torch/enum.h and torch/expanding_array.h.
#pragma once
#include <torch/types.h>
#define TORCH_ENUM_DECLARE(name)            \
  namespace torch {                         \
  namespace enumtype {                      \
  struct k##name {                          \
    k##name() {}                            \
  };                                        \
  }                                         \
  extern const enumtype::k##name k##name;   \
  }
TORCH_ENUM_DECLARE(Linear)
TORCH_ENUM_DECLARE(Conv2D)
TORCH_ENUM_DECLARE(Sigmoid)
TORCH_ENUM_DECLARE(Tanh)
TORCH_ENUM_DECLARE(ReLU)
TORCH_ENUM_DECLARE(GELU)
TORCH_ENUM_DECLARE(SiLU)
TORCH_ENUM_DECLARE(LeakyReLU)
TORCH_ENUM_DECLARE(FanIn)
TORCH_ENUM_DECLARE(FanOut)
TORCH_ENUM_DECLARE(Constant)
TORCH_ENUM_DECLARE(Reflect)
TORCH_ENUM_DECLARE(Replicate)
TORCH_ENUM_DECLARE(Circular)
TORCH_ENUM_DECLARE(Nearest)
TORCH_ENUM_DECLARE(Bilinear)
TORCH_ENUM_DECLARE(Bicubic)
TORCH_ENUM_DECLARE(Trilinear)
TORCH_ENUM_DECLARE(Area)
TORCH_ENUM_DECLARE(Sum)
TORCH_ENUM_DECLARE(Mean)
TORCH_ENUM_DECLARE(Max)
TORCH_ENUM_DECLARE(None)
TORCH_ENUM_DECLARE(BatchMean)
TORCH_ENUM_DECLARE(Zeros)
TORCH_ENUM_DECLARE(Border)
TORCH_ENUM_DECLARE(Reflection)
TORCH_ENUM_DECLARE(Valid)
TORCH_ENUM_DECLARE(Same)
namespace torch {
template <size_t D, typename T = int64_t> class ExpandingArray {
 public:
  ExpandingArray(std::initializer_list<T> list) {}
  ExpandingArray(std::vector<T> vec) {}
  ExpandingArray(at::ArrayRef<T> values) {}
  ExpandingArray(T single_size) {}
  ExpandingArray(const std::array<T, D>& values) {}
  std::array<T, D>& operator*() { return values_; }
  const std::array<T, D>& operator*() const { return values_; }
  std::array<T, D>* operator->() { return &values_; }
  size_t size() const noexcept { return D; }

 protected:
  std::array<T, D> values_;
};
} // namespace torch
