//===- findings.cpp - JSON lines, fingerprints, paths, UTF-8 ----*- C++ -*-===//
#include "findings/Finding.h"
#include "findings/Fingerprint.h"
#include "findings/JsonLines.h"
#include "findings/Paths.h"
#include "findings/Source.h"
#include "findings/Utf8.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

using namespace torchtidy;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Span span(std::string File, unsigned Line, unsigned Column,
          unsigned EndColumn) {
  Span S;
  S.file = std::move(File);
  S.line = S.endLine = Line;
  S.column = Column;
  S.endColumn = EndColumn;
  S.offset = Line * 100 + Column;
  S.endOffset = Line * 100 + EndColumn;
  return S;
}

Finding full() {
  Finding F;
  F.rule = "torch-unregistered-state";
  F.level = Level::Certain;
  F.message = "tensor member 'cache' of 'Net' is never registered";
  F.span = span("/p/net.cpp", 5, 3, 20);
  F.function = "Net::Net";
  F.notes = {{"used here with input 'x'", span("/p/net.cpp", 9, 12, 21)},
             {"register it: cache = register_buffer(\"cache\", …)", {}}};
  F.fixes = {{"register it as a buffer",
              {{span("/p/net.cpp", 5, 3, 3), "register_buffer(\"cache\", "},
               {span("/p/net.cpp", 5, 20, 20), ")"}}}};
  F.origins = {{"member", "Net", "cache", "torch::zeros",
                span("/p/net.cpp", 5, 11, 20)}};
  F.stack = {{"Net::forward", "/p/net.cpp", 9}, {"main", "/p/main.cpp", 3}};
  F.op = "aten::add";
  F.argument = "other";
  F.devices = {"cpu", "cuda:0"};
  F.confirmation = {Confirmation::Confirmed,
                    "./train --epochs 1",
                    "aten::add",
                    "other",
                    F.stack,
                    {"cpu", "cuda:0"}};
  F.suppression = {Suppression::InSource, "kept on the host",
                   span("/p/net.cpp", 5, 30, 60)};
  F.fingerprint = "0123456789abcdef";
  F.partial = true;
  return F;
}

std::string reasonOf(const std::string &Line) {
  try {
    fromJsonLine(Line);
  } catch (const std::runtime_error &E) {
    return E.what();
  }
  return "";
}

FindingsFile read(const std::string &Text,
                  const std::string &Name = "run.jsonl") {
  std::istringstream In(Text);
  return readFindings(In, Name);
}

std::string readError(const std::string &Text) {
  try {
    read(Text);
  } catch (const std::runtime_error &E) {
    return E.what();
  }
  return "";
}

const char Minimal[] = R"({"rule":"r","level":"likely","message":"m"})";

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

TEST(FindingsLevel, NamesAreReadBack) {
  for (Level L : {Level::Certain, Level::Likely, Level::Advice}) {
    Level Back = L == Level::Certain ? Level::Advice : Level::Certain;
    EXPECT_TRUE(parseLevel(toString(L), Back));
    EXPECT_EQ(L, Back);
  }
}

TEST(FindingsLevel, AnythingElseIsRefusedAndLeavesTheLevelAlone) {
  for (const char *Bad : {"", "Certain", "certain ", "never", "warning"}) {
    Level L = Level::Advice;
    EXPECT_FALSE(parseLevel(Bad, L)) << Bad;
    EXPECT_EQ(Level::Advice, L);
  }
}

//===----------------------------------------------------------------------===//
// JSON lines
//===----------------------------------------------------------------------===//

