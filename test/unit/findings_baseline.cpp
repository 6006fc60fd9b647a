//===- findings_baseline.cpp - baselines, and lines of patches --*- C++ -*-===//
#include "findings/Baseline.h"
#include "findings/PatchLines.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace torchtidy;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

Finding finding(std::string Print, std::string File = "/p/net.cpp") {
  Finding F;
  F.rule = "torch-unregistered-state";
  F.level = Level::Certain;
  F.message = "tensor member 'cache' is never registered";
  F.span.file = std::move(File);
  F.span.line = 3;
  F.fingerprint = std::move(Print);
  return F;
}

std::vector<std::string> prints(const std::vector<Finding> &Findings) {
  std::vector<std::string> Out;
  for (const Finding &F : Findings)
    Out.push_back(F.fingerprint);
  return Out;
}

template <typename Fn> std::string reason(Fn Do) {
  try {
    Do();
  } catch (const std::runtime_error &E) {
    return E.what();
  }
  return "";
}

TEST(Baseline, RoundTrip) {
  Baseline B = {entryOf(finding("bb"), "/p"), entryOf(finding("aa"), "/p"),
                entryOf(finding("cc", "/p/a/b.h"), "/p")};
  std::string Text = toText(B);
  Baseline Again = parseBaseline(Text, "b.json");
  ASSERT_EQ(Again.size(), 3u);
  EXPECT_EQ(Again[0].file, "a/b.h");
  EXPECT_EQ(Again[1].fingerprint, "aa");
  EXPECT_EQ(Again[1].file, "net.cpp");
  EXPECT_EQ(Again[1].level, Level::Certain);
  EXPECT_EQ(Again[1].message, "tensor member 'cache' is never registered");
  EXPECT_EQ(toText(Again), Text);
}

TEST(Baseline, OneEntryALineInOneOrder) {
  Baseline B = {entryOf(finding("bb"), "/p"), entryOf(finding("aa"), "/p")};
  Baseline C = {B[1], B[0], B[1]};
  EXPECT_EQ(toText(B), toText(C));
  std::string Text = toText(B);
  EXPECT_EQ(std::count(Text.begin(), Text.end(), '\n'), 4);
  EXPECT_EQ(toText({}), "{\"baseline\": 1, \"findings\": []}\n");
  EXPECT_THAT(parseBaseline(toText({}), "b"), IsEmpty());
}

TEST(Baseline, BytesThatAreNoUtf8DoNotStopIt) {
  Finding F = finding("aa", "/p/\xff.cpp");
  EXPECT_EQ(parseBaseline(toText({entryOf(F, "/p")}), "b").size(), 1u);
}

TEST(Baseline, SplitKeepsOrder) {
  Baseline B = {entryOf(finding("b"), ""), entryOf(finding("gone"), "")};
  BaselineSplit S =
      split({finding("a"), finding("b"), finding("c"), finding("b-2")}, B);
  EXPECT_THAT(prints(S.fresh), ElementsAre("a", "c", "b-2"));
  EXPECT_THAT(prints(S.known), ElementsAre("b"));
  ASSERT_EQ(S.gone.size(), 1u);
  EXPECT_EQ(S.gone[0].fingerprint, "gone");
}

TEST(Baseline, BrokenOnesSayWhy) {
  auto Why = [](const std::string &Text) {
    return reason([&] { parseBaseline(Text, "b.json"); });
  };
  EXPECT_THAT(Why(""), HasSubstr("b.json: not a baseline: no JSON"));
  EXPECT_THAT(Why("{\"baseline\": 1, \"findings\": ["), HasSubstr("no JSON"));
  EXPECT_THAT(Why("[]"), HasSubstr("no 'baseline'"));
  EXPECT_THAT(Why("{\"findings\": []}"), HasSubstr("no 'baseline'"));
  EXPECT_THAT(Why("{\"baseline\": 2, \"findings\": []}"),
              HasSubstr("of version 2"));
  EXPECT_THAT(Why("{\"baseline\": 1}"), HasSubstr("no list 'findings'"));
  auto Entry = [&](const std::string &Text) {
    return Why("{\"baseline\": 1, \"findings\": [" + Text + "]}");
  };
  const std::string Good = "{\"fingerprint\": \"a\", \"rule\": \"r\", "
                           "\"file\": \"f\", \"level\": \"likely\", "
                           "\"message\": \"m\"}";
  EXPECT_EQ(Entry(Good), "");
  EXPECT_THAT(Entry(Good + ", 3"), HasSubstr("entry 2 of 'findings' is no"));
  EXPECT_THAT(Entry("{}"), HasSubstr("entry 1 of 'findings' has no text "
                                     "'fingerprint'"));
  EXPECT_THAT(Entry(Good + "," + Good), HasSubstr("repeats the fingerprint a"));
  std::string Odd = Good;
  Odd.replace(Odd.find("likely"), 6, "sure");
  EXPECT_THAT(Entry(Odd), HasSubstr("has the level 'sure'"));
}

//===----------------------------------------------------------------------===//
// Patches
//===----------------------------------------------------------------------===//

std::string lines(const std::string &Patch) {
  std::string Out;
  for (const PatchedFile &F : parsePatch(Patch, "p")) {
    Out += F.newName + ":";
    for (const LineRange &R : F.lines)
      Out += " " + std::to_string(R.first) + "-" + std::to_string(R.last);
    for (unsigned C : F.cuts)
      Out += " /" + std::to_string(C);
    Out += ";";
  }
  return Out;
}

