//===- HtmlCode.cpp - source code in a page ---------------------*- C++ -*-===//
#include "findings/HtmlCode.h"
#include "findings/Paths.h"
#include "findings/Utf8.h"
#include <algorithm>
#include <cctype>
#include <ostream>
#include <set>
#include <tuple>

namespace torchtidy {

namespace {

constexpr unsigned MaxLines = 12;         ///< of a range
constexpr std::size_t MaxLineBytes = 400; ///< generated code may be one line

void escapeRune(std::string &Out, std::string_view Text, std::size_t At,
                const Rune &R) {
  switch (R.code) {
  case '&':
    Out += "&amp;";
    return;
  case '<':
    Out += "&lt;";
    return;
  case '>':
    Out += "&gt;";
    return;
  case '"':
    Out += "&quot;";
    return;
  case '\'':
    Out += "&#39;";
    return;
  default:
    break;
  }
  if (!R.valid) {
    Out += "\xEF\xBF\xBD";
    return;
  }
  if (R.code == '\n' || R.code == '\t') {
    Out += Text[At];
    return;
  }
  for (char C : printableRune(Text, At, R)) // "<U+001B>" for controls
    Out += C == '<' ? "&lt;" : C == '>' ? "&gt;" : std::string(1, C);
}

//===----------------------------------------------------------------------===//
// Colours: enough of C++ to read well, one line at a time
//===----------------------------------------------------------------------===//

/// One letter a byte: the class of its span; ' ' is plain.
using Colours = std::string;

bool isWord(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
}

bool isKeyword(std::string_view Word) {
  static const std::set<std::string_view> Keywords = {
      "auto",     "bool",     "break",    "case",       "catch",   "char",
      "class",    "const",    "continue", "default",    "delete",  "do",
      "double",   "else",     "enum",     "explicit",   "false",   "float",
      "for",      "if",       "inline",   "int",        "long",    "namespace",
      "new",      "nullptr",  "operator", "override",   "private", "protected",
      "public",   "return",   "short",    "static",     "struct",  "switch",
      "template", "this",     "throw",    "true",       "try",     "typename",
      "unsigned", "using",    "virtual",  "void",       "while",   "constexpr",
      "final",    "noexcept", "sizeof",   "static_cast"};
  return Keywords.count(Word) != 0;
}

std::size_t endOfString(std::string_view Line, std::size_t At) {
  char Quote = Line[At];
  for (++At; At < Line.size() && Line[At] != Quote; ++At)
    if (Line[At] == '\\')
      ++At;
  return std::min(At + 1, Line.size());
}

Colours coloursOf(std::string_view Line) {
  Colours Out(Line.size(), ' ');
  auto Fill = [&](std::size_t From, std::size_t To, char Class) {
    std::fill(Out.begin() + From, Out.begin() + To, Class);
  };
  for (std::size_t At = 0; At < Line.size();) {
    char C = Line[At];
    std::size_t End = At + 1;
    if (Line.compare(At, 2, "//") == 0) {
      Fill(At, Line.size(), 'c');
      break;
    }
    if (Line.compare(At, 2, "/*") == 0) {
      std::size_t Close = Line.find("*/", At + 2);
      End = Close == std::string_view::npos ? Line.size() : Close + 2;
      Fill(At, End, 'c');
    } else if (C == '"' || C == '\'') {
      End = endOfString(Line, At);
      Fill(At, End, 's');
    } else if (isWord(C)) {
      while (End < Line.size() && (isWord(Line[End]) || Line[End] == '.'))
        if (Line[End] == '.' && !std::isdigit(static_cast<unsigned char>(C)))
          break;
        else
          ++End;
      if (std::isdigit(static_cast<unsigned char>(C)))
        Fill(At, End, 'n');
      else if (isKeyword(Line.substr(At, End - At)))
        Fill(At, End, 'k');
    }
    At = End;
  }
  return Out;
}

/// [From, To): the marked bytes.
std::string codeLine(std::string_view Line, std::size_t From, std::size_t To) {
  std::size_t First = From > MaxLineBytes / 2 && Line.size() > MaxLineBytes
                          ? From - MaxLineBytes / 4
                          : 0;
  std::size_t Last = std::min(Line.size(), First + MaxLineBytes);
  while (First > 0 && (Line[First] & 0xC0) == 0x80)
    --First; // not in the middle of a character
  Colours Class = coloursOf(Line);
  std::string Out = First ? "…" : "";
  char Open = ' ';
  bool Marked = false;
  auto Switch = [&](char To, bool Mark) {
    if (To == Open && Mark == Marked)
      return;
    if (Open != ' ')
      Out += "</i>";
    if (Marked != Mark)
      Out += Mark ? "<mark>" : "</mark>";
    if (To != ' ')
      Out += std::string("<i class=") + To + ">";
    Open = To;
    Marked = Mark;
  };
  for (std::size_t At = First; At < Last;) {
    Rune R = decodeRune(Line, At);
    Switch(Class[At], At >= From && At < To);
    escapeRune(Out, Line, At, R);
    At += R.size;
  }
  Switch(' ', false);
  if (Last < Line.size())
    Out += "…";
  return Out;
}

/// No line end: each line is a block of its own.
void writeLine(std::ostream &Out, unsigned Number, const char *Class,
               const std::string &Code) {
  Out << "<span class=\"l" << Class << "\"><span class=\"no\">";
  if (Number)
    Out << Number;
  Out << "</span><code>" << Code << "</code></span>";
}

} // namespace

std::string htmlEscaped(std::string_view Text) {
  std::string Out;
  Out.reserve(Text.size());
  for (std::size_t At = 0; At < Text.size();) {
    Rune R = decodeRune(Text, At);
    escapeRune(Out, Text, At, R);
    At += R.size;
  }
  return Out;
}

std::string htmlProse(std::string_view Text) {
  std::string Out;
  for (std::size_t At = 0; At < Text.size();) {
    std::size_t Open = Text.find('\'', At);
    bool Begins = Open != std::string_view::npos &&
                  (Open == 0 || !isWord(Text[Open - 1])); // not an apostrophe
    std::size_t Close =
        Begins ? Text.find('\'', Open + 1) : std::string_view::npos;
    if (Close == std::string_view::npos) {
      std::size_t End =
          Begins || Open == std::string_view::npos ? Text.size() : Open + 1;
      Out += htmlEscaped(Text.substr(At, End - At));
      At = End;
      continue;
    }
    Out += htmlEscaped(Text.substr(At, Open - At)) + "<code>" +
           htmlEscaped(Text.substr(Open + 1, Close - Open - 1)) + "</code>";
    At = Close + 1;
  }
  return Out;
}

void writeHtmlExcerpt(std::ostream &Out, Sources &Files, const Span &Place,
                      unsigned Context) {
  std::string_view Line;
  if (!Place.valid() || !Files.line(Place.file, Place.line, Line))
    return;
  unsigned Last = std::max(Place.line, Place.endLine);
  Last = std::min(Last, Place.line + MaxLines - 1);
  unsigned First = Place.line > Context ? Place.line - Context : 1;
  Out << "<pre class=\"code\">";
  for (unsigned I = First; I <= Last + Context; ++I) {
    if (!Files.line(Place.file, I, Line))
      break;
    bool Here = I >= Place.line && I <= Last;
    if (!Here && I > Last && Line.empty() && I == Last + Context)
      break;
    std::size_t From = I == Place.line && Place.column ? Place.column - 1 : 0;
    std::size_t To = I == Place.endLine && Place.endColumn ? Place.endColumn - 1
                                                           : Line.size();
    if (I > Place.line)
      From = std::min(Line.find_first_not_of(" \t"), Line.size());
    if (!Here || Place.column == 0)
      From = To = 0;
    writeLine(Out, I, Here ? " here" : "", codeLine(Line, From, To));
  }
  Out << "</pre>\n";
}

//===----------------------------------------------------------------------===//
// Fixes
//===----------------------------------------------------------------------===//

namespace {

struct Lines {
  std::string file;
  unsigned first, last;
  std::vector<const Edit *> edits; ///< in the order of their places
};

/// Edits that touch or adjoin one another's lines stand together.
std::vector<Lines> hunksOf(const Fix &F) {
  std::vector<const Edit *> Sorted;
  for (const Edit &E : F.edits)
    Sorted.push_back(&E);
  // Edits of one place stay in their order: they are elements of one array.
  std::sort(Sorted.begin(), Sorted.end(), [](const Edit *A, const Edit *B) {
    return std::tie(A->span.file, A->span.line, A->span.column, A) <
           std::tie(B->span.file, B->span.line, B->span.column, B);
  });
  std::vector<Lines> Out;
  for (const Edit *E : Sorted) {
    unsigned Last = std::max(E->span.line, E->span.endLine);
    if (!Out.empty() && Out.back().file == E->span.file &&
        E->span.line <= Out.back().last + 1) {
      Out.back().last = std::max(Out.back().last, Last);
      Out.back().edits.push_back(E);
      continue;
    }
    Out.push_back({E->span.file, E->span.line, Last, {E}});
  }
  return Out;
}

/// The lines after the edits; false when the source isn't what they were made
/// for.
bool applied(Sources &Files, const Lines &L, std::string &After) {
  std::vector<std::size_t> Begins;
  std::string_view Line;
  for (unsigned I = L.first; I <= L.last; ++I) {
    if (!Files.line(L.file, I, Line))
      return false;
    Begins.push_back(After.size());
    After += std::string(Line) + "\n";
  }
  for (std::size_t I = L.edits.size(); I-- > 0;) {
    const Span &S = L.edits[I]->span;
    unsigned EndLine = std::max(S.line, S.endLine);
    if (S.column == 0 || S.endColumn == 0)
      return false;
    std::size_t From = Begins[S.line - L.first] + S.column - 1;
    std::size_t To = Begins[EndLine - L.first] + S.endColumn - 1;
    if (From > To || To > After.size())
      return false;
    After.replace(From, To - From, L.edits[I]->text);
  }
  if (!After.empty() && After.back() == '\n')
    After.pop_back();
  return true;
}

} // namespace

void writeHtmlFix(std::ostream &Out, Sources &Files, const Fix &F,
                  const std::string &Root) {
  std::string Shown;
  for (const Lines &L : hunksOf(F)) {
    std::string After;
    if (Shown != L.file)
      Out << "<div class=\"path\">" << htmlEscaped(displayPath(L.file, Root))
          << "</div>\n";
    Shown = L.file;
    Out << "<pre class=\"code diff\">";
    if (applied(Files, L, After)) {
      std::string_view Line;
      for (unsigned I = L.first; I <= L.last && Files.line(L.file, I, Line);
           ++I)
        writeLine(Out, I, " del", codeLine(Line, 0, 0));
      for (std::string_view New : splitLines(After))
        writeLine(Out, 0, " add", codeLine(New, 0, 0));
    } else {
      for (const Edit *E : L.edits)
        writeLine(Out, E->span.line, " add", codeLine(E->text, 0, 0));
    }
    Out << "</pre>\n";
  }
}

} // namespace torchtidy
