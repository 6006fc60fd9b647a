//===- GitHub.cpp - findings as annotations of a workflow -----------------===//
#include "findings/GitHub.h"
#include "findings/Paths.h"
#include "findings/Utf8.h"
#include <algorithm>
#include <ostream>

namespace torchtidy {

namespace {

const char *command(Level L) {
  switch (L) {
  case Level::Certain:
    return "error";
  case Level::Likely:
    return "warning";
  case Level::Advice:
    break;
  }
  return "notice";
}

/// What ends a line, and in a property what ends a value, is spelled in hex.
std::string escaped(const std::string &Text, bool Property) {
  std::string Out;
  for (char C : Text) {
    bool Ends = C == '%' || C == '\r' || C == '\n';
    if (Ends || (Property && (C == ':' || C == ','))) {
      static const char Digits[] = "0123456789ABCDEF";
      unsigned char Byte = static_cast<unsigned char>(C);
      Out += {'%', Digits[Byte >> 4], Digits[Byte & 15]};
    } else {
      Out += C;
    }
  }
  return Out;
}

std::string bodyOf(const Finding &F, const std::string &Root) {
  std::string Text = F.message;
  for (const Note &N : F.notes) {
    Text += "\n" + N.message;
    if (N.span.valid())
      Text += " (" + displayPath(N.span.file, Root) + ":" +
              std::to_string(N.span.line) + ")";
  }
  for (const Fix &X : F.fixes)
    Text += "\nfix: " + X.message;
  return Text;
}

} // namespace

void writeGitHub(std::ostream &Out, const std::vector<Finding> &Findings,
                 const std::string &Root) {
  std::vector<const Finding *> Order;
  for (const Finding &F : Findings)
    Order.push_back(&F);
  std::stable_sort(
      Order.begin(), Order.end(),
      [](const Finding *A, const Finding *B) { return A->level < B->level; });
  for (const Finding *F : Order) {
    Out << "::" << command(F->level) << ' ';
    if (F->span.valid()) {
      Out << "file=" << escaped(displayPath(F->span.file, Root), true)
          << ",line=" << F->span.line;
      if (F->span.endLine > F->span.line)
        Out << ",endLine=" << F->span.endLine;
      // Columns are only for ranges within a line.
      else if (F->span.column)
        Out << ",col=" << F->span.column
            << ",endColumn=" << std::max(F->span.endColumn, F->span.column);
      Out << ',';
    }
    Out << "title=" << escaped(F->rule, true)
        << "::" << escaped(validUtf8(bodyOf(*F, Root)), false) << '\n';
  }
}

} // namespace torchtidy
