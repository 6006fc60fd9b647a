//===- Read.h - from commands to unit results, side by side -----*- C++ -*-===//
#ifndef TORCHTIDY_FRONT_READ_H
#define TORCHTIDY_FRONT_READ_H

#include "project/Border.h"
#include <functional>
#include <string>
#include <vector>

namespace torchtidy {
namespace front {

struct ReadOptions {
  project::ParseOptions parse;
  /// Units read at once; 0: one a processor.
  unsigned jobs = 0;
  /// Called after each unit, from one thread at a time.
  std::function<void(unsigned Done, unsigned Total, const std::string &File)>
      progress;
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