TEST(FindingsJson, EveryFieldSurvivesARoundTrip) {
  std::string Line = toJsonLine(full());
  EXPECT_EQ(std::string::npos, Line.find('\n'));
  Finding Back = fromJsonLine(Line);
  // The writer covers every key, so equal lines mean equal findings.
  EXPECT_EQ(Line, toJsonLine(Back));
  EXPECT_EQ("Net::Net", Back.function);
  EXPECT_EQ(Level::Certain, Back.level);
  EXPECT_EQ(20u, Back.span.endColumn);
  EXPECT_EQ(520u, Back.span.endOffset);
  ASSERT_EQ(2u, Back.notes.size());
  EXPECT_EQ(9u, Back.notes[0].span.line);
  EXPECT_FALSE(Back.notes[1].span.valid());
  ASSERT_EQ(1u, Back.fixes.size());
  EXPECT_EQ(")", Back.fixes[0].edits.at(1).text);
  EXPECT_EQ(5u, Back.origins.at(0).made.line);
  EXPECT_THAT(Back.devices, ElementsAre("cpu", "cuda:0"));
  EXPECT_EQ(Confirmation::Confirmed, Back.confirmation.status);
  EXPECT_EQ("main", Back.confirmation.stack.at(1).function);
  EXPECT_EQ(Suppression::InSource, Back.suppression.kind);
  EXPECT_EQ("kept on the host", Back.suppression.reason);
  EXPECT_EQ(5u, Back.suppression.place.line);
  EXPECT_THAT(Back.confirmation.devices, ElementsAre("cpu", "cuda:0"));
  EXPECT_TRUE(Back.partial);
}

TEST(FindingsJson, TheKeysThatOthersRelyOnAreThereEvenWhenEmpty) {
  std::string Line = toJsonLine(Finding());
  for (const char *Key :
       {"rule",     "level",   "message",      "file",        "line",
        "column",   "endLine", "endColumn",    "offset",      "endOffset",
        "notes",    "fixes",   "origins",      "stack",       "op",
        "argument", "devices", "confirmation", "suppression", "fingerprint", "partial"})
    EXPECT_THAT(Line, HasSubstr("\"" + std::string(Key) + "\":"));
  EXPECT_THAT(Line, HasSubstr(R"("partial":false)"));
  EXPECT_THAT(Line, HasSubstr(R"("confirmation":{"status":"none"})"));
}

TEST(FindingsJson, HostileTextSurvives) {
  Finding F = full();
  for (const std::string &Text :
       {std::string("quote \" backslash \\ slash /"),
        std::string("newline \n return \r tab \t nul \0 end", 35),
        std::string("</script><!-- ]]> \x7f \xE2\x80\xA8"),
        std::string("\xE6\xA8\xA1\xE5\x9E\x8B \xF0\x9F\x94\xA5"),
        std::string(100000, 'x')}) {
    F.message = F.notes[0].message = F.fixes[0].edits[0].text = Text;
    F.origins[0].member = F.span.file = Text;
    Finding Back = fromJsonLine(toJsonLine(F));
    EXPECT_EQ(Text, Back.message);
    EXPECT_EQ(Text, Back.fixes[0].edits[0].text);
    EXPECT_EQ(Text, Back.span.file);
  }
}

TEST(FindingsJson, BytesThatAreNoUtf8AreReplaced) {
  Finding F = full();
  F.message = "a\xFFz\xC3";
  F.span.file = "/p/\xE9.cpp";
  std::string Line = toJsonLine(F);
  EXPECT_EQ(Line, validUtf8(Line));
  EXPECT_EQ("a\xEF\xBF\xBDz\xEF\xBF\xBD", fromJsonLine(Line).message);
}

TEST(FindingsJson, MinimalLineAndUnknownKeysAreRead) {
  EXPECT_EQ("m", fromJsonLine(Minimal).message);
  Finding F = fromJsonLine(
      R"({"rule":"r","level":"advice","message":"m","later":{"x":[1]},"notes":null})");
  EXPECT_EQ(Level::Advice, F.level);
  EXPECT_TRUE(F.notes.empty());
}

