//===- StaleDevices.h - devices that a module remembers ---------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_STALEDEVICES_H
#define TORCHTIDY_CHECKS_COMMON_STALEDEVICES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A member of a module that says where its tensors are made or moved, and that
/// nothing brings up to date.
struct StaleDevice {
  const facts::ClassFacts *cls = nullptr;
  int path = -1;                ///< below self: "options.device"
  std::vector<flow::Site> uses; ///< first to last
  flow::Site stored;            ///< where it gets its value, if in a body
  bool flag = false;            ///< a bool: use_cuda
  /// The module's own tensors are made on that very device, or it moves itself
  /// there when it is built.
  bool built = false, movesItself = false;
  bool sure = false;    ///< it says a device, and not only maybe
  bool hasState = true; ///< the class has something that moves
};

std::vector<StaleDevice> findStaleDevices(const Judge &J);

} // namespace torchtidy

#endif
