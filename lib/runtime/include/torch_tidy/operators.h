//===- operators.h - rules of custom operators for a rehearsal --*- C++ -*-===//
//
// A program that registers operators with TORCH_LIBRARY can say what devices
// they take. Outside of a rehearsal this does nothing and needs no library.
//
//   TORCHTIDY_OPERATOR("my::roi", {"lengths"});
//
//===----------------------------------------------------------------------===//
#ifndef TORCH_TIDY_OPERATORS_H
#define TORCH_TIDY_OPERATORS_H

#include <ATen/core/ivalue.h>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace torchtidy {

/// What is known of an operator. Names are those of its schema.
struct OperatorRule {
  /// Arguments that must be on the CPU, whatever device the others are on.
  std::vector<std::string> on_cpu;
  /// Arguments that may be anywhere: the operator moves them itself.
  std::vector<std::string> anywhere;
  /// The result is on the CPU.
  bool result_on_cpu = false;
  /// Takes the arguments from the stack and puts results of the right sizes and
  /// types there, on the CPU. Runs in the place of a CPU kernel, for operators
  /// that have none. Null: there is one.
  void (*results)(std::vector<c10::IValue> &Stack) = nullptr;
};

namespace detail {
/// True if a rehearsal is on and took the rule.
inline bool addOperator(const char *Name, const OperatorRule &Rule) {
  using Add = void (*)(const char *, const OperatorRule *);
  auto F =
      reinterpret_cast<Add>(dlsym(RTLD_DEFAULT, "torchtidy_add_operator_rule"));
  if (F)
    F(Name, &Rule);
  return F != nullptr;
}
} // namespace detail
} // namespace torchtidy

#define TORCHTIDY_JOIN2(A, B) A##B
#define TORCHTIDY_JOIN(A, B) TORCHTIDY_JOIN2(A, B)

/// At namespace scope: the operator's name, then the fields of OperatorRule.
/// All tensors that it doesn't speak of must be on one device.
#define TORCHTIDY_OPERATOR(Name, ...)                                          \
  [[maybe_unused]] static const bool TORCHTIDY_JOIN(torchtidyOperator,         \
                                                    __COUNTER__) =             \
      ::torchtidy::detail::addOperator(Name,                                   \
                                       ::torchtidy::OperatorRule{__VA_ARGS__})

#endif
