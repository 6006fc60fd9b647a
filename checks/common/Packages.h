//===- Packages.h - inputs of AOTInductor packages --------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_PACKAGES_H
#define TORCHTIDY_CHECKS_COMMON_PACKAGES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// An input that isn't where the package, or another input, is.
struct OddInput {
  Level level = Level::Likely;
  Site given;           ///< where the package runs
  Site made;            ///< the input; given, if it came from elsewhere
  Device device, other; ///< the input's, and what it should be
  bool package = false; ///< the other is the package's
  std::vector<Site> opened;
};

/// One a run at most.
std::vector<OddInput> findOddInputs(const Judge &J);

} // namespace torchtidy

#endif
