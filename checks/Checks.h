//===- Checks.h - facts in, findings out ------------------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_CHECKS_H
#define TORCHTIDY_CHECKS_CHECKS_H

#include "facts/Facts.h"
#include "findings/Finding.h"
#include "findings/Modules.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace torchtidy {

struct JudgeOptions {
  /// Comma-separated globs over rule names, '-' takes away: "*,-torch-export-*".
  std::string checks = "*";
  /// Profile `strict`: factories of a constructor without a device are advice
  /// even when registered.
  bool strict = false;
  /// Profile `exported`: every module's forward is taken for traced.
  bool exported = false;
  /// Profile `multi-gpu`: literal indexes and accelerators without one are
  /// advice everywhere, and a missing guard is told louder.
  bool multiGpu = false;
  /// Profile `cpu-only`: what only an accelerator shows is advice.
  bool cpuOnly = false;
  /// The level of all findings of a rule; nothing: the rule is off.
  std::map<std::string, std::optional<Level>> levels;
  /// Findings under a NOLINT are given too, with their suppression.
  bool keepSuppressed = false;
  /// Everything of the project was read, so that a NOLINT under which nothing is
  /// found suppresses nothing.
  bool unusedSuppressions = false;
  /// What each module holds is given as well, in JudgeStats.
  bool inventory = false;
};

/// The rule about comments that suppress nothing; it judges after the others.
inline constexpr char UnusedSuppressionRule[] = "torch-unused-suppression";

struct JudgeStats {
  unsigned files = 0, modules = 0, functions = 0;
  unsigned unknownClasses = 0;      ///< quiet because not every body was seen
  unsigned incompleteFunctions = 0; ///< goto, asm, or a part that didn't parse
  unsigned cappedFunctions = 0;     ///< flow gave up at its cap
  std::vector<ModuleState> held;    ///< with JudgeOptions::inventory
};

/// All findings of a project at every level, suppressed ones on wish, one per
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
/// By the globs and the levels.
bool ruleEnabled(const std::string &Name, const JudgeOptions &O);

} // namespace torchtidy

#endif