TEST(PatchLines, AddedChangedAndTakenOut) {
  EXPECT_EQ(lines("diff --git a/n.cpp b/n.cpp\n"
                  "index 1..2 100644\n"
                  "--- a/n.cpp\n"
                  "+++ b/n.cpp\n"
                  "@@ -1,6 +1,7 @@ struct Net\n"
                  " one\n"
                  "+new\n"
                  "+new\n"
                  " two\n"
                  "-three\n"
                  "+three!\n"
                  " four\n"
                  "-five\n"
                  " six\n"),
            "b/n.cpp: 2-3 5-5 /6;");
}

TEST(PatchLines, WithoutContext) {
  EXPECT_EQ(lines("--- a/n.cpp\n+++ b/n.cpp\n"
                  "@@ -3,2 +2,0 @@\n-x\n-y\n"
                  "@@ -9 +7 @@\n-x\n+y\n"
                  "@@ -20,0 +19,2 @@\n+a\n+b\n"),
            "b/n.cpp: 7-7 19-20 /2;");
}

TEST(PatchLines, NewDeletedAndEmptyFiles) {
  EXPECT_EQ(lines("diff --git a/new b/new\nnew file mode 100644\n"
                  "--- /dev/null\n+++ b/new\n@@ -0,0 +1,2 @@\n+a\n+b\n"
                  "diff --git a/old b/old\ndeleted file mode 100644\n"
                  "--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
                  "diff --git a/e b/e\nnew file mode 100644\n"),
            "b/new: 1-2;/dev/null: /0;");
}

TEST(PatchLines, RenamesCarryTheNewName) {
  EXPECT_EQ(lines("diff --git a/old.cpp b/new.cpp\nsimilarity index 90%\n"
                  "rename from old.cpp\nrename to new.cpp\n"
                  "--- a/old.cpp\n+++ b/new.cpp\n@@ -2 +2 @@\n-a\n+b\n"),
            "b/new.cpp: 2-2;");
  EXPECT_EQ(lines("diff --git a/old.cpp b/new.cpp\nsimilarity index 100%\n"
                  "rename from old.cpp\nrename to new.cpp\n"),
            "");
}

TEST(PatchLines, NamesInQuotesAndWithBlanksAndDates) {
  EXPECT_EQ(lines("--- \"a/caf\\303\\251 \\\"x\\\".cpp\"\n"
                  "+++ \"b/caf\\303\\251 \\\"x\\\".cpp\"\n"
                  "@@ -1 +1 @@\n-a\n+b\n"),
            "b/caf\xc3\xa9 \"x\".cpp: 1-1;");
  EXPECT_EQ(lines("--- a/my net.cpp\t\n+++ b/my net.cpp\t\n"
                  "@@ -1 +1 @@\n-a\n+b\n"),
            "b/my net.cpp: 1-1;");
  EXPECT_EQ(lines("Index: n.cpp\n--- n.cpp\t2024-01-01 10:00\n"
                  "+++ n.cpp\t2024-01-02\n@@ -1 +1 @@\n-a\n+b\n"),
            "n.cpp: 1-1;");
}

TEST(PatchLines, NoNewlineAtTheEnd) {
  EXPECT_EQ(lines("--- a/n\n+++ b/n\n@@ -1,2 +1,2 @@\n a\n-b\n"
                  "\\ No newline at end of file\n+c\n"
                  "\\ No newline at end of file\n"),
            "b/n: 2-2;");
}

TEST(PatchLines, LinesThatLookLikeHeads) {
  EXPECT_EQ(lines("--- a/n\n+++ b/n\n@@ -1,3 +1,2 @@\n a\n--- b/x\n+++ c\n"
                  "-@@ -1 +1 @@\n"),
            "b/n: 2-2;");
}

TEST(PatchLines, ReturnsAndStrippedBlanksAndMailAround) {
  EXPECT_EQ(lines("From: someone\r\nSubject: x\r\n\r\n--- a/n\r\n+++ b/n\r\n"
                  "@@ -1,2 +1,3 @@\r\n a\r\n+b\r\n\n-- \n2.39\n"),
            "b/n: 2-2;");
}

TEST(PatchLines, WhatIsNoPatch) {
  auto Why = [](const std::string &Text) {
    return reason([&] { parsePatch(Text, "p"); });
  };
  EXPECT_EQ(Why(""), "");
  EXPECT_EQ(Why("\n \n"), "");
  EXPECT_THAT(Why("int main() {}\n"), HasSubstr("no unified difference"));
  EXPECT_THAT(Why("@@ -1 +1 @@\n-a\n+b\n"), HasSubstr("p:1: a hunk before"));
  const std::string Head = "--- a/n\n+++ b/n\n";
  EXPECT_THAT(Why(Head + "@@ -1,2 +1,2 @@\n a\n"),
              HasSubstr("a hunk that ends early"));
  EXPECT_THAT(Why(Head + "@@ -1,2 +1,2 @@\n a\nx\n"),
              HasSubstr("p:5: a hunk that ends early"));
  EXPECT_THAT(Why(Head + "@@ -x +1 @@\n"), HasSubstr("without its line"));
  EXPECT_THAT(Why(Head + "@@ -99999999999 +1 @@\n"), HasSubstr("no file has"));
  EXPECT_THAT(Why("diff --cc n\n--- a/n\n+++ b/n\n@@@ -1 -1 +1 @@@\n"),
              HasSubstr("combined"));
}

} // namespace
