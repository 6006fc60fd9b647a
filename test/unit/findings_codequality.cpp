//===- findings_codequality.cpp - GitLab's report ---------------*- C++ -*-===//
#include "findings/CodeQuality.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

using namespace torchtidy;
using testing::HasSubstr;

namespace {

Finding finding(const char *Message, Level L = Level::Certain) {
  Finding F;
  F.rule = "torch-discarded-move";
  F.level = L;
  F.message = Message;
  F.span.file = "/p/src/net.cpp";
  F.span.line = 7;
  F.span.endLine = 9;
  return F;
}

std::string report(const std::vector<Finding> &Findings) {
  std::ostringstream Out;
  writeCodeQuality(Out, Findings, "/p");
  return Out.str();
}

TEST(FindingsCodeQuality, AnEntry) {
  Finding F = finding("result of 'to' is dropped");
  F.fingerprint = "0123456789abcdef";
  F.notes = {{"declared here", F.span}, {"write x = x.to(d)", {}}};
  F.fixes = {{"assign it", {}}};
  EXPECT_EQ(R"([
  {
    "description": "result of 'to' is dropped",
    "check_name": "torch-discarded-move",
    "severity": "major",
    "location": {
      "path": "src/net.cpp",
      "lines": {
        "begin": 7,
        "end": 9
      }
    },
    "content": {
      "body": "- declared here (src/net.cpp:7)\n- write x = x.to(d)\n- fix: assign it\n"
    },
    "fingerprint": "0123456789abcdef"
  }
]
)",
            report({F}));
  EXPECT_EQ("[]\n", report({}));
}

TEST(FindingsCodeQuality, Severities) {
  EXPECT_THAT(report({finding("a", Level::Likely)}),
              HasSubstr(R"("severity": "minor")"));
  EXPECT_THAT(report({finding("a", Level::Advice)}),
              HasSubstr(R"("severity": "info")"));
}

TEST(FindingsCodeQuality, FingerprintsAreThereAndUnlike) {
  // As a run's findings are: without one.
  std::string Text = report({finding("a"), finding("a"), finding("b")});
  EXPECT_THAT(Text, HasSubstr("net.cpp:7:a\""));
  EXPECT_THAT(Text, HasSubstr("net.cpp:7:a-2\""));
  EXPECT_THAT(Text, HasSubstr("net.cpp:7:b\""));
}

TEST(FindingsCodeQuality, LeavesOutWhatIsSuppressed) {
  Finding F = finding("a");
  F.suppression.kind = Suppression::InSource;
  EXPECT_EQ("[]\n", report({F}));
}

TEST(FindingsCodeQuality, AnyBytesAndNoPlace) {
  Finding F = finding("\xFF");
  F.span = Span();
  std::string Text = report({F});
  EXPECT_THAT(Text, HasSubstr("\"description\": \"\xEF\xBF\xBD\""));
  EXPECT_THAT(Text, HasSubstr("\"path\": \".\""));
  EXPECT_THAT(Text, HasSubstr("\"begin\": 1"));
}

} // namespace
