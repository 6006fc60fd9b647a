//===- facts_parts.cpp - which files belong together ----------------------===//
#include "facts/Binary.h"
#include "facts/Parts.h"
#include "facts_sample.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace torchtidy::facts;
using testing::ElementsAre;

namespace {

FileFacts file(const std::string &Name) {
  FileFacts F;
  F.mainFile = Name;
  F.files = {Name};
  return F;
}

FunctionFacts function(const std::string &Id, unsigned Line) {
  FunctionFacts F;
  F.id = F.name = Id;
  F.nameSpan = at(0, Line, Line * 10);
  F.blocks.emplace_back();
  return F;
}

void call(FunctionFacts &F, const std::string &Id) {
  Instr I;
  I.op = Op::Call;
  I.calleeId = Id;
  F.instrs.push_back(I);
  F.blocks[0].last = int(F.instrs.size());
}

void useGlobal(FunctionFacts &F, const std::string &Id, bool Stores) {
  VarFact V;
  V.name = V.globalId = Id;
  V.storage = Storage::Global;
  Instr Place, Store;
  Place.op = Op::Var;
  Place.var = int(F.vars.size());
  Store.op = Stores ? Op::Store : Op::Other;
  Store.operands = {int(F.instrs.size()), NoValue};
  F.vars.push_back(V);
  F.instrs.push_back(Place);
  F.instrs.push_back(Store);
  F.blocks[0].last = int(F.instrs.size());
}

/// By what is in memory, and by what is in a file.
std::vector<std::vector<size_t>> parts(const std::vector<FileFacts> &Files) {
  std::vector<Outline> Seen, Read;
  for (const FileFacts &F : Files) {
    FileFacts Head;
    Seen.push_back(outlineOf(F));
    Read.push_back(outlineOfBytes(toBytes(F), Head));
    EXPECT_EQ(F.mainFile, Head.mainFile);
    EXPECT_EQ(F.files, Head.files);
    for (auto List : {&Outline::mentions, &Outline::stores}) {
      std::vector<uint64_t> A = Seen.back().*List, B = Read.back().*List;
      std::sort(A.begin(), A.end());
      std::sort(B.begin(), B.end());
      EXPECT_EQ(A, B);
    }
    EXPECT_EQ(Seen.back().speaks, Read.back().speaks);
  }
  EXPECT_EQ(partsOf(Seen), partsOf(Read));
  return partsOf(Read);
}

using Parts = std::vector<std::vector<size_t>>;

TEST(FactsParts, FilesThatShareNothingAreApart) {
  FileFacts A = file("/a.cpp"), B = file("/b.cpp");
  A.functions = {function("f", 1)};
  B.functions = {function("g", 1)};
  EXPECT_EQ(Parts({{0}, {1}}), parts({A, B}));
  EXPECT_EQ(Parts(), partsOf({}));
}

TEST(FactsParts, ACallJoins) {
  FileFacts A = file("/a.cpp"), B = file("/b.cpp"), C = file("/c.cpp");
  A.functions = {function("f", 1)};
  B.functions = {function("g", 1)};
  C.functions = {function("h", 1)};
  call(C.functions[0], "f");
  call(B.functions[0], "of a library");
  call(A.functions[0], "of a library");
  EXPECT_EQ(Parts({{0, 2}, {1}}), parts({A, B, C}));
}

TEST(FactsParts, AClassOfAHeaderJoins) {
  FileFacts A = sample("/p/a.cpp"), B = sample("/p/b.cpp");
  B.functions.clear();
  EXPECT_EQ(Parts({{0, 1}}), parts({A, B}));
}

/// A template of a header, as written in one file and instantiated in another.
TEST(FactsParts, OnePlaceJoinsWhateverItIsCalled) {
  FileFacts A = file("/a.cpp"), B = file("/b.cpp");
  A.files.push_back("/common.h");
  B.files.push_back("/common.h");
  A.functions = {function("f<T>", 1)};
  B.functions = {function("f<int>", 1)};
  EXPECT_EQ(Parts({{0}, {1}}), parts({A, B}));
  A.functions[0].nameSpan.file = B.functions[0].nameSpan.file = 1;
  EXPECT_EQ(Parts({{0, 1}}), parts({A, B}));
}

/// Every program has its own main: link() keeps them apart.
TEST(FactsParts, TheSameNameInTwoPlacesDoesNotJoin) {
  FileFacts A = file("/a.cpp"), B = file("/b.cpp"), C = file("/c.cpp");
  A.functions = {function("main", 1)};
  B.functions = {function("main", 1)};
  C.functions = {function("h", 1)};
  call(C.functions[0], "main");
  EXPECT_EQ(Parts({{0}, {1}, {2}}), parts({A, B, C}));
}

TEST(FactsParts, AGlobalJoinsIfSomebodyStoresToIt) {
  FileFacts A = file("/a.cpp"), B = file("/b.cpp");
  A.functions = {function("f", 1)};
  B.functions = {function("g", 1)};
  useGlobal(A.functions[0], "cout", false);
  useGlobal(B.functions[0], "cout", false);
  EXPECT_EQ(Parts({{0}, {1}}), parts({A, B}));
  useGlobal(B.functions[0], "gpu", true);
  useGlobal(A.functions[0], "gpu", false);
  EXPECT_EQ(Parts({{0, 1}}), parts({A, B}));
}

TEST(FactsParts, ACommentInAHeaderJoins) {
  FileFacts A = file("/a.cpp"), B = file("/b.cpp");
  for (FileFacts *F : {&A, &B}) {
    F->files.push_back("/common.h");
    SuppressionFact S;
    S.file = 1;
    F->suppressions = {S};
  }
  EXPECT_EQ(Parts({{0, 1}}), parts({A, B}));
}

TEST(FactsParts, KnowsWhatSpeaksOfDevices) {
  FileFacts A = file("/a.cpp");
  A.functions = {function("f", 1)};
  parts({A});
  EXPECT_FALSE(outlineOf(A).speaks);
  VarFact V;
  V.name = "device";
  V.type.role = TypeRole::Device;
  A.functions[0].vars = {V};
  parts({A});
  EXPECT_TRUE(outlineOf(A).speaks);
}

TEST(FactsText, IsStoredOnceAndReadsLikeAString) {
  Text A("torch::zeros"), B(std::string("torch::") + "zeros"), None;
  EXPECT_EQ(A.identity(), B.identity());
  EXPECT_EQ(A, "torch::zeros");
  EXPECT_NE(A, std::string("torch"));
  EXPECT_EQ(None, "");
  EXPECT_EQ(None.identity(), Text("").identity());
  EXPECT_LT(Text("a"), Text("b"));
  EXPECT_EQ("x::" + A, "x::torch::zeros");
  EXPECT_EQ(A.substr(7), "zeros");
  EXPECT_EQ(sizeof(Text), sizeof(void *));
}

TEST(FactsTypeArgs, CopiesShareUntilOneChanges) {
  TypeFact List;
  List.args = {tensor()};
  TypeFact Copy = List;
  EXPECT_EQ(List.args.identity(), Copy.args.identity());
  Copy.args.push_back(tensor());
  EXPECT_EQ(List.args.size(), 1u);
  EXPECT_EQ(Copy.args.size(), 2u);
  Copy.args.own()[0].name = "other";
  EXPECT_EQ(List.args[0].name, "at::Tensor");
  EXPECT_TRUE(TypeFact().args.empty());
}

} // namespace
