//===- Confine.h - a process that reads what nobody vouches for -*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_CONFINE_H
#define TORCHTIDY_RUNTIME_ARCHIVE_CONFINE_H

#include <cstdint>

namespace torchtidy {
namespace archive {

/// Bounds this process for good: bytes of memory of its own, seconds of CPU
/// time, no files grown, no core, no new rights. Where the kernel has Landlock
/// no file can be made, written or removed; what is open stays so. Returns
/// false if the kernel has none.
bool confine(uint64_t MemoryBytes, uint64_t CpuSeconds);

} // namespace archive
} // namespace torchtidy

#endif
