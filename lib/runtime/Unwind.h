//===- Unwind.h - return addresses in the user's code, cheaply --*- C++ -*-===//
//
// Every operator notes who called it, so a walk must cost far less than a
// kernel. No LibTorch.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_UNWIND_H
#define TORCHTIDY_RUNTIME_UNWIND_H

#include "runtime/common/Symbols.h"

namespace torchtidy {
namespace rt {

constexpr unsigned MaxUserFrames = 16;

/// Return addresses in the user's own objects, innermost first. Remembers the
/// frame size at each address, so that a known chain of calls costs a few
/// nanoseconds a frame.
unsigned captureUserFrames(void **Out, unsigned Max);

/// The same, by the unwinder alone: for messages, where a wrong line would lie.
unsigned captureUserFramesExactly(void **Out, unsigned Max);

/// False if \p Address lies in no object.
bool locate(const void *Address, ObjectAddress &Out);

/// True for the program and its own libraries: not LibTorch's, the system's or
/// this one's.
bool isUserAddress(const void *Address);

} // namespace rt
} // namespace torchtidy

#endif
