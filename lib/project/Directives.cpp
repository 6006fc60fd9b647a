//===- Directives.cpp - what a text includes, and under what --------------===//
#include "project/Directives.h"
#include <algorithm>
#include <cstring>

namespace torchtidy {
namespace project {

namespace {

using Text = std::string_view;

bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\f' || C == '\v'; }
bool isWord(char C) {
  return C == '_' || (C >= '0' && C <= '9') || (C >= 'a' && C <= 'z') ||
         (C >= 'A' && C <= 'Z');
}

/// Macros of compilers that don't run here, and of those that do.
const Text Elsewhere[] = {
    "_WIN32",         "WIN32",        "_WIN64",          "WIN64",
    "_WINDOWS",       "_MSC_VER",     "__MINGW32__",     "__MINGW64__",
    "__CYGWIN__",     "__APPLE__",    "__MACH__",        "__ANDROID__",
    "ANDROID",        "__FreeBSD__",  "__OpenBSD__",     "__NetBSD__",
    "__EMSCRIPTEN__", "__QNX__",      "__sun",           "__HAIKU__",
    "_AIX",           "__BORLANDC__", "__INTEL_COMPILER"};
const Text Here[] = {"__linux__", "__linux",   "__unix__",
                     "__GNUC__",  "__clang__", "__cplusplus"};

template <size_t N> bool isOneOf(const Text (&Words)[N], Text Word) {
  return std::find(std::begin(Words), std::end(Words), Word) != std::end(Words);
}

/// What a condition says of this machine, as far as one can tell.
enum class Truth { No, Yes, Open };

Truth opposite(Truth T) {
  return T == Truth::No ? Truth::Yes : T == Truth::Yes ? Truth::No : T;
}

Truth isDefined(Text Word) {
  return isOneOf(Elsewhere, Word) ? Truth::No
         : isOneOf(Here, Word)    ? Truth::Yes
                                  : Truth::Open;
}

/// `defined(X)`, `defined X`, negated or not.
Truth operand(Text Part) {
  bool Not = false;
  std::string Words; // without blanks and parentheses
  for (char C : Part) {
    if (C == '!' && Words.empty())
      Not = !Not;
    else if (isWord(C))
      Words += C;
    else if (!isBlank(C) && C != '(' && C != ')')
      return Truth::Open; // a comparison: `_MSC_VER < 1900` is true
  }
  if (Words.rfind("defined", 0) != 0)
    return Truth::Open;
  Truth T = isDefined(Text(Words).substr(7));
  return Not ? opposite(T) : T;
}

std::vector<Text> split(Text All, Text By) {
  std::vector<Text> Parts;
  for (size_t At = 0;;) {
    size_t End = std::min(All.find(By, At), All.size());
    Parts.push_back(All.substr(At, End - At));
    if (End == All.size())
      return Parts;
    At = End + By.size();
  }
}

Truth condition(Text If) {
  // Parentheses around more than one name aren't looked into.
  bool Or = If.find("||") != Text::npos, And = If.find("&&") != Text::npos;
  if ((Or || And) && If.find("!(") != Text::npos)
    return Truth::Open;
  Truth Any = Truth::No;
  for (Text Alternative : split(If, "||")) {
    Truth All = Truth::Yes;
    for (Text Part : split(Alternative, "&&")) {
      Truth T = operand(Part);
      if (T == Truth::No || (T == Truth::Open && All == Truth::Yes))
        All = T;
    }
    if (All == Truth::Yes || (All == Truth::Open && Any == Truth::No))
      Any = All;
  }
  return Or && And && Any == Truth::Yes ? Truth::Open : Any;
}

/// One #if and its branches, of which the text is in one.
struct Conditional {
  Truth taken = Truth::Open; ///< this branch
  bool decided = false;      ///< an earlier one is taken for certain
  bool asks = false;         ///< some branch's condition has a __has_include

  bool optional() const { return taken == Truth::No || asks; }
};

class Reader {
public:
  Reader(Text T, Author A) : All(T), Own(A == Author::User) {}

  Directives run() {
    for (At = 0; (At = All.find('#', At)) != Text::npos;)
      if (beginsLine(At++))
        directive();
    if (!Own)
      return std::move(Out);
    if (All.find("%:") != Text::npos || All.find("?\?=") != Text::npos)
      alternatives();
    modules();
    Out.suppresses =
        All.find("NOLINT") != Text::npos && All.find("torch-") != Text::npos;
    return std::move(Out);
  }

private:
  /// Only blanks and comments stand before \p Position in its line.
  bool beginsLine(size_t Position) const {
    size_t P = Position;
    while (P > 0 && isBlank(All[P - 1]))
      --P;
    if (P == 0 || All[P - 1] == '\n' || All[P - 1] == '\r')
      return true;
    if (P == 3 && All.substr(0, 3) == "\xEF\xBB\xBF")
      return true;
    return P >= 2 && All[P - 1] == '/' && All[P - 2] == '*';
  }

  /// Goes over blanks, comments and spliced lines.
  void skipBlanks() {
    for (;;) {
      if (At < All.size() && isBlank(All[At]))
        ++At;
      else if (All.compare(At, 2, "\\\n") == 0)
        At += 2;
      else if (All.compare(At, 3, "\\\r\n") == 0)
        At += 3;
      else if (All.compare(At, 2, "/*") == 0)
        At = std::min(All.find("*/", At + 2), All.size() - 2) + 2;
      else
        return;
    }
  }

