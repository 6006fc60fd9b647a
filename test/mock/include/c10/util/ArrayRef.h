// Mock of c10/util/ArrayRef.h and OptionalArrayRef.h.
#pragma once
#include <c10/util/Optional.h>
#include <array>
#include <initializer_list>
#include <vector>
namespace c10 {
template <typename T> class ArrayRef final {
  const T* Data;
  size_t Length;
 public:
  using iterator = const T*;
  using const_iterator = const T*;
  using value_type = T;
  constexpr ArrayRef() : Data(nullptr), Length(0) {}
  constexpr ArrayRef(const T& OneElt) : Data(&OneElt), Length(1) {}
  constexpr ArrayRef(const T* data, size_t length) : Data(data), Length(length) {}
  constexpr ArrayRef(const T* begin, const T* end) : Data(begin), Length(end - begin) {}
  template <typename Container, typename = std::enable_if_t<std::is_same<
      std::remove_const_t<decltype(std::declval<Container>().data())>, T*>::value>>
  ArrayRef(const Container& container) : Data(container.data()), Length(container.size()) {}
  template <typename A> ArrayRef(const std::vector<T, A>& Vec) : Data(Vec.data()), Length(Vec.size()) {}
  template <size_t N> constexpr ArrayRef(const std::array<T, N>& Arr) : Data(Arr.data()), Length(N) {}
  template <size_t N> constexpr ArrayRef(const T (&Arr)[N]) : Data(Arr), Length(N) {}
  constexpr ArrayRef(const std::initializer_list<T>& Vec) : Data(std::begin(Vec)), Length(Vec.size()) {}
  constexpr iterator begin() const { return Data; }
  constexpr iterator end() const { return Data + Length; }
  constexpr bool empty() const { return Length == 0; }
  constexpr const T* data() const { return Data; }
  constexpr size_t size() const { return Length; }
  const T& front() const { return Data[0]; }
  const T& back() const { return Data[Length - 1]; }
  constexpr bool equals(ArrayRef RHS) const { return Length == RHS.Length; }
  ArrayRef<T> slice(size_t N, size_t M) const { return ArrayRef<T>(Data + N, M); }
  ArrayRef<T> slice(size_t N) const { return slice(N, Length - N); }
  constexpr const T& operator[](size_t Index) const { return Data[Index]; }
  const T& at(size_t Index) const { return Data[Index]; }
  std::vector<T> vec() const { return std::vector<T>(Data, Data + Length); }
};
template <typename T> bool operator==(ArrayRef<T> a1, ArrayRef<T> a2) { return a1.equals(a2); }
template <typename T> bool operator!=(ArrayRef<T> a1, ArrayRef<T> a2) { return !a1.equals(a2); }
using IntArrayRef = ArrayRef<int64_t>;
using IntList = ArrayRef<int64_t>;
template <typename T> class OptionalArrayRef final {
  optional<ArrayRef<T>> wrapped_opt_array_ref;
 public:
  constexpr OptionalArrayRef() noexcept = default;
  constexpr OptionalArrayRef(nullopt_t) noexcept {}
  OptionalArrayRef(const OptionalArrayRef&) = default;
  template <typename U = ArrayRef<T>, std::enable_if_t<!std::is_same<std::decay_t<U>, OptionalArrayRef>::value &&
      std::is_constructible<ArrayRef<T>, U&&>::value && std::is_convertible<U&&, ArrayRef<T>>::value &&
      !std::is_convertible<U&&, T>::value, bool> = false>
  constexpr OptionalArrayRef(U&& value) noexcept {}
  constexpr OptionalArrayRef(const T& value) noexcept {}
  constexpr OptionalArrayRef(std::initializer_list<T> il) noexcept {}
};
} // namespace c10
namespace at {
using c10::IntArrayRef;
using OptionalIntArrayRef = c10::OptionalArrayRef<int64_t>;
} // namespace at
