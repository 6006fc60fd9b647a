//===- Unit.h - what reading one translation unit gave ----------*- C++ -*-===//
#ifndef TORCHTIDY_PROJECT_UNIT_H
#define TORCHTIDY_PROJECT_UNIT_H

#include "facts/Facts.h"
#include "project/CompileDatabase.h"
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace torchtidy {
namespace project {

/// One place that didn't parse, for people.
struct Problem {
  std::string file; ///< "" when it has no place
  unsigned line = 0, column = 0;
  std::string message;
};

struct UnitResult {
  CompileCommand command;
  /// Empty but for mainFile when parsed is false.
  facts::FileFacts facts;
  /// Clang read the file to its end, with or without problems.
  bool parsed = false;
  std::vector<Problem> problems;  ///< errors; none: the facts are complete
  std::vector<std::string> hints; ///< what to do about them
  /// Hash of each user file's text as it was read, by the path in the facts.
  std::map<std::string, uint64_t> texts;
};

/// The hash that UnitResult::texts holds.
uint64_t hashText(std::string_view Text);

} // namespace project
} // namespace torchtidy

#endif
