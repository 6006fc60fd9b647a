//===- Analysis.h - from a selection of files to findings -------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_ANALYSIS_H
#define TORCHTIDY_TOOL_ANALYSIS_H

#include "Options.h"
#include "checks/Checks.h"
#include "facts/Parts.h"
#include "project/Border.h"
#include "project/Selection.h"
#include "project/Unit.h"
#include <functional>
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
  std::vector<project::UnitResult> units; ///< without their facts
  /// Each part of the selection, or with --single-file each unit. None when
  /// nothing but findings was asked for.
  std::vector<facts::ProjectFacts> projects;
  JudgeStats stats;
  std::map<std::string, uint64_t> texts; ///< of user files, as they were read
  unsigned unparsed = 0;                 ///< units of which nothing is known
  unsigned unread = 0;                   ///< units without LibTorch
  bool partial = false;                  ///< some unit has problems
};

/// What is known of a unit before its facts are needed.
struct UnitHead {
  /// Its facts may have the names of files alone.
  project::UnitResult unit;
  facts::Outline outline;
};

/// Links and judges units part by part: \p Load gives the facts of the unit with
/// this index, once, when its part's turn has come, and they are let go with it.
/// Several threads may ask.
Analysis judgeUnits(std::vector<UnitHead> Heads,
                    const std::function<facts::FileFacts(size_t)> &Load,
                    const project::Selection &S, const Options &O);

/// Units, by their index, that are judged together. None that can be: one empty
/// part.
std::vector<std::vector<size_t>>
partsOf(const std::vector<project::UnitResult> &Units,
        const std::vector<facts::Outline> &Outlines, bool Single);

/// The same as judgeUnits for some of the parts: what the others say counts
/// where it counts for these.
Analysis judgeParts(std::vector<project::UnitResult> Units,
                    const std::vector<facts::Outline> &Outlines,
                    const std::vector<std::vector<size_t>> &Parts,
                    const std::function<facts::FileFacts(size_t)> &Load,
                    const project::Selection &S, const Options &O);

/// How units of a selection are parsed.
project::ParseOptions parseOptions(const project::Selection &S,
                                   const Options &O);

/// Parses, links and judges, as far as earlier runs haven't done it. Shows
/// progress unless --quiet.
Analysis analyze(const project::Selection &S, const Options &O);

JudgeOptions judgeOptions(const Options &O);

/// Calls \p Do with each number below \p Count, on \p Jobs threads (0: one a
/// processor). What one of them throws ends the others and is thrown here.
void sideBySide(size_t Count, unsigned Jobs,
                const std::function<void(size_t)> &Do);

} // namespace tool
} // namespace torchtidy

#endif
