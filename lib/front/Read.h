//===- Read.h - from commands to unit results, side by side -----*- C++ -*-===//
//
// For each command: LibTorch can't be in it (nothing is read), or it is known
// from an earlier run, or Clang parses it. The heaviest is parsed first, and as
// many at once as there are processors and memory for.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FRONT_READ_H
#define TORCHTIDY_FRONT_READ_H

#include "project/Border.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace torchtidy {
namespace front {

/// What an earlier run found a unit to take; 0: not known.
struct Cost {
  uint64_t milliseconds = 0; ///< of a processor
  uint64_t memory = 0;       ///< in bytes, at most
};

struct ReadProgress {
  unsigned done = 0, total = 0;
  std::string file;        ///< the one that was read last
  double secondsLeft = -1; ///< negative: can't be told
};

struct ReadOptions {
  project::ParseOptions parse;
  /// Units read at once; 0: one a processor.
  unsigned jobs = 0;
  /// Bytes that parsing may take; 0: most of what is free. One unit is parsed
  /// whatever it takes.
  uint64_t memory = 0;

  // What earlier runs know. Each may be empty, and is called from several
  // threads at once.
  std::function<std::optional<project::UnitResult>(
      const project::CompileCommand &)>
      recall;
  std::function<void(const project::UnitResult &)> keep; ///< after a parse
  std::function<Cost(const project::CompileCommand &)> cost;

  /// Called after each unit, from one thread at a time.
  std::function<void(const ReadProgress &)> progress;
};

/// What reading each command gave, in the order of \p Commands whatever ends
/// first. What can't be read gets problems. Throws std::runtime_error when
/// there is no Clang to read with.
std::vector<project::UnitResult>
readUnits(const std::vector<project::CompileCommand> &Commands,
          const ReadOptions &O);

} // namespace front
} // namespace torchtidy

#endif
