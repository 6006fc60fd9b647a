//===- Loads.h - what is loaded with no device ------------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_LOADS_H
#define TORCHTIDY_CHECKS_COMMON_LOADS_H

#include "checks/common/Order.h"

namespace torchtidy {

/// A load that names no device, of what nothing moves afterwards.
struct UnmovedLoad {
  flow::Site at;
  bool optimizer = false, archive = false, tensor = false;
  Level level = Level::Advice;
  flow::Site uses; ///< where it meets a device that is chosen at run time
  flow::Device meets;
  flow::Site beside; ///< optimizer: a load or move that names a device
};

std::vector<UnmovedLoad> findUnmovedLoads(const Judge &J);

} // namespace torchtidy

#endif
