//===- GitHub.h - findings as annotations of a workflow ---------*- C++ -*-===//
//
// Lines that GitHub's runner takes out of a step's output and puts beside the
// code: "::warning file=net.cpp,line=5::…". It shows ten errors, ten warnings
// and ten notices of a step; SARIF has no such bound.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_GITHUB_H
#define TORCHTIDY_FINDINGS_GITHUB_H

#include "findings/Finding.h"
#include <iosfwd>

namespace torchtidy {

/// One line a finding, the gravest first since the last ones may not be shown;
/// certain is an error, likely a warning, advice a notice. Paths under \p Root
/// are relative to it, as a checkout's are.
void writeGitHub(std::ostream &Out, const std::vector<Finding> &Findings,
                 const std::string &Root);

} // namespace torchtidy

#endif
