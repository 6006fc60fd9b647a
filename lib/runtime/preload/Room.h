//===- Room.h - a process that can change nothing ---------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_PRELOAD_ROOM_H
#define TORCHTIDY_RUNTIME_PRELOAD_ROOM_H

namespace torchtidy {
namespace rt {

/// From here on this process writes to \p Out alone: every other descriptor
/// that can be written to leads to /dev/null, and the kernel refuses to open
/// files for writing, to remove or rename them, to connect, to signal others
/// and to start programs. Memory that is mapped and shared stays so. False if
/// the kernel can't do it.
bool shutIn(int Out);

} // namespace rt
} // namespace torchtidy

#endif
