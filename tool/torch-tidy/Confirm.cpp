//===- Confirm.cpp - torch-tidy confirm -----------------------------------===//
#include "findings/Confirm.h"
#include "Commands.h"
#include "Output.h"
#include "Verdicts.h"
#include "project/Paths.h"
#include "project/Selection.h"
#include <algorithm>
#include <sstream>

namespace torchtidy {
namespace tool {

namespace {

std::string rootOf(const FindingsFile &Told) {
  for (const Finding &F : Told.findings)
    if (!F.span.file.empty() && F.span.file.front() == '/')
      return project::projectRoot(F.span.file);
  return project::projectRoot(project::absolutePath("."));
}

/// Findings that a run disproved are none.
std::vector<Finding> standing(const ConfirmReport &Report) {
  std::vector<Finding> Out;
  std::copy_if(Report.findings.begin(), Report.findings.end(),
               std::back_inserter(Out), [](const Finding &F) {
                 return F.confirmation.status != Confirmation::Contradicted;
               });
  Out.insert(Out.end(), Report.onlyRun.begin(), Report.onlyRun.end());
  return Out;
}

} // namespace

int runConfirm(const Options &O) {
  FindingsFile Told = readFindingsFile(O.findingsFile);
  std::vector<FindingsFile> Runs;
  for (const std::string &R : O.runFiles)
    Runs.push_back(readFindingsFile(R));
  ConfirmOptions C;
  C.root = rootOf(Told);
  ConfirmReport Report = confirm(Told, Runs, C);
  OutputContext Context;
  Context.root = C.root;
  Context.exitCode = failing(standing(Report), O) ? 1 : 0;

  bool Written = false;
  std::ostringstream Text;
  switch (O.format) {
  case Format::Text:
    writeConfirmText(Text, Report, textOptions(O));
    Written = emit(Text.str(), O);
    break;
  case Format::JsonLines:
    writeConfirmJsonLines(Text, Report);
    Written = emit(Text.str(), O);
    break;
  case Format::Sarif:
  case Format::Html:
  case Format::GitHub:
  case Format::GitLab:
    Context.modules = Told.modules;
    Context.onlyRun = Report.onlyRun;
    Context.runs = Report.runs;
    Written = writeFindings(Report.findings, O, Context);
    break;
  }
  return Written ? Context.exitCode : 2;
}

} // namespace tool
} // namespace torchtidy
