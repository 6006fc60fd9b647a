//===- Mismatches.h - names that register something else --------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_MISMATCHES_H
#define TORCHTIDY_CHECKS_COMMON_MISMATCHES_H

#include "checks/common/Registrations.h"

namespace torchtidy {

/// A registration that isn't what it seems.
struct Mismatch {
  enum Kind {
    NameTwice,   ///< the name is taken: LibTorch throws
    WrongMember, ///< the name is another member's
    TwoNames,    ///< one tensor or module under two names
    OneBranch,   ///< registered on some ways, made and used on every way
    Null,        ///< an empty holder
  };
  Kind kind = NameTwice;
  Level level = Level::Certain;
  const facts::ClassFacts *cls = nullptr;
  Registration what;
  flow::Site other; ///< the first registration, or the plain assignment
  /// OneBranch: the plain assignment has a branch of its own, so the fault is
  /// made there and not where it is registered.
  bool otherBranch = false;
  std::string firstName;         ///< TwoNames
  int member = -1;               ///< that is registered, a path below self
  const Member *meant = nullptr; ///< WrongMember: whose name it is
  bool shifted = false;          ///< the member that is meant has another name
  bool left = false;             ///< WrongMember: which nothing registers
};

std::vector<Mismatch> findMismatches(const Judge &J);

/// The fix-it, where it is certain what was meant.
void addMismatchFix(const Judge &J, const Mismatch &M, Finding &F);

/// The members that would be registered if a name had got what it says: their
/// fault is told at that registration.
std::set<int> membersLeftByName(const Judge &J);

} // namespace torchtidy

#endif
