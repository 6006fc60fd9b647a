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

bool coversUnseen(const flow::ProjectFlow &F, const facts::SuppressionFact &S) {
  auto Meets = [&](int File, unsigned First, unsigned Last) {
    return File == S.file && First <= S.lastLine && S.firstLine <= Last;
  };
  for (const facts::ConditionalFact &C : F.facts.conditionals)
    if (Meets(C.file, C.firstLine, C.lastLine))
      return true;
  for (int Fn : F.functions()) {
    const FunctionFacts &X = F.function(Fn);
    if ((X.incomplete || X.dependent || F.of(Fn).capped) &&
        Meets(X.bodySpan.file, X.bodySpan.line, X.bodySpan.endLine))
      return true;
  }
  return false;
}

bool meansOurs(const std::string &Glob) { return Glob.rfind("torch-", 0) == 0; }

bool meansSomething(const std::string &Glob) {
  return Glob.find('*') != std::string::npos ||
         std::any_of(allRules().begin(), allRules().end(),
                     [&](const RuleInfo &R) { return Glob == R.name; });
}

bool meansAsked(const std::string &Glob, const JudgeOptions &O) {
  return std::all_of(
      allRules().begin(), allRules().end(), [&](const RuleInfo &R) {
        return !matchesGlobs(R.name, Glob) || ruleEnabled(R.name, O);
      });
}

} // namespace torchtidy
