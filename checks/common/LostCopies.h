//===- LostCopies.h - moves that reach only a copy --------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_LOSTCOPIES_H
#define TORCHTIDY_CHECKS_COMMON_LOSTCOPIES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// The result of a move is kept by what nobody reads again.
struct LostCopy {
  int at = -1;      ///< instruction
  std::string name; ///< of what was moved
  std::string message, advice;
};

std::vector<LostCopy> lostCopies(const Judge &J, int Fn);

/// Whether somebody may read a variable after an instruction that gives it
/// another value: later in the function, or outside of it.
bool isReadAfter(const Judge &J, int Fn, int Var, int Id);

/// The variable refers into a list that is nobody's any more: the handles that
/// `parameters()` returned.
bool refersIntoReturnedList(const Judge &J, int Fn, int Var);

/// The variable that a chain of members, elements and calls begins with, -1.
int rootVar(const facts::FunctionFacts &F, int Id);

} // namespace torchtidy

#endif