  Text word() {
    size_t Begin = At;
    while (At < All.size() && isWord(All[At]))
      ++At;
    // A word over two lines: nobody writes that, and nobody reads it here.
    if (At < All.size() && All[At] == '\\' && At > Begin)
      Out.unclear |= All.compare(Begin, 2, "in") == 0 ||
                     All.compare(Begin, 2, "im") == 0 || At - Begin < 2;
    return All.substr(Begin, At - Begin);
  }

  std::string restOfLine() {
    std::string Rest;
    while (At < All.size() && All[At] != '\n') {
      size_t Before = At;
      skipBlanks();
      if (At != Before)
        Rest += ' ';
      else if (All.compare(At, 2, "//") == 0)
        break;
      else
        Rest += All[At++];
    }
    return Rest;
  }

  void directive() {
    skipBlanks();
    Text Name = word();
    if (Name == "include" || Name == "import" || Name == "include_next")
      include(Name == "include_next");
    else if (!Own)
      return;
    else if (Name == "if" || Name == "ifdef" || Name == "ifndef")
      open(Name);
    else if (Name == "elif" || Name == "elifdef" || Name == "elifndef" ||
             Name == "else")
      turn(Name);
    else if (Name == "endif" && !Open.empty())
      Open.pop_back();
    else if (Name == "pragma")
      pragma();
  }

  void include(bool Next) {
    skipBlanks();
    IncludeDirective I;
    I.next = Next;
    for (const Conditional &C : Open)
      I.optional |= C.optional();
    char First = At < All.size() ? All[At] : '\n';
    if (First == '<' || First == '"') {
      I.angled = First == '<';
      size_t End = All.find(I.angled ? '>' : '"', At + 1);
      if (End == Text::npos ||
          All.substr(At, End - At).find('\n') != Text::npos)
        return; // no directive that a compiler takes
      I.name = All.substr(At + 1, End - At - 1);
      At = End;
    } else {
      I.macro = true;
      I.name = word();
      if (I.name.empty())
        return;
    }
    Out.includes.push_back(std::move(I));
  }

  Truth truthOf(Text Directive, const std::string &Rest) {
    bool Not = Directive == "ifndef" || Directive == "elifndef";
    if (Directive == "if" || Directive == "elif")
      return condition(Rest);
    Text Word =
        Text(Rest).substr(std::min(Rest.find_first_not_of(' '), Rest.size()));
    size_t End = 0;
    while (End < Word.size() && isWord(Word[End]))
      ++End;
    Truth T = isDefined(Word.substr(0, End));
    return Not ? opposite(T) : T;
  }

  void open(Text Directive) {
    std::string Rest = restOfLine();
    Conditional C;
    C.taken = truthOf(Directive, Rest);
    C.decided = C.taken == Truth::Yes;
    C.asks = Rest.find("__has_include") != std::string::npos;
    Open.push_back(C);
  }

  void turn(Text Directive) {
    std::string Rest = restOfLine();
    if (Open.empty())
      return;
    Conditional &C = Open.back();
    C.asks |= Rest.find("__has_include") != std::string::npos;
    Truth T = Directive == "else" ? Truth::Open : truthOf(Directive, Rest);
    C.taken = C.decided ? Truth::No : T;
    C.decided |= T == Truth::Yes;
  }

  void pragma() {
    std::string Rest = restOfLine();
    Out.unclear |= Rest.find("include_alias") != std::string::npos ||
                   Rest.find("module") != std::string::npos;
  }

  /// `%:include` and `??=include` are includes, too.
  void alternatives() {
    for (Text Hash : {Text("%:"), Text("?\?=")})
      for (At = 0; (At = All.find(Hash, At)) != Text::npos;) {
        bool First = beginsLine(At);
        At += Hash.size();
        skipBlanks();
        Out.unclear |= First && (All.compare(At, 2, "in") == 0 ||
                                 All.compare(At, 2, "im") == 0);
      }
  }

  /// `import x;`, `@import x;`, `module x;` at the begin of a line, `export`
  /// before it or not.
  void modules() {
    for (Text Word : {Text("import"), Text("module")})
      for (size_t P = 0; (P = All.find(Word, P)) != Text::npos;) {
        size_t Begin = P, End = P + Word.size();
        P = End;
        if (End < All.size() && isWord(All[End]))
          continue;
        size_t Line = All.rfind('\n', Begin);
        Line = Line == Text::npos ? 0 : Line + 1;
        Text Before = All.substr(Line, Begin - Line);
        while (!Before.empty() && isBlank(Before.back()))
          Before.remove_suffix(1);
        while (!Before.empty() && isBlank(Before.front()))
          Before.remove_prefix(1);
        if (!Before.empty() && Before != "export" && Before != "@")
          continue;
        size_t Stop = All.find_first_of(";\n", End);
        if (Stop == Text::npos || All[Stop] != ';')
          continue;
        // Or else a variable of that name is used.
        Text Name = All.substr(End, Stop - End);
        Out.unclear |= Name.find_first_of("=(,-[") == Text::npos ||
                       Name.find_first_of("<\"") != Text::npos;
      }
  }

  const Text All;
  const bool Own;
  size_t At = 0;
  std::vector<Conditional> Open;
  Directives Out;
};

} // namespace

Directives directivesOf(std::string_view Text, Author A) {
  return Reader(Text, A).run();
}

} // namespace project
} // namespace torchtidy
