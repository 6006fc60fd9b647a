//===- Positions.cpp - places, as editors count them ----------------------===//
#include "lsp/Positions.h"
#include "findings/Utf8.h"
#include <algorithm>

namespace torchtidy {
namespace lsp {

const char *toString(Encoding E) {
  switch (E) {
  case Encoding::Utf8:
    return "utf-8";
  case Encoding::Utf16:
    return "utf-16";
  case Encoding::Utf32:
    return "utf-32";
  }
  return "";
}

std::optional<Encoding> encodingFromName(const std::string &Name) {
  for (Encoding E : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32})
    if (Name == toString(E))
      return E;
  return std::nullopt;
}

json toJson(Position P) {
  return {{"line", P.line}, {"character", P.character}};
}

json toJson(const Range &R) {
  return {{"start", toJson(R.start)}, {"end", toJson(R.end)}};
}

Position positionFromJson(const json &J) {
  // An editor that means "to the end" may send any number.
  auto Number = [&](const char *Key) {
    return unsigned(std::min<uint64_t>(J.at(Key).get<uint64_t>(), 1u << 31));
  };
  return {Number("line"), Number("character")};
}

Range rangeFromJson(const json &J) {
  return {positionFromJson(J.at("start")), positionFromJson(J.at("end"))};
}

bool touch(const Range &A, const Range &B) {
  return !(A.end < B.start) && !(B.end < A.start);
}

/// What one rune counts.
static unsigned unitsOf(const Rune &R, Encoding E) {
  if (E == Encoding::Utf8)
    return R.size;
  return E == Encoding::Utf16 && R.valid && R.code > 0xFFFF ? 2 : 1;
}

Lines::Lines(std::string_view Text, Encoding E) : Text(Text), Units(E) {
  Starts.push_back(0);
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\r' && I + 1 < Text.size() && Text[I + 1] == '\n')
      ++I;
    if (Text[I] == '\n' || Text[I] == '\r')
      Starts.push_back(I + 1);
  }
}

std::string_view Lines::line(unsigned Number) const {
  if (Number >= Starts.size())
    return {};
  size_t Begin = Starts[Number];
  size_t End = Number + 1 < Starts.size() ? Starts[Number + 1] : Text.size();
  while (Number + 1 < Starts.size() && End > Begin &&
         (Text[End - 1] == '\n' || Text[End - 1] == '\r'))
    --End;
  return Text.substr(Begin, End - Begin);
}

Position Lines::position(unsigned Line, unsigned Column) const {
  if (!Line)
    return {};
  if (Line > Starts.size())
    return position(unsigned(Starts.size()), ~0u);
  std::string_view Row = line(Line - 1);
  Position P{Line - 1, 0};
  size_t Bytes = std::min<size_t>(Column ? Column - 1 : 0, Row.size());
  for (size_t At = 0; At < Bytes;) {
    Rune R = decodeRune(Row, At);
    P.character += unitsOf(R, Units);
    At += R.size;
  }
  return P;
}

Range Lines::range(const Span &S) const {
  Position Start = position(S.line, S.column);
  if (!S.endLine)
    return {Start, Start};
  Position End = position(S.endLine, S.endColumn);
  return {Start, End < Start ? Start : End};
}

unsigned Lines::column(Position P) const {
  std::string_view Row = line(P.line);
  unsigned Character = 0;
  size_t At = 0;
  while (At < Row.size()) {
    Rune R = decodeRune(Row, At);
    unsigned Next = Character + unitsOf(R, Units);
    if (Next > P.character)
      break; // in the midst of a rune: its start
    Character = Next;
    At += R.size;
  }
  return unsigned(At) + 1;
}

size_t Lines::offset(Position P) const {
  if (P.line >= Starts.size())
    return Text.size();
  return Starts[P.line] + column(P) - 1;
}

Position Lines::positionOf(size_t Offset) const {
  auto Next = std::upper_bound(Starts.begin(), Starts.end(), Offset);
  size_t Line = size_t(Next - Starts.begin());
  return position(unsigned(Line), unsigned(Offset - Starts[Line - 1]) + 1);
}

} // namespace lsp
} // namespace torchtidy
