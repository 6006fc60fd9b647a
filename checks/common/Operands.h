//===- Operands.h - where the operands of a call come from ------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_OPERANDS_H
#define TORCHTIDY_CHECKS_COMMON_OPERANDS_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// What a local variable that is written once was given; \p Id itself for all
/// else.
int settled(const facts::FunctionFacts &F, int Id);

/// The operand (or receiver) of a call that a meeting calls \p Name; -1: none.
int operandNamed(const facts::Instr &Call, const std::string &Name);

/// What stands alone in the first operand's braces, however many:
/// `torch::empty({0})`; the operand itself if several do, -1 if there is none.
int onlySize(const facts::FunctionFacts &F, const facts::Instr &Factory);

/// How the source spells an operand, in one line; "" if it doesn't.
std::string sourceOf(const facts::FunctionFacts &F, int Id);

/// … in quotes; "" if it doesn't, or at length.
std::string quoted(const facts::FunctionFacts &F, int Id);

/// A call that moves a tensor to a device: not only to a type.
bool movesToDevice(const Judge &J, int Fn, int Id);

} // namespace torchtidy

#endif
