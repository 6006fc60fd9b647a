//===- RegisteredOutsideReset.cpp - Cloneable that registers outside 'reset(
//
// docs/checks/torch-registered-outside-reset.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkRegisteredOutsideReset(Judge &) {}

} // namespace torchtidy
