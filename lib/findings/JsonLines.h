//===- JsonLines.h - findings as one JSON object a line ---------*- C++ -*-===//
//
// What every host writes for machines and what `torch-tidy confirm` reads.
// docs/findings.md describes each key.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_JSONLINES_H
#define TORCHTIDY_FINDINGS_JSONLINES_H

#include "findings/Finding.h"
#include "findings/Modules.h"
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace torchtidy {

/// One line, without its end. Bytes that are no UTF-8 become U+FFFD.
std::string toJsonLine(const Finding &F);

/// Throws std::runtime_error with a readable reason. Only `rule`, `level` and
/// `message` are required; unknown keys are ignored, so that files of later
/// versions can be read.
Finding fromJsonLine(const std::string &Line);

/// What a rehearsal says about itself: `{"run": {"program": "./train --epochs
/// 1", "lines": ["net.cpp:12", {"file": "main.cpp", "lines": [3, 4]}]}}`.
struct RunSummary {
  std::string program; ///< program and arguments, or archive; may be empty
  /// Source lines at which an operator ran on at least one fake tensor.
  std::map<std::string, std::set<unsigned>> lines;
  /// Whether the run said which lines it reached: without, nothing is known of
  /// what it did not complain about.
  bool knowsLines = false;
};

struct FindingsFile {
  std::string name; ///< as given to readFindings
  std::vector<Finding> findings;
  std::vector<RunSummary> runs;
  std::vector<ModuleState> modules;
};

/// Reads a whole file. Throws std::runtime_error "NAME:LINE: reason" on a line
/// that is neither a finding, a summary nor a module, and when \p In fails.
FindingsFile readFindings(std::istream &In, const std::string &Name);

/// One finding a line.
void writeJsonLines(std::ostream &Out, const std::vector<Finding> &Findings);

/// The line that a run writes about itself, without its end.
std::string toJsonLine(const RunSummary &Run);

/// `{"module": {"name": "Net", "held": [{"name": "cache", …}]}}`, without its
/// end.
std::string toJsonLine(const ModuleState &M);

} // namespace torchtidy

#endif
