//===- Edits.cpp - small changes of source text -----------------*- C++ -*-===//
#include "checks/common/Edits.h"

namespace torchtidy {

Span beginOf(Span S) {
  S.endOffset = S.offset;
  S.endLine = S.line;
  S.endColumn = S.column;
  return S;
}

Span endOf(Span S) {
  S.offset = S.endOffset;
  S.line = S.endLine;
  S.column = S.endColumn;
  return S;
}

Span before(Span Whole, const Span &Part) {
  Whole.endOffset = Part.offset;
  Whole.endLine = Part.line;
  Whole.endColumn = Part.column;
  return Whole;
}

Span behind(Span Whole, const Span &Part) {
  Whole.offset = Part.endOffset;
  Whole.line = Part.endLine;
  Whole.column = Part.endColumn;
  return Whole;
}

Fix wrap(std::string Message, const Span &S, std::string Before,
         std::string After) {
  return {std::move(Message),
          {{beginOf(S), std::move(Before)}, {endOf(S), std::move(After)}}};
}

Fix insert(std::string Message, const Span &At, std::string Text) {
  return {std::move(Message), {{At, std::move(Text)}}};
}

std::string oneLine(const std::string &Text) {
  std::string R;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    bool Break = C == '\n' || C == '\r' || C == '\t' ||
                 (C == '\\' && I + 1 < Text.size() && Text[I + 1] == '\n');
    if (Break)
      C = ' ';
    if (C != ' ' || R.empty() || R.back() != ' ')
      R += C;
  }
  return R;
}

} // namespace torchtidy
