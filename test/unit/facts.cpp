//===- facts.cpp - facts as JSON, and linked ------------------------------===//
#include "facts/Dump.h"
#include "facts_sample.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace torchtidy::facts;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

TEST(FactsJson, RoundTripKeepsEverything) {
  FileFacts F = sample();
  std::string Text = toJson(F);
  FileFacts Back = fromJson(Text);
  EXPECT_EQ(Text, toJson(Back));
  EXPECT_EQ(dump(F).substr(0, dump(F).find("suppress")),
            dump(Back).substr(0, dump(Back).find("suppress")));
  const Instr &Call = Back.functions[0].instrs[1];
  EXPECT_EQ(Use::Discarded, Call.use);
  EXPECT_EQ(-1, Call.var);
  EXPECT_TRUE(Call.span.macro);
  EXPECT_EQ(126u, Call.argsEnd.offset);
  EXPECT_FALSE(Call.nameSpan.valid());
  EXPECT_EQ(NoValue, Back.functions[0].instrs[2].operands[1]);
  EXPECT_EQ("c:@N@at@S@Tensor", Back.classes[0].fields[0].type.args[0].cls);
}

TEST(FactsJson, ConditionalsComeBack) {
  FileFacts Back = fromJson(toJson(sample()));
  ASSERT_EQ(1u, Back.conditionals.size());
  EXPECT_EQ(20u, Back.conditionals[0].firstLine);
  EXPECT_EQ("ifdef USE_CUDA", Back.conditionals[0].condition);
}

TEST(FactsJson, BytesThatAreNoTextDoNotStopIt) {
  EXPECT_THAT(fromJson(toJson(sample())).suppressions[0].reason,
              HasSubstr("purpose"));
}

std::string whyNot(const std::string &Text) {
  try {
    fromJson(Text);
  } catch (const std::runtime_error &E) {
    return E.what();
  }
  return "it was read";
}

/// The sample's text with one thing replaced.
std::string broken(const std::string &From, const std::string &To) {
  std::string Text = toJson(sample());
  size_t At = Text.find(From);
  EXPECT_NE(std::string::npos, At) << From << " in " << Text;
  return Text.replace(At, From.size(), To);
}

TEST(FactsJson, RefusesWhatIsNoFacts) {
  for (const char *Text : {"", "[]", "{", "{}", "null", "\"facts\""})
    EXPECT_THAT(whyNot(Text), HasSubstr("not a facts file")) << Text;
  EXPECT_THAT(
      whyNot(broken("\"torch-tidy-facts\":1", "\"torch-tidy-facts\":99")),
      HasSubstr("version 99"));
}

TEST(FactsJson, RefusesIndicesThatLeadOutside) {
  EXPECT_THAT(whyNot(broken("\"receiver\":0", "\"receiver\":3")),
              HasSubstr("'Net::forward' has a bad receiver"));
  EXPECT_THAT(whyNot(broken("\"succs\":[1,1]", "\"succs\":[1,2]")),
              HasSubstr("bad successor"));
  EXPECT_THAT(whyNot(broken("\"last\":3", "\"last\":4")),
              HasSubstr("bad block"));
  EXPECT_THAT(whyNot(broken("\"storage\":0", "\"storage\":77")),
              HasSubstr("'storage' is out of range"));
  EXPECT_THAT(whyNot(broken("\"files\":[\"/p/a.cpp\",\"/p/net.h\"]",
                            "\"files\":[\"/p/a.cpp\"]")),
              HasSubstr("a file that isn't listed"));
}

/// The same header read in a second file, where the method has no body.
FileFacts declaredOnly() {
  FileFacts F = sample("/p/b.cpp");
  F.functions.clear();
  F.suppressions.clear();
  F.problems.clear();
  return F;
}

