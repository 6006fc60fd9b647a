//===- HardcodedDevice.cpp - literal accelerator in code that must fo
//
// docs/checks/torch-hardcoded-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkHardcodedDevice(Judge &) {}

} // namespace torchtidy