TEST(FindingsJson, ReasonsNameTheKey) {
  EXPECT_THAT(reasonOf(""), HasSubstr("not JSON"));
  EXPECT_THAT(reasonOf("{\"rule\":"), HasSubstr("not JSON"));
  EXPECT_THAT(reasonOf("[]"), HasSubstr("not a JSON object"));
  EXPECT_EQ("key 'rule' is missing", reasonOf("{}"));
  EXPECT_THAT(reasonOf(R"({"rule":1})"), HasSubstr("'rule' is not a string"));
  EXPECT_THAT(reasonOf(R"({"rule":"r","level":"bad","message":"m"})"),
              HasSubstr("key 'level' is 'bad'"));
  auto With = [](const std::string &Rest) {
    return R"({"rule":"r","level":"likely","message":"m",)" + Rest + "}";
  };
  EXPECT_THAT(reasonOf(With(R"("line":-1)")),
              HasSubstr("'line' is out of range"));
  EXPECT_THAT(reasonOf(With(R"("line":4294967296)")),
              HasSubstr("out of range"));
  EXPECT_THAT(reasonOf(With(R"("line":1.5)")), HasSubstr("not a whole number"));
  EXPECT_THAT(reasonOf(With(R"("line":1e99)")),
              HasSubstr("not a whole number"));
  EXPECT_THAT(reasonOf(With(R"("partial":"yes")")), HasSubstr("true or false"));
  EXPECT_THAT(reasonOf(With(R"("notes":{})")),
              HasSubstr("'notes' is not a list"));
  EXPECT_THAT(
      reasonOf(With(R"("fixes":[{"edits":[{"file":"a","line":"1"}]}])")),
      HasSubstr("'fixes[0].edits[0].line'"));
  EXPECT_THAT(reasonOf(With(R"("fixes":[{"edits":[{}]}])")),
              HasSubstr("'fixes[0].edits[0].file' is missing"));
  EXPECT_THAT(reasonOf(With(R"("offset":9,"endOffset":3)")),
              HasSubstr("lies before"));
  EXPECT_THAT(reasonOf(With(R"("suppression":{"kind":"maybe"})")),
              HasSubstr("not none, inSource or external"));
  EXPECT_THAT(reasonOf(With(R"("confirmation":{"status":"maybe"})")),
              HasSubstr("'maybe'"));
  EXPECT_THAT(reasonOf(With(R"("devices":[1])")), HasSubstr("no string"));
}

TEST(FindingsJson, DeepNestingIsAnErrorOrIgnoredButNoCrash) {
  std::string Deep(200000, '[');
  EXPECT_THAT(reasonOf(Deep), HasSubstr("not JSON"));
  std::string Closed = R"({"rule":"r","level":"likely","message":"m","x":)" +
                       Deep + std::string(200000, ']') + "}";
  EXPECT_EQ("m", fromJsonLine(Closed).message);
}

//===----------------------------------------------------------------------===//
// Files of findings
//===----------------------------------------------------------------------===//

TEST(FindingsFile, FindingsAndSummariesInAnyOrder) {
  FindingsFile File = read(
      std::string("\xEF\xBB\xBF") +
      R"({"run":{"program":"./train","lines":["net.cpp:12",{"file":"/p/a:b.cpp","lines":[3,4]},"/p/a:b.cpp:9"],"later":1}})" +
      "\r\n\n" + Minimal + "\n  \n" + Minimal);
  EXPECT_EQ(2u, File.findings.size());
  ASSERT_EQ(1u, File.runs.size());
  EXPECT_EQ("./train", File.runs[0].program);
  EXPECT_TRUE(File.runs[0].knowsLines);
  EXPECT_THAT(File.runs[0].lines["/p/a:b.cpp"], ElementsAre(3u, 4u, 9u));
  EXPECT_THAT(File.runs[0].lines["net.cpp"], ElementsAre(12u));
}

TEST(FindingsFile, SummaryRoundTrip) {
  RunSummary Run;
  Run.program = "./train --name \"x\"";
  Run.lines["/p/net.cpp"] = {1, 2, 30};
  Run.knowsLines = true;
  FindingsFile Back = read(toJsonLine(Run) + "\n");
  ASSERT_EQ(1u, Back.runs.size());
  EXPECT_EQ(Run.program, Back.runs[0].program);
  EXPECT_EQ(Run.lines, Back.runs[0].lines);
  EXPECT_TRUE(Back.runs[0].knowsLines);
  EXPECT_FALSE(read(R"({"run":{}})").runs.at(0).knowsLines);
}

TEST(FindingsFile, EmptyIsNoFindings) {
  EXPECT_TRUE(read("").findings.empty());
  EXPECT_TRUE(read("\n\n").runs.empty());
}

