//===- cache_units.cpp - what reading a unit gave, kept -------------------===//
#include "cache/Findings.h"
#include "cache/Units.h"
#include "cache_fixture.h"
#include "facts_sample.h"
#include <fcntl.h>
#include <set>
#include <sys/stat.h>

using namespace torchtidy;
using namespace torchtidy::cache;
using project::CompileCommand;
using project::ParseOptions;
using project::UnitResult;

namespace {

class UnitsTest : public CacheTest {
protected:
  void SetUp() override {
    CacheTest::SetUp();
    for (int I = 0; I < 100; ++I)
      write("sys" + std::to_string(I) + ".h", std::to_string(I));
    std::filesystem::create_directory(Top + "/src");
    write("src/a.cpp", "int a;");
    Options.root = Top + "/src";
  }
  void write(const std::string &Name, const std::string &Text) const {
    std::ofstream(Top + "/" + Name, std::ios::binary) << Text;
  }

  CompileCommand command(const std::string &Name = "src/a.cpp") const {
    return {Top + "/" + Name, Top, {"c++", "-DX", Top + "/" + Name}, ""};
  }
  /// A unit that has read its source and \p Headers others.
  UnitResult unit(int Headers = 3) const {
    UnitResult R;
    R.command = command();
    R.facts = facts::sample();
    R.parsed = true;
    R.problems.push_back({"/x.h", 3, 4, "something is wrong"});
    R.hints = {"mend it"};
    R.texts = {{R.command.file, 42}};
    R.milliseconds = 17;
    R.memory = 1234;
    R.plain = "no large headers";
    Recorder Notes;
    auto Read = [&](const std::string &Path) {
      Notes.read(Path, stampOf(Path), digest(text(Path)));
    };
    Read(R.command.file);
    for (int I = 0; I < Headers; ++I)
      Read(Top + "/sys" + std::to_string(I) + ".h");
    std::optional<Closure> C = Notes.finish();
    EXPECT_TRUE(C);
    R.closure = C ? C->toBytes() : "";
    return R;
  }
  UnitCache units(Store &S) const { return UnitCache(S, "reader", Options); }

  ParseOptions Options;
};

TEST_F(UnitsTest, GivesBackAllOfAUnit) {
  auto S = open();
  const UnitResult R = unit();
  EXPECT_EQ(UnitCache(*S, "reader", Options).keep(R), contentOf(R));
  UnitCache U(*S, "reader", Options);
  CompileCommand C = command();
  C.note = "flags of another file";
  auto F = U.find(C);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->content, contentOf(R));
  EXPECT_EQ(F->unit.command.note, C.note) << "the command is this run's";
  ASSERT_TRUE(U.loadFacts(*F));
  UnitResult Back = F->unit;
  Back.command = R.command;
  EXPECT_EQ(project::toBytes(Back), project::toBytes(R));
  EXPECT_EQ(contentOf(Back), contentOf(R));
  EXPECT_EQ(U.lastCost(C).milliseconds, 17u);
  EXPECT_EQ(U.lastCost(C).memory, 1234u);
}

TEST_F(UnitsTest, AChangeIsNoticedAndTheCostStays) {
  auto S = open();
  UnitCache(*S, "reader", Options).keep(unit());
  write("sys1.h", "2");
  UnitCache U(*S, "reader", Options);
  EXPECT_FALSE(U.find(command()));
  EXPECT_EQ(U.lastCost(command()).milliseconds, 17u);
}

TEST_F(UnitsTest, ManyHeadersAreSharedAndNoticed) {
  auto S = open();
  UnitCache(*S, "reader", Options).keep(unit(90));
  EXPECT_EQ(names("closures").size(), 1u);
  auto Found = UnitCache(*S, "reader", Options).find(command());
  ASSERT_TRUE(Found);
  std::optional<Closure> C = Closure::fromBytes(Found->unit.closure);
  ASSERT_TRUE(C);
  EXPECT_EQ(C->files.size(), 1u) << "the source alone is the unit's own";
  EXPECT_EQ(C->parts.size(), 1u);
  write("sys80.h", "81");
  EXPECT_FALSE(UnitCache(*S, "reader", Options).find(command()));
  write("sys80.h", "80");
  EXPECT_TRUE(UnitCache(*S, "reader", Options).find(command()));
  S->clear(Kind::Closure);
  EXPECT_FALSE(UnitCache(*S, "reader", Options).find(command()));
}

TEST_F(UnitsTest, WithoutItsFactsAUnitIsReadAgain) {
  auto S = open();
  UnitCache(*S, "reader", Options).keep(unit());
  UnitCache U(*S, "reader", Options);
  auto F = U.find(command());
  ASSERT_TRUE(F);
  S->clear(std::nullopt);
  EXPECT_FALSE(U.loadFacts(*F));
}

TEST_F(UnitsTest, WhatMayNotBeKeptIsNot) {
  auto S = open();
  UnitResult R = unit();
  R.closure.clear();
  units(*S).keep(R);
  EXPECT_FALSE(units(*S).find(command()));
  R.closure = "damaged";
  units(*S).keep(R);
  EXPECT_FALSE(units(*S).find(command()));
  EXPECT_EQ(S->usage()[size_t(Kind::Facts)].entries, 0u);
}

