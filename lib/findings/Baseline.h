//===- Baseline.h - findings that a project has agreed to live with -*- C++
//-*-===//
//
// A baseline names findings by their fingerprints, so it holds while lines
// move. It is kept with the sources: sorted, one entry a line, nothing that
// changes from run to run. docs/findings.md describes the file.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_BASELINE_H
#define TORCHTIDY_FINDINGS_BASELINE_H

#include "findings/Finding.h"
#include <string>
#include <vector>

namespace torchtidy {

struct BaselineEntry {
  std::string fingerprint;
  std::string rule;
  std::string file; ///< from the project's root, where it lies under it
  Level level = Level::Likely;
  std::string message; ///< for people
};

/// Sorted by file, rule, message and fingerprint; each fingerprint once.
using Baseline = std::vector<BaselineEntry>;

BaselineEntry entryOf(const Finding &F, const std::string &Root);

/// Throws std::runtime_error "NAME: reason" on anything that isn't a whole
/// baseline: a part of one would let old findings in as new.
Baseline parseBaseline(const std::string &Text, const std::string &Name);

/// The same bytes for the same entries, in whatever order they come.
std::string toText(const Baseline &Entries);

struct BaselineSplit {
  std::vector<Finding> fresh, known; ///< in the order they were given
  Baseline gone;                     ///< entries that no finding has
};

BaselineSplit split(std::vector<Finding> Findings, const Baseline &Known);

} // namespace torchtidy

#endif
