//===- Guards.h - under which conditions does code run? ---------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_GUARDS_H
#define TORCHTIDY_CHECKS_COMMON_GUARDS_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A branch that decides whether something runs.
struct Decision {
  int cond = -1;       ///< instruction
  bool taken = false;  ///< it runs where the condition is this
  bool returns = true; ///< the other way goes on: it doesn't throw
};

/// The branches of one function, and what depends on them.
class Guards {
public:
  explicit Guards(const facts::FunctionFacts &F);

  /// The branches from one side of which \p Instr is reached, and not from the
  /// other.
  std::vector<Decision> decisions(int Instr) const;
  /// Every call of the function that doesn't throw runs it.
  bool always(int Instr) const;
  /// Some way from the beginning to a return passes \p Instr, if there is one,
  /// and none of \p Avoid.
  bool canAvoid(const std::vector<int> &Avoid, int Instr = -1) const;
  /// It may run again in the same call.
  bool loops(int Instr) const;
  /// \p After may run in the same call as \p Instr, behind it.
  bool follows(int Instr, int After) const;

private:
  int blockOf(int Instr) const;
  std::vector<char> reachable(int From, const std::vector<char> &Closed) const;

  const facts::FunctionFacts &fun;
  std::vector<char> ends; ///< by block: a normal end is reached from it
};

/// The code at \p At only runs where an accelerator is known to exist, or was
/// asked for: under a test of devices or a flag that speaks of them, under the
/// preprocessor's conditions, or in what is only called there.
bool knowsAccelerator(const Judge &J, flow::Site At);

/// The condition speaks of accelerators, or of which device is meant.
bool speaksOfAccelerator(const Judge &J, int Fn, int Cond);

/// A test framework's function, or a lambda in one: it calls what it tests with
/// whatever it likes.
bool isTestFunction(const Judge &J, int Fn);

/// Test code, which may take its machine for granted: a test framework's class
/// or macro, or a file that holds one.
bool inTest(const Judge &J, int Fn);

} // namespace torchtidy

#endif
