//===- Excerpt.cpp - a source line with marks, as clang shows it -*- C++
//-*-===//
#include "findings/Excerpt.h"
#include "findings/Utf8.h"
#include <algorithm>
#include <ostream>

namespace torchtidy {

namespace {

constexpr std::size_t TabStop = 8;

/// A line as a terminal shows it: what stands in each column, and the column of
/// each byte (one more for the end of the line).
struct Row {
  std::vector<std::string> cells;
  std::vector<std::size_t> cellOf;

  Row(std::string_view Line, bool Ascii) : Ascii(Ascii) {
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
  bool Ascii;

  void add(std::string_view Line, std::size_t At, const Rune &R) {
    if (R.code == '\t') {
      cells.resize((cells.size() / TabStop + 1) * TabStop, " ");
      return;
    }
    std::string Text = printableRune(Line, At, R, Ascii);
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

std::string gutter(const std::string &Label) {
  std::size_t Width = std::max<std::size_t>(Label.size(), 4);
  return std::string(Width - Label.size() + 1, ' ') + Label + " | ";
}

/// The part of a line that is shown.
struct Window {
  std::size_t begin = 0, width = std::string::npos;

  std::string of(const Row &R) const {
    std::string Out;
    for (std::size_t I = begin; I < R.cells.size() && I - begin < width; ++I)
      Out += R.cells[I];
    return Out;
  }
};

void writeMarks(std::ostream &Out, std::string Text, std::size_t Skip,
                const char *Colour, bool Color) {
  Text.erase(0, std::min(Skip, Text.size()));
  Text.erase(Text.find_last_not_of(' ') + 1);
  if (Text.empty())
    return;
  Out << gutter("");
  if (Color)
    Out << Colour << Text << "\033[0m\n";
  else
    Out << Text << '\n';
}

/// The text that the lines touched by \p Edits become: these begin on the line
/// of \p Place and may end on a later one.
std::string fixedText(Sources &Files, const Span &Place,
                      std::vector<Edit> Edits) {
  std::stable_sort(Edits.begin(), Edits.end(),
                   [](const Edit &A, const Edit &B) {
                     return A.span.column < B.span.column;
                   });
  std::string_view Rest;
  if (!Files.line(Place.file, Place.line, Rest))
    return "";
  std::string Out;
  unsigned Line = Place.line;
  std::size_t Gone = 0; // bytes of Line that aren't in Rest
  auto Skip = [&](std::size_t To, std::string *Into) {
    std::size_t N = std::min(To > Gone ? To - Gone : 0, Rest.size());
    if (Into)
      *Into += Rest.substr(0, N);
    Rest.remove_prefix(N);
    Gone += N;
  };
  for (const Edit &E : Edits) {
    if (E.span.line != Line || E.span.column == 0)
      continue;
    Skip(E.span.column - 1, &Out);
    Out += E.text;
    if (E.span.endLine > Line && Files.line(Place.file, E.span.endLine, Rest)) {
      Line = E.span.endLine;
      Gone = 0;
    }
    if (E.span.endColumn)
      Skip(E.span.endColumn - 1, nullptr);
  }
  return Out += Rest;
}

/// The lines as the fix leaves them. What it only takes away is underlined
/// above and leaves no line.
void writeFixed(std::ostream &Out, const std::string &Text, Window W,
                const ExcerptStyle &Style) {
  for (std::string_view Line : splitLines(Text)) {
    if (Line.find_first_not_of(" \t") == std::string_view::npos)
      continue;
    Out << gutter("+") << (Style.color ? "\033[0;32m" : "")
        << W.of(Row(Line, Style.ascii)) << (Style.color ? "\033[0m" : "")
        << '\n';
  }
}

} // namespace

void writeExcerpt(std::ostream &Out, Sources &Files, const Span &Place,
                  const std::vector<Edit> &Edits, const ExcerptStyle &Style) {
  std::string_view Line;
  if (!Files.line(Place.file, Place.line, Line))
    return;
  Row R(Line, Style.ascii);
  std::string Marks;
  underline(Marks, R, Place, Place.line);
  for (const Edit &E : Edits)
    if (E.span.offset != E.span.endOffset)
      underline(Marks, R, E.span, Place.line);
  std::size_t Caret = Place.column ? R.cell(Place.column) : 0;
  if (Place.column)
    put(Marks, Caret, "^");

  Window W;
  const std::size_t Before = Style.width / 3;
  if (R.cells.size() > Style.width)
    W = {Caret > Before ? Caret - Before : 0, Style.width};
  Out << gutter(std::to_string(Place.line)) << W.of(R) << '\n';
  std::size_t End = std::min(R.cells.size(), W.begin + Style.width);
  Marks.resize(std::min(Marks.size(), std::max(End, Caret + 1)));
  writeMarks(Out, Marks, W.begin, "\033[0;1;32m", Style.color);
  if (!Edits.empty())
    writeFixed(Out, fixedText(Files, Place, Edits), W, Style);
}

} // namespace torchtidy
