//===- Suppress.cpp - where a NOLINT can stand ----------------------------===//
#include "lsp/Actions.h"
#include <cctype>

namespace torchtidy {
namespace lsp {

namespace {

/// What a place of a text is to a C++ compiler, as far as comments and literals
/// go.
enum class Zone { Code, LineComment, BlockComment, Literal };

/// Walks over a text from its beginning.
class Walk {
public:
  explicit Walk(std::string_view Text) : Text(Text) {}

  /// What stands before \p Offset leaves open there.
  Zone zoneAt(size_t Offset) {
    while (At < Offset)
      step();
    // A token reached beyond it.
    return At > Offset ? Last : Now;
  }

private:
  bool here(std::string_view What) const {
    return Text.substr(At, What.size()) == What;
  }

  void step() {
    Last = Now;
    switch (Now) {
    case Zone::LineComment:
      if (here("\\\n"))
        At += 2;
      else if (here("\\\r\n"))
        At += 3;
      else if (Text[At] == '\n')
        enter(Zone::Code, 1);
      else
        ++At;
      return;
    case Zone::BlockComment:
      here("*/") ? enter(Zone::Code, 2) : enter(Now, 1);
      return;
    default:
      code();
    }
  }

  void enter(Zone Z, size_t Size) {
    Now = Z;
    At += Size;
  }

  void code() {
    if (here("//"))
      return enter(Zone::LineComment, 2);
    if (here("/*"))
      return enter(Zone::BlockComment, 2);
    if (Text[At] == '"' && At && Text[At - 1] == 'R')
      return rawString();
    // 1'000 is a number.
    bool Separates =
        At && std::isalnum(static_cast<unsigned char>(Text[At - 1]));
    if (Text[At] == '"' || (Text[At] == '\'' && !Separates))
      return literal(Text[At]);
    ++At;
  }

  void literal(char Quote) {
    Last = Zone::Literal;
    for (++At; At < Text.size() && Text[At] != Quote && Text[At] != '\n'; ++At)
      At += Text[At] == '\\';
    ++At;
  }

  void rawString() {
    Last = Zone::Literal;
    size_t Open = Text.find('(', At);
    if (Open == std::string_view::npos || Open - At > 17)
      return literal('"');
    std::string Close =
        ")" + std::string(Text.substr(At + 1, Open - At - 1)) + "\"";
    size_t End = Text.find(Close, Open);
    At = End == std::string_view::npos ? Text.size() : End + Close.size();
  }

  std::string_view Text;
  size_t At = 0;
  Zone Now = Zone::Code, Last = Zone::Code;
};

constexpr const char *Reason = ": TODO: why this is right";

Edit insertion(const Finding &F, size_t Offset, std::string Text) {
  Edit E;
  E.span.file = F.span.file;
  E.span.offset = E.span.endOffset = unsigned(Offset);
  E.text = std::move(Text);
  return E;
}

/// Names one more rule in the list of \p Word in \p Line; nothing when it has
/// no list.
std::optional<Edit> extended(const Finding &F, std::string_view Line,
                             size_t LineOffset, const std::string &Word) {
  size_t Open = Line.find(Word + "(");
  size_t Close = Open == std::string_view::npos ? Open : Line.find(')', Open);
  if (Close == std::string_view::npos)
    return std::nullopt;
  bool Empty = Close == Open + Word.size() + 1;
  return insertion(F, LineOffset + Close, (Empty ? "" : ", ") + F.rule);
}

bool continues(std::string_view Line) {
  return !Line.empty() && Line.back() == '\\';
}

} // namespace

std::optional<Edit> suppression(const Finding &F, const std::string &Text) {
  Lines L(Text, Encoding::Utf8);
  if (!F.span.line || F.span.line > L.count())
    return std::nullopt;
  const unsigned Row = F.span.line - 1;
  const std::string_view Line = L.line(Row);
  const size_t Begin = L.offset({Row, 0}), End = Begin + Line.size();
  Walk Over(Text);
  const Zone AtBegin = Over.zoneAt(Begin), AtEnd = Over.zoneAt(End);
  if (std::optional<Edit> E = extended(F, Line, Begin, "NOLINT"))
    return E;
  const std::string_view Above = Row ? L.line(Row - 1) : std::string_view();
  if (Row)
    if (std::optional<Edit> E =
            extended(F, Above, L.offset({Row - 1, 0}), "NOLINTNEXTLINE"))
      return E;
  if ((AtEnd == Zone::Code || AtEnd == Zone::LineComment) && !continues(Line))
    return insertion(F, End, " // NOLINT(" + F.rule + ")" + Reason);
  if (AtBegin != Zone::Code || continues(Above))
    return std::nullopt;
  size_t Indent = std::min(Line.find_first_not_of(" \t"), Line.size());
  // The file's own line ends.
  const char *Newline = Text.find("\r\n") != std::string::npos ? "\r\n" : "\n";
  return insertion(F, Begin,
                   std::string(Line.substr(0, Indent)) + "// NOLINTNEXTLINE(" +
                       F.rule + ")" + Reason + Newline);
}

} // namespace lsp
} // namespace torchtidy
