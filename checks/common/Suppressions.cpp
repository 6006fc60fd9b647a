//===- Suppressions.cpp - which comment suppresses what -------------------===//
#include "checks/common/Suppressions.h"
#include <algorithm>

namespace torchtidy {

static bool names(const facts::SuppressionFact &S, const std::string &Rule) {
  if (Rule == UnusedSuppressionRule)
    return std::find(S.rules.begin(), S.rules.end(), Rule) != S.rules.end();
  return S.rules.empty() ||
         std::any_of(S.rules.begin(), S.rules.end(), [&](const std::string &G) {
           return matchesGlobs(Rule, G);
         });
}

bool covers(const facts::ProjectFacts &P, const facts::SuppressionFact &S,
            const Finding &F) {
  return S.file >= 0 && P.files[S.file] == F.span.file &&
         S.firstLine <= F.span.line && F.span.line <= S.lastLine;
}

const facts::SuppressionFact *suppressing(const facts::ProjectFacts &P,
                                          const Finding &F) {
  for (const facts::SuppressionFact &S : P.suppressions)
    if (covers(P, S, F) && names(S, F.rule))
      return &S;
  return nullptr;
}

Suppression suppressionOf(const facts::ProjectFacts &P,
                          const facts::SuppressionFact &S) {
  Suppression R;
  R.kind = Suppression::InSource;
  R.reason = S.reason;
  R.place.file = P.files[S.file];
  R.place.line = R.place.endLine = S.line;
  R.place.column = S.column;
  R.place.endColumn = S.column + (S.endOffset - S.offset);
  R.place.offset = S.offset;
  R.place.endOffset = S.endOffset;
  return R;
}

} // namespace torchtidy
