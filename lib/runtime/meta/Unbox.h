//===- Unbox.h - a plain function as a boxed kernel -------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_META_UNBOX_H
#define TORCHTIDY_RUNTIME_META_UNBOX_H

#include "runtime/OpInfo.h"
#include <ATen/core/List.h>
#include <tuple>

namespace torchtidy {
namespace rt {
namespace unboxing {

/// What holds an argument while the function runs.
template <typename T> struct Held {
  using type = std::decay_t<T>;
};
template <> struct Held<at::IntArrayRef> {
  using type = std::vector<int64_t>;
};
template <> struct Held<const at::IntArrayRef &> : Held<at::IntArrayRef> {};
template <> struct Held<at::TensorList> {
  using type = std::vector<at::Tensor>;
};
template <> struct Held<at::OptionalIntArrayRef> {
  using type = c10::OptionalArray<int64_t>;
};

template <typename H> H read(const c10::IValue &V) { return V.to<H>(); }
template <> inline at::Tensor read(const c10::IValue &V) {
  return V.isTensor() ? V.toTensor() : at::Tensor();
}
template <> inline Optional<at::Tensor> read(const c10::IValue &V) {
  if (!V.isTensor() || !V.toTensor().defined())
    return {};
  return V.toTensor();
}
/// A boolean or an integer is a floating point argument's value too.
template <> inline double read(const c10::IValue &V) {
  return V.isDouble() ? V.toDouble() : V.toScalar().toDouble();
}

template <typename H, typename T> struct Pass {
  static T from(H &Value) { return Value; }
};
template <> struct Pass<c10::OptionalArray<int64_t>, at::OptionalIntArrayRef> {
  static at::OptionalIntArrayRef from(c10::OptionalArray<int64_t> &V) {
    if (!V.list)
      return c10::nullopt;
    return at::OptionalIntArrayRef(at::IntArrayRef(*V.list));
  }
};

inline void push(torch::jit::Stack &S, at::Tensor T) {
  S.emplace_back(std::move(T));
}
inline void push(torch::jit::Stack &S, std::vector<at::Tensor> L) {
  S.emplace_back(std::move(L));
}
template <typename... T>
void push(torch::jit::Stack &S, std::tuple<T...> Many) {
  std::apply([&S](auto &...One) { (push(S, std::move(One)), ...); }, Many);
}

template <typename R, typename... A, size_t... I>
R call(R (*F)(A...), const c10::IValue *Arguments, std::index_sequence<I...>) {
  std::tuple<typename Held<A>::type...> H(
      read<typename Held<A>::type>(Arguments[I])...);
  (void)H;
  return F(Pass<typename Held<A>::type, A>::from(std::get<I>(H))...);
}

/// Takes the arguments of \p F from the stack and calls it.
template <typename R, typename... A> R pop(R (*F)(A...), torch::jit::Stack &S) {
  TORCH_INTERNAL_ASSERT(S.size() >= sizeof...(A));
  R Result = call(F, S.data() + S.size() - sizeof...(A),
                  std::index_sequence_for<A...>());
  S.erase(S.end() - sizeof...(A), S.end());
  return Result;
}

} // namespace unboxing

/// \p F, which takes an operator's arguments and returns its results.
template <auto F> void boxed(const OpInfo &, torch::jit::Stack &S) {
  unboxing::push(S, unboxing::pop(F, S));
}

} // namespace rt
} // namespace torchtidy

#endif
