//===- CodeQuality.h - findings as GitLab's code quality report -*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_CODEQUALITY_H
#define TORCHTIDY_FINDINGS_CODEQUALITY_H

#include "findings/Finding.h"
#include <iosfwd>

namespace torchtidy {

/// A JSON array, an entry a finding: what GitLab reads as artifacts of the kind
/// `codequality` (a subset of Code Climate's). Certain is major, likely minor,
/// advice info. Paths under \p Root are relative to it, as GitLab asks. What is
/// suppressed is left out: GitLab has no word for it.
void writeCodeQuality(std::ostream &Out, const std::vector<Finding> &Findings,
                      const std::string &Root);

} // namespace torchtidy

#endif
