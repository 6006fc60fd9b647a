//===- Diagnostics.cpp - findings as an editor shows them -----------------===//
#include "lsp/Diagnostics.h"
#include "findings/Rules.h"
#include "findings/TextRenderer.h"
#include "lsp/Uri.h"

namespace torchtidy {
namespace lsp {

namespace {

// The protocol's.
constexpr int SeverityWarning = 2, SeverityInfo = 3, SeverityHint = 4;

int severity(Level L) {
  switch (L) {
  case Level::Certain:
    return SeverityWarning;
  case Level::Likely:
    return SeverityInfo;
  case Level::Advice:
    return SeverityHint;
  }
  return SeverityInfo;
}

/// Of a note for an editor that shows no related places: "net.cpp:3: made
/// here".
std::string noteLine(const Note &N) {
  if (!N.span.valid())
    return "note: " + N.message;
  std::string Name = N.span.file.substr(N.span.file.rfind('/') + 1);
  return Name + ":" + std::to_string(N.span.line) + ": note: " + N.message;
}

json related(const Finding &F, FileTexts &Files) {
  json Out = json::array();
  for (const Note &N : F.notes)
    Out.push_back(
        {{"location", Files.location(N.span.valid() ? N.span : F.span)},
         {"message", N.message}});
  for (const Frame &S : F.confirmation.stack) {
    if (S.file.empty() || S.file[0] != '/' || !S.line)
      continue;
    Span Place;
    Place.file = S.file;
    Place.line = S.line;
    Place.column = 1;
    Out.push_back({{"location", Files.location(Place)},
                   {"message", "in the run: " + S.function}});
  }
  return Out;
}

} // namespace

json toDiagnostic(const Finding &F, FileTexts &Files, const Client &C,
                  const DiagnosticOptions &O) {
  json D{{"range", toJson(Files.range(F.span))},
         {"severity", severity(F.level)},
         {"code", F.rule},
         {"source", SourceName}};
  std::string Message = F.message;
  std::string Verdict = confirmationLine(F.confirmation);
  if (!Verdict.empty())
    Message += "\n" + Verdict;
  const RuleText *Rule = findRule(F.rule);
  if (C.codeLinks && !O.pages.empty() && Rule && !Rule->ofRun)
    D["codeDescription"]["href"] = O.pages + "/" + F.rule + ".md";
  if (C.related)
    D["relatedInformation"] = related(F, Files);
  else
    for (const Note &N : F.notes)
      Message += "\n" + noteLine(N);
  D["message"] = Message;
  D["data"] = {{"level", toString(F.level)},
               {"fingerprint", F.fingerprint},
               {"confirmation", toString(F.confirmation.status)}};
  return D;
}

json toDiagnostic(const Note &Problem, const std::string &File,
                  FileTexts &Files) {
  Span Place = Problem.span;
  if (Place.file != File || !Place.line) {
    Place = Span();
    Place.file = File;
    Place.line = Place.column = 1;
  }
  return {{"range", toJson(Files.range(Place))},
          {"severity", SeverityInfo},
          {"code", "incomplete"},
          {"source", SourceName},
          {"message", Problem.message}};
}

} // namespace lsp
} // namespace torchtidy
