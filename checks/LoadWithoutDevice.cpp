//===- LoadWithoutDevice.cpp - archive or state is loaded with no devic
//
// docs/checks/torch-load-without-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkLoadWithoutDevice(Judge &) {}

} // namespace torchtidy
