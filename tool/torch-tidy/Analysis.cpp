//===- Analysis.cpp - from a selection of files to findings
//----------------===//
#include "Analysis.h"
#include "Progress.h"
#include "Settings.h"
#include "facts/Teach.h"
#include "findings/Fingerprint.h"
#include "front/Read.h"
#include <algorithm>
#include <tuple>

namespace torchtidy {
namespace tool {

namespace {

void addStats(JudgeStats &Sum, const JudgeStats &S) {
  Sum.files += S.files;
  Sum.modules += S.modules;
  Sum.functions += S.functions;
  Sum.unknownClasses += S.unknownClasses;
  Sum.incompleteFunctions += S.incompleteFunctions;
  Sum.cappedFunctions += S.cappedFunctions;
}

auto keyOf(const Finding &F) {
  return std::tie(F.span.file, F.span.line, F.span.column, F.rule, F.message,
                  F.span.endLine, F.span.endColumn);
}

/// Several units by themselves tell of a shared header each.
void settleOrder(std::vector<Finding> &Findings) {
  std::sort(
      Findings.begin(), Findings.end(),
      [](const Finding &X, const Finding &Y) { return keyOf(X) < keyOf(Y); });
  Findings.erase(std::unique(Findings.begin(), Findings.end(),
                             [](const Finding &X, const Finding &Y) {
                               return keyOf(X) == keyOf(Y);
                             }),
                 Findings.end());
}

/// Files of which some unit gave less than the whole: what is found in them may
/// lack what that unit would have added.
std::set<std::string> partialFiles(const std::vector<project::UnitResult> &Units) {
  std::set<std::string> Files;
  for (const project::UnitResult &U : Units)
    if (!U.problems.empty()) {
      Files.insert(U.command.file);
      Files.insert(U.facts.files.begin(), U.facts.files.end());
    }
  return Files;
}

void linkAll(std::vector<project::UnitResult> &Units, bool Single,
             const api::Teaching &Taught,
             std::vector<facts::ProjectFacts> &Projects) {
  std::vector<facts::FileFacts> Files;
  for (project::UnitResult &U : Units) {
    if (!U.parsed)
      continue;
    Files.push_back(std::move(U.facts));
    if (Single) {
      Projects.push_back(facts::link(std::move(Files)));
      Files.clear();
    }
  }
  if (!Single)
    Projects.push_back(facts::link(std::move(Files)));
  for (facts::ProjectFacts &P : Projects)
    facts::teach(P, Taught);
}

} // namespace

JudgeOptions judgeOptions(const Options &O) {
  JudgeOptions J;
  J.checks = O.checks;
  J.levels = O.config.levels;
  config::apply(O.profiles, J);
  return J;
}

Analysis analyze(const project::Selection &S, const Options &O) {
  Analysis A;
  front::ReadOptions R;
  R.jobs = O.jobs;
  R.memory = O.memory;
  R.parse.root = S.userRoot;
  R.parse.skipBodies = O.skipBodies;
  {
    Progress Bar(O.quiet);
    if (Bar.enabled())
      R.progress = [&](const front::ReadProgress &P) { Bar.show(P); };
    A.units = front::readUnits(S.commands, R);
  }
  std::set<std::string> Partial = partialFiles(A.units);
  for (const project::UnitResult &U : A.units) {
    A.unparsed += !U.parsed && !U.unread;
    A.unread += U.unread;
    A.partial |= !U.problems.empty();
    A.texts.insert(U.texts.begin(), U.texts.end());
  }
  linkAll(A.units, O.singleFile, O.config.taught(), A.projects);
  JudgeOptions J = judgeOptions(O);
  J.keepSuppressed = O.showSuppressed;
  J.unusedSuppressions = S.whole && !O.singleFile && !A.partial;
  for (const facts::ProjectFacts &P : A.projects) {
    JudgeStats Stats;
    for (Finding &F : judge(P, J, &Stats))
      if (!S.onlyRead.count(F.span.file) && !isExcluded(O, F.span.file))
        (F.suppression.kind == Suppression::None ? A.findings : A.suppressed)
            .push_back(std::move(F));
    addStats(A.stats, Stats);
  }
  // Apart: a comment must not change the fingerprints of other findings.
  for (std::vector<Finding> *Findings : {&A.findings, &A.suppressed}) {
    settleOrder(*Findings);
    for (Finding &F : *Findings)
      F.partial |= Partial.count(F.span.file) != 0;
    setFingerprints(*Findings, S.root);
  }
  return A;
}

} // namespace tool
} // namespace torchtidy
