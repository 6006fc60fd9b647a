//===- Output.cpp - findings in the form asked for
//-------------------------===//
#include "Output.h"
#include "WriteFile.h"
#include "findings/GitHub.h"
#include "findings/Html.h"
#include "findings/JsonLines.h"
#include "project/Paths.h"
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace torchtidy {
namespace tool {

namespace {

bool wantsColor(const Options &O) {
  const char *Term = std::getenv("TERM");
  return O.output.empty() && ::isatty(STDOUT_FILENO) &&
         !std::getenv("NO_COLOR") && Term && std::string(Term) != "dumb";
}

void writeAs(std::ostream &Out, const std::vector<Finding> &Findings,
             const Options &O, const OutputContext &C) {
  switch (O.format) {
  case Format::Text:
    writeText(Out, Findings, textOptions(O));
    return;
  case Format::JsonLines:
    writeJsonLines(Out, Findings);
    for (const ModuleState &M : C.modules)
      Out << toJsonLine(M) << '\n';
    return;
  case Format::Sarif: {
    SarifOptions S;
    S.version = TORCHTIDY_VERSION;
    S.root = C.root.empty() ? project::absolutePath(".") : C.root;
    S.problems = C.problems;
    S.successful = C.exitCode != 2;
    S.exitCode = C.exitCode;
    std::vector<Finding> All = Findings;
    All.insert(All.end(), C.onlyRun.begin(), C.onlyRun.end());
    writeSarif(Out, All, S);
    return;
  }
  case Format::Html: {
    HtmlOptions H;
    H.root = C.root.empty() ? project::absolutePath(".") : C.root;
    H.onlyRun = C.onlyRun;
    H.runs = C.runs;
    H.modules = C.modules;
    for (const ToolProblem &P : C.problems)
      H.problems.push_back((P.span.file.empty() ? "" : P.span.file + ": ") +
                           P.message);
    writeHtml(Out, Findings, H);
    return;
  }
  case Format::GitHub:
    writeGitHub(Out, Findings, C.root);
    writeGitHub(Out, C.onlyRun, C.root);
    return;
  }
}

} // namespace

TextOptions textOptions(const Options &O) {
  TextOptions T;
  T.color = wantsColor(O);
  T.summary = !O.quiet;
  // Paths that a terminal or an editor can follow from where it stands.
  T.root = project::absolutePath(".");
  return T;
}

void complain(const std::string &Message) {
  std::cerr << "torch-tidy: error: " << Message << "\n";
}

bool failing(const std::vector<Finding> &Findings, const Options &O) {
  if (O.failOn)
    for (const Finding &F : Findings)
      if (F.level <= *O.failOn && F.suppression.kind == Suppression::None)
        return true;
  return false;
}

bool emit(const std::string &Text, const Options &O) {
  if (O.output.empty()) {
    std::cout << Text << std::flush;
    if (!std::cout)
      complain("cannot write to standard output");
    return bool(std::cout);
  }
  std::string Why = writeFile(O.output, Text);
  if (!Why.empty())
    complain(Why);
  return Why.empty();
}

bool writeFindings(const std::vector<Finding> &Findings, const Options &O,
                   const OutputContext &C) {
  std::ostringstream Text;
  writeAs(Text, Findings, O, C);
  return emit(Text.str(), O);
}

} // namespace tool
} // namespace torchtidy
