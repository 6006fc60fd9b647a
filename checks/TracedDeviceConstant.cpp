//===- TracedDeviceConstant.cpp - trace or script would freeze a device
//
// docs/checks/torch-traced-device-constant.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkTracedDeviceConstant(Judge &) {}

} // namespace torchtidy
