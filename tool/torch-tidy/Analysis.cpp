//===- Analysis.cpp - from a selection of files to findings
//----------------===//
#include "Analysis.h"
#include "Progress.h"
#include "findings/Fingerprint.h"
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

/// Files of which some unit gave less than the whole: what is found in them may
/// lack what that unit would have added.
std::set<std::string> partialFiles(const std::vector<host::UnitResult> &Units) {
  std::set<std::string> Files;
  for (const host::UnitResult &U : Units)
    if (!U.problems.empty()) {
      Files.insert(U.command.file);
      Files.insert(U.facts.files.begin(), U.facts.files.end());
    }
  return Files;
}

void linkAll(std::vector<host::UnitResult> &Units, bool Single,
             std::vector<facts::ProjectFacts> &Projects) {
  std::vector<facts::FileFacts> Files;
  for (host::UnitResult &U : Units) {
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
}

} // namespace

JudgeOptions judgeOptions(const Options &O) {
  JudgeOptions J;
  J.checks = O.checks;
  J.strict = O.strict;
  return J;
}

Analysis analyze(const host::Selection &S, const Options &O) {
  Analysis A;
  host::HostOptions H;
  H.jobs = O.jobs;
  H.root = S.userRoot;
  H.skipBodies = O.skipBodies;
  {
    Progress Bar(O.quiet);
    H.progress = [&](unsigned Done, unsigned Total, const std::string &File) {
      Bar.show(Done, Total, File);
    };
    A.units = host::analyzeFiles(S.commands, H);
  }
  std::set<std::string> Partial = partialFiles(A.units);
  for (const host::UnitResult &U : A.units) {
    A.unparsed += !U.parsed;
    A.partial |= !U.problems.empty();
    A.texts.insert(U.texts.begin(), U.texts.end());
  }
  linkAll(A.units, O.singleFile, A.projects);
  for (const facts::ProjectFacts &P : A.projects) {
    JudgeStats Stats;
    for (Finding &F : judge(P, judgeOptions(O), &Stats))
      if (!S.onlyRead.count(F.span.file))
        A.findings.push_back(std::move(F));
    addStats(A.stats, Stats);
  }
  // Several units by themselves tell of a shared header each.
  std::sort(
      A.findings.begin(), A.findings.end(),
      [](const Finding &X, const Finding &Y) { return keyOf(X) < keyOf(Y); });
  A.findings.erase(std::unique(A.findings.begin(), A.findings.end(),
                               [](const Finding &X, const Finding &Y) {
                                 return keyOf(X) == keyOf(Y);
                               }),
                   A.findings.end());
  for (Finding &F : A.findings)
    F.partial |= Partial.count(F.span.file) != 0;
  setFingerprints(A.findings, S.root);
  return A;
}

} // namespace tool
} // namespace torchtidy
