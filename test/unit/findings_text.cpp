//===- findings_text.cpp - clang's form, excerpts, summary ------*- C++ -*-===//
#include "findings/TextRenderer.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

using namespace torchtidy;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

namespace {

Span span(unsigned Line, unsigned Column, unsigned EndColumn,
          unsigned EndLine = 0) {
  Span S;
  S.file = "/p/net.cpp";
  S.line = Line;
  S.endLine = EndLine ? EndLine : Line;
  S.column = Column;
  S.endColumn = EndColumn;
  S.offset = Line * 1000 + Column;
  S.endOffset = S.endLine * 1000 + EndColumn;
  return S;
}

Finding finding(Span Place, Level L = Level::Certain) {
  Finding F;
  F.rule = "torch-unregistered-state";
  F.level = L;
  F.message = "tensor member 'cache' of 'Net' is never registered";
  F.span = Place;
  return F;
}

std::string render(const std::vector<Finding> &Findings, std::string Source,
                   bool Summary = false, bool Color = false,
                   TextOptions O = {}) {
  O.root = "/p";
  O.summary = Summary;
  O.color = Color;
  O.sourceReader = [Source](const std::string &Path, std::string &Text) {
    Text = Source;
    return Path == "/p/net.cpp";
  };
  std::ostringstream Out;
  writeText(Out, Findings, O);
  return Out.str();
}

TEST(FindingsText, ClangsForm) {
  Finding F = finding(span(1, 3, 8));
  F.notes = {{"used here with input 'x'", span(2, 1, 2)}, {"register it", {}}};
  EXPECT_EQ("net.cpp:1:3: warning: tensor member 'cache' of 'Net' is never "
            "registered [torch-unregistered-state]\n"
            "    1 |   cache = zeros();\n"
            "      |   ^~~~~\n"
            "net.cpp:2:1: note: used here with input 'x'\n"
            "    2 | y;\n"
            "      | ^\n"
            "note: register it\n",
            render({F}, "  cache = zeros();\ny;\n"));
}

TEST(FindingsText, AProblemMatcherReadsEveryLevel) {
  for (Level L : {Level::Certain, Level::Likely, Level::Advice}) {
    std::string Text = render({finding(span(1, 3, 8), L)}, "  cache;");
    std::string Word = L == Level::Advice ? "remark" : "warning";
    EXPECT_THAT(Text.substr(0, Text.find('\n')),
                testing::MatchesRegex("net.cpp:[0-9]+:[0-9]+: " + Word +
                                      ": .+ \\[torch-[a-z-]+\\]"));
  }
}

Finding fixed(Span Place, std::vector<Edit> Edits) {
  Finding F = finding(Place);
  F.fixes = {{"register it", std::move(Edits)}};
  return F;
}

TEST(FindingsText, TheFixedLineStandsBelowTheCaret) {
  // However near its ends are: `register_buffer("m",` is longer than `zeros()`.
  Finding F =
      fixed(span(1, 5, 12), {{span(1, 12, 12), ")"},
                             {span(1, 5, 5), "register_buffer(\"m\", "}});
  EXPECT_THAT(render({F}, "m = zeros();"),
              EndsWith("    1 | m = zeros();\n"
                       "      |     ^~~~~~~\n"
                       "    + | m = register_buffer(\"m\", zeros());\n"));
}

TEST(FindingsText, AReplacedRangeIsUnderlined) {
  EXPECT_THAT(
      render({fixed(span(1, 1, 2), {{span(1, 3, 6), "bar"}})}, "x.foo();"),
      EndsWith("    1 | x.foo();\n"
               "      | ^ ~~~\n"
               "    + | x.bar();\n"));
}

TEST(FindingsText, AFixedLineKeepsTabsWideLettersAndWhatFollows) {
  EXPECT_THAT(render({fixed(span(1, 2, 3), {{span(1, 2, 2), "y = "}})},
                     "\tx;\t// \xE6\xA8\xA1\r\n"),
              EndsWith("    1 |         x;      // \xE6\xA8\xA1\n"
                       "      |         ^\n"
                       "    + |         y = x;  // \xE6\xA8\xA1\n"));
}

TEST(FindingsText, AFixOverSeveralLinesShowsWhatBecomesOfThem) {
  // `.to(` on the first line, `d)` on the second, both go; the device comes.
  Finding F =
      fixed(span(1, 5, 13), {{span(1, 11, 11), "d"}, {span(1, 12, 5, 2), ""}});
  EXPECT_THAT(render({F}, "x = zeros().to(\n  d) + 1;\n"),
              EndsWith("    1 | x = zeros().to(\n"
                       "      |     ^~~~~~~~~~~\n"
                       "    + | x = zeros(d) + 1;\n"));
}

TEST(FindingsText, WhatAFixTakesAwayLeavesNoEmptyLine) {
  EXPECT_THAT(render({fixed(span(1, 3, 8), {{span(1, 1, 8), ""}})}, "  to(d);"),
              EndsWith("    1 |   to(d);\n"
                       "      |   ^~~~~\n"
                       "    + | ;\n"));
  EXPECT_THAT(render({fixed(span(1, 1, 3), {{span(1, 1, 3), ""}})}, "x;"),
              EndsWith("      | ^~\n"));
}

TEST(FindingsText, AFixBeyondTheFileIsNotFollowed) {
  EXPECT_THAT(render({fixed(span(1, 1, 2), {{span(1, 40, 50), "y"}})}, "x;"),
              EndsWith("    + | x;y\n"));
  EXPECT_THAT(render({fixed(span(1, 1, 2), {{span(1, 2, 9, 7), "y"}})}, "x;"),
              EndsWith("    + | xy\n"));
}

TEST(FindingsText, AFixedLongLineShowsThePlaceOfTheCaret) {
  std::string Text =
      render({fixed(span(1, 5001, 5002), {{span(1, 5001, 5001), "YY"}})},
             std::string(5000, 'a') + "X" + std::string(5000, 'b'));
  EXPECT_LT(Text.size(), 1000u);
  EXPECT_THAT(Text, HasSubstr("\n    + | " + std::string(80, 'a') + "YYXb"));
}

TEST(FindingsText, FixElsewhereIsANoteForEachLine) {
  Finding F =
      fixed(span(1, 1, 2), {{span(2, 2, 2), "A"}, {span(3, 1, 1), "b\nc\n"}});
  EXPECT_THAT(render({F}, "x\ny\nz\n"),
              EndsWith("net.cpp:2:2: note: register it\n"
                       "    2 | y\n"
                       "      |  ^\n"
                       "    + | yA\n"
                       "net.cpp:3:1: note: and here\n"
                       "    3 | z\n"
                       "      | ^\n"
                       "    + | b\n"
                       "    + | c\n"
                       "    + | z\n"));
}

TEST(FindingsText, TabsGoToTheNextEighth) {
  EXPECT_THAT(render({finding(span(1, 2, 5))}, "\tfoo\tbar"),
              EndsWith("    1 |         foo     bar\n"
                       "      |         ^~~\n"));
}

TEST(FindingsText, ColumnsAreBytesMarksAreCells) {
  // e with acute as one and as two code points, two wide characters, an emoji
  std::string Line =
      "\xC3\xA9 e\xCC\x81 \xE6\xA8\xA1\xE5\x9E\x8B \xF0\x9F\x94\xA5 x";
  EXPECT_THAT(render({finding(span(1, 20, 21))}, Line),
              EndsWith("\n      |             ^\n"));
  EXPECT_THAT(render({finding(span(1, 8, 14))}, Line),
              EndsWith("\n      |     ^~~~\n"));
}

TEST(FindingsText, InvalidBytesAndControlsAreSpelledOut) {
  std::string Text = render({finding(span(1, 3, 4))}, "\xFF\x1bx");
  EXPECT_THAT(Text, EndsWith("    1 | <FF><U+001B>x\n"
                             "      |             ^\n"));
  Finding F = finding(span(1, 1, 2));
  F.message = "\x1b]0;owned\x07";
  F.span.file = "/p/\x1b[31m.cpp";
  EXPECT_THAT(render({F}, ""), Not(HasSubstr("\x1b")));
}

TEST(FindingsText, SeveralLinesAreUnderlinedToTheEndOfTheFirst) {
  EXPECT_THAT(render({finding(span(1, 3, 2, 2))}, "  foo(  \n);"),
              EndsWith("    1 |   foo(  \n"
                       "      |   ^~~~\n"));
}

TEST(FindingsText, WhatIsNotThereIsLeftOut) {
  Finding NoFile = finding(span(1, 3, 8));
  NoFile.span.file = "/p/gone.cpp";
  EXPECT_EQ("gone.cpp:1:3: warning: tensor member 'cache' of 'Net' is never "
            "registered [torch-unregistered-state]\n",
            render({NoFile}, ""));
  EXPECT_THAT(render({finding(span(9, 3, 8))}, "one line"),
              Not(HasSubstr("|")));
  EXPECT_THAT(render({finding(span(1, 90, 95))}, "short"), HasSubstr("^"));
  EXPECT_EQ(0u, render({finding(Span())}, "x").find("warning: "));
  // A run knows the line only: shown without marks.
  EXPECT_THAT(render({finding(span(1, 0, 0))}, "foo"),
              EndsWith("    1 | foo\n"));
  EXPECT_THAT(render({finding(span(1, 0, 0))}, "foo"),
              HasSubstr("net.cpp:1:1: "));
}

TEST(FindingsText, LongLinesShowWhatSurroundsTheCaret) {
  std::string Text =
      render({finding(span(1, 5001, 5002))},
             std::string(5000, 'a') + "X" + std::string(5000, 'b'));
  EXPECT_LT(Text.size(), 700u);
  EXPECT_THAT(Text, HasSubstr("aXb"));
  EXPECT_THAT(Text, EndsWith("      | " + std::string(80, ' ') + "^\n"));
}

TEST(FindingsText, RulesStandOnTheFirstLineOfALongMessage) {
  Finding F = finding(span(1, 1, 2));
  F.message = "aten::add: 'other' is on cpu\n  'other' is member 'cache'";
  EXPECT_THAT(render({F}, ""),
              testing::StartsWith(
                  "net.cpp:1:1: warning: aten::add: 'other' is on cpu "
                  "[torch-unregistered-state]\n  'other' is member 'cache'\n"));
}

TEST(FindingsText, StackAndVerdictOfARun) {
  Finding F = finding(span(1, 1, 2));
  F.stack = {{"Net::forward", "/p/net.cpp", 1}, {"main", "/p/main.cpp", 7}};
  F.confirmation = {Confirmation::Confirmed,
                    "./train",
                    "aten::add",
                    "other",
                    {{"Net::forward", "/p/net.cpp", 2}},
                    {}};
  std::string Text = render({F}, "x\ny\n");
  EXPECT_THAT(Text, HasSubstr("main.cpp:7:1: note: in 'main'\n"));
  EXPECT_THAT(Text, EndsWith("net.cpp:2:1: note: confirmed by './train': "
                             "aten::add, argument 'other'\n    2 | y\n"));
}

TEST(FindingsText, ColoursAreClangsAndOnlyWhenAsked) {
  EXPECT_THAT(render({finding(span(1, 1, 2))}, "x"), Not(HasSubstr("\033")));
  std::string Text = render({finding(span(1, 1, 2))}, "x", false, true);
  EXPECT_THAT(Text, HasSubstr("\033[0;1;35mwarning: \033[0m"));
  EXPECT_THAT(Text, HasSubstr("\033[0;1;32m^\033[0m"));
}

TEST(FindingsText, WhatATerminalShows) {
  std::string Line = "auto \xC3\xA9 = \"" + std::string(200, '.') + "\"; y;";
  Finding F = finding(span(1, 215, 216));
  F.message = "'\xC3\xA9' is odd";
  TextOptions O;
  O.width = 60;
  EXPECT_THAT(
      render({F}, Line, false, false, O),
      HasSubstr("\n    1 | " + std::string(17, '.') +
                        "\"; y;\n      | " + std::string(20, ' ') + "^\n"))
      << "twenty columns in front of the caret";
  O.ascii = true;
  std::string Ascii =
      render({finding(span(1, 6, 8)), F}, Line, false, false, O);
  EXPECT_THAT(Ascii, HasSubstr("'<U+00E9>' is odd"));
  EXPECT_THAT(Ascii, HasSubstr("    1 | auto <U+00E9> = \"..."));
  EXPECT_TRUE(std::all_of(Ascii.begin(), Ascii.end(),
                          [](unsigned char C) { return C < 0x80; }));
}

TEST(FindingsText, Summary) {
  EXPECT_EQ("no findings", summaryLine({}));
  Finding A = finding(span(1, 1, 2)), B = A, C = A;
  EXPECT_EQ("1 finding (1 certain) in 1 file", summaryLine({A}));
  B.span.file = "/p/other.cpp";
  C.level = Level::Likely;
  EXPECT_EQ("3 findings (2 certain, 1 likely) in 2 files",
            summaryLine({A, B, C}));
  A.confirmation.status = Confirmation::Confirmed;
  B.confirmation.status = C.confirmation.status = Confirmation::NotReached;
  C.partial = true;
  EXPECT_EQ("3 findings (2 certain, 1 likely) in 2 files: 1 confirmed, 2 not "
            "reached; 1 file did not parse completely",
            summaryLine({A, B, C}));
  EXPECT_THAT(render({A}, "x", true),
              EndsWith("\n1 finding (1 certain) in 1 file"
                       ": 1 confirmed\n"));
}

} // namespace
