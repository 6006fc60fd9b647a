//===- Output.cpp - findings in the form asked for ------------------------===//
#include "Output.h"
#include "WriteFile.h"
#include "findings/CodeQuality.h"
#include "findings/GitHub.h"
#include "findings/Html.h"
#include "findings/JsonLines.h"
#include "project/Paths.h"
#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <iostream>
#include <langinfo.h>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace torchtidy {
namespace tool {

namespace {

/// Text goes to a person's terminal.
bool onTerminal(const Options &O) {
  return O.output.empty() && ::isatty(STDOUT_FILENO);
}

bool wantsColor(const Options &O) {
  if (O.color != Color::Auto)
    return O.color == Color::Always;
  const char *Term = std::getenv("TERM"), *No = std::getenv("NO_COLOR");
  return onTerminal(O) && !(No && *No) && Term && std::string(Term) != "dumb";
}

/// What the locale says that this terminal shows. A file or a pipe is UTF-8
/// always: its reader isn't known.
bool showsUtf8() {
  std::setlocale(LC_CTYPE, "");
  bool Utf8 = std::string(::nl_langinfo(CODESET)) == "UTF-8";
  std::setlocale(LC_CTYPE, "C");
  return Utf8;
}

/// Columns of source that fit behind the line number.
std::size_t sourceWidth() {
  constexpr std::size_t Gutter = 8, Least = 40;
  winsize Size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) != 0 || Size.ws_col == 0)
    return TextOptions().width;
  return std::max<std::size_t>(Size.ws_col, Least + Gutter) - Gutter;
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
  case Format::GitLab: {
    std::vector<Finding> All = Findings;
    All.insert(All.end(), C.onlyRun.begin(), C.onlyRun.end());
    writeCodeQuality(Out, All, C.root);
    return;
  }
  }
}

} // namespace

TextOptions textOptions(const Options &O) {
  TextOptions T;
  T.color = wantsColor(O);
  if (onTerminal(O)) {
    T.ascii = !showsUtf8();
    T.width = sourceWidth();
  }
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
