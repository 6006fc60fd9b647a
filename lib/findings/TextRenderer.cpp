//===- TextRenderer.cpp - findings for people, in clang's form --*- C++ -*-===//
#include "findings/TextRenderer.h"
#include "findings/Excerpt.h"
#include "findings/Paths.h"
#include "findings/Utf8.h"
#include <algorithm>
#include <ostream>
#include <set>

namespace torchtidy {

namespace {

/// Deeper stacks are the framework's; the top says where.
constexpr std::size_t MaxFrames = 8;

const char *severity(const Finding &F) {
  return F.level == Level::Advice || F.suppression.kind != Suppression::None
             ? "remark"
             : "warning";
}

const char *colourOf(const std::string &Severity) {
  if (Severity == "warning")
    return "\033[0;1;35m";
  return Severity == "remark" ? "\033[0;1;34m" : "\033[0;1;36m";
}

bool onLine(const Span &S, const std::string &File, unsigned Line) {
  return S.file == File && S.line == Line;
}

bool samePlace(const Span &A, const Span &B) {
  return onLine(A, B.file, B.line) && A.column == B.column;
}

Span lineOf(const Frame &F) {
  Span S;
  S.file = F.file;
  S.line = F.line;
  return S;
}

class Renderer {
public:
  Renderer(std::ostream &Out, const TextOptions &O)
      : Out(Out), O(O), Files(O.sourceReader, O.root) {}

  void finding(const Finding &F) {
    header(F.span, severity(F), F.message, F.rule);
    bool Inline = fixFitsBelow(F);
    excerpt(F.span, Inline ? F.fixes[0].edits : std::vector<Edit>());
    for (const Note &N : F.notes)
      note(N.span, N.message);
    origins(F);
    frames(F.stack, F.span);
    if (!Inline)
      for (const Fix &X : F.fixes)
        fix(X);
    confirmation(F);
    if (F.suppression.kind != Suppression::None)
      note(F.suppression.place, suppressionLine(F.suppression));
    if (F.partial)
      note({}, "this file did not parse completely");
  }

private:
  void header(const Span &S, const char *Severity, const std::string &Message,
              const std::string &Rule = "") {
    const char *Bold = O.color ? "\033[0;1m" : "";
    const char *Reset = O.color ? "\033[0m" : "";
    Out << Bold;
    if (S.valid())
      Out << printable(displayPath(S.file, O.root), O.ascii) << ':' << S.line
          << ':' << std::max(S.column, 1u) << ": ";
    Out << (O.color ? colourOf(Severity) : "") << Severity << ": " << Reset;
    // The rule closes the first line: matchers read one line.
    std::string Text = printable(Message, O.ascii);
    std::size_t End = Text.find('\n');
    bool Note = Rule.empty();
    Out << (Note ? "" : Bold) << Text.substr(0, End) << (Note ? "" : Reset);
    if (!Note)
      Out << " [" << printable(Rule, O.ascii) << ']';
    if (End != std::string::npos)
      Out << Text.substr(End);
    Out << '\n';
  }

  void excerpt(const Span &S, const std::vector<Edit> &Edits) {
    if (O.excerpts && S.valid())
      writeExcerpt(Out, Files, S, Edits, {O.color, O.ascii, O.width});
  }

  void note(const Span &S, const std::string &Message) {
    header(S, "note", Message);
    excerpt(S, {});
  }

  static bool fixFitsBelow(const Finding &F) {
    return F.fixes.size() == 1 &&
           std::all_of(F.fixes[0].edits.begin(), F.fixes[0].edits.end(),
                       [&](const Edit &E) {
                         return onLine(E.span, F.span.file, F.span.line);
                       });
  }

  /// One excerpt for each line that the fix touches.
  void fix(const Fix &X) {
    std::set<std::pair<std::string, unsigned>> Shown;
    for (const Edit &First : X.edits) {
      if (!Shown.insert({First.span.file, First.span.line}).second)
        continue;
      std::vector<Edit> Here;
      for (const Edit &E : X.edits)
        if (onLine(E.span, First.span.file, First.span.line))
          Here.push_back(E);
      header(First.span, "note", Shown.size() == 1 ? X.message : "and here");
      excerpt(First.span, Here);
    }
  }

  /// What a run knows of the tensors, unless its notes said it already.
  void origins(const Finding &F) {
    for (const Origin &R : F.origins) {
      bool Said = !R.made.valid() || samePlace(R.made, F.span) ||
                  F.stack.empty(); // the analyzer's notes are complete
      for (const Note &N : F.notes)
        Said = Said || onLine(N.span, R.made.file, R.made.line);
      if (!Said)
        note(R.made, R.factory.empty() ? "the tensor is made here"
                                       : "made here by '" + R.factory + "'");
    }
  }

