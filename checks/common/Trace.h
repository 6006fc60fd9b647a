//===- Trace.h - where a value in a function came from ----------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_TRACE_H
#define TORCHTIDY_CHECKS_COMMON_TRACE_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// The instructions that a value may have been made by, in order: variables
/// are followed to each of their stores in the function, conditional operators
/// to both sides, pointers to what they were computed from. A parameter, and a
/// variable that nothing is stored to, answers with itself.
std::vector<int> originsOf(const facts::FunctionFacts &F, int Id);

/// Every instruction that uses the value \p Id itself, as operand or receiver.
std::vector<int> usersOf(const facts::FunctionFacts &F, int Id);

/// The place where a function of the project is called, and by which function.
struct CallSite {
  int fn = -1, instr = -1;
};
std::vector<CallSite> callsOf(const Judge &J, int Fn);

} // namespace torchtidy

#endif
