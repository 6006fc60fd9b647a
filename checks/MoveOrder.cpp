//===- MoveOrder.cpp - move, load, freeze, registration or opti
//
// docs/checks/torch-move-order.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkMoveOrder(Judge &) {}

} // namespace torchtidy
