//===- Operators.h - rules of a program's own operators ---------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_OPERATORS_H
#define TORCHTIDY_RUNTIME_OPERATORS_H

#include "runtime/Check.h"
#include "torch_tidy/operators.h"

namespace torchtidy {
namespace rt {

/// Copies \p Rule. Before the operator's first call.
void addOperatorRule(const std::string &Name, const OperatorRule &Rule);

/// Null if there is none. Never destroyed.
const OperatorRule *findOperatorRule(const std::string &Name);

/// True for LibTorch's own operators, whose rules are known.
bool isLibTorchs(const std::string &Name);

/// The devices of the results by the operator's own rule. A mismatch is
/// reported and thrown as check() does it.
Answer checkByRule(const OpInfo &Op, const TensorArguments &Tensors,
                   Optional<c10::Device> Explicit);

} // namespace rt
} // namespace torchtidy

#endif
