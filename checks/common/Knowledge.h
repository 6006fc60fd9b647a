//===- Knowledge.h - what is known of what stands at a place ----*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_KNOWLEDGE_H
#define TORCHTIDY_CHECKS_COMMON_KNOWLEDGE_H

#include "checks/Checks.h"
#include <memory>

namespace torchtidy {

/// What is known of an expression, or of a member of a module.
struct Known {
  std::string what; ///< "x + table", "table"
  std::string role; ///< tensor | device | module; "" where a member is declared
  Span span;
  /// One for each way in which it can have been made: "on cpu, made by
  /// 'torch::arange'", with the place that made it.
  std::vector<Note> values;
  std::optional<HeldState> held; ///< it is a member of a module
  std::string module;            ///< … of this
  bool whole = false;            ///< of which every body was seen
};

/// What is known of a project, for asking more than once. \p P outlives it.
class Knowledge {
public:
  Knowledge(const facts::ProjectFacts &P, const JudgeOptions &O);
  ~Knowledge();

  /// The smallest that stands at a place, 1-based and in bytes; nothing if no
  /// tensor, device or module does.
  std::optional<Known> at(const std::string &File, unsigned Line,
                          unsigned Column) const;

private:
  struct State;
  std::unique_ptr<State> Of;
};

} // namespace torchtidy

#endif
