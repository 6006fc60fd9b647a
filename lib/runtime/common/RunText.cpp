//===- RunText.cpp - a run's findings for people --------------------------===//
#include "runtime/common/RunText.h"

namespace torchtidy {
namespace rt {

static std::string clangPlace(const Span &S, const std::string &Otherwise) {
  if (!S.valid())
    return Otherwise;
  return S.file + ":" + std::to_string(S.line) + ":" +
         std::to_string(S.column ? S.column : 1) + ": ";
}

std::string clangText(const Finding &F) {
  const char *Severity = F.level == Level::Certain ? "error: " : "warning: ";
  std::string Text = clangPlace(F.span, "torch-rehearse: ") + Severity +
                     F.message + " [" + F.rule + "]\n";
  for (const Note &N : F.notes)
    Text += clangPlace(N.span, clangPlace(F.span, "torch-rehearse: ")) +
            "note: " + N.message + "\n";
  for (size_t I = 1; I < F.stack.size(); ++I) {
    Span S;
    S.file = F.stack[I].file;
    S.line = F.stack[I].line;
    Text += clangPlace(S, "torch-rehearse: ") + "note: called from " +
            F.stack[I].function + "\n";
  }
  return Text;
}

} // namespace rt
} // namespace torchtidy