TEST_F(UnitsTest, EverythingThatDecidesIsInTheKey) {
  std::set<std::string> Keys;
  unsigned Count = 0;
  auto Add = [&](const CompileCommand &C, const ParseOptions &O,
                 const std::string &Reader) {
    std::string Key = unitKey(C, O, Reader);
    EXPECT_NE(Key, "");
    Keys.insert(Key);
    EXPECT_EQ(Keys.size(), ++Count);
  };
  const CompileCommand C = command();
  Add(C, Options, "reader");
  Add(C, Options, "another");
  CompileCommand D = C;
  D.file += "x";
  Add(D, Options, "reader");
  D = C;
  D.directory = "/";
  Add(D, Options, "reader");
  D = C;
  D.arguments.insert(D.arguments.begin() + 1, "-DY");
  Add(D, Options, "reader");
  write("args", "-DZ");
  D = C;
  D.arguments.insert(D.arguments.begin() + 1, "@args");
  Add(D, Options, "reader");
  write("args", "-DZZ");
  Add(D, Options, "reader");
  ParseOptions O = Options;
  O.root = "/elsewhere";
  Add(C, O, "reader");
  O = Options;
  O.skipBodies = false;
  Add(C, O, "reader");
  ::setenv("CPATH", "/some/folder", 1);
  Add(C, Options, "reader");
  ::setenv("CPATH", "", 1);
  Add(C, Options, "reader");
  ::unsetenv("CPATH");
  O = Options;
  O.cacheFolder = "/a";
  O.recordReads = true;
  D = C;
  D.note = "a guess";
  EXPECT_EQ(unitKey(D, O, "reader"), unitKey(C, Options, "reader"));
  O.unsaved["/x"] = "text";
  EXPECT_EQ(unitKey(C, O, "reader"), "");
  D = C;
  D.arguments.push_back("@missing");
  EXPECT_EQ(unitKey(D, Options, "reader"), "");
}

TEST_F(UnitsTest, ContentIsWhatFindingsComeFrom) {
  const Digest Before = contentOf(unit());
  auto Changed = [&](auto Change) {
    UnitResult R = unit();
    Change(R);
    return contentOf(R) != Before;
  };
  EXPECT_TRUE(Changed([](UnitResult &R) { R.parsed = false; }));
  EXPECT_TRUE(Changed([](UnitResult &R) { R.unread = true; }));
  EXPECT_TRUE(Changed([](UnitResult &R) { R.problems[0].line = 9; }));
  EXPECT_TRUE(Changed([](UnitResult &R) { R.hints.clear(); }));
  EXPECT_TRUE(Changed([](UnitResult &R) { R.texts.begin()->second = 1; }));
  EXPECT_TRUE(Changed([](UnitResult &R) { R.facts.files.push_back("x"); }));
  EXPECT_TRUE(Changed([](UnitResult &R) { R.command.file = "/y.cpp"; }));
  EXPECT_FALSE(Changed([](UnitResult &R) { R.milliseconds = 1; }));
  EXPECT_FALSE(Changed([](UnitResult &R) { R.plain = "other"; }));
  EXPECT_FALSE(Changed([](UnitResult &R) { R.closure = "other"; }));
}

Span span(unsigned N) {
  return {"/f" + std::to_string(N), N, N + 1, N + 2, N + 3, N + 4, N + 5};
}

TEST(CacheFindings, NothingIsLeftOut) {
  Finding F;
  F.rule = "rule";
  F.level = Level::Advice;
  F.message = std::string("with\0zero", 9);
  F.span = span(1);
  F.function = "f";
  F.notes = {{"note", span(2)}};
  F.fixes = {{"fix", {{span(3), "text"}}}};
  F.origins = {{"kind", "module", "member", "factory", span(4)}};
  F.stack = {{"function", "file", 5}};
  F.op = "op";
  F.argument = "argument";
  F.devices = {"cpu", "cuda:0"};
  F.confirmation = {Confirmation::Contradicted,
                    "run",
                    "op",
                    "argument",
                    {{"g", "h", 6}},
                    {"d"}};
  F.suppression = {Suppression::External, "reason", span(7)};
  F.fingerprint = "print";
  F.partial = true;
  ModuleState M{"Net", span(8), true, {}};
  M.held.push_back({"name", "type", "kind", "as", HeldState::OnCpu, "device",
                    "factory", span(9), span(10), span(11)});
  Writer W;
  W(std::vector<Finding>{F, Finding()}, std::vector<ModuleState>{M});
  const std::string Bytes = W.bytes();
  std::vector<Finding> Findings;
  std::vector<ModuleState> Modules;
  Reader R(Bytes);
  R(Findings, Modules);
  EXPECT_TRUE(R.atEnd());
  // Equal again as bytes, and all that was said is there.
  Writer Again;
  Again(Findings, Modules);
  EXPECT_EQ(Again.bytes(), Bytes);
  ASSERT_EQ(Findings.size(), 2u);
  const Finding &G = Findings[0];
  EXPECT_EQ(G.message, F.message);
  EXPECT_EQ(G.level, F.level);
  EXPECT_EQ(G.fixes[0].edits[0].span.endOffset, 8u);
  EXPECT_EQ(G.confirmation.status, Confirmation::Contradicted);
  EXPECT_EQ(G.confirmation.stack[0].line, 6u);
  EXPECT_EQ(G.suppression.place.file, "/f7");
  EXPECT_TRUE(G.partial);
  EXPECT_EQ(G.devices, F.devices);
  ASSERT_EQ(Modules.size(), 1u);
  EXPECT_EQ(Modules[0].held[0].fate, HeldState::OnCpu);
  EXPECT_EQ(Modules[0].held[0].made.file, "/f11");
  for (size_t I = 0; I < Bytes.size(); ++I) {
    Reader Cut(std::string_view(Bytes).substr(0, I));
    EXPECT_THROW(Cut(Findings, Modules), std::runtime_error) << I;
  }
}

} // namespace
