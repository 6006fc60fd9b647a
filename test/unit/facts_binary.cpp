//===- facts_binary.cpp - facts as bytes, and what isn't ------------------===//
#include "facts/Binary.h"
#include "facts/Bytes.h"
#include "facts_sample.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

using namespace torchtidy::facts;
using testing::HasSubstr;

namespace {

constexpr size_t HeaderSize = 8 + 4 + 8 + 8 + 8;

std::string reason(const std::string &Bytes) {
  try {
    fromBytes(Bytes);
  } catch (const std::runtime_error &E) {
    return E.what();
  }
  return "none";
}

/// \p Content under a header that says it is whole.
std::string sealed(const std::string &Header, const std::string &Content) {
  ByteWriter Out;
  Out.bytes = Header.substr(0, HeaderSize - 16);
  Out.fixed(Content.size(), 8);
  Out.fixed(checksum(Content), 8);
  return Out.bytes + Content;
}

/// Many functions, of which none is quite like another.
FileFacts larger() {
  FileFacts F = sample();
  const FunctionFacts First = F.functions[0];
  for (int I = 0; I < 40; ++I) {
    FunctionFacts Fn = First;
    Fn.id += std::to_string(I);
    Fn.nameSpan = at(I % 2, unsigned(100 - I), unsigned(1000 - 7 * I));
    for (int K = 0; K < I; ++K) {
      Instr X = First.instrs[size_t(K % 3)];
      X.span = at(K % 2, unsigned(K * 13 % 29), unsigned(K * 31 % 57));
      X.span.macro = K % 5 == 0;
      X.span.endLine += unsigned(K % 4);
      X.text = "x" + std::to_string(K * I % 17);
      X.type.args.assign(size_t(K % 3), tensor());
      Fn.instrs.push_back(X);
    }
    F.functions.push_back(Fn);
  }
  return F;
}

TEST(FactsBinary, RoundTripKeepsEverything) {
  for (const FileFacts &F : {FileFacts(), sample(), larger()}) {
    FileFacts Back = fromBytes(toBytes(F));
    EXPECT_EQ(toJson(Back), toJson(F));
    EXPECT_EQ(toBytes(Back), toBytes(F));
  }
}

TEST(FactsBinary, KeepsTextsThatJsonWouldMend) {
  FileFacts F = sample();
  F.suppressions[0].reason = std::string("a\0\xff", 3);
  EXPECT_EQ(fromBytes(toBytes(F)).suppressions[0].reason,
            std::string("a\0\xff", 3));
}

TEST(FactsBinary, KeepsNumbersToTheirEnds) {
  FileFacts F = sample();
  SourceSpan &S = F.functions[0].instrs[0].span;
  S.line = S.endColumn = S.endOffset = 0xffffffff;
  S.endLine = S.column = S.offset = 0;
  EXPECT_EQ(toJson(fromBytes(toBytes(F))), toJson(F));
}

TEST(FactsBinary, EqualFactsAreEqualBytes) {
  EXPECT_EQ(toBytes(larger()), toBytes(larger()));
  FileFacts Other = larger();
  Other.functions[3].instrs[1].use = Use::Voided;
  EXPECT_NE(toBytes(larger()), toBytes(Other));
}

TEST(FactsBinary, IsMuchSmallerThanJson) {
  EXPECT_LT(toBytes(larger()).size() * 6, toJson(larger()).size());
}

TEST(FactsBinary, SaysWhyItIsRefused) {
  std::string Good = toBytes(sample());
  EXPECT_THAT(reason(""), HasSubstr("doesn't begin like one"));
  EXPECT_THAT(reason("{\"torch-tidy-facts\":1}"),
              HasSubstr("doesn't begin like one"));
  EXPECT_THAT(reason(Good.substr(0, 20)), HasSubstr("cut off"));
  EXPECT_THAT(reason(Good.substr(0, Good.size() - 1)), HasSubstr("cut off"));
  EXPECT_THAT(reason(Good + "x"), HasSubstr("too long"));
  std::string Other = Good;
  ++Other[8];
  EXPECT_THAT(reason(Other), HasSubstr("another version"));
  Other = Good;
  ++Other[12]; // the schema
  EXPECT_THAT(reason(Other), HasSubstr("another version"));
  Other = Good;
  Other[Good.size() / 2] ^= 1;
  EXPECT_THAT(reason(Other), HasSubstr("isn't what was written"));
}

TEST(FactsBinary, RefusesIndicesThatLeadOutside) {
  for (auto Break : std::vector<void (*)(FileFacts &)>{
           [](FileFacts &F) { F.functions[0].instrs[1].operands[0] = 3; },
           [](FileFacts &F) { F.functions[0].instrs[1].receiver = 99; },
           [](FileFacts &F) { F.functions[0].instrs[0].var = 1; },
           [](FileFacts &F) { F.functions[0].instrs[1].args.clear(); },
           [](FileFacts &F) { F.functions[0].blocks[0].last = 4; },
           [](FileFacts &F) { F.functions[0].blocks[0].succs[0] = 2; },
           [](FileFacts &F) { F.functions[0].numParams = 2; },
           [](FileFacts &F) { F.functions[0].instrs[0].span.file = 2; },
           [](FileFacts &F) { F.functions[0].nameSpan.file = 2; },
           [](FileFacts &F) { F.classes[0].nameSpan.file = 2; },
           [](FileFacts &F) { F.suppressions[0].file = 2; },
           [](FileFacts &F) { F.suppressions[0].file = -1; },
           [](FileFacts &F) { F.conditionals[0].file = 7; },
       }) {
    FileFacts F = sample();
    Break(F);
    EXPECT_THAT(reason(toBytes(F)), HasSubstr("not a facts file: "));
  }
}

TEST(FactsBinary, RefusesTypesThatGrowWithoutEnd) {
  FileFacts F = sample();
  TypeFact T = tensor();
  for (int I = 0; I < 12; ++I) {
    TypeFact Twice;
    Twice.args.assign(2, T);
    T = Twice;
  }
  F.functions[0].returnType = T;
  EXPECT_THAT(reason(toBytes(F)), HasSubstr("a type is too"));
}

/// Whatever the bytes are: facts, or a reason.
TEST(FactsBinary, SurvivesMutations) {
  const std::string Good = toBytes(larger());
  const std::string Header = Good.substr(0, HeaderSize);
  std::mt19937 Random(1);
  unsigned Read = 0, Refused = 0;
  for (int Round = 0; Round < 20000; ++Round) {
    std::string Content = Good.substr(HeaderSize);
    unsigned Edits = 1 + Random() % 4;
    for (unsigned E = 0; E < Edits && !Content.empty(); ++E) {
      // Half of them where the tables and counts stand.
      size_t At =
          Random() % (Random() % 2 ? Content.size()
                                   : std::min<size_t>(Content.size(), 400));
      switch (Random() % 5) {
      case 0:
        Content[At] = char(Random());
        break;
      case 1:
        Content[At] ^= char(1u << Random() % 8);
        break;
      case 2:
        Content.erase(At, 1 + Random() % 9);
        break;
      case 3:
        Content.insert(At, std::string(1 + Random() % 9, char(Random())));
        break;
      default:
        Content.insert(
            At, Content.substr(Random() % Content.size(), Random() % 40));
      }
    }
    std::string Bytes = Round % 10 ? sealed(Header, Content) : Header + Content;
    std::string Why = reason(Bytes);
    if (Why == "none") {
      ++Read;
    } else {
      ++Refused;
      ASSERT_THAT(Why, HasSubstr("not a facts file: "));
      ASSERT_LT(Why.size(), 400u);
    }
  }
  // Both happen, so that what is behind the checks was reached.
  EXPECT_GT(Read, 100u);
  EXPECT_GT(Refused, 10000u);
}

} // namespace