  void frames(const std::vector<Frame> &Stack, const Span &Known) {
    std::size_t Count = 0;
    for (const Frame &F : Stack) {
      if (F.file.empty() || onLine(Known, F.file, F.line))
        continue;
      if (++Count > MaxFrames)
        break;
      header(lineOf(F), "note",
             F.function.empty() ? "called from here"
                                : "in '" + F.function + "'");
    }
  }

  void confirmation(const Finding &F) {
    const Confirmation &C = F.confirmation;
    if (C.status == Confirmation::None)
      return;
    auto Top = std::find_if(C.stack.begin(), C.stack.end(),
                            [](const Frame &X) { return !X.file.empty(); });
    Span Place = Top == C.stack.end() ? Span() : lineOf(*Top);
    note(Place, confirmationLine(C));
    frames(C.stack, Place);
  }

  std::ostream &Out;
  const TextOptions &O;
  Sources Files;
};

} // namespace

std::string confirmationLine(const Confirmation &C) {
  std::string By = C.run.empty() ? "a run" : "'" + C.run + "'";
  switch (C.status) {
  case Confirmation::None:
    return "";
  case Confirmation::Confirmed: {
    std::string Out = "confirmed by " + By;
    if (!C.op.empty())
      Out += ": " + C.op;
    if (!C.argument.empty())
      Out += (C.op.empty() ? ": " : ", ") + ("argument '" + C.argument + "'");
    if (!C.devices.empty())
      Out += " on " + C.devices[0];
    if (C.devices.size() > 1 && C.devices[1] != C.devices[0])
      Out += " beside " + C.devices[1];
    return Out;
  }
  case Confirmation::NotReached:
    return "not reached in any run";
  case Confirmation::Contradicted:
    return "contradicted by " + By +
           ": these lines ran on fake tensors and no devices clashed";
  }
  return "";
}

std::string suppressionLine(const Suppression &S) {
  if (S.kind == Suppression::None)
    return "";
  return std::string("suppressed") +
         (S.kind == Suppression::InSource ? " by this comment" : "") +
         (S.reason.empty() ? "" : ": " + S.reason);
}

std::string counted(std::size_t Count, const std::string &Noun) {
  return std::to_string(Count) + " " + Noun + (Count == 1 ? "" : "s");
}

static std::string joined(const std::vector<std::string> &Parts) {
  std::string Out;
  for (const std::string &Part : Parts)
    Out += (Out.empty() ? "" : ", ") + Part;
  return Out;
}

static std::string
summaryOfCounting(const std::vector<Finding> &Findings) {
  if (Findings.empty())
    return "no findings";
  std::set<std::string> Files, PartialFiles;
  std::vector<std::string> Levels, Verdicts;
  for (const Finding &F : Findings) {
    if (!F.span.file.empty())
      Files.insert(F.span.file);
    if (F.partial)
      PartialFiles.insert(F.span.file);
  }
  for (Level L : {Level::Certain, Level::Likely, Level::Advice}) {
    auto Count = std::count_if(Findings.begin(), Findings.end(),
                               [&](const Finding &F) { return F.level == L; });
    if (Count)
      Levels.push_back(std::to_string(Count) + " " + toString(L));
  }
  for (Confirmation::Status S :
       {Confirmation::Confirmed, Confirmation::NotReached,
        Confirmation::Contradicted}) {
    auto Count =
        std::count_if(Findings.begin(), Findings.end(), [&](const Finding &F) {
          return F.confirmation.status == S;
        });
    if (Count)
      Verdicts.push_back(std::to_string(Count) + " " + toString(S));
  }
  std::string Out =
      counted(Findings.size(), "finding") + " (" + joined(Levels) + ")";
  if (!Files.empty())
    Out += " in " + counted(Files.size(), "file");
  if (!Verdicts.empty())
    Out += ": " + joined(Verdicts);
  if (!PartialFiles.empty())
    Out += "; " + counted(PartialFiles.size(), "file") +
           " did not parse completely";
  return Out;
}

std::string summaryLine(const std::vector<Finding> &Findings) {
  std::vector<Finding> Counting;
  for (const Finding &F : Findings)
    if (F.suppression.kind == Suppression::None)
      Counting.push_back(F);
  std::size_t Suppressed = Findings.size() - Counting.size();
  return summaryOfCounting(Counting) +
         (Suppressed ? "; " + std::to_string(Suppressed) + " suppressed" : "");
}

void writeText(std::ostream &Out, const std::vector<Finding> &Findings,
               const TextOptions &Options) {
  Renderer R(Out, Options);
  for (const Finding &F : Findings)
    R.finding(F);
  if (Options.summary)
    Out << summaryLine(Findings) << '\n';
}

} // namespace torchtidy
