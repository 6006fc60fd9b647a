// Mock of ATen/core/ivalue.h, List.h, Dict.h and jit_type.h.
#pragma once
#include <ATen/core/Tensor.h>
#include <memory>
#include <string>
#include <vector>
namespace torch { namespace jit { struct Module; } }
namespace c10 {
struct IValue;
struct Type;
using TypePtr = std::shared_ptr<Type>;
struct TensorType {
  static TypePtr get();
};
template <class T> class List final {
 public:
  List();
  List(std::initializer_list<T> initial_values);
  T get(size_t pos) const;
  void push_back(const T& value) const;
  size_t size() const;
  std::vector<T> vec() const;
};
template <class Key, class Value> class Dict final {
 public:
  Dict();
  template <class K, class V> void insert(K&& key, V&& value) const;
  Value at(const Key& key) const;
  size_t size() const;
};
namespace ivalue {
struct Object {};
struct Tuple : intrusive_ptr_target {
  const std::vector<IValue>& elements() const&;
  static intrusive_ptr<Tuple> create(std::vector<IValue> elements_);
  size_t size() const;
};
} // namespace ivalue
struct IValue final {
  IValue() {}
  IValue(const IValue& rhs);
  IValue(IValue&& rhs) noexcept;
  IValue& operator=(IValue const& rhs) &;
  IValue(at::TensorBase t) {}
  bool isTensor() const;
  at::Tensor toTensor() &&;
  at::Tensor& toTensor() &;
  const at::Tensor& toTensor() const&;
  template <typename... Args> IValue(const std::tuple<Args...>& t) {}
  IValue(c10::intrusive_ptr<ivalue::Tuple> v) {}
  bool isTuple() const;
  c10::intrusive_ptr<ivalue::Tuple> toTuple() &&;
  c10::intrusive_ptr<ivalue::Tuple> toTuple() const&;
  IValue(double d) {}
  double toDouble() const;
  IValue(int64_t i) {}
  IValue(int32_t i) {}
  int64_t toInt() const;
  IValue(bool b) {}
  bool toBool() const;
  IValue(std::string v) {}
  IValue(const char* v) {}
  const std::string& toStringRef() const;
  c10::List<at::Tensor> toTensorList() const&;
  std::vector<at::Tensor> toTensorVector() const;
  c10::List<IValue> toList() const&;
  template <class T> IValue(c10::List<T>&& v) {}
  template <class T> IValue(const c10::List<T>& v) {}
  template <class T> IValue(at::ArrayRef<T> v) {}
  template <class T> IValue(const std::vector<T>& v) {}
  template <class K, class V> IValue(c10::Dict<K, V> v) {}
  template <class T> IValue(c10::optional<T> v) {}
  IValue(c10::nullopt_t) {}
  torch::jit::Module toModule() const;
  bool isNone() const;
  IValue(const at::Scalar& s) {}
  at::Scalar toScalar() const;
  IValue(c10::Device d) {}
  c10::Device toDevice() const;
  IValue(ScalarType t) {}
  template <typename T> T to() &&;
  template <typename T> T to() const&;
};
} // namespace c10
namespace torch {
using c10::IValue;
namespace jit {
using c10::IValue;
using Stack = std::vector<c10::IValue>;
} // namespace jit
} // namespace torch