TEST(Link, HeaderReadTwiceIsOneClass) {
  for (bool Swap : {false, true}) {
    std::vector<FileFacts> Files{sample(), declaredOnly()};
    if (Swap)
      std::swap(Files[0], Files[1]);
    ProjectFacts P = link(Files);
    EXPECT_THAT(P.files, ElementsAre("/p/a.cpp", "/p/b.cpp", "/p/net.h"));
    EXPECT_THAT(P.mainFiles, ElementsAre("/p/a.cpp", "/p/b.cpp"));
    ASSERT_EQ(1u, P.classes.size());
    EXPECT_EQ(2, P.classes[0].nameSpan.file) << "numbers of the project";
    EXPECT_TRUE(P.classes[0].methods[0].bodySeen) << "in the other file";
    ASSERT_NE(nullptr, P.findFunction("c:@S@Net@F@forward#"));
    EXPECT_EQ(nullptr, P.findFunction("c:@S@Net@F@backward#"));
    EXPECT_EQ(&P.classes[0], P.findClass("c:@S@Net"));
  }
}

TEST(Link, NamesakesOfTwoProgramsStayApart) {
  // Two examples of one project, each with a Net of its own in its main file.
  FileFacts A = sample("/p/a.cpp"), B = sample("/p/b.cpp");
  for (FileFacts *F : {&A, &B})
    F->classes[0].nameSpan.file = 0;
  B.functions[0].instrs[1].calleeId = "c:@S@Net@F@helper#";
  ProjectFacts P = link({A, B});
  ASSERT_EQ(2u, P.classes.size());
  ASSERT_EQ(2u, P.functions.size());
  for (const FunctionFacts &F : P.functions) {
    const ClassFacts *C = P.findClass(F.cls);
    ASSERT_NE(nullptr, C) << F.cls;
    EXPECT_EQ(C->nameSpan.file, F.nameSpan.file);
    EXPECT_EQ(F.id, C->methods[0].id);
  }
  EXPECT_THAT(P.functions[1].instrs[1].calleeId,
              testing::StartsWith(P.functions[1].cls))
      << "a method declared here is this Net's";
}

TEST(Link, TemplateAsWrittenGivesWayToItsInstantiations) {
  FileFacts A = sample("/p/a.cpp"), B = sample("/p/b.cpp");
  for (FileFacts *F : {&A, &B})
    F->functions[0].nameSpan.file = 1;
  A.functions[0].id = "pattern";
  A.functions[0].dependent = true;
  B.functions[0].id = "instance";
  B.functions[0].fromTemplate = true;
  ProjectFacts P = link({A, B});
  ASSERT_EQ(1u, P.functions.size());
  EXPECT_EQ("instance", P.functions[0].id);
}

TEST(Link, OrderDoesNotMatter) {
  FileFacts A = sample("/p/a.cpp"), B = sample("/p/b.cpp"), C = declaredOnly();
  B.functions[0].nameSpan.file = 1;
  C.mainFile = "/p/c.cpp";
  auto Text = [](const ProjectFacts &P) {
    std::string S;
    for (const ClassFacts &K : P.classes)
      S += dump(K);
    for (const FunctionFacts &F : P.functions)
      S += dump(F);
    for (const SuppressionFact &X : P.suppressions)
      S += std::to_string(X.file) + ":" + std::to_string(X.line) + " ";
    return S;
  };
  std::string First = Text(link({A, B, C}));
  EXPECT_EQ(First, Text(link({C, B, A})));
  EXPECT_EQ(First, Text(link({B, A, C})));
}

TEST(Link, ConditionalsOfAHeaderAreToldOnce) {
  FileFacts A = sample("/p/a.cpp"), B = sample("/p/b.cpp");
  A.conditionals.insert(A.conditionals.begin(), {1, 7, 9, "if GPU"});
  B.conditionals = {{1, 7, 9, "if GPU"}};
  ProjectFacts P = link({B, A});
  ASSERT_EQ(2u, P.conditionals.size());
  EXPECT_EQ("/p/a.cpp", P.files[P.conditionals[0].file]);
  EXPECT_EQ("ifdef USE_CUDA", P.conditionals[0].condition);
  EXPECT_EQ(24u, P.conditionals[0].lastLine);
  EXPECT_EQ("/p/net.h", P.files[P.conditionals[1].file]);
}

TEST(Link, ASuppressionInAHeaderIsTheSameOne) {
  FileFacts A = sample("/p/a.cpp"), B = sample("/p/b.cpp");
  for (FileFacts *F : {&A, &B})
    F->suppressions[0].file = 1;
  ProjectFacts P = link({A, B});
  ASSERT_EQ(1u, P.suppressions.size());
  EXPECT_EQ("/p/net.h", P.files[P.suppressions[0].file]);
}

} // namespace
