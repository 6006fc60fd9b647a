//===- AotiInputDevice.cpp - inputs are on another device than the AO
//
// docs/checks/torch-aoti-input-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkAotiInputDevice(Judge &) {}

} // namespace torchtidy
