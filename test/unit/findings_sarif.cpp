//===- findings_sarif.cpp - SARIF's shape and GitHub's line hash -*- C++
//-*-===//
#include "findings/LineHash.h"
#include "findings/Rules.h"
#include "findings/Sarif.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace torchtidy;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const char Source[] = "struct Net {\n"
                      "  Tensor c = /* \xC3\xA9\xF0\x9F\x94\xA5 */ zeros();\n"
                      "  Tensor f(Tensor x) { return x + c; }\n"
                      "};\n";

Span span(unsigned Line, unsigned Column, unsigned EndColumn) {
  Span S;
  S.file = "/p/my src/net.cpp";
  S.line = S.endLine = Line;
  S.column = Column;
  S.endColumn = EndColumn;
  return S;
}

Finding finding() {
  Finding F;
  F.rule = "torch-unregistered-state";
  F.level = Level::Certain;
  F.message = "tensor member 'c' of 'Net' is never registered";
  F.span = span(2, 27, 34);
  F.notes = {{"used here with [input] 'x'", span(3, 31, 36)},
             {"register it: c = register_buffer(\"c\", zeros())", {}}};
  F.fixes = {
      {"register it",
       {{span(2, 27, 27), "register_buffer(\"c\", "}, {span(2, 34, 34), ")"}}}};
  F.fingerprint = "0123456789abcdef";
  return F;
}

json sarif(const std::vector<Finding> &Findings,
           const std::function<void(SarifOptions &)> &Change = nullptr) {
  SarifOptions O;
  O.version = "0.1.0";
  O.root = "/p";
  O.sourceReader = [](const std::string &Path, std::string &Text) {
    Text = Source;
    return Path == "/p/my src/net.cpp";
  };
  if (Change)
    Change(O);
  std::ostringstream Out;
  writeSarif(Out, Findings, O);
  return json::parse(Out.str());
}

//===----------------------------------------------------------------------===//
// GitHub's hash. The expected values are those of GitHub's own action.
//===----------------------------------------------------------------------===//

TEST(FindingsLineHash, AnEmptyFileHasOneLine) {
  EXPECT_THAT(githubLineHashes(""), ElementsAre("c129715d7a2bc9a3:1"));
}

TEST(FindingsLineHash, BlanksDoNotCount) {
  EXPECT_THAT(githubLineHashes(" a\nb\n  \t\tc\n d"),
              ElementsAre("271789c17abda88f:1", "54703d4cd895b18:1",
                          "180aee12dab6264:1", "a23a3dc5e078b07b:1"));
  EXPECT_EQ(githubLineHashes("a\nb\nc\nd"), githubLineHashes(" a\nb\n\tc\nd "));
}

TEST(FindingsLineHash, EqualLinesAreCounted) {
  std::string Text;
  for (int I = 0; I < 10; ++I)
    Text += "Lorem ipsum dolor sit amet.\n";
  EXPECT_THAT(githubLineHashes(Text),
              ElementsAre("a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2",
                          "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
                          "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6",
                          "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
                          "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1",
                          "c129715d7a2bc9a3:1"));
}

TEST(FindingsLineHash, EveryLineEndIsOne) {
  auto Unix = githubLineHashes("a\nb\n\nc\n");
  EXPECT_EQ(5u, Unix.size());
  EXPECT_EQ(Unix, githubLineHashes("a\r\nb\r\n\r\nc\r\n"));
  EXPECT_EQ(Unix, githubLineHashes("a\rb\r\rc\r"));
}

TEST(FindingsLineHash, CharactersAreUtf16Units) {
  EXPECT_THAT(
      githubLineHashes("cache = torch::zeros({10});\n\treturn x + cache; "
                       "// \xC3\xA9 \xE6\xA8\xA1\xE5\x9E\x8B "
                       "\xF0\x9F\x94\xA5\r\n\r  "),
      ElementsAre("fdec1fe6818a0d0d:1", "a1cd3774c30d12be:1",
                  "3c5bef55b72b93c9:1", "c129715d7a2bc9a3:1"));
}

