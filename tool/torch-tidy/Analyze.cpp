//===- Analyze.cpp - the findings of files, said and mended ---------------===//
#include "Analyze.h"
#include "Commands.h"
#include "Fixes.h"
#include "Narrow.h"
#include "Output.h"
#include "Patch.h"
#include "Settings.h"
#include "WriteFile.h"
#include "findings/TextRenderer.h"
#include "project/Paths.h"
#include <algorithm>
#include <iostream>
#include <map>
#include <tuple>

namespace torchtidy {
namespace tool {

namespace {

constexpr size_t MaxProblemsShown = 5;

project::Selection selectFiles(const Options &O) {
  project::Request R;
  R.paths = O.paths;
  R.buildPath = O.buildPath;
  R.flags = O.flags;
  R.root = O.root;
  R.singleFile = O.singleFile;
  R.wholeProject = O.project;
  R.excluded = [&O](const std::string &File) { return isExcluded(O, File); };
  return project::select(R);
}

} // namespace

void printProblems(const project::UnitResult &U) {
  size_t Shown = std::min(U.problems.size(), MaxProblemsShown);
  for (size_t I = 0; I < Shown; ++I) {
    const project::Problem &P = U.problems[I];
    std::cerr << (P.file.empty() ? U.command.file : P.file) << ":";
    if (P.line)
      std::cerr << P.line << ":" << P.column << ":";
    std::cerr << " error: " << P.message << "\n";
  }
  if (size_t More = U.problems.size() - Shown)
    std::cerr << U.command.file << ": " << More << " more error"
              << (More == 1 ? "" : "s") << "\n";
  for (const std::string &H : U.hints)
    std::cerr << U.command.file << ": note: " << H << "\n";
}

namespace {

/// True if everything that was asked for was read to its end.
bool printTrouble(const project::Selection &S, const Analysis &A) {
  for (const project::UnitResult &U : A.units)
    printProblems(U);
  size_t Broken = std::count_if(
      A.units.begin(), A.units.end(),
      [](const project::UnitResult &U) { return !U.problems.empty(); });
  if (Broken)
    complain(counted(Broken, "file") + " of " + std::to_string(A.units.size()) +
             " could not be analyzed completely; what is known of " +
             (Broken == 1 ? "it" : "them") + " is marked \"partial\"");
  return Broken == 0 && S.errors.empty();
}

void printStats(const Analysis &A) {
  const JudgeStats &S = A.stats;
  std::cerr << "analyzed " << counted(A.units.size() - A.unparsed - A.unread, "file")
            << ": " << counted(S.modules, "module") << " and "
            << counted(S.functions, "function") << " judged\n";
  auto Line = [](size_t N, const char *What) {
    if (N)
      std::cerr << "  " << N << " " << What << "\n";
  };
  Line(A.unread, "more include nothing of LibTorch, and were not read");
  Line(A.unparsed, "more could not be read at all");
  Line(S.unknownClasses,
       "of the classes were seen in part only: what their unseen "
       "methods decide is not reported");
  Line(S.incompleteFunctions,
       "of the functions have goto, asm or parts that did not parse");
  Line(S.cappedFunctions,
       "of the functions are too large to follow to the end");
  std::map<std::string, size_t> Plain;
  size_t Preambles = 0;
  for (const project::UnitResult &U : A.units)
    if (U.parsed)
      ++(U.plain.empty() ? Preambles : Plain[U.plain]);
  Line(Preambles, "of the files were read behind precompiled headers");
  for (const auto &[Why, N] : Plain)
    Line(N, ("were read plainly: " + Why).c_str());
}

std::vector<Finding> shown(const std::vector<Finding> &All, const Options &O) {
  std::vector<Finding> Out;
  std::copy_if(All.begin(), All.end(), std::back_inserter(Out),
               [&](const Finding &F) { return F.level <= O.level; });
  return Out;
}

/// In the order of their places.
void addSuppressed(std::vector<Finding> &Findings,
                   std::vector<Finding> Suppressed) {
  std::move(Suppressed.begin(), Suppressed.end(), std::back_inserter(Findings));
  std::stable_sort(Findings.begin(), Findings.end(),
                   [](const Finding &A, const Finding &B) {
                     return std::tie(A.span.file, A.span.line, A.span.column) <
                            std::tie(B.span.file, B.span.line, B.span.column);
                   });
}

std::vector<ToolProblem> toolProblems(const project::Selection &S,
                                      const Analysis &A) {
  std::vector<ToolProblem> Out;
  for (const std::string &E : S.errors)
    Out.push_back({E, Span(), true});
  for (const project::UnitResult &U : A.units)
    for (const project::Problem &P : U.problems) {
      ToolProblem T;
      T.message = P.message;
      T.span.file = P.file.empty() ? U.command.file : P.file;
      T.span.line = P.line;
      T.span.column = P.column;
      Out.push_back(std::move(T));
    }
  return Out;
}

int runWhy(const Options &O, const Analysis &A) {
  size_t Colon = O.why.rfind(':');
  std::string File = project::absolutePath(O.why.substr(0, Colon));
  unsigned Line = 0;
  try {
    Line = static_cast<unsigned>(std::stoul(O.why.substr(Colon + 1)));
  } catch (const std::out_of_range &) {
  }
  std::string Text;
  if (!project::readFile(File, Text)) {
    complain("--why: cannot read " + File);
    return 2;
  }
  size_t Lines = std::count(Text.begin(), Text.end(), '\n') +
                 (!Text.empty() && Text.back() != '\n');
  if (Line == 0 || Line > Lines) {
    complain("--why: " + File + " has " + std::to_string(Lines) + " lines");
    return 2;
  }
  for (const project::UnitResult &U : A.units)
    if (U.unread && U.command.file == File)
      std::cout << "the file includes nothing of LibTorch, and isn't read\n";
  // Of all the parts of a project, those that know the file.
  auto Knows = [&](const facts::ProjectFacts &P) {
    return std::binary_search(P.files.begin(), P.files.end(), File);
  };
  const bool Any = std::any_of(A.projects.begin(), A.projects.end(), Knows);
  for (const facts::ProjectFacts &P : A.projects)
    if (Any ? Knows(P) : &P == &A.projects.front())
      for (const std::string &L : explainLine(P, judgeOptions(O), File, Line))
      std::cout << L << "\n";
  return 0;
}

void printRefused(const FixPlan &Plan) {
  for (const std::string &R : Plan.refused)
    complain("--fix: " + R + "; run again");
}

/// The name under which a patch finds \p File: from the root of the project.
std::string patchName(const std::string &File, const std::string &Root) {
  for (const std::string &Base : {Root, project::absolutePath(".")})
    if (!Base.empty() && project::isUnder(File, Base))
      return File.substr(Base == "/" ? 1 : Base.size() + 1);
  return File.substr(1);
}

std::string countedFixes(unsigned Count) {
  return std::to_string(Count) + (Count == 1 ? " fix" : " fixes");
}

int runDryRun(const Options &O, const project::Selection &S, const Analysis &A,
              bool Complete) {
  FixPlan Plan = planFixes(shown(A.findings, O), A.texts);
  std::string Patch;
  for (const FileChange &C : Plan.changes)
    Patch += unifiedDiff(patchName(C.file, S.root), C.before, C.after);
  printRefused(Plan);
  if (!emit(Patch, O))
    return 2;
  if (!O.quiet) {
    std::cerr << countedFixes(Plan.applied);
    if (Plan.deferred)
      std::cerr << ", " << Plan.deferred << " more after these";
    if (!Plan.changes.empty())
      std::cerr << "; apply in "
                << (S.root.empty() ? project::absolutePath(".") : S.root)
                << " with 'patch -p1' or 'git apply'";
    std::cerr << "\n";
  }
  if (!Complete || !Plan.refused.empty())
    return 2;
  return failing(shown(A.findings, O), O) ? 1 : 0;
}

/// Writes the fixes and reads again, until there is nothing left to apply.
/// Returns false when a file couldn't be changed.
bool applyFixes(const Options &O, const project::Selection &S, Narrowing &N,
                Analysis &A) {
  unsigned Applied = 0;
  for (unsigned Round = 0;; ++Round) {
    FixPlan Plan = planFixes(shown(A.findings, O), A.texts);
    if (Round == O.fixRounds) {
      if (!Plan.changes.empty())
        std::cerr << "torch-tidy: warning: --fix: stopped after "
                  << counted(O.fixRounds, "round") << " with "
                  << countedFixes(Plan.applied)
                  << " left; run again, or look whether two fixes undo each "
                     "other\n";
      break;
    }
    printRefused(Plan);
    for (const FileChange &C : Plan.changes) {
      std::string Why = writeFile(C.file, C.after);
      if (!Why.empty()) {
        complain("--fix: " + Why);
        return false;
      }
    }
    Applied += Plan.applied;
    if (!Plan.refused.empty())
      return false;
    if (Plan.changes.empty())
      break;
    A = analyze(S, O);
    N.apply(A);
  }
  if (!O.quiet)
    std::cerr << countedFixes(Applied) << " applied\n";
  return true;
}

} // namespace

int runAnalyze(const Options &O) {
  project::Selection S = selectFiles(O);
  for (const std::string &N : S.notes)
    if (!O.quiet)
      std::cerr << "torch-tidy: note: " << N << "\n";
  for (const std::string &E : S.errors)
    complain(E);
  if (!O.quiet)
    for (const std::string &F : S.excluded)
      std::cerr << "torch-tidy: note: " << F << " is left out by 'exclude'\n";
  // Nothing is left of what was asked for, and that is meant.
  if (S.commands.empty() && S.errors.empty() && !S.excluded.empty())
    return 0;
  if (S.commands.empty())
    return 2;
  return tellFindings(O, S, [&] { return analyze(S, O); });
}

int tellFindings(const Options &O, const project::Selection &S,
                 const std::function<Analysis()> &Read) {
  Narrowing Narrow(O, S);
  Analysis A = Read();
  bool Complete = printTrouble(S, A);
  if (A.unread == A.units.size() && !O.quiet)
    std::cerr << "torch-tidy: note: "
              << (A.unread == 1 ? A.units.front().command.file + " includes"
                                : "the " + counted(A.unread, "file") + " include")
              << " nothing of LibTorch, and nothing was read\n";
  Narrow.apply(A);
  if (!O.why.empty()) {
    int Code = runWhy(O, A);
    return Complete ? Code : 2;
  }
  if (O.fix && O.dryRun)
    return runDryRun(O, S, A, Complete);
  if (O.fix) {
    Complete &= applyFixes(O, S, Narrow, A);
    for (const project::UnitResult &U : A.units)
      Complete &= U.problems.empty();
  }
  if (O.stats)
    printStats(A);
  // Nothing was read: an empty report would look like a clean one.
  if (A.unparsed == A.units.size())
    return 2;
  if (!Narrow.settle(A, Complete))
    return 2;
  std::vector<Finding> Findings = shown(A.findings, O);
  OutputContext C;
  C.root = S.root;
  C.problems = toolProblems(S, A);
  C.modules = A.stats.held;
  C.exitCode = !Complete ? 2 : failing(Findings, O) ? 1 : 0;
  if (O.showSuppressed)
    addSuppressed(Findings, shown(A.suppressed, O));
  return writeFindings(Findings, O, C) ? C.exitCode : 2;
}

} // namespace tool
} // namespace torchtidy
