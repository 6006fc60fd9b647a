//===- Machine.h - how much of the machine a run may use --------*- C++ -*-===//
#ifndef TORCHTIDY_FRONT_MACHINE_H
#define TORCHTIDY_FRONT_MACHINE_H

#include <cstdint>
#include <optional>
#include <string>

namespace torchtidy {
namespace front {

/// Processors that this process may use, by its affinity and its control group;
/// at least 1.
unsigned processors();

/// Bytes of memory that can be had without swapping, by the machine and the
/// control group. Very many where nothing tells.
uint64_t freeMemory();

/// The most bytes that this process has held at a time.
uint64_t peakMemory();

/// "800M", "2G", "1.5GiB", "65536K", a number of bytes; nothing otherwise.
std::optional<uint64_t> parseSize(const std::string &Text);

/// The least that limits the memory of a control group, from the texts of its
/// memory.max and memory.current: what is left of it. For tests.
uint64_t leftOf(const std::string &Max, const std::string &Current);

} // namespace front
} // namespace torchtidy

#endif
