//===- RegistrationMismatch.cpp - what a name registers isn't the member o
//
// docs/checks/torch-registration-mismatch.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"

namespace torchtidy {

void checkRegistrationMismatch(Judge &) {}

} // namespace torchtidy
