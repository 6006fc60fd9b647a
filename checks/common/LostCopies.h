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

/// The variable that a chain of members, elements and calls begins with, -1.
int rootVar(const facts::FunctionFacts &F, int Id);

} // namespace torchtidy

#endif
