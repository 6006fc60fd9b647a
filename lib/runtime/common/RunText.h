//===- RunText.h - a run's findings for people ------------------*- C++ -*-===//
//
// For the rehearsal inside the program and for its launcher: std only.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_COMMON_RUNTEXT_H
#define TORCHTIDY_RUNTIME_COMMON_RUNTEXT_H

#include "findings/Finding.h"

namespace torchtidy {
namespace rt {

/// In clang's form, one line a place, with an end of line.
std::string clangText(const Finding &F);

} // namespace rt
} // namespace torchtidy

#endif
