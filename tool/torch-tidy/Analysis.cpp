//===- Analysis.cpp - from a selection of files to findings ---------------===//
#include "Analysis.h"
#include "Answers.h"
#include "Progress.h"
#include "Settings.h"
#include "facts/Teach.h"
#include "facts/TextScope.h"
#include "findings/Fingerprint.h"
#include "front/Read.h"
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
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
  Sum.held.insert(Sum.held.end(), S.held.begin(), S.held.end());
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

/// What became of one part.
struct Judged {
  facts::ProjectFacts project;
  std::vector<Finding> findings;
  JudgeStats stats;
};

} // namespace

std::vector<std::vector<size_t>>
partsOf(const std::vector<project::UnitResult> &Units,
        const std::vector<facts::Outline> &Outlines, bool Single) {
  std::vector<size_t> Parsed;
  std::vector<facts::Outline> Known;
  for (size_t I = 0; I < Units.size(); ++I)
    if (Units[I].parsed) {
      Parsed.push_back(I);
      if (!Single)
        Known.push_back(Outlines[I]);
    }
  std::vector<std::vector<size_t>> Parts;
  if (Single)
    for (size_t I : Parsed)
      Parts.push_back({I});
  else
    Parts = facts::partsOf(Known);
  for (std::vector<size_t> &P : Parts)
    for (size_t &I : P)
      I = Single ? I : Parsed[I];
  // Nothing to judge is judged, too: it has its numbers.
  if (Parts.empty())
    Parts.emplace_back();
  return Parts;
}

void sideBySide(size_t Count, unsigned Jobs,
                const std::function<void(size_t)> &Do) {
  std::atomic<size_t> Next{0};
  std::mutex Lock;
  std::exception_ptr Failure;
  auto Work = [&] {
    try {
      for (size_t I; (I = Next++) < Count;)
        Do(I);
    } catch (...) {
      std::lock_guard<std::mutex> Guard(Lock);
      Failure = std::current_exception();
      Next = Count;
    }
  };
  if (!Jobs)
    Jobs = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> Threads;
  for (size_t J = 1; J < std::min<size_t>(Jobs, Count); ++J)
    Threads.emplace_back(Work);
  Work();
  for (std::thread &T : Threads)
    T.join();
  if (Failure)
    std::rethrow_exception(Failure);
}

JudgeOptions judgeOptions(const Options &O) {
  JudgeOptions J;
  J.checks = O.checks;
  J.levels = O.config.levels;
  config::apply(O.profiles, J);
  return J;
}

project::ParseOptions parseOptions(const project::Selection &S,
                                   const Options &O) {
  project::ParseOptions P;
  P.root = S.userRoot;
  P.skipBodies = O.skipBodies;
  return P;
}

/// What is known of units before they are judged.
static Analysis gather(std::vector<project::UnitResult> Units) {
  Analysis A;
  A.units = std::move(Units);
  for (const project::UnitResult &U : A.units) {
    A.unparsed += !U.parsed && !U.unread;
    A.unread += U.unread;
    A.partial |= !U.problems.empty();
    A.texts.insert(U.texts.begin(), U.texts.end());
  }
  return A;
}

static JudgeOptions judgeOptions(const Analysis &A, const project::Selection &S,
                                 const Options &O) {
  JudgeOptions J = judgeOptions(O);
  J.keepSuppressed = O.showSuppressed;
  J.inventory = O.modules || O.format == Format::Html;
  J.unusedSuppressions = S.whole && !O.singleFile && !A.partial;
  return J;
}

static void judgeAll(Analysis &A, const std::vector<facts::Outline> &Outlines,
                     const std::vector<std::vector<size_t>> &Parts,
                     const std::function<facts::FileFacts(size_t)> &Load,
                     bool Reads, const project::Selection &S, const Options &O);

