//===- Fingerprint.h - the same finding after the file has moved on -*- C++
//-*-===//
//
// Baselines and code hosts need to know a finding again when lines above it
// have come and gone, when the checkout lies elsewhere, and when its level
// changes.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_FINGERPRINT_H
#define TORCHTIDY_FINDINGS_FINGERPRINT_H

#include "findings/Finding.h"

namespace torchtidy {

/// 16 hex digits of: rule, path relative to \p Root, the odd tensor's module,
/// member and factory, and the message without what varies (numbers outside
/// quotes, the root's own path). A file outside the root counts by its name.
std::string fingerprint(const Finding &F, const std::string &Root);

/// Sets every finding's fingerprint. Equal ones get "-2", "-3" … in the order
/// of their place in the file, so that each is unique and the order of \p
/// Findings doesn't matter.
void setFingerprints(std::vector<Finding> &Findings, const std::string &Root);

} // namespace torchtidy

#endif
