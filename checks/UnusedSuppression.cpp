//===- UnusedSuppression.cpp - a NOLINT that hides nothing ------*- C++ -*-===//
//
// docs/checks/torch-unused-suppression.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Suppressions.h"

namespace torchtidy {

namespace {

using facts::SuppressionFact;

/// Found before faults are folded, and with every profile: a comment may stand
/// for what only another profile shows, or for the other side of one fault.
std::vector<Finding> everythingFound(const Judge &J) {
  JudgeOptions All = J.options;
  All.unusedSuppressions = false;
  All.strict = All.exported = All.multiGpu = true;
  Judge Again(J.flow, All);
  askRules(Again);
  Again.findings.insert(Again.findings.end(), J.findings.begin(),
                        J.findings.end());
  return std::move(Again.findings);
}

std::string quotedList(const std::vector<std::string> &Names) {
  std::string R;
  for (size_t I = 0; I < Names.size(); ++I)
    R += (I == 0 ? "'" : I + 1 == Names.size() ? "' and '" : "', '") + Names[I];
  return R + "'";
}

class Comments {
public:
  explicit Comments(Judge &J) : J(J), P(J.flow.facts) {}

  void judge(const SuppressionFact &S) {
    std::vector<std::string> Idle;
    for (const std::string &G : S.rules) {
      if (!meansOurs(G) || G == UnusedSuppressionRule)
        continue;
      if (!meansSomething(G))
        report(S, "no rule is called '" + G +
                      "': the comment suppresses nothing by that name");
      else if (meansAsked(G, J.options) && !used(S, G))
        Idle.push_back(G);
    }
    if (!Idle.empty() && !coversUnseen(J.flow, S))
      report(S, quotedList(Idle) + (Idle.size() == 1 ? " finds" : " find") +
                    " nothing here: the comment would hide what comes later");
  }

private:
  bool used(const SuppressionFact &S, const std::string &Glob) {
    if (!Found)
      Found = everythingFound(J);
    return std::any_of(Found->begin(), Found->end(), [&](const Finding &F) {
      return covers(P, S, F) && matchesGlobs(F.rule, Glob);
    });
  }

  void report(const SuppressionFact &S, std::string Message) {
    Finding &F = J.report(UnusedSuppressionRule, Level::Advice,
                          facts::SourceSpan(), std::move(Message));
    F.span = suppressionOf(P, S).place;
  }

  Judge &J;
  const facts::ProjectFacts &P;
  std::optional<std::vector<Finding>> Found; ///< made when it is first needed
};

} // namespace

void checkUnusedSuppression(Judge &J) {
  if (!J.options.unusedSuppressions)
    return;
  Comments C(J);
  for (const SuppressionFact &S : J.flow.facts.suppressions)
    if (S.file >= 0)
      C.judge(S);
}

} // namespace torchtidy
