//===- LostLeaf.cpp - result of a move is taken for the leaf t
//
// docs/checks/torch-lost-leaf.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkLostLeaf(Judge &) {}

} // namespace torchtidy
