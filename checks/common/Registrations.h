//===- Registrations.h - who registers what under which name ----*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_REGISTRATIONS_H
#define TORCHTIDY_CHECKS_COMMON_REGISTRATIONS_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A call of a registrar on *this, and the members that it has to do with.
struct Registration {
  const flow::RegisterEvent *event = nullptr;
  const facts::Instr *call = nullptr;
  int given = -1;  ///< the member that is its argument; a path below self
  int stored = -1; ///< the member that its result is stored in
};

/// The registrations in the body of one function that are its object's own.
std::vector<Registration> registrationsIn(const Judge &J, int Fn);

/// `this`, or what it points to.
bool isThis(const facts::FunctionFacts &F, int Id);

/// The functions that run on the same object when one of \p Roots does: those
/// it calls on *this, and the lambdas it makes.
std::set<int> runOnThis(const Judge &J, std::vector<int> Roots);

/// Constructors and default member initialisers of a class.
std::vector<int> constructorsOf(const Judge &J, const facts::ClassFacts &C);

/// "runningmean" of "m_runningMean" and "running_mean_": how people spell the
/// name of a member and mean the same.
std::string plainName(const std::string &Name);

} // namespace torchtidy

#endif
