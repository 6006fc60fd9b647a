//===- Analysis.h - from a selection of files to findings -------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_ANALYSIS_H
#define TORCHTIDY_TOOL_ANALYSIS_H

#include "Options.h"
#include "checks/Checks.h"
#include "project/Selection.h"
#include "project/Unit.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

struct Analysis {
  std::vector<Finding> findings; ///< of every level, those that were asked for
  /// What doesn't count: under a NOLINT, with --show-suppressed, or in the
  /// baseline.
  std::vector<Finding> suppressed;
  std::vector<project::UnitResult> units; ///< their facts are moved into projects
  /// One for the whole selection, or with --single-file one a unit.
  std::vector<facts::ProjectFacts> projects;
  JudgeStats stats;
  std::map<std::string, uint64_t> texts; ///< of user files, as they were read
  unsigned unparsed = 0;                 ///< units of which nothing is known
  unsigned unread = 0;                   ///< units without LibTorch
  bool partial = false;                  ///< some unit has problems
};

/// Parses, links and judges. Shows progress unless --quiet.
Analysis analyze(const project::Selection &S, const Options &O);

JudgeOptions judgeOptions(const Options &O);

} // namespace tool
} // namespace torchtidy

#endif
