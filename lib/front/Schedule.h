//===- Schedule.h - which unit is parsed next -------------------*- C++ -*-===//
#ifndef TORCHTIDY_FRONT_SCHEDULE_H
#define TORCHTIDY_FRONT_SCHEDULE_H

#include "front/Read.h"
#include <cstddef>
#include <vector>

namespace torchtidy {
namespace front {

/// Bytes that a unit is taken to need before anything is known of any: a parse
/// of LibTorch's headers without a preamble.
constexpr uint64_t UnitMemory = 700'000'000;

/// Hands out units, the heaviest first, as long as they fit into the memory.
/// Not for several threads without a lock.
class Schedule {
public:
  struct Unit {
    size_t index = 0; ///< the caller's
    Cost cost;
    uint64_t bytes = 0; ///< of its text
  };

  Schedule(std::vector<Unit> Units, uint64_t Memory);

  bool empty() const { return Waiting.empty(); }

  /// The next one, or nothing as long as none fits beside those that run. With
  /// none running the heaviest fits. \p Free: bytes that the machine has left.
  std::optional<Unit> take(uint64_t Free);

  /// \p U, taken before, has ended. \p Each: bytes that a unit was seen to
  /// take, 0 when that isn't known.
  void done(const Unit &U, uint64_t Each);

  /// Part of the whole work that is done, in [0, 1], by estimate.
  double share() const { return Whole > 0 ? Ended / Whole : 1; }

private:
  uint64_t needs(const Unit &U) const;
  double work(const Unit &U) const;

  std::vector<Unit> Waiting; ///< the heaviest last
  uint64_t Memory, Taken = 0, Seen = 0;
  unsigned Running = 0;
  double Usual, Whole = 0, Ended = 0;
  std::vector<std::pair<size_t, uint64_t>> Reserved; ///< by index
};

} // namespace front
} // namespace torchtidy

#endif