TEST(FindingsFile, ErrorsNameFileAndLine) {
  EXPECT_THAT(readError(std::string(Minimal) + "\n\n{oops\n"),
              testing::StartsWith("run.jsonl:3: not JSON"));
  // A line cut off in the middle of writing.
  EXPECT_THAT(readError(std::string(Minimal).substr(0, 20)),
              testing::StartsWith("run.jsonl:1: "));
  EXPECT_THAT(readError("{}"), HasSubstr("neither a finding"));
  EXPECT_THAT(readError(R"({"level":"likely","message":"m"})"),
              HasSubstr("'rule' is missing"));
  EXPECT_THAT(readError(R"({"run":[]})"), HasSubstr("'run' is not an object"));
  for (const char *Bad : {"net.cpp", ":3", "net.cpp:", "net.cpp:x",
                          "net.cpp:-1", "net.cpp:99999999999"})
    EXPECT_THAT(
        readError(R"({"run":{"lines":[")" + std::string(Bad) + R"("]}})"),
        HasSubstr("not FILE:LINE"))
        << Bad;
}

TEST(FindingsFile, AFailingStreamIsNoEmptyFile) {
  std::istringstream In("");
  In.setstate(std::ios::failbit);
  EXPECT_THROW(readFindings(In, "gone.jsonl"), std::runtime_error);
}

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

TEST(FindingsFingerprint, IgnoresLinesLevelCheckoutAndNumbers) {
  Finding A = full(), B = full();
  B.span.line += 7;
  B.level = Level::Likely;
  B.notes.clear();
  B.fixes.clear();
  EXPECT_EQ(fingerprint(A, "/p"), fingerprint(B, "/p"));
  B.span.file = "/elsewhere/checkout/net.cpp";
  EXPECT_EQ(fingerprint(A, "/p"), fingerprint(B, "/elsewhere/checkout/"));
  A.message = "made at /p/net.cpp:12, 3 times";
  B.message = "made at /elsewhere/checkout/net.cpp:40, 5 times";
  EXPECT_EQ(fingerprint(A, "/p"), fingerprint(B, "/elsewhere/checkout"));
  EXPECT_EQ(16u, fingerprint(A, "/p").size());
}

TEST(FindingsFingerprint, TellsApartWhatIsAnotherFinding) {
  Finding A = full();
  auto Differs = [&](auto Change) {
    Finding B = full();
    Change(B);
    return fingerprint(A, "/p") != fingerprint(B, "/p");
  };
  EXPECT_TRUE(Differs([](Finding &F) { F.rule = "torch-discarded-move"; }));
  EXPECT_TRUE(Differs([](Finding &F) { F.span.file = "/p/sub/net.cpp"; }));
  EXPECT_TRUE(Differs([](Finding &F) { F.origins[0].module = "Net2"; }));
  EXPECT_TRUE(Differs([](Finding &F) { F.origins[0].member = "cache2"; }));
  EXPECT_TRUE(
      Differs([](Finding &F) { F.origins[0].factory = "torch::ones"; }));
  A.message = "'fc1' of 'Net'";
  EXPECT_TRUE(Differs([](Finding &F) { F.message = "'fc2' of 'Net'"; }));
  A.message = "on 'cuda:0'";
  EXPECT_TRUE(Differs([](Finding &F) { F.message = "on 'cuda:1'"; }));
}

TEST(FindingsFingerprint, EqualOnesAreNumberedByPlaceNotByOrder) {
  Finding First = full(), Second = full(), Third = full();
  Second.span = span("/p/net.cpp", 50, 1, 4);
  Third.span = span("/p/net.cpp", 70, 1, 4);
  std::vector<Finding> Up = {First, Second, Third},
                       Down = {Third, Second, First};
  setFingerprints(Up, "/p");
  setFingerprints(Down, "/p");
  EXPECT_EQ(fingerprint(First, "/p"), Up[0].fingerprint);
  EXPECT_EQ(Up[0].fingerprint + "-2", Up[1].fingerprint);
  EXPECT_EQ(Up[0].fingerprint + "-3", Up[2].fingerprint);
  EXPECT_EQ(Up[0].fingerprint, Down[2].fingerprint);
  EXPECT_EQ(Up[2].fingerprint, Down[0].fingerprint);
}

//===----------------------------------------------------------------------===//
// Paths, lines, UTF-8
//===----------------------------------------------------------------------===//

