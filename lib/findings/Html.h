//===- Html.h - findings as one page that needs nothing else ----*- C++ -*-===//
//
// Grouped by module (or file): each finding with its code, how the tensor got
// where it is, the fix as a diff, and what a run saw. No network, no other
// file; without JavaScript only the filters are missing.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_HTML_H
#define TORCHTIDY_FINDINGS_HTML_H

#include "findings/Finding.h"
#include "findings/Modules.h"
#include "findings/Source.h"
#include <iosfwd>

namespace torchtidy {

struct HtmlOptions {
  std::string title = "torch-tidy"; ///< of the page: the project's name, say
  std::string root;                 ///< paths under it are shown relative to it
  SourceReader sourceReader;
  std::vector<Finding> onlyRun;     ///< ConfirmReport's
  std::vector<std::string> runs;    ///< ConfirmReport's
  std::vector<ModuleState> modules; ///< drawn beside their findings
  /// What the tool could not do ("net.cpp did not parse: …"): shown on top.
  std::vector<std::string> problems;
};

void writeHtml(std::ostream &Out, const std::vector<Finding> &Findings,
               const HtmlOptions &Options);

} // namespace torchtidy

#endif
