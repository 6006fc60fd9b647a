//===- TextRenderer.h - findings for people, in clang's form ----*- C++ -*-===//
//
//   net.cpp:5:11: warning: tensor member 'cache' … [torch-unregistered-state]
//       5 |   cache = torch::zeros({10});
//         |           ^~~~~~~~~~~~~~~~~~
//   net.cpp:9:12: note: used here with input 'x'
//
// Problem matchers of editors and CI read it: certain and likely findings are
// warnings, advice is a remark.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_TEXTRENDERER_H
#define TORCHTIDY_FINDINGS_TEXTRENDERER_H

#include "findings/Finding.h"
#include "findings/Source.h"
#include <cstddef>
#include <iosfwd>

namespace torchtidy {

struct TextOptions {
  bool color = false;   ///< ANSI colours, as clang's
  bool ascii = false;   ///< the terminal shows nothing else
  std::size_t width = 240; ///< columns of source lines
  bool excerpts = true; ///< source lines with marks, and what fixes insert
  bool summary = true;  ///< the closing line
  std::string root;     ///< paths under it are shown relative to it
  SourceReader sourceReader;
};

/// Findings in the order given.
void writeText(std::ostream &Out, const std::vector<Finding> &Findings,
               const TextOptions &Options);

/// "3 findings (2 certain, 1 likely) in 2 files", "no findings"; with verdicts
/// of a run: "…: 2 confirmed, 1 not reached".
std::string summaryLine(const std::vector<Finding> &Findings);

/// "confirmed by './train': aten::add, argument 'other'"; empty without a
/// verdict.
std::string confirmationLine(const Confirmation &C);

/// "suppressed by this comment: host table"; empty for what isn't suppressed.
std::string suppressionLine(const Suppression &S);

/// "1 file", "2 files"
std::string counted(std::size_t Count, const std::string &Noun);

} // namespace torchtidy

#endif
