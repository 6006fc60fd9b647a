// Mock of c10/util/Optional.h: LibTorch 1.13 has an optional of its own.
#pragma once
#include <c10/macros/Macros.h>
#include <type_traits>
#include <utility>
namespace c10 {
struct nullopt_t {
  explicit constexpr nullopt_t(int) {}
};
constexpr nullopt_t nullopt{0};
struct in_place_t {};
constexpr in_place_t in_place{};
template <class T> class optional {
  union { T value_; char dummy_; };
  bool init_ = false;
 public:
  typedef typename std::decay<T>::type value_type;
  constexpr optional() noexcept : dummy_() {}
  constexpr optional(nullopt_t) noexcept : dummy_() {}
  optional(const optional& rhs);
  optional(optional&& rhs) noexcept;
  template <typename U = T, typename = std::enable_if_t<std::is_constructible<T, U&&>::value &&
      !std::is_same<std::decay_t<U>, in_place_t>::value && !std::is_same<std::decay_t<U>, optional<T>>::value>,
      std::enable_if_t<std::is_convertible<U&&, T>::value, int> = 0>
  optional(U&& u) : dummy_() {}
  template <typename U = T, typename = std::enable_if_t<std::is_constructible<T, U&&>::value &&
      !std::is_same<std::decay_t<U>, in_place_t>::value && !std::is_same<std::decay_t<U>, optional<T>>::value>,
      std::enable_if_t<!std::is_convertible<U&&, T>::value, bool> = false>
  explicit optional(U&& u) : dummy_() {}
  template <class... Args> explicit optional(in_place_t, Args&&... args) : dummy_() {}
  ~optional() {}
  optional& operator=(const optional& rhs);
  optional& operator=(optional&& rhs) noexcept;
  optional& operator=(nullopt_t) noexcept;
  template <class U = T>
  auto operator=(U&& v) -> std::enable_if_t<!std::is_same<std::decay_t<U>, optional<T>>::value &&
      std::is_constructible<T, U>::value && std::is_assignable<T&, U>::value, optional&>;
  template <class... Args> void emplace(Args&&... args);
  constexpr T const* operator->() const;
  T* operator->();
  constexpr T const& operator*() const&;
  T& operator*() &;
  T&& operator*() &&;
  constexpr T const& value() const&;
  T& value() &;
  T&& value() &&;
  constexpr explicit operator bool() const noexcept { return init_; }
  constexpr bool has_value() const noexcept { return init_; }
  template <class V> T value_or(V&& v) const&;
  void reset() noexcept;
};
template <class T> bool operator==(const optional<T>&, nullopt_t);
template <class T> bool operator!=(const optional<T>&, nullopt_t);
template <class T> bool operator==(const optional<T>&, const optional<T>&);
template <class T> optional<std::decay_t<T>> make_optional(T&& v) { return optional<std::decay_t<T>>(std::forward<T>(v)); }
template <class... Ts> class variant {
 public:
  variant();
  template <class T, typename = std::enable_if_t<!std::is_same<std::decay_t<T>, variant>::value &&
      (std::is_convertible<T&&, Ts>::value || ...)>>
  variant(T&& t) {}
  variant(const variant&);
  variant& operator=(const variant&);
};
template <class T, class... Ts> T* get_if(variant<Ts...>*);
} // namespace c10
