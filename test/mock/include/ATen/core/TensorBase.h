// Mock of ATen/core/TensorBase.h.
#pragma once
#include <c10/core/Device.h>
#include <c10/core/Scalar.h>
#include <c10/core/ScalarType.h>
#include <c10/core/TensorOptions.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>
#include <c10/util/Optional.h>
#include <c10/util/intrusive_ptr.h>
#include <functional>
#include <memory>
#include <string>
namespace c10 {
struct TensorImpl;
struct Storage {
  void* data() const;
  size_t nbytes() const;
  operator bool() const;
};
} // namespace c10
namespace torch { namespace autograd { struct Node; } }
namespace at {
class Tensor;
template <typename T> struct DefaultPtrTraits { typedef T* PtrType; };
template <typename T, size_t N> class TensorAccessor {
 public:
  TensorAccessor<T, N - 1> operator[](int64_t i);
  const TensorAccessor<T, N - 1> operator[](int64_t i) const;
  c10::IntArrayRef sizes() const;
  int64_t size(int64_t i) const;
  T* data();
};
template <typename T> class TensorAccessor<T, 1> {
 public:
  T& operator[](int64_t i);
  const T& operator[](int64_t i) const;
  c10::IntArrayRef sizes() const;
  int64_t size(int64_t i) const;
  T* data();
};
template <typename T, size_t N, template <typename U> class PtrTraits = DefaultPtrTraits, typename index_t = int64_t>
class GenericPackedTensorAccessor {};
template <typename T, size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, PtrTraits, int32_t>;
template <typename T, size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, PtrTraits, int64_t>;

class TensorBase {
 public:
  TensorBase();
  TensorBase(const TensorBase&);
  TensorBase(TensorBase&&);
  ~TensorBase();
  int64_t dim() const;
  int64_t storage_offset() const;
  TensorBase contiguous(MemoryFormat memory_format = MemoryFormat::Contiguous) const;
  const TensorBase& fill_(const c10::Scalar& scalar) const;
  const TensorBase& zero_() const;
  TensorBase to(at::TensorOptions options = {}, bool non_blocking = false, bool copy = false,
                c10::optional<at::MemoryFormat> memory_format = c10::nullopt) const;
  bool is_complex() const;
  bool is_floating_point() const;
  bool is_signed() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  TensorImpl* unsafeGetTensorImpl() const;
  bool defined() const;
  void reset();
  TensorBase& operator=(const TensorBase& x) &;
  TensorBase& operator=(TensorBase&& x) &;
  TensorBase& operator=(const TensorBase&) && = delete;
  TensorBase& operator=(TensorBase&&) && = delete;
  bool is_same(const TensorBase& other) const noexcept;
  size_t use_count() const noexcept;
  std::string toString() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  int64_t ndimension() const;
  bool is_contiguous(at::MemoryFormat memory_format = at::MemoryFormat::Contiguous) const;
  size_t nbytes() const;
  int64_t numel() const;
  size_t itemsize() const;
  int64_t element_size() const;
  ScalarType scalar_type() const;
  bool has_storage() const;
  const Storage& storage() const;
  bool is_alias_of(const at::TensorBase& other) const;
  Layout layout() const;
  caffe2::TypeMeta dtype() const;
  Device device() const;
  int64_t get_device() const;
  bool is_cpu() const;
  bool is_cuda() const;
  bool is_xpu() const;
  bool is_hip() const;
  bool is_sparse() const;
  bool is_mkldnn() const;
  bool is_mps() const;
  bool is_quantized() const;
  bool is_meta() const;
  bool is_inference() const;
  bool is_nested() const;
  TensorOptions options() const;
  void* data_ptr() const;
  template <typename T> T* data_ptr() const;
  void print() const;
  template <typename T, size_t N> TensorAccessor<T, N> accessor() const&;
  template <typename T, size_t N> TensorAccessor<T, N> accessor() && = delete;
  template <typename T, size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor32<T, N, PtrTraits> packed_accessor32() const&;
  template <typename T, size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor64<T, N, PtrTraits> packed_accessor64() const&;
  const TensorBase& set_requires_grad(bool requires_grad) const;
  bool requires_grad() const;
  at::TensorBase tensor_data() const;
  at::TensorBase variable_data() const;
  const std::shared_ptr<torch::autograd::Node>& grad_fn() const;
  template <typename T> unsigned register_hook(T&& hook) const;
  bool is_leaf() const;
  int64_t output_nr() const;
  void set_data(const TensorBase& new_data) const;
  TensorBase data() const;
  void retain_grad() const;
  bool retains_grad() const;
  const TensorBase& requires_grad_(bool _requires_grad = true) const;
  bool is_view() const;
  const TensorBase& _base() const;
  const std::string& name() const;
};
} // namespace at
