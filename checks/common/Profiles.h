//===- Profiles.h - levels as profiles and projects want them ---*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_PROFILES_H
#define TORCHTIDY_CHECKS_COMMON_PROFILES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// Profile `multi-gpu`: accelerators that are written into the code, with an
/// index or without one, where no rule speaks of them.
void adviseOnIndexes(Judge &J);

/// The level that profiles and the project's own levels give a finding.
void settleLevel(const JudgeOptions &O, Finding &F);

} // namespace torchtidy

#endif
