//===- MissingDeviceGuard.cpp - kernel launch without a guard for, or a 
//
// docs/checks/torch-missing-device-guard.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkMissingDeviceGuard(Judge &) {}

} // namespace torchtidy
