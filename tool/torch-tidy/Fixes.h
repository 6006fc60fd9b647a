//===- Fixes.h - what findings change in the files --------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_FIXES_H
#define TORCHTIDY_TOOL_FIXES_H

#include "findings/Finding.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

struct FileChange {
  std::string file;
  std::string before, after;
};

struct FixPlan {
  std::vector<FileChange> changes;  ///< sorted by file
  unsigned applied = 0;             ///< fixes in the changes
  unsigned deferred = 0;            ///< fixes that overlap one of those
  std::vector<std::string> refused; ///< readable reasons, one a file
};

/// The first fix of each finding, each edit once however many units told it.
/// A file whose text isn't what was read (\p Texts, hashes by path) is refused,
/// and with it every fix that touches it.
FixPlan planFixes(const std::vector<Finding> &Findings,
                  const std::map<std::string, uint64_t> &Texts);

} // namespace tool
} // namespace torchtidy

#endif
