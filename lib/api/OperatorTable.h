//===- OperatorTable.h - the rows of Operators.def, looked up ---*- C++ -*-===//
//
// Private to lib/api: what an operator asks of its arguments' devices.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_API_OPERATORTABLE_H
#define TORCHTIDY_API_OPERATORTABLE_H

#include "api/Propagate.h"
#include <string_view>
#include <vector>

namespace torchtidy {
namespace api {

/// How the arguments that no ArgRule names are compared. See Operators.def.
enum class Kind { Same, Iter, Scalars, Inputs, Free, Lists, Values };

enum class ArgRule { None, Any, Exact, ZeroDim, Cpu, Host, Mask, Meta, OneCpu };

/// An argument by its schema name, or by its position where names are unknown.
struct ArgRef {
  std::string_view name;
  int position = -1;

  bool matches(const Argument &A) const;
};

struct ResultRule {
  enum What { Common, OfArgument, Cpu, Each, None } what = Common;
  ArgRef argument; ///< OfArgument
};

/// One column of a row.
struct Spec {
  Kind kind = Kind::Same;
  std::vector<std::pair<ArgRef, ArgRule>> arguments;
  std::vector<ResultRule> results; ///< empty: all common

  ArgRule ruleFor(const Argument &A) const;
};

/// What the called operator ("aten::add", "add"; other namespaces in full)
/// asks. Never fails: an operator without a row has its kind's rule. An unknown
/// overload ("?") is told by the arguments' names. Thread-safe.
const Spec &specOf(const Call &C, Strictness S, int Version);

/// One column of a row; names point into \p Text. Ends the program on a text
/// that is none.
Spec parseSpec(std::string_view Text);

/// True if the operator is aten's or has a row, so that its kind is known.
/// What a custom operator does with devices is its own affair.
bool isKnownOperator(std::string_view Op);

} // namespace api
} // namespace torchtidy

#endif
