//===- Cloning.h - what a clone registers again -----------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_CLONING_H
#define TORCHTIDY_CHECKS_COMMON_CLONING_H

#include "checks/common/Registrations.h"
#include <optional>

namespace torchtidy {

/// What reset() does for a clone of one class: the clone is a copy of the
/// object with nothing registered, on which reset() is called.
struct Reset {
  int fn = -1;        ///< the user's nearest; -1: LibTorch's own
  std::set<int> runs; ///< it, and what it calls on *this
  std::set<std::string> names;
  /// What it registers can't be said, or the class clones in its own way.
  bool unknown = false;
};

Reset resetOf(const Judge &J, const facts::ClassFacts &C);

/// The first registration in reset() of what was made before, which the clone
/// shares then; \p Made says where. \p Closed: all of the class was seen; else
/// the constructor has to register the member, too, so that nothing unseen
/// need have a hand in it.
std::optional<Registration> firstShared(const Judge &J, const Reset &R,
                                        const std::set<int> &Constructs,
                                        bool Closed, flow::Site &Made);

} // namespace torchtidy

#endif
