//===- Confirm.h - which findings did a run see happen? ---------*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_CONFIRM_H
#define TORCHTIDY_FINDINGS_CONFIRM_H

#include "findings/Finding.h"
#include "findings/JsonLines.h"
#include "findings/TextRenderer.h"
#include <iosfwd>

namespace torchtidy {

struct ConfirmOptions {
  std::string root; ///< of the project that was analyzed
  /// Sources help to tell tensors on one line apart; not needed.
  SourceReader sourceReader;
};

struct ConfirmReport {
  std::vector<Finding> findings; ///< the analyzer's, each with its verdict
  std::vector<Finding> onlyRun;  ///< what a run showed and none of them told
  std::vector<std::string> runs; ///< programs, or files when they name none
};

/// Gives each finding its verdict: confirmed when a run's odd tensor is the one
/// that the finding speaks of; contradicted when none is, and a place where it
/// should bite ran on fake tensors without a clash; else not reached. Throws
/// std::runtime_error when \p Told holds a run's findings, or a run file holds
/// the analyzer's or says nothing at all.
ConfirmReport confirm(const FindingsFile &Told,
                      const std::vector<FindingsFile> &Runs,
                      const ConfirmOptions &Options);

/// Findings with their verdicts, then those that only a run showed, then the
/// count.
void writeConfirmText(std::ostream &Out, const ConfirmReport &Report,
                      const TextOptions &Options);

/// The analyzer's findings with their verdicts, then those that only a run
/// showed.
void writeConfirmJsonLines(std::ostream &Out, const ConfirmReport &Report);

} // namespace torchtidy

#endif
