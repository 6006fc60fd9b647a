//===- IndexlessDevice.cpp - tensor's device is compared with one tha
//
// docs/checks/torch-indexless-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkIndexlessDevice(Judge &) {}

} // namespace torchtidy
