//===- Narrow.h - findings that are new, or on changed lines ----*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_NARROW_H
#define TORCHTIDY_TOOL_NARROW_H

#include "Analysis.h"
#include "Changes.h"
#include "findings/Baseline.h"
#include <optional>

namespace torchtidy {
namespace tool {

/// What --diff and --baseline leave of an analysis.
class Narrowing {
public:
  /// Reads what the options name, before the long part of the work. Throws
  /// std::runtime_error with a readable reason.
  Narrowing(const Options &O, const project::Selection &S);

  /// Takes out of \p A the findings that don't count: those that the baseline
  /// holds become suppressed ones. Called for each analysis of a run.
  void apply(Analysis &A);

  /// Writes or prunes the baseline, as asked, and says on standard error what
  /// it holds. \p Complete: all that was asked for was read. False after saying
  /// why the file couldn't be written.
  bool settle(Analysis &A, bool Complete);

private:
  bool decided(const BaselineEntry &E, bool Complete) const;
  bool write(const Baseline &Entries) const;
  bool rewrite(Analysis &A, bool Complete);
  void tellGone(const Baseline &Gone) const;

  const Options &O;
  const project::Selection &S;
  std::optional<Changes> Diff;
  Baseline Known;
  Baseline Gone; ///< of the last analysis: entries without a finding
  size_t Met = 0;
};

} // namespace tool
} // namespace torchtidy

#endif
