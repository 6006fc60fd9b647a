//===- FakeDevice.h - guards, hooks and pinned memory of fake devices -----===//
#ifndef TORCHTIDY_RUNTIME_FAKEDEVICE_H
#define TORCHTIDY_RUNTIME_FAKEDEVICE_H

#include "runtime/Version.h"

namespace torchtidy {
namespace rt {

/// For a process with one mode from start to end: puts fake guards and hooks in
/// the place of real ones and fixes the number of devices that they report.
/// Before the hooks are first asked for, and before any backward pass.
void takeOverDevices(int Count);

/// Memory that is_pinned() knows again. Never null.
c10::Allocator *pinnedAllocator();
bool isPinnedMemory(const c10::Storage &S);

} // namespace rt
} // namespace torchtidy

#endif
