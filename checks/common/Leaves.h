//===- Leaves.h - leaves of autograd that a move loses ----------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_LEAVES_H
#define TORCHTIDY_CHECKS_COMMON_LEAVES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A tensor that requires grad was moved, and the result is taken for it.
struct LostLeaf {
  flow::Site move, made, use;
  bool optimizer = false; ///< used by one; else its gradient is read
  Level level = Level::Likely;
};

std::vector<LostLeaf> findLostLeaves(const Judge &J);

} // namespace torchtidy

#endif