TEST(FindingsLineHash, OnlyAHundredCharactersCount) {
  std::string Long(250, 'b');
  EXPECT_THAT(githubLineHashes("a\n" + Long + "\nc"),
              ElementsAre("4ae1252adb8d383:1", "ff47544e6eb21c78:1",
                          "188ff2f224477a1e:1"));
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

TEST(FindingsSarif, OneRunWithVersionSchemaAndRules) {
  json J = sarif({});
  EXPECT_EQ("2.1.0", J["version"]);
  EXPECT_THAT(J["$schema"].get<std::string>(), HasSubstr("sarif-2.1.0"));
  ASSERT_EQ(1u, J["runs"].size());
  json &Run = J["runs"][0];
  EXPECT_TRUE(Run["results"].is_array());
  EXPECT_EQ("torch-tidy", Run["tool"]["driver"]["name"]);
  EXPECT_EQ("file:///p/", Run["originalUriBaseIds"]["%SRCROOT%"]["uri"]);
  ASSERT_EQ(ruleTexts().size(), Run["tool"]["driver"]["rules"].size());
  for (const json &Rule : Run["tool"]["driver"]["rules"]) {
    for (const char *Key : {"shortDescription", "fullDescription", "help"})
      EXPECT_NE("", Rule[Key]["text"]) << Rule["id"];
    EXPECT_NE("", Rule["help"]["markdown"]);
    EXPECT_FALSE(Rule.contains("helpUri")); // must be an absolute URI
    EXPECT_EQ("warning", Rule["defaultConfiguration"]["level"]);
    EXPECT_FALSE(Rule["properties"]["tags"].empty());
    EXPECT_EQ("high", Rule["properties"]["precision"]);
  }
  EXPECT_EQ("TorchUnregisteredState",
            Run["tool"]["driver"]["rules"][0]["name"]);
}

TEST(FindingsSarif, HelpIsThePageWithoutItsComments) {
  json Rules = sarif({})["runs"][0]["tool"]["driver"]["rules"];
  for (const json &Rule : Rules) {
    std::string Id = Rule["id"], Help = Rule["help"]["markdown"];
    std::string Full = Rule["fullDescription"]["text"];
    EXPECT_EQ(std::string::npos, Help.find("<!--")) << Id;
    if (findRule(Id)->ofRun)
      continue;
    EXPECT_EQ(0u, Help.find("# " + Id)) << Id;
    EXPECT_EQ('.', Full.back()) << Full;
  }
}

TEST(FindingsSarif, HelpUriOnlyWithAnAddress) {
  json J =
      sarif({}, [](SarifOptions &O) { O.pagesUri = "https://x.org/checks"; });
  EXPECT_EQ("https://x.org/checks/torch-unregistered-state.md",
            J["runs"][0]["tool"]["driver"]["rules"][0]["helpUri"]);
}

TEST(FindingsSarif, AResultHasWhatGitHubReads) {
  json R = sarif({finding()})["runs"][0]["results"][0];
  EXPECT_EQ("torch-unregistered-state", R["ruleId"]);
  EXPECT_EQ(0, R["ruleIndex"]);
  EXPECT_EQ("error", R["level"]);
  json Place = R["locations"][0]["physicalLocation"];
  EXPECT_EQ("my%20src/net.cpp", Place["artifactLocation"]["uri"]);
  EXPECT_EQ("%SRCROOT%", Place["artifactLocation"]["uriBaseId"]);
  // Byte 27 of a line with an e acute and an emoji before: 6 bytes, 3 units.
  EXPECT_EQ(json({{"startLine", 2},
                  {"startColumn", 24},
                  {"endLine", 2},
                  {"endColumn", 31}}),
            Place["region"]);
  EXPECT_EQ(githubLineHashes(Source)[1],
            R["partialFingerprints"]["primaryLocationLineHash"]);
  EXPECT_EQ("0123456789abcdef",
            R["partialFingerprints"]["torchTidyFingerprint/v1"]);
}

TEST(FindingsSarif, NotesAreRelatedLocationsLinkedFromTheMessage) {
  json R = sarif({finding()})["runs"][0]["results"][0];
  EXPECT_EQ("tensor member 'c' of 'Net' is never registered\n"
            "[used here with \\[input\\] 'x'](1)\n"
            "register it: c = register_buffer(\"c\", zeros())",
            R["message"]["text"]);
  ASSERT_EQ(1u, R["relatedLocations"].size());
  EXPECT_EQ(1, R["relatedLocations"][0]["id"]);
  EXPECT_EQ(
      3, R["relatedLocations"][0]["physicalLocation"]["region"]["startLine"]);
}

TEST(FindingsSarif, FixesReplaceRegions) {
  json Fix = sarif({finding()})["runs"][0]["results"][0]["fixes"][0];
  EXPECT_EQ("register it", Fix["description"]["text"]);
  ASSERT_EQ(1u, Fix["artifactChanges"].size());
  json Edits = Fix["artifactChanges"][0]["replacements"];
  ASSERT_EQ(2u, Edits.size());
  EXPECT_EQ(24, Edits[0]["deletedRegion"]["startColumn"]);
  EXPECT_EQ(24, Edits[0]["deletedRegion"]["endColumn"]);
  EXPECT_EQ("register_buffer(\"c\", ", Edits[0]["insertedContent"]["text"]);
}

TEST(FindingsSarif, LevelsMap) {
  std::vector<Finding> All(3, finding());
  All[1].level = Level::Likely;
  All[2].level = Level::Advice;
  json R = sarif(All)["runs"][0]["results"];
  EXPECT_EQ("error", R[0]["level"]);
  EXPECT_EQ("warning", R[1]["level"]);
  EXPECT_EQ("note", R[2]["level"]);
}

TEST(FindingsSarif, AFileThatIsGoneHasNoHashButARegion) {
  Finding F = finding();
  F.span.file = "/elsewhere/gone.cpp";
  F.span.column = F.span.endColumn = F.span.endLine = 0;
  json R = sarif({F})["runs"][0]["results"][0];
  json Place = R["locations"][0]["physicalLocation"];
  EXPECT_EQ("file:///elsewhere/gone.cpp", Place["artifactLocation"]["uri"]);
  EXPECT_FALSE(Place["artifactLocation"].contains("uriBaseId"));
  EXPECT_EQ(json({{"startLine", 2},
                  {"startColumn", 1},
                  {"endLine", 2},
                  {"endColumn", 1}}),
            Place["region"]);
  EXPECT_FALSE(R["partialFingerprints"].contains("primaryLocationLineHash"));
}

TEST(FindingsSarif, AnUnknownRuleGetsARow) {
  Finding F = finding();
  F.rule = "my-rule";
  json Run = sarif({F})["runs"][0];
  unsigned Index = Run["results"][0]["ruleIndex"];
  EXPECT_EQ("my-rule", Run["tool"]["driver"]["rules"][Index]["id"]);
  EXPECT_EQ("my-rule", Run["tool"]["driver"]["rules"][Index]["help"]["text"]);
}

TEST(FindingsSarif, ProblemsOfTheToolAreNotResults) {
  json Good = sarif({})["runs"][0]["invocations"][0];
  EXPECT_EQ(true, Good["executionSuccessful"]);
  EXPECT_TRUE(Good["toolExecutionNotifications"].empty());
  json Run = sarif({}, [](SarifOptions &O) {
    O.successful = false;
    O.exitCode = 2;
    O.problems = {{"unknown type name 'foo'", span(3, 1, 4), true},
                  {"no compile command", {}, false}};
  })["runs"][0];
  EXPECT_TRUE(Run["results"].empty());
  json Bad = Run["invocations"][0];
  EXPECT_EQ(false, Bad["executionSuccessful"]);
  EXPECT_EQ(2, Bad["exitCode"]);
  json &Notes = Bad["toolExecutionNotifications"];
  ASSERT_EQ(2u, Notes.size());
  EXPECT_EQ("error", Notes[0]["level"]);
  EXPECT_EQ(
      3, Notes[0]["locations"][0]["physicalLocation"]["region"]["startLine"]);
  EXPECT_EQ("warning", Notes[1]["level"]);
  EXPECT_FALSE(Notes[1].contains("locations"));
}

TEST(FindingsSarif, HostileTextIsValidJson) {
  Finding F = finding();
  F.message = "\xFF\"\\\x1b\n]](1)";
  F.notes[0].message = "](2) \\";
  F.span.file = "/p/\xFF %20#?.cpp";
  json R = sarif({F})["runs"][0]["results"][0];
  EXPECT_EQ("%FF%20%2520%23%3F.cpp",
            R["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]);
  EXPECT_THAT(R["message"]["text"].get<std::string>(),
              HasSubstr("[\\](2) \\\\](1)"));
}

} // namespace
