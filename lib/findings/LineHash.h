//===- LineHash.h - GitHub's hash of the line a finding stands on -*- C++
//-*-===//
//
// GitHub follows an alert from commit to commit by a hash of the first hundred
// characters that aren't blank, from the start of its line on. Its upload
// action computes the same where the SARIF file has none, so ours must be
// equal.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_LINEHASH_H
#define TORCHTIDY_FINDINGS_LINEHASH_H

#include <string>
#include <string_view>
#include <vector>

namespace torchtidy {

/// `primaryLocationLineHash` of every line of a file: [0] is line 1's. Each is
/// a hash in hex, a colon, and how often it has occurred so far:
/// "c129715d7a2bc9a3:1".
std::vector<std::string> githubLineHashes(std::string_view Text);

} // namespace torchtidy

#endif
