//===- Judge.cpp - asks every rule, and keeps one finding a fault -*- C++
//-*-===//
#include "checks/common/Judge.h"
#include "checks/common/Inventory.h"
#include "checks/common/OnPurpose.h"
#include "checks/common/Profiles.h"
#include "checks/common/Suppressions.h"
#include <algorithm>
#include <string_view>
#include <utility>

namespace torchtidy {

const std::vector<RuleInfo> &allRules() {
  static const std::vector<RuleInfo> Rules = {
#define TT_RULE(Id, Name, Summary) {#Id, Name, Summary},
#include "findings/Rules.def"
  };
  return Rules;
}

static bool matchesGlob(const char *Name, const char *Glob) {
  for (; *Glob; ++Glob, ++Name) {
    if (*Glob == '*') {
      for (const char *N = Name;; ++N) {
        if (matchesGlob(N, Glob + 1))
          return true;
        if (!*N)
          return false;
      }
    }
    if (*Name != *Glob)
      return false;
  }
  return !*Name;
}

bool matchesGlobs(const std::string &Name, const std::string &Globs) {
  bool R = false;
  for (size_t At = 0; At <= Globs.size();) {
    size_t End = std::min(Globs.find_first_of(",\n", At), Globs.size());
    std::string Glob = Globs.substr(At, End - At);
    Glob.erase(0, Glob.find_first_not_of(" \t"));
    Glob.erase(Glob.find_last_not_of(" \t") + 1);
    bool Minus = !Glob.empty() && Glob[0] == '-';
    if (!Glob.empty() && matchesGlob(Name.c_str(), Glob.c_str() + Minus))
      R = !Minus;
    At = End + 1;
  }
  return R;
}

static size_t orderOf(const std::string &Rule) {
  const auto &All = allRules();
  for (size_t I = 0; I < All.size(); ++I)
    if (Rule == All[I].name)
      return I;
  return All.size();
}

bool ruleEnabled(const std::string &Name, const JudgeOptions &O) {
  auto It = O.levels.find(Name);
  return matchesGlobs(Name, O.checks) &&
         (It == O.levels.end() || It->second.has_value());
}

void askRules(Judge &J) {
#define TT_RULE(Id, Name, Summary)                                             \
  if (ruleEnabled(Name, J.options))                                            \
    check##Id(J);
#include "findings/Rules.def"
}

/// One finding a fault: the earlier rule's, unless its level is lower.
static void dropSameFaults(Judge &J) {
  std::map<std::string, size_t> Best;
  std::vector<char> Drop(J.findings.size());
  for (size_t I = 0; I < J.findings.size(); ++I) {
    if (J.faults[I].empty())
      continue;
    auto [It, New] = Best.try_emplace(J.faults[I], I);
    if (New)
      continue;
    const Finding &A = J.findings[It->second], &B = J.findings[I];
    bool Later = B.level < A.level ||
                 (B.level == A.level && orderOf(B.rule) < orderOf(A.rule));
    Drop[Later ? It->second : I] = 1;
    if (Later)
      It->second = I;
  }
  std::vector<Finding> Kept;
  for (size_t I = 0; I < J.findings.size(); ++I)
    if (!Drop[I])
      Kept.push_back(std::move(J.findings[I]));
  J.findings = std::move(Kept);
  J.faults.clear();
}

static bool before(const Finding &A, const Finding &B) {
  return std::tie(A.span.file, A.span.line, A.span.column, A.rule, A.level,
                  A.message) < std::tie(B.span.file, B.span.line, B.span.column,
                                        B.rule, B.level, B.message);
}

static void fillStats(const Judge &J, JudgeStats &S) {
  S.files = unsigned(J.flow.facts.mainFiles.size());
  for (const ClassFacts &C : J.flow.facts.classes)
    if (C.isModule) {
      ++S.modules;
      S.unknownClasses += !J.closed(C);
    }
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    S.functions += !J.flow.function(int(Fn)).blocks.empty();
    S.incompleteFunctions += J.flow.function(int(Fn)).incomplete;
    S.cappedFunctions += J.flow.of(int(Fn)).capped;
  }
}

/// The innermost function around a finding.
static const FunctionFacts *functionAround(const facts::ProjectFacts &P,
                                           const Span &S) {
  const FunctionFacts *Best = nullptr;
  auto Size = [](const FunctionFacts &F) {
    return F.bodySpan.endOffset - F.bodySpan.offset;
  };
  for (const FunctionFacts &F : P.functions) {
    const facts::SourceSpan &B = F.bodySpan;
    if (F.kind == FunctionKind::Lambda || !B.valid() ||
        P.files[B.file] != S.file || S.line < B.line || S.line > B.endLine ||
        (S.line == B.line && S.offset < B.offset))
      continue;
    if (!Best || Size(F) < Size(*Best))
      Best = &F;
  }
  return Best;
}

/// What is likely is worth a look: its words don't promise.
static void settleWords(Finding &F) {
  static constexpr std::pair<std::string_view, std::string_view> Words[] = {
      {"'to()' will leave ", "'to()' may leave "},
      {"; it meets ", "; it may meet "},
      {" keep the old one", " may keep the old one"},
      {"; it stays where ", "; it may stay where "},
      {"; it has to be of ", "; it may have to be of "},
      {" moves nothing of it and leaves ",
       " moves nothing of it and may leave "},
  };
  if (F.level != Level::Likely)
    return;
  for (auto [Will, May] : Words)
    if (size_t At = F.message.find(Will); At != std::string::npos)
      F.message.replace(At, Will.size(), May);
}

std::vector<Finding> judge(const facts::ProjectFacts &P, const JudgeOptions &O,
                           JudgeStats *Stats) {
  flow::ProjectFlow Flow(P);
  Judge J(Flow, O);
  askRules(J);
  if (Stats)
    fillStats(J, *Stats);
  dropSameFaults(J);
  if (O.multiGpu && ruleEnabled("torch-hardcoded-device", O))
    adviseOnIndexes(J);
  std::vector<Finding> R;
  const OnPurpose Meant(Flow);
  for (Finding &F : J.findings)
    if (F.span.valid() && !Meant.answers(F)) {
      settleLevel(O, F);
      if (const facts::SuppressionFact *S = suppressing(P, F)) {
        if (!O.keepSuppressed)
          continue;
        F.suppression = suppressionOf(P, *S);
      }
      if (const FunctionFacts *Around = functionAround(P, F.span)) {
        F.function = Around->name; // what a run's frames say
        if (Around->incomplete && F.level == Level::Certain) {
          F.level = Level::Likely;
          F.message = "as far as this function was read, " + F.message;
        }
      }
      settleWords(F);
      R.push_back(std::move(F));
    }
  std::sort(R.begin(), R.end(), before);
  // Instantiations of one template say the same.
  R.erase(std::unique(R.begin(), R.end(),
                      [](const Finding &A, const Finding &B) {
                        return A.rule == B.rule && A.span.file == B.span.file &&
                               A.span.offset == B.span.offset;
                      }),
          R.end());
  if (O.inventory && Stats)
    Stats->held = inventory(J, R);
  return R;
}

} // namespace torchtidy
