//===- Excerpt.cpp - a source line with marks, as clang shows it -*- C++
//-*-===//
#include "findings/Excerpt.h"
#include "findings/Utf8.h"
#include <algorithm>
#include <ostream>

namespace torchtidy {

namespace {

constexpr std::size_t TabStop = 8;
/// Longer lines (generated code, data) show only what surrounds the caret.
constexpr std::size_t MaxWidth = 240, Before = 80;

/// A line as a terminal shows it: what stands in each column, and the column of
/// each byte (one more for the end of the line).
struct Row {
  std::vector<std::string> cells;
  std::vector<std::size_t> cellOf;

  explicit Row(std::string_view Line) {
    for (std::size_t At = 0; At < Line.size();) {
      Rune R = decodeRune(Line, At);
      cellOf.insert(cellOf.end(), R.size, cells.size());
      add(Line, At, R);
      At += R.size;
    }
    cellOf.push_back(cells.size());
  }

  /// The cell of a 1-based byte column; past the end it goes on one by one.
  std::size_t cell(unsigned Column) const {
    std::size_t Byte = Column - 1;
    if (Byte < cellOf.size())
      return cellOf[Byte];
    return cells.size() + std::min(Byte - (cellOf.size() - 1), TabStop);
  }

private:
  void add(std::string_view Line, std::size_t At, const Rune &R) {
    if (R.code == '\t') {
      cells.resize((cells.size() / TabStop + 1) * TabStop, " ");
      return;
    }
    std::string Text = printableRune(Line, At, R);
    bool AsIs = R.valid && Text == Line.substr(At, R.size);
    if (!AsIs) {
      for (char C : Text)
        cells.emplace_back(1, C);
      return;
    }
    unsigned Width = runeWidth(R.code);
    if (Width == 0 && !cells.empty()) {
      cells.back() += Text;
      return;
    }
    cells.push_back(std::move(Text));
    if (Width == 2)
      cells.emplace_back();
  }
};

void put(std::string &Line, std::size_t At, std::string_view Text) {
  if (Line.size() < At + Text.size())
    Line.resize(At + Text.size(), ' ');
  Line.replace(At, Text.size(), Text);
}

/// `~` under the part of [\p Column, end) that lies on \p Line.
void underline(std::string &Marks, const Row &R, const Span &S, unsigned Line) {
  if (S.column == 0 || S.line > Line || S.endLine < Line)
    return;
  std::size_t Begin = S.line == Line ? R.cell(S.column) : 0;
  std::size_t End =
      S.endLine == Line && S.endColumn ? R.cell(S.endColumn) : R.cells.size();
  while (Begin < End && Begin < R.cells.size() && R.cells[Begin] == " ")
    ++Begin;
  while (End > Begin && End <= R.cells.size() && R.cells[End - 1] == " ")
    --End;
  if (Begin < End)
    put(Marks, Begin, std::string(End - Begin, '~'));
}

/// A line of inserted texts, each below its place or right of the one before.
/// Bytes, not cells, are counted here: inserted code is plain text nearly
/// always.
std::string insertions(const Row &R, const std::vector<Edit> &Edits,
                       unsigned Line) {
  std::string Out;
  for (const Edit &E : Edits) {
    if (E.span.line != Line || E.span.column == 0 || E.text.empty() ||
        E.text.find_first_of("\n\r") != std::string::npos)
      continue;
    std::size_t At = R.cell(E.span.column);
    if (At < Out.size())
      At = Out.size() + 1;
    put(Out, At, printable(E.text));
  }
  return Out;
}

std::string gutter(unsigned Line) {
  std::string Number = Line ? std::to_string(Line) : "";
  std::size_t Width = std::max<std::size_t>(Number.size(), 4);
  return std::string(Width - Number.size() + 1, ' ') + Number + " | ";
}

void writeMarks(std::ostream &Out, std::string Text, std::size_t Skip,
                const char *Colour, bool Color) {
  Text.erase(0, std::min(Skip, Text.size()));
  Text.erase(Text.find_last_not_of(' ') + 1);
  if (Text.empty())
    return;
  Out << gutter(0);
  if (Color)
    Out << Colour << Text << "\033[0m\n";
  else
    Out << Text << '\n';
}

/// Code of several lines can't stand below its place; it follows as "+" lines.
void writeBlocks(std::ostream &Out, const std::vector<Edit> &Edits,
                 unsigned Line, bool Color) {
  for (const Edit &E : Edits) {
    if (E.span.line != Line ||
        E.text.find_first_of("\n\r") == std::string::npos)
      continue;
    for (std::string_view Text : splitLines(E.text)) {
      if (Text.find_first_not_of(" \t") == std::string_view::npos)
        continue;
      Out << "      + " << (Color ? "\033[0;32m" : "") << printable(Text)
          << (Color ? "\033[0m" : "") << '\n';
    }
  }
}

} // namespace

void writeExcerpt(std::ostream &Out, Sources &Files, const Span &Place,
                  const std::vector<Edit> &Edits, bool Color) {
  std::string_view Line;
  if (!Files.line(Place.file, Place.line, Line))
    return;
  Row R(Line);
  std::string Marks;
  underline(Marks, R, Place, Place.line);
  for (const Edit &E : Edits)
    if (E.span.offset != E.span.endOffset)
      underline(Marks, R, E.span, Place.line);
  std::size_t Caret = Place.column ? R.cell(Place.column) : 0;
  if (Place.column)
    put(Marks, Caret, "^");

  std::size_t Begin = 0, End = R.cells.size();
  if (End > MaxWidth) {
    Begin = Caret > Before ? Caret - Before : 0;
    End = std::min(End, Begin + MaxWidth);
  }
  Out << gutter(Place.line);
  for (std::size_t I = Begin; I < End; ++I)
    Out << R.cells[I];
  Out << '\n';
  Marks.resize(std::min(Marks.size(), std::max(End, Caret + 1)));
  writeMarks(Out, Marks, Begin, "\033[0;1;32m", Color);
  writeMarks(Out, insertions(R, Edits, Place.line), Begin, "\033[0;32m", Color);
  writeBlocks(Out, Edits, Place.line, Color);
}

} // namespace torchtidy
