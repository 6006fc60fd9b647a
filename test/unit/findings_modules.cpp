//===- findings_modules.cpp - what modules hold, written and drawn --------===//
#include "findings/GitHub.h"
#include "findings/Html.h"
#include "findings/JsonLines.h"
#include "findings/Modules.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

using namespace torchtidy;
using testing::HasSubstr;
using testing::Not;

namespace {

Span place(unsigned Line, unsigned Column) {
  Span S;
  S.file = "/p/net.h";
  S.line = S.endLine = Line;
  S.column = Column;
  S.endColumn = Column + 4;
  return S;
}

ModuleState net() {
  ModuleState M;
  M.name = "Net";
  M.declared = place(3, 8);
  M.whole = true;
  HeldState Mean;
  Mean.name = "mean";
  Mean.type = "torch::Tensor";
  Mean.kind = "buffer";
  Mean.registeredAs = "running_mean";
  Mean.fate = HeldState::Moves;
  Mean.declared = place(5, 17);
  Mean.registered = place(4, 12);
  HeldState Cache;
  Cache.name = "cache<1>";
  Cache.type = "torch::Tensor";
  Cache.kind = "tensor";
  Cache.fate = HeldState::StaysBehind;
  Cache.device = "cpu";
  Cache.factory = "torch::zeros";
  Cache.declared = place(6, 17);
  M.held = {Mean, Cache};
  return M;
}

Finding lost() {
  Finding F;
  F.rule = "torch-unregistered-state";
  F.level = Level::Certain;
  F.message = "tensor member 'cache<1>' of 'Net' is never registered";
  F.span = place(6, 17);
  F.origins = {{"member", "Net", "cache<1>", "torch::zeros", place(6, 17)}};
  return F;
}

std::string html(const std::vector<Finding> &Findings,
                 std::vector<ModuleState> Modules) {
  HtmlOptions O;
  O.root = "/p";
  O.modules = std::move(Modules);
  O.sourceReader = [](const std::string &, std::string &) { return false; };
  std::ostringstream Out;
  writeHtml(Out, Findings, O);
  std::string Page = Out.str();
  return Page.substr(Page.find("<body>"));
}

TEST(Modules, FatesHaveNames) {
  for (HeldState::Fate F :
       {HeldState::Moves, HeldState::MovedByHand, HeldState::StaysBehind,
        HeldState::OnCpu, HeldState::Unknown}) {
    HeldState::Fate Read = HeldState::Moves;
    EXPECT_TRUE(parseFate(toString(F), Read)) << toString(F);
    EXPECT_EQ(F, Read);
  }
  HeldState::Fate Left = HeldState::OnCpu;
  EXPECT_FALSE(parseFate("lost", Left));
  EXPECT_EQ(HeldState::OnCpu, Left);
}

TEST(Modules, LinesAreReadAsTheyWereWritten) {
  std::istringstream In(toJsonLine(net()) + "\n" + toJsonLine(lost()) + "\n");
  FindingsFile File = readFindings(In, "f.jsonl");
  ASSERT_EQ(1u, File.findings.size());
  ASSERT_EQ(1u, File.modules.size());
  EXPECT_EQ(toJsonLine(net()), toJsonLine(File.modules[0]));
  EXPECT_EQ("running_mean", File.modules[0].held[0].registeredAs);
  EXPECT_EQ(HeldState::StaysBehind, File.modules[0].held[1].fate);
  EXPECT_EQ(4u, File.modules[0].held[0].registered.line);
}

TEST(Modules, AWrongLineNamesItsKey) {
  std::istringstream In(
      R"({"module": {"name": "Net", "held": [{"name": "m", "fate": "gone"}]}})");
  try {
    readFindings(In, "f.jsonl");
    FAIL() << "it was read";
  } catch (const std::runtime_error &E) {
    EXPECT_THAT(E.what(), HasSubstr("f.jsonl:1: key 'module.held[0].fate' is "
                                    "'gone', not moves"));
  }
}

TEST(Modules, FindingsOfOtherModulesAreNotTheirs) {
  Finding Other = lost(), Plain = lost();
  Other.origins[0].module = "Other";
  Plain.origins.clear();
  std::vector<Finding> All = {Other, Plain, lost()};
  ModuleState M = net();
  EXPECT_TRUE(findingsOf(M, M.held[0], All).empty());
  std::vector<const Finding *> Told = findingsOf(M, M.held[1], All);
  ASSERT_EQ(1u, Told.size());
  EXPECT_EQ(&All[2], Told[0]);
}

TEST(Modules, ThePictureHasALaneForEachFate) {
  std::string Page = html({lost()}, {net()});
  std::size_t Behind = Page.find("class=\"lane behind\""),
              Along = Page.find("class=\"lane along\"");
  ASSERT_NE(std::string::npos, Behind);
  ASSERT_NE(std::string::npos, Along);
  EXPECT_THAT(Page.substr(Behind, Along - Behind),
              HasSubstr("<a href=\"#f0\"><code>cache&lt;1&gt;</code></a>"));
  EXPECT_THAT(Page.substr(Along), HasSubstr("buffer &#39;running_mean&#39;"));
  EXPECT_THAT(Page, Not(HasSubstr("lane unknown")));
  EXPECT_THAT(Page, Not(HasSubstr("without a finding")));
}

TEST(Modules, WhatARunSawStandsInThePicture) {
  Finding F = lost();
  F.confirmation.status = Confirmation::Confirmed;
  F.confirmation.devices = {"cpu", "cuda:0"};
  std::string Page = html({F}, {net()});
  std::size_t Lane = Page.find("class=\"lane behind\"");
  EXPECT_THAT(Page.substr(Lane, Page.find("</section>", Lane) - Lane),
              HasSubstr("seen in a run</span> <small>on <b>cpu</b> beside "
                        "<b>cuda:0</b>"));
}

TEST(Modules, QuietOnesAreShownApart) {
  ModuleState Quiet = net();
  Quiet.name = "Quiet";
  Quiet.held.pop_back();
  ModuleState Empty;
  Empty.name = "Empty";
  std::string Page = html({lost()}, {Quiet, net(), Empty});
  EXPECT_THAT(Page, HasSubstr("1 module without a finding"));
  EXPECT_THAT(Page, HasSubstr("<code>Quiet</code> holds"));
  EXPECT_THAT(Page, Not(HasSubstr("<code>Empty</code> holds")));
}

TEST(Modules, TwoOfOneNameAreToldApartByTheirFiles) {
  ModuleState Elsewhere = net();
  for (HeldState &H : Elsewhere.held)
    H.declared.file = "/p/other.h";
  Elsewhere.declared.file = "/p/other.h";
  std::string Page = html({lost()}, {Elsewhere, net()});
  EXPECT_THAT(Page, HasSubstr("net.h:3"));
  EXPECT_THAT(Page, Not(HasSubstr("other.h:3")));
}

std::string annotations(const std::vector<Finding> &Findings) {
  std::ostringstream Out;
  writeGitHub(Out, Findings, "/p");
  return Out.str();
}

TEST(GitHub, ALineSaysWhereAndWhat) {
  Finding F = lost();
  F.notes = {{"meets 'x' here, 100% sure", place(9, 3)}, {"register it", {}}};
  EXPECT_EQ(
      "::error file=net.h,line=6,col=17,endColumn=21,title=torch-"
      "unregistered-state::tensor member 'cache<1>' of 'Net' is never "
      "registered%0Ameets 'x' here, 100%25 sure (net.h:9)%0Aregister it\n",
      annotations({F}));
}

TEST(GitHub, TheGravestComeFirst) {
  Finding Advice = lost(), Likely = lost();
  Advice.level = Level::Advice;
  Likely.level = Level::Likely;
  std::string Text = annotations({Advice, Likely, lost()});
  EXPECT_LT(Text.find("::error "), Text.find("::warning "));
  EXPECT_LT(Text.find("::warning "), Text.find("::notice "));
}

TEST(GitHub, NothingEndsALineOrAValueEarly) {
  Finding F = lost();
  F.message = "a\nb\r::error::c";
  F.span.file = "/p/a,b:c.h";
  F.span.endLine = 8;
  std::string Text = annotations({F});
  EXPECT_EQ(1, std::count(Text.begin(), Text.end(), '\n'));
  EXPECT_THAT(Text, HasSubstr("file=a%2Cb%3Ac.h,line=6,endLine=8,title="));
  EXPECT_THAT(Text, HasSubstr("::a%0Ab%0D::error::c\n"));
}

TEST(GitHub, AFindingWithoutAPlaceHasNoFile) {
  Finding F = lost();
  F.span = Span();
  EXPECT_THAT(annotations({F}),
              testing::StartsWith("::error title=torch-unregistered-state::"));
}

} // namespace