Analysis analyze(const project::Selection &S, const Options &O) {
  Answers Earlier(S, O);
  front::ReadOptions R;
  R.jobs = O.jobs;
  R.memory = O.memory;
  R.parse = parseOptions(S, O);
  Earlier.connect(R);
  std::vector<project::UnitResult> Units;
  {
    Progress Bar(O.quiet);
    if (Bar.enabled())
      R.progress = [&](const front::ReadProgress &P) { Bar.show(P); };
    Units = front::readUnits(S.commands, R);
  }
  Analysis A = gather(std::move(Units));
  if (Earlier.find(A, judgeOptions(A, S, O)))
    return A;
  bool Again = Earlier.loadFacts(A.units, [&](const auto &C) {
    front::ReadOptions Once;
    Once.parse = R.parse;
    return std::move(front::readUnits({C}, Once).front());
  });
  if (Again)
    A = gather(std::move(A.units));
  std::vector<facts::Outline> Outlines(A.units.size());
  sideBySide(A.units.size(), O.jobs, [&](size_t I) {
    if (A.units[I].parsed)
      Outlines[I] = facts::outlineOf(A.units[I].facts);
  });
  judgeAll(
      A, Outlines, partsOf(A.units, Outlines, O.singleFile),
      [&](size_t I) { return std::move(A.units[I].facts); },
      /*Reads=*/false, S, O);
  Earlier.keep(A);
  return A;
}

Analysis judgeUnits(std::vector<UnitHead> Heads,
                    const std::function<facts::FileFacts(size_t)> &Load,
                    const project::Selection &S, const Options &O) {
  std::vector<project::UnitResult> Units;
  std::vector<facts::Outline> Outlines;
  for (UnitHead &H : Heads) {
    Units.push_back(std::move(H.unit));
    Outlines.push_back(std::move(H.outline));
  }
  std::vector<std::vector<size_t>> Parts =
      partsOf(Units, Outlines, O.singleFile);
  return judgeParts(std::move(Units), Outlines, Parts, Load, S, O);
}

Analysis judgeParts(std::vector<project::UnitResult> Units,
                    const std::vector<facts::Outline> &Outlines,
                    const std::vector<std::vector<size_t>> &Parts,
                    const std::function<facts::FileFacts(size_t)> &Load,
                    const project::Selection &S, const Options &O) {
  Analysis A = gather(std::move(Units));
  judgeAll(A, Outlines, Parts, Load, /*Reads=*/true, S, O);
  return A;
}

/// Links and judges the units of \p A. \p Reads: Load makes the facts that it
/// gives.
static void judgeAll(Analysis &A, const std::vector<facts::Outline> &Outlines,
                     const std::vector<std::vector<size_t>> &Parts,
                     const std::function<facts::FileFacts(size_t)> &Load,
                     bool Reads, const project::Selection &S, const Options &O) {
  std::set<std::string> Partial = partialFiles(A.units);
  JudgeOptions J = judgeOptions(A, S, O);
  const api::Teaching Taught = O.config.taught();
  const bool Speaks =
      !O.singleFile &&
      std::any_of(Outlines.begin(), Outlines.end(),
                  [](const facts::Outline &P) { return P.speaks; });
  const bool Keep = O.diff || O.project || !O.why.empty();
  std::vector<Judged> Results(Parts.size());
  sideBySide(Parts.size(), O.jobs, [&](size_t K) {
    // What is read here is let go here, with its texts.
    std::optional<facts::TextScope> Texts;
    if (Reads && !Keep)
      Texts.emplace();
    std::vector<facts::FileFacts> Files;
    for (size_t I : Parts[K])
      Files.push_back(Load(I));
    facts::ProjectFacts P = facts::link(std::move(Files));
    P.speaksElsewhere = Speaks;
    facts::teach(P, Taught);
    Results[K].findings = judge(P, J, &Results[K].stats);
    if (Keep)
      Results[K].project = std::move(P);
  });
  for (Judged &R : Results) {
    for (Finding &F : R.findings)
      if (!S.onlyRead.count(F.span.file) && !isExcluded(O, F.span.file))
        (F.suppression.kind == Suppression::None ? A.findings : A.suppressed)
            .push_back(std::move(F));
    addStats(A.stats, R.stats);
    if (Keep)
      A.projects.push_back(std::move(R.project));
  }
  // Apart: a comment must not change the fingerprints of other findings.
  for (std::vector<Finding> *Findings : {&A.findings, &A.suppressed}) {
    settleOrder(*Findings);
    for (Finding &F : *Findings)
      F.partial |= Partial.count(F.span.file) != 0;
    setFingerprints(*Findings, S.root);
  }
}

} // namespace tool
} // namespace torchtidy
