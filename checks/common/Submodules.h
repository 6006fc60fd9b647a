//===- Submodules.h - modules that a module keeps ---------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_SUBMODULES_H
#define TORCHTIDY_CHECKS_COMMON_SUBMODULES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A submodule that 'to()' goes past.
struct Submodule {
  const flow::StoreEvent *store = nullptr; ///< that keeps it; null: it is made
                                           ///< with its owner
  flow::Site made;
  bool byDefault = false; ///< a holder that its default constructor fills
};

/// Whether the module that a member holds is made here, has state, and is
/// reached by nobody.
bool leftBehind(const Judge &J, const Member &M, Submodule &S);

/// TorchScript modules in a member of a module: no registration takes them.
void checkArchivesInMembers(Judge &J);

} // namespace torchtidy

#endif
