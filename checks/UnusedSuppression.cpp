//===- UnusedSuppression.cpp - a NOLINT that hides nothing ------*- C++ -*-===//
#include "checks/common/Suppressions.h"
#include <algorithm>

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
#define TT_RULE(Id, Name, Summary)                                             \
  if (ruleEnabled(Name, All))                                                  \
    check##Id(Again);
#include "findings/Rules.def"
  Again.findings.insert(Again.findings.end(), J.findings.begin(),
                        J.findings.end());
  return std::move(Again.findings);
}

/// Code that wasn't compiled, or couldn't be followed, may hold the finding.
bool unseen(const facts::ProjectFacts &P, const flow::ProjectFlow &Flow,
            const SuppressionFact &S) {
  auto Meets = [&](int File, unsigned First, unsigned Last) {
    return File == S.file && First <= S.lastLine && S.firstLine <= Last;
  };
  for (const facts::ConditionalFact &C : P.conditionals)
    if (Meets(C.file, C.firstLine, C.lastLine))
      return true;
  for (size_t Fn = 0; Fn < Flow.size(); ++Fn) {
    const facts::FunctionFacts &F = Flow.function(int(Fn));
    if ((F.incomplete || F.dependent || Flow.of(int(Fn)).capped) &&
        Meets(F.bodySpan.file, F.bodySpan.line, F.bodySpan.endLine))
      return true;
  }
  return false;
}

/// "torch-lost-leaf", "torch-*": a name of ours, or a glob that can only mean
/// ours. Of all others other tools know.
bool ours(const std::string &Glob) { return Glob.rfind("torch-", 0) == 0; }

/// Every rule that the glob means was asked.
bool asked(const std::string &Glob, const JudgeOptions &O) {
  return std::all_of(
      allRules().begin(), allRules().end(), [&](const RuleInfo &R) {
        return !matchesGlobs(R.name, Glob) || ruleEnabled(R.name, O);
      });
}

bool isRule(const std::string &Name) {
  return std::any_of(allRules().begin(), allRules().end(),
                     [&](const RuleInfo &R) { return Name == R.name; });
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
    std::vector<std::string> Idle, Unknown;
    for (const std::string &G : S.rules) {
      if (!ours(G) || G == UnusedSuppressionRule)
        continue;
      if (G.find('*') == std::string::npos && !isRule(G))
        Unknown.push_back(G);
      else if (asked(G, J.options) && !used(S, G))
        Idle.push_back(G);
    }
    for (const std::string &Name : Unknown)
      report(S, "no rule is called '" + Name +
                    "': the comment suppresses nothing by that name");
    if (!Idle.empty() && !unseen(P, J.flow, S))
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
    Finding F;
    F.rule = UnusedSuppressionRule;
    F.level = Level::Advice;
    F.message = std::move(Message);
    F.span = suppressionOf(P, S).place;
    J.findings.push_back(std::move(F));
    J.faults.emplace_back();
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
