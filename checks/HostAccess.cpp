//===- HostAccess.cpp - host reads memory of a tensor that may b
//
// docs/checks/torch-host-access.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkHostAccess(Judge &) {}

} // namespace torchtidy
