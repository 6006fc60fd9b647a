//===- StaleDeviceMember.cpp - stored device, options or flag that 'to(
//
// docs/checks/torch-stale-device-member.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkStaleDeviceMember(Judge &) {}

} // namespace torchtidy
