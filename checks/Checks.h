//===- Checks.h - facts in, findings out ------------------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_CHECKS_H
#define TORCHTIDY_CHECKS_CHECKS_H

#include "facts/Facts.h"
#include "findings/Finding.h"
#include <string>
#include <vector>

namespace torchtidy {

struct JudgeOptions {
  /// Comma-separated globs over rule names, '-' takes away: "*,-torch-export-*".
  std::string checks = "*";
  /// Profile `strict`: factories of a constructor without a device are advice
  /// even when registered.
  bool strict = false;
};

struct JudgeStats {
  unsigned files = 0, modules = 0, functions = 0;
  unsigned unknownClasses = 0;      ///< quiet because not every body was seen
  unsigned incompleteFunctions = 0; ///< goto, asm, or a part that didn't parse
  unsigned cappedFunctions = 0;     ///< flow gave up at its cap
};

/// All findings of a project at every level, suppressed ones left out, one per
/// fault, sorted by file, line, column and rule.
std::vector<Finding> judge(const facts::ProjectFacts &P, const JudgeOptions &O,
                           JudgeStats *Stats = nullptr);

/// What is known at a line, and why it is silent: lines of text for --why.
std::vector<std::string> explainLine(const facts::ProjectFacts &P,
                                     const JudgeOptions &O,
                                     const std::string &File, unsigned Line);

/// Rules in the order of Rules.def.
struct RuleInfo {
  const char *id, *name, *summary;
};
const std::vector<RuleInfo> &allRules();
bool matchesGlobs(const std::string &Name, const std::string &Globs);

} // namespace torchtidy

#endif
