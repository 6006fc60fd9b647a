//===- Narrow.cpp - findings that are new, or on changed lines ------------===//
#include "Narrow.h"
#include "Output.h"
#include "WriteFile.h"
#include "findings/Rules.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace torchtidy {
namespace tool {

static constexpr size_t MaxGoneShown = 5;

static void say(const Options &O, const std::string &Words) {
  if (!O.quiet)
    std::cerr << "torch-tidy: note: " << Words << "\n";
}

Narrowing::Narrowing(const Options &O, const project::Selection &S) : O(O), S(S) {
  if (O.diff)
    Diff = Changes::load(*O.diff, S.root);
  if (O.project && !O.diff)
    Diff = Changes::ofFiles(O.paths);
  if (O.fix && !O.dryRun && Diff && !Diff->followsFixes())
    throw std::runtime_error(
        "--fix: goes with --diff=REV only; a patch doesn't "
        "know the lines that a fix moves");
  if (O.baseline.empty())
    return;
  std::error_code EC;
  if (O.writeBaseline && !std::filesystem::exists(O.baseline, EC))
    return;
  std::string Text;
  if (!project::readFile(O.baseline, Text))
    throw std::runtime_error("cannot read the baseline " + O.baseline +
                             "; --write-baseline makes it");
  Known = parseBaseline(Text, O.baseline);
}

void Narrowing::apply(Analysis &A) {
  BaselineSplit Parts = split(std::move(A.findings), Known);
  A.findings = std::move(Parts.fresh);
  Gone = std::move(Parts.gone);
  Met = Parts.known.size();
  for (Finding &F : Parts.known) {
    F.suppression.kind = Suppression::External;
    F.suppression.reason = "in the baseline " + O.baseline;
    A.suppressed.push_back(std::move(F));
  }
  if (Diff) {
    // What a fix wrote is changed, too.
    if (Diff->ofGit())
      Diff = Changes::load(*O.diff, S.root);
    A.findings = Diff->touched(A.findings, A.projects);
    A.suppressed = Diff->touched(A.suppressed, A.projects);
  }
}

/// Whether this run knows that the entry's finding is no more: everything that
/// can show it was read, and its rule was asked.
bool Narrowing::decided(const BaselineEntry &E, bool Complete) const {
  if (!Complete || (E.level == Level::Advice && O.level != Level::Advice))
    return false;
  if (!findRule(E.rule))
    return true;
  if (!ruleEnabled(E.rule, judgeOptions(O)))
    return false;
  if (S.whole)
    return true;
  // Behind "--" there is no project: a file's findings are its own.
  std::string File = project::absolutePath(
      E.file, S.root.empty() ? project::absolutePath(".") : S.root);
  return O.flags && std::any_of(S.commands.begin(), S.commands.end(),
                                [&](const project::CompileCommand &C) {
                                  return C.file == File &&
                                         !S.onlyRead.count(File);
                                });
}

bool Narrowing::write(const Baseline &Entries) const {
  std::string Why = writeFile(O.baseline, toText(Entries));
  if (!Why.empty())
    complain(Why);
  return Why.empty();
}

bool Narrowing::rewrite(Analysis &A, bool Complete) {
  Baseline Next;
  for (const Finding &F : A.findings)
    if (F.level <= O.level)
      Next.push_back(entryOf(F, S.root));
  size_t Kept = 0;
  for (const BaselineEntry &E : Known)
    if (std::none_of(Gone.begin(), Gone.end(),
                     [&](const BaselineEntry &G) {
                       return G.fingerprint == E.fingerprint;
                     }) ||
        !decided(E, Complete)) {
      Next.push_back(E);
      ++Kept;
    }
  if (!write(Next))
    return false;
  say(O, O.baseline + " holds " + counted(Next.size(), "finding") + ": " +
             std::to_string(Next.size() - Kept) + " new, " +
             std::to_string(Known.size() - Kept) + " taken out");
  Known = std::move(Next);
  apply(A);
  return true;
}

void Narrowing::tellGone(const Baseline &Fixed) const {
  say(O,
      counted(Fixed.size(), "finding") + " of " + O.baseline +
          (Fixed.size() == 1 ? " is" : " are") + " found no more" +
          (O.pruneBaseline
               ? ", and taken out"
               : ": --prune-baseline takes " +
                     std::string(Fixed.size() == 1 ? "it" : "them") + " out"));
  for (size_t I = 0; I < std::min(Fixed.size(), MaxGoneShown); ++I)
    say(O, "  " + Fixed[I].file + ": " + Fixed[I].message + " [" +
               Fixed[I].rule + "]");
}

bool Narrowing::settle(Analysis &A, bool Complete) {
  if (O.baseline.empty())
    return true;
  if (O.writeBaseline)
    return rewrite(A, Complete);
  if (Met)
    say(O, counted(Met, "finding") + (Met == 1 ? " is in " : " are in ") +
               O.baseline);
  Baseline Fixed, Left;
  for (const BaselineEntry &E : Gone)
    if (decided(E, Complete))
      Fixed.push_back(E);
  if (Fixed.empty())
    return true;
  tellGone(Fixed);
  if (!O.pruneBaseline)
    return true;
  for (const BaselineEntry &E : Known)
    if (std::none_of(Fixed.begin(), Fixed.end(), [&](const BaselineEntry &G) {
          return G.fingerprint == E.fingerprint;
        }))
      Left.push_back(E);
  return write(Left);
}

} // namespace tool
} // namespace torchtidy
