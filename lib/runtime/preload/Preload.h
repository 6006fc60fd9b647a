//===- Preload.h - parts of the preloaded object ----------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_PRELOAD_PRELOAD_H
#define TORCHTIDY_RUNTIME_PRELOAD_PRELOAD_H

#include "runtime/Mode.h"
#include "runtime/common/SharedRun.h"
#include <string>

namespace torchtidy {
namespace rt {

/// Null when nobody maps it: LD_PRELOAD set by hand.
extern SharedRun *shared;

/// Has every operator of this thread come to the fallback, factories too.
void rehearseThisThread();

/// Names host accesses to fake memory, and the operator in which a program
/// crashes.
void watchFaults();
/// False if the program has put its own handler there.
bool watchesFaults();

/// Runs other sides of branches on tensor values in copies of the process, at
/// most \p Most of them. What they find goes to \p Fd, a JSON line each.
void exploreBranches(Mode &M, int Most, int Fd);

/// Whole, at once: the program may abort the next moment, or have forked.
void writeTo(int Fd, const std::string &Text);

/// To where findings go.
void sayOut(const std::string &Text);

} // namespace rt
} // namespace torchtidy

#endif
