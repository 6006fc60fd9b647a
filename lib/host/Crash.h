//===- Crash.h - a crash of Clang is one file's problem ---------*- C++ -*-===//
#ifndef TORCHTIDY_HOST_CRASH_H
#define TORCHTIDY_HOST_CRASH_H

#include <functional>

namespace torchtidy {
namespace host {

/// Runs \p Work on a thread with a stack as deep as Clang wants. False if it
/// crashed: a fault, an abort, a stack that overflowed. The rest of the process
/// goes on, and its handlers of signals are as they were but for those of a
/// crash.
bool survives(const std::function<void()> &Work);

} // namespace host
} // namespace torchtidy

#endif
