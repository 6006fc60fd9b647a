//===- RedundantTransfer.cpp - tensor made on cpu and moved right away
//
// docs/checks/torch-redundant-transfer.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkRedundantTransfer(Judge &) {}

} // namespace torchtidy
