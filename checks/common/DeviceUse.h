//===- DeviceUse.h - where a device decides, and who wrote it ---*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_DEVICEUSE_H
#define TORCHTIDY_CHECKS_COMMON_DEVICEUSE_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A call that puts something where a device says: a factory, a mover, a load.
bool placesSomething(const facts::Instr &I);

/// The operands of such a call that say which device.
std::vector<int> deviceOperands(const facts::FunctionFacts &F,
                                const facts::Instr &I);

/// The places in this function where what \p Instr says was written: literals
/// of accelerators, through devices, options and local variables. A device of a
/// computed index (a rank) is none.
std::vector<int> literalsBehind(const facts::FunctionFacts &F, int Instr);

/// A literal accelerator by itself: torch::kCUDA, "cuda:0", x.cuda().
bool isLiteralAccelerator(const facts::Instr &I);

/// The place of the literal in the source, and how it is written.
const facts::SourceSpan &literalSpan(const facts::Instr &I);
std::string literalText(const facts::Instr &I);

} // namespace torchtidy

#endif
