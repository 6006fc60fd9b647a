//===- PatchLines.cpp - the lines that a patch touches ----------*- C++ -*-===//
#include "findings/PatchLines.h"
#include <cctype>
#include <stdexcept>
#include <string_view>

namespace torchtidy {

namespace {

bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

/// The character that \p C stands for behind a backslash, or 0.
char unescaped(char C) {
  static const std::string_view Names = "abtnvfr\"\\",
                                Values = "\a\b\t\n\v\f\r\"\\";
  std::size_t At = Names.find(C);
  return At == std::string_view::npos ? '\0' : Values[At];
}

/// A name as git quotes it: "caf\303\251.cpp" with its quotes.
std::string unquoted(std::string_view Text) {
  std::string Out;
  for (std::size_t I = 1; I < Text.size() && Text[I] != '"'; ++I) {
    if (Text[I] != '\\' || I + 1 == Text.size()) {
      Out += Text[I];
      continue;
    }
    ++I;
    unsigned Byte = 0, Digits = 0;
    for (; Digits < 3 && I + Digits < Text.size() && Text[I + Digits] >= '0' &&
           Text[I + Digits] <= '7';
         ++Digits)
      Byte = Byte * 8 + unsigned(Text[I + Digits] - '0');
    if (Digits) {
      Out += static_cast<char>(Byte);
      I += Digits - 1;
    } else if (char C = unescaped(Text[I])) {
      Out += C;
    }
  }
  return Out;
}

/// Of the rest of a "--- " or "+++ " line: a date follows behind a tab.
std::string nameOf(std::string_view Rest) {
  if (!Rest.empty() && Rest.front() == '"')
    return unquoted(Rest);
  return std::string(Rest.substr(0, Rest.find('\t')));
}

class PatchReader {
public:
  PatchReader(std::string_view Text, const std::string &Name)
      : Rest(Text), Name(Name) {}

  std::vector<PatchedFile> read() {
    bool Difference = false;
    while (next()) {
      if (startsWith(Line, "diff --cc ") || startsWith(Line, "@@@ "))
        fail("the combined difference of a merge; give the difference to one "
             "of its parents");
      if (startsWith(Line, "diff --git ") || startsWith(Line, "Binary files "))
        Difference = true;
      else if (startsWith(Line, "--- ") && startsWith(Rest, "+++ "))
        Difference = begin();
      else if (startsWith(Line, "@@ -"))
        hunk();
      Words |= Line.find_first_not_of(" \t") != std::string_view::npos;
    }
    if (Words && !Difference)
      fail("no unified difference in it");
    return std::move(Files);
  }

private:
  [[noreturn]] void fail(const std::string &Why) const {
    throw std::runtime_error(Name + ":" + std::to_string(Number) + ": " + Why);
  }

  bool next() {
    if (Rest.empty())
      return false;
    std::size_t End = Rest.find('\n');
    Line = Rest.substr(0, End);
    Rest.remove_prefix(End == std::string_view::npos ? Rest.size() : End + 1);
    if (!Line.empty() && Line.back() == '\r')
      Line.remove_suffix(1);
    ++Number;
    return true;
  }

  bool begin() {
    PatchedFile F;
    F.oldName = nameOf(Line.substr(4));
    next();
    F.newName = nameOf(Line.substr(4));
    Files.push_back(std::move(F));
    return true;
  }

  unsigned number() {
    unsigned N = 0;
    bool Any = false;
    for (; !Line.empty() && std::isdigit(static_cast<unsigned char>(Line[0]));
         Line.remove_prefix(1), Any = true) {
      N = N * 10 + unsigned(Line[0] - '0');
      if (N > 100000000)
        fail("a line number that no file has");
    }
    if (!Any)
      fail("a hunk without its line numbers");
    return N;
  }

  /// "12,3": where it begins, and how many lines it has (1 when unsaid).
  void range(unsigned &Begin, unsigned &Count) {
    Line.remove_prefix(1);
    Begin = number();
    Count = 1;
    if (!Line.empty() && Line[0] == ',') {
      Line.remove_prefix(1);
      Count = number();
    }
    while (!Line.empty() && Line[0] == ' ')
      Line.remove_prefix(1);
  }

  /// By the counts of its head, since a line that was taken out may look like
  /// the head of the next file.
  void hunk() {
    if (Files.empty())
      fail("a hunk before the name of its file");
    unsigned Old = 0, OldCount = 0, New = 0, NewCount = 0;
    Line.remove_prefix(3);
    range(Old, OldCount);
    if (Line.empty() || Line[0] != '+')
      fail("a hunk without its line numbers");
    range(New, NewCount);
    unsigned At = NewCount ? New : New + 1; // the next line of the new file
    unsigned Added = 0, Removed = 0;
    auto Flush = [&] {
      PatchedFile &F = Files.back();
      if (Added)
        F.lines.push_back({At - Added, At - 1});
      else if (Removed)
        F.cuts.push_back(At - 1);
      Added = Removed = 0;
    };
    while (OldCount || NewCount) {
      if (!next())
        fail("a hunk that ends early");
      // Mailers strip the blank of an empty line.
      char Mark = Line.empty() ? ' ' : Line[0];
      if (Mark == '\\')
        continue;
      bool Fits = (Mark == ' ' && OldCount && NewCount) ||
                  (Mark == '-' && OldCount) || (Mark == '+' && NewCount);
      if (!Fits)
        fail("a hunk that ends early");
      if (Mark == ' ')
        Flush();
      Removed += Mark == '-';
      Added += Mark == '+';
      At += Mark != '-';
      OldCount -= Mark != '+';
      NewCount -= Mark != '-';
    }
    Flush();
  }

  std::string_view Rest, Line;
  const std::string &Name;
  unsigned Number = 0;
  bool Words = false;
  std::vector<PatchedFile> Files;
};

} // namespace

std::vector<PatchedFile> parsePatch(const std::string &Text,
                                    const std::string &Name) {
  return PatchReader(Text, Name).read();
}

} // namespace torchtidy
