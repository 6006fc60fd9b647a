//===- Assigning.h - results that could be kept -----------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_ASSIGNING_H
#define TORCHTIDY_CHECKS_COMMON_ASSIGNING_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// How the source names a variable or member that may be assigned, so that what
/// it stands for changes; "": the value is no such.
std::string assignable(const Judge &J, const FunctionFacts &F, int Id);

/// `x.f(…)` becomes `x = x.f(…)`, where that keeps the result for whom it was
/// meant.
std::optional<Fix> keepResult(const Judge &J, int Fn, int Call);

/// The statement moves a tensor, or sets options, and drops the copy that
/// results.
bool isDroppedCopy(const FunctionFacts &F, int Id);

/// A mover is given a device as well, not only a type.
bool isGivenDevice(const Instr &Move);

/// The factory without a device behind what was to be moved: with the result,
/// that is what is lost. None: no such.
Site factoryBehind(const Judge &J, Site Move);

/// The statement is a call of an operator that changes nothing.
bool isIdleOperator(const FunctionFacts &F, const Instr &I);

/// "to" of "Tensor::to".
std::string lastNameOf(const Instr &Call);

} // namespace torchtidy

#endif
