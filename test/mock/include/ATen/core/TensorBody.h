// Mock of ATen/core/TensorBody.h.
#pragma once
#include <ATen/core/Generator.h>
#include <ATen/core/TensorBase.h>
#include <tuple>
namespace c10 {
template <class T> class List;
template <class T> class IListRef;
using string_view = std::string_view;
} // namespace c10
namespace at {
namespace Reduction {
enum Reduction { None, Mean, Sum, END };
}
namespace indexing { struct TensorIndex; }
class Tensor;
using TensorList = ArrayRef<Tensor>;
using ITensorListRef = c10::IListRef<Tensor>;
class Tensor : public TensorBase {
 public:
  Tensor() = default;
  Tensor(const Tensor& tensor) = default;
  Tensor(Tensor&& tensor) = default;
  explicit Tensor(const TensorBase& base) : TensorBase(base) {}
  Tensor(TensorBase&& base) : TensorBase(std::move(base)) {}
  Tensor contiguous(MemoryFormat memory_format = MemoryFormat::Contiguous) const { return TensorBase::contiguous(memory_format); }
  Tensor conj() const;
  using TensorBase::size;
  using TensorBase::stride;
  Tensor& operator=(const TensorBase& x) &;
  Tensor& operator=(TensorBase&& x) &;
  Tensor& operator=(const Tensor& x) &;
  Tensor& operator=(Tensor&& x) &;
  Tensor& operator=(Scalar v) &&;
  Tensor& operator=(const Tensor& rhs) &&;
  Tensor& operator=(Tensor&& rhs) &&;
  Tensor toType(ScalarType t) const { return to(options().dtype(t), false, false); }
  template <typename T> T* data() const;
  template <typename T> T item() const;
  Tensor operator~() const;
  Tensor operator-() const;
  Tensor& operator+=(const Tensor& other);
  Tensor& operator+=(Scalar other);
  Tensor& operator-=(const Tensor& other);
  Tensor& operator-=(Scalar other);
  Tensor& operator*=(const Tensor& other);
  Tensor& operator*=(Scalar other);
  Tensor& operator/=(const Tensor& other);
  Tensor& operator/=(Scalar other);
  Tensor& operator&=(const Tensor& other);
  Tensor& operator|=(const Tensor& other);
  Tensor& operator^=(const Tensor& other);
  Tensor operator[](Scalar index) const;
  Tensor operator[](Tensor index) const;
  Tensor operator[](int64_t index) const;
  Tensor& index_put_(ArrayRef<at::indexing::TensorIndex> indices, Tensor const& rhs);
  Tensor& index_put_(ArrayRef<at::indexing::TensorIndex> indices, const Scalar& v);
  Tensor& index_put_(std::initializer_list<at::indexing::TensorIndex> indices, Tensor const& rhs);
  Tensor& index_put_(std::initializer_list<at::indexing::TensorIndex> indices, const Scalar& v);
  Tensor cpu() const { return to(options().device(DeviceType::CPU), false, false); }
  Tensor cuda() const { return to(options().device(DeviceType::CUDA), false, false); }
  Tensor hip() const { return to(options().device(DeviceType::HIP), false, false); }
  Tensor vulkan() const { return to(options().device(DeviceType::Vulkan), false, false); }
  Tensor metal() const { return to(options().device(DeviceType::Metal), false, false); }
  Tensor meta() const { return to(options().device(DeviceType::Meta), false, false); }
  void backward(const Tensor& gradient = {}, c10::optional<bool> retain_graph = c10::nullopt, bool create_graph = false,
                c10::optional<TensorList> inputs = c10::nullopt) const;
  const Tensor& set_requires_grad(bool requires_grad) const;
  Tensor& mutable_grad() const;
  const Tensor& grad() const;
  at::Tensor tensor_data() const;
  at::Tensor variable_data() const;
  at::Tensor data() const;
  const at::Tensor& requires_grad_(bool _requires_grad = true) const;
  template <typename T> unsigned register_hook(T&& hook) const;
#include <ATen/core/TensorMethods.inc>
};
} // namespace at