TEST(FindingsPaths, RelativeToTheRootOnlyUnderIt) {
  EXPECT_EQ("src/net.cpp", displayPath("/p/src/../src/net.cpp", "/p/"));
  EXPECT_EQ("/project/net.cpp", displayPath("/project/net.cpp", "/p"));
  EXPECT_EQ("/p/net.cpp", displayPath("/p/net.cpp", ""));
  EXPECT_EQ("p/net.cpp", displayPath("/p/net.cpp", "/"));
}

TEST(FindingsPaths, SameFileBySuffix) {
  EXPECT_TRUE(sameFile("/p/src/net.cpp", "src/net.cpp", ""));
  EXPECT_TRUE(sameFile("../src/net.cpp", "/p/src/net.cpp", ""));
  EXPECT_TRUE(sameFile("./net.cpp", "/p/net.cpp", ""));
  EXPECT_TRUE(
      sameFile("/home/a/p/src/net.cpp", "/build/p/src/net.cpp", "/home/a/p"));
  EXPECT_FALSE(sameFile("/p/encoder/net.cpp", "/p/decoder/net.cpp", ""));
  EXPECT_FALSE(sameFile("encoder/net.cpp", "/p/decoder/net.cpp", ""));
  EXPECT_FALSE(sameFile("/p/a/core/net.cpp", "/p/b/core/net.cpp", "/p"));
  EXPECT_FALSE(sameFile("et.cpp", "/p/net.cpp", ""));
  EXPECT_FALSE(sameFile("", "", ""));
}

TEST(FindingsSource, LineEndsAsClangCountsThem) {
  EXPECT_THAT(splitLines("a\nb\r\nc\rd"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(splitLines(""), ElementsAre(""));
  EXPECT_THAT(splitLines("a\n"), ElementsAre("a", ""));
}

TEST(FindingsSource, ReaderFirstThenDiskThenNothing) {
  Sources S([](const std::string &Path, std::string &Text) {
    Text = "unsaved";
    return Path == "/p/net.cpp";
  });
  std::string_view Line;
  ASSERT_TRUE(S.line("/p/net.cpp", 1, Line));
  EXPECT_EQ("unsaved", Line);
  EXPECT_FALSE(S.line("/p/net.cpp", 2, Line));
  EXPECT_EQ(nullptr, S.text("/no/such/file"));
  EXPECT_EQ(nullptr, S.text("/"));
  EXPECT_EQ(nullptr, S.text(""));
  // An empty file is there, and has no line to show.
  Sources Empty([](const std::string &, std::string &) { return true; });
  EXPECT_NE(nullptr, Empty.text("/p/net.cpp"));
  EXPECT_FALSE(Empty.line("/p/net.cpp", 1, Line));
  Sources Rooted(nullptr, TORCHTIDY_SOURCE_DIR);
  EXPECT_NE(nullptr, Rooted.text("lib/findings/Finding.h"));
}

TEST(FindingsUtf8, MaximalSubpartsBecomeOneReplacement) {
  const std::string R = "\xEF\xBF\xBD";
  EXPECT_EQ("a" + R + "b", validUtf8("a\xE6\xA8"
                                     "b"));
  EXPECT_EQ(R + R, validUtf8("\xC0\x80"));
  EXPECT_EQ(R + R + R, validUtf8("\xED\xA0\x80")); // a surrogate
  EXPECT_EQ(R, validUtf8("\xF0\x9F\x94"));
  EXPECT_EQ("\xF0\x9F\x94\xA5", validUtf8("\xF0\x9F\x94\xA5"));
}

TEST(FindingsUtf8, Utf16ColumnsCountUnits) {
  std::string Line = "a\xC3\xA9\xF0\x9F\x94\xA5z";
  EXPECT_EQ(1u, utf16Column(Line, 1));
  EXPECT_EQ(2u, utf16Column(Line, 2));
  EXPECT_EQ(3u, utf16Column(Line, 4));
  EXPECT_EQ(5u, utf16Column(Line, 8));
  EXPECT_EQ(6u, utf16Column(Line, 9));
  EXPECT_EQ(8u, utf16Column(Line, 11));
}

TEST(FindingsUtf8, TerminalEscapesAreShownNotSent) {
  EXPECT_EQ("a<U+001B>[31m", printable("a\x1b[31m"));
  EXPECT_EQ("<FF>\t\n", printable("\xFF\t\n"));
  EXPECT_EQ("<U+202E>", printable("\xE2\x80\xAE"));
}

} // namespace
