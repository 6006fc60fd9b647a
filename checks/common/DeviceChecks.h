//===- DeviceChecks.h - which tensors a function has checked ----*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_DEVICECHECKS_H
#define TORCHTIDY_CHECKS_COMMON_DEVICECHECKS_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// A tensor that reaches a launcher unchecked, beside one that is checked.
struct UncheckedTensor {
  int checked = -1, unchecked = -1; ///< parameters
  int check = -1;                   ///< the check's condition
  int call = -1;                    ///< the launcher
};

/// A function that throws unless one of its tensors is on a device, and gives
/// another that it asks nothing of to a launcher whose body isn't known.
std::optional<UncheckedTensor> findUnchecked(const Judge &J, int Fn);

/// The function asks something of the device of its parameter \p Param, by
/// itself or in a function of the project that it gives it to.
bool asksDeviceOf(const Judge &J, int Fn, int Param, unsigned Depth = 0);

/// The call is of a function that isn't seen and, by its name, launches
/// kernels.
bool isLauncher(const Judge &J, const facts::Instr &Call);

} // namespace torchtidy

#endif
