//===- Batches.h - parts of a batch that nobody moved -----------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_BATCHES_H
#define TORCHTIDY_CHECKS_COMMON_BATCHES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A part of a batch that meets, unmoved, what was moved to a device.
struct LostPart {
  flow::Site at;      ///< the operator
  flow::Site sibling; ///< the move of another part; none: no part was moved
  flow::Site typed;   ///< a move of it to a type, and to no device; or none
  std::string name;   ///< "batch.target"
  std::string message;
};

/// By function and place. The parts of one batch are moved together or not at
/// all: that a sibling was moved is what tells the one that was forgotten.
std::vector<LostPart> lostParts(const Judge &J);

} // namespace torchtidy

#endif
