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
  /// LibTorch isn't in it: nothing was read, and nothing is wrong.
  bool unread = false;
  std::vector<Problem> problems;  ///< errors; none: the facts are complete
  std::vector<std::string> hints; ///< what to do about them
  /// Hash of each user file's text as it was read, by the path in the facts.
  std::map<std::string, uint64_t> texts;
  /// What all of this was made of: bytes of a cache::Closure. "" when it isn't
  /// known, or when it has changed meanwhile: then it is for this run alone.
  std::string closure;
  /// Why it was read plainly, without a preamble; "" when it wasn't.
  std::string plain;
  /// What reading it took: of a processor's time, and at most of memory.
  uint64_t milliseconds = 0, memory = 0; ///< memory in bytes
};

/// The hash that UnitResult::texts holds.
uint64_t hashText(std::string_view Text);

} // namespace project
} // namespace torchtidy

#endif
