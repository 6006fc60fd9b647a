//===- Sarif.h - findings as SARIF 2.1.0 that GitHub accepts ----*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_SARIF_H
#define TORCHTIDY_FINDINGS_SARIF_H

#include "findings/Finding.h"
#include "findings/Source.h"
#include <iosfwd>

namespace torchtidy {

/// What went wrong in the tool, apart from findings: a file that did not parse.
struct ToolProblem {
  std::string message;
  Span span;         ///< may be invalid; without a line: the whole file
  bool error = true; ///< else a warning
};

struct SarifOptions {
  std::string version; ///< of torch-tidy: "0.1.0"
  std::string root;    ///< %SRCROOT%: paths under it are written relative to it
  SourceReader sourceReader;
  std::vector<ToolProblem> problems;
  bool successful = true; ///< false: the tool could not do all of its work
  int exitCode = -1;      ///< -1: left out
  /// Folder of the rules' pages on the web, "https://…/checks/"; a rule's
  /// helpUri is that + NAME + ".md". Empty: left out.
  std::string pagesUri;
  std::string informationUri; ///< the tool's home; empty: left out
};

/// One run with all findings. Certain findings are errors, likely ones
/// warnings, advice notes. Columns are converted to UTF-16 units where the
/// source can be read.
void writeSarif(std::ostream &Out, const std::vector<Finding> &Findings,
                const SarifOptions &Options);

} // namespace torchtidy

#endif
