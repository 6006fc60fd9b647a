//===- WorkspaceReports.cpp - what is known of open files -----------------===//
#include "Analysis.h"
#include "Workspace.h"
#include "facts/Binary.h"
#include <algorithm>

namespace torchtidy {
namespace tool {

Workspace::View Workspace::view() const {
  View V;
  V.whole = Chosen.whole;
  for (size_t I = 0; I < Units.size(); ++I) {
    const Unit &U = Units[I];
    if (!U.known || U.stale) {
      V.whole = false;
      continue;
    }
    V.units.push_back(I);
    V.heads.push_back(U.read.unit);
    V.outlines.push_back(U.read.outline);
    V.partial |= !U.read.unit.problems.empty();
    V.speaks |= U.read.outline.speaks;
  }
  V.parts = partsOf(V.heads, V.outlines, O.singleFile);
  return V;
}

/// Numbers of the parts in which \p File is read, and their key in \p Key.
std::vector<size_t> Workspace::partsWith(const View &V, const std::string &File,
                                         std::string &Key) const {
  std::vector<size_t> Out;
  Key = std::string(V.whole ? "whole " : "") + (V.partial ? "partial " : "") +
        (V.speaks ? "speaks " : "");
  for (size_t P = 0; P < V.parts.size(); ++P) {
    bool Has = std::any_of(V.parts[P].begin(), V.parts[P].end(), [&](size_t I) {
      return Units[V.units[I]].files.count(File) != 0;
    });
    if (!Has)
      continue;
    Out.push_back(P);
    for (size_t I : V.parts[P])
      Key += std::to_string(Units[V.units[I]].number) + ' ';
  }
  // What has problems is in no part.
  for (size_t I : V.units)
    if (Units[I].files.count(File))
      Key += "| " + std::to_string(Units[I].number);
  return Out;
}

facts::FileFacts Workspace::factsOf(const View &V, size_t I) const {
  return facts::fromBytes(*Units[V.units[I]].read.facts);
}

void Workspace::judgeAndReport(const std::set<std::string> &Open,
                               const std::set<std::string> &Only,
                               const lsp::Texts &Texts, lsp::Listener &L) {
  for (auto It = Reported.begin(); It != Reported.end();)
    It = Open.count(It->first) ? std::next(It) : Reported.erase(It);
  View V = view();
  std::set<size_t> Wanted;
  std::map<std::string, std::string> Files;
  for (const std::string &File : Only) {
    if (!Open.count(File))
      continue;
    std::string Key;
    std::vector<size_t> With = partsWith(V, File, Key);
    Key += Beside.key();
    auto Text = Texts.find(File);
    if (Text != Texts.end())
      Key += "text " + std::to_string(project::hashText(*Text->second));
    auto Known = Reported.find(File);
    if (Known != Reported.end() && Known->second == Key)
      continue;
    Wanted.insert(With.begin(), With.end());
    Files.emplace(File, std::move(Key));
  }
  if (Files.empty())
    return;
  std::vector<std::vector<size_t>> Parts;
  for (size_t P : Wanted)
    Parts.push_back(V.parts[P]);
  project::Selection S = Chosen;
  S.whole = V.whole;
  Analysis A = judgeParts(
      V.heads, V.outlines, Parts, [&](size_t I) { return factsOf(V, I); }, S,
      O);
  Beside.apply(A.findings, Chosen.root);
  for (auto &[File, Key] : Files) {
    L.report(File, reportOn(File, A.findings));
    Reported[File] = std::move(Key);
  }
}

lsp::Report Workspace::reportOn(const std::string &File,
                                const std::vector<Finding> &Findings) const {
  lsp::Report R;
  for (const Finding &F : Findings)
    if (F.span.file == File && F.level <= O.level)
      R.findings.push_back(F);
  // Its own unit, else all that read it.
  std::vector<const Unit *> Readers;
  for (const Unit &U : Units)
    if (U.known && !U.stale && U.files.count(File))
      Readers.push_back(&U);
  for (const Unit *U : Readers)
    if (U->command.file == File) {
      Readers = {U};
      break;
    }
  for (const Unit *U : Readers)
    if (!U->read.unit.problems.empty()) {
      R.problems.push_back(problemOf(U->read.unit, File));
      break;
    }
  return R;
}

/// The first problem in \p File, else the first.
Note Workspace::problemOf(const project::UnitResult &U,
                          const std::string &File) {
  const project::Problem *P = &U.problems.front();
  for (const project::Problem &Q : U.problems)
    if (Q.file == File) {
      P = &Q;
      break;
    }
  Note N;
  N.message = std::string(U.parsed ? "read in part only" : "not read") + ": ";
  if (P->file != File && !P->file.empty())
    N.message += P->file + ":" + std::to_string(P->line) + ": ";
  N.message += P->message;
  if (size_t More = U.problems.size() - 1)
    N.message += " (and " + std::to_string(More) + " more)";
  for (const std::string &H : U.hints)
    N.message += "\n" + H;
  N.span.file = P->file;
  N.span.line = N.span.endLine = P->line;
  N.span.column = N.span.endColumn = P->column;
  return N;
}

} // namespace tool
} // namespace torchtidy
