//===- lsp_texts.cpp - places, names and comments, as editors have them ---===//
#include "lsp/Actions.h"
#include "lsp/Documents.h"
#include "lsp/Uri.h"
#include <gtest/gtest.h>

using namespace torchtidy;
using namespace torchtidy::lsp;

TEST(Lines, CountsInTheUnitsAskedFor) {
  const std::string Text = "a\xC3\xA9\xF0\x9F\x94\xA5z\nend";
  // Bytes: a 1, é 2–3, fire 4–7, z 8.
  for (auto [E, Wanted] :
       {std::pair(Encoding::Utf8, 7u), std::pair(Encoding::Utf16, 4u),
        std::pair(Encoding::Utf32, 3u)}) {
    Lines L(Text, E);
    EXPECT_EQ(L.position(1, 8).character, Wanted) << toString(E);
    EXPECT_EQ(L.offset({0, Wanted}), 7u) << toString(E);
    EXPECT_EQ(L.column({0, Wanted}), 8u) << toString(E);
  }
}

TEST(Lines, TheMidstOfARuneIsItsStart) {
  const std::string Text = "\xF0\x9F\x94\xA5z";
  EXPECT_EQ(Lines(Text, Encoding::Utf16).offset({0, 1}), 0u);
  EXPECT_EQ(Lines(Text, Encoding::Utf16).offset({0, 2}), 4u);
}

TEST(Lines, EndsWhereTheTextDoes) {
  Lines L("one\r\ntwo\rthree\n", Encoding::Utf16);
  ASSERT_EQ(L.count(), 4u);
  EXPECT_EQ(L.line(0), "one");
  EXPECT_EQ(L.line(1), "two");
  EXPECT_EQ(L.line(2), "three");
  EXPECT_EQ(L.line(3), "");
  EXPECT_EQ(L.offset({0, 99}), 3u);
  EXPECT_EQ(L.offset({99, 0}), 15u);
  EXPECT_EQ(L.position(99, 1), (Position{3, 0}));
  EXPECT_EQ(L.positionOf(5), (Position{1, 0}));
  EXPECT_EQ(Lines("", Encoding::Utf16).offset({0, 5}), 0u);
}

TEST(Lines, BytesThatAreNoTextAreOneUnitEach) {
  Lines L("\xFF\xFEz", Encoding::Utf16);
  EXPECT_EQ(L.position(1, 3).character, 2u);
  EXPECT_EQ(L.offset({0, 2}), 2u);
}

TEST(Changed, RangesOneAfterTheOther) {
  auto At = [](unsigned L, unsigned C, unsigned M, unsigned D) {
    return toJson(Range{{L, C}, {M, D}});
  };
  json Changes = {{{"range", At(0, 0, 0, 1)}, {"text", "xy"}},
                  {{"range", At(0, 2, 1, 0)}, {"text", ""}}};
  EXPECT_EQ(changed("abc\ndef", Changes, Encoding::Utf16), "xydef");
  EXPECT_EQ(changed("abc", {{{"text", "new"}}}, Encoding::Utf16), "new");
  EXPECT_ANY_THROW(changed("abc", {{{"range", At(0, 2, 0, 1)}, {"text", ""}}},
                           Encoding::Utf16));
  EXPECT_ANY_THROW(changed("abc", {{{"txt", ""}}}, Encoding::Utf16));
}

TEST(Uri, PathsAndBack) {
  EXPECT_EQ(pathOfUri("file:///a%20b/../c%C3%A9.cpp"), "/c\xC3\xA9.cpp");
  EXPECT_EQ(pathOfUri("file://localhost/x.cpp"), "/x.cpp");
  EXPECT_EQ(pathOfUri("file://elsewhere/x.cpp"), std::nullopt);
  EXPECT_EQ(pathOfUri("untitled:Untitled-1"), std::nullopt);
  EXPECT_EQ(pathOfUri("file:///bad%2"), std::nullopt);
  EXPECT_EQ(pathOfUri("file:///nul%00"), std::nullopt);
  EXPECT_EQ(uriOfPath("/a b/#1+.cpp"), "file:///a%20b/%231%2B.cpp");
  EXPECT_EQ(pathOfUri(uriOfPath("/p/\xFF%.h")), "/p/\xFF%.h");
}

/// \p Text with the comment that suppresses a finding in \p Line; "" for none.
static std::string suppressed(const std::string &Text, unsigned Line) {
  Finding F;
  F.rule = "torch-x";
  F.span.file = "/f.cpp";
  F.span.line = Line;
  std::optional<Edit> E = suppression(F, Text);
  return E ? Text.substr(0, E->span.offset) + E->text +
                 Text.substr(E->span.endOffset)
           : "";
}

TEST(Suppression, StandsWhereItIsAComment) {
  const std::string Why = ": TODO: why this is right";
  EXPECT_EQ(suppressed("a;\nb;", 1), "a; // NOLINT(torch-x)" + Why + "\nb;");
  EXPECT_EQ(suppressed("a; // note\n", 1),
            "a; // note // NOLINT(torch-x)" + Why + "\n");
  // The line goes on.
  EXPECT_EQ(suppressed("  a \\\n  b;\n", 1),
            "  // NOLINTNEXTLINE(torch-x)" + Why + "\n  a \\\n  b;\n");
  EXPECT_EQ(suppressed("f(R\"(\n)\");\n", 1),
            "// NOLINTNEXTLINE(torch-x)" + Why + "\nf(R\"(\n)\");\n");
  EXPECT_EQ(suppressed("a; /* b\n*/\n", 1),
            "// NOLINTNEXTLINE(torch-x)" + Why + "\na; /* b\n*/\n");
  // Neither here nor above.
  EXPECT_EQ(suppressed("#define A \\\n  b \\\n  c\n", 2), "");
  EXPECT_EQ(suppressed("f(R\"(\na\n)\");\n", 2), "");
  // Quotes that open nothing.
  EXPECT_EQ(suppressed("n = 1'000; c = '\"';\n", 1),
            "n = 1'000; c = '\"'; // NOLINT(torch-x)" + Why + "\n");
  EXPECT_EQ(suppressed("s = \"/*\"; // '\n", 1),
            "s = \"/*\"; // ' // NOLINT(torch-x)" + Why + "\n");
}

TEST(Suppression, JoinsAList) {
  EXPECT_EQ(suppressed("a; // NOLINT(b)\n", 1), "a; // NOLINT(b, torch-x)\n");
  EXPECT_EQ(suppressed("// NOLINTNEXTLINE(b): c\na;\n", 2),
            "// NOLINTNEXTLINE(b, torch-x): c\na;\n");
  EXPECT_EQ(suppressed("a;", 7), "");
}
