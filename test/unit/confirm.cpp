//===- confirm.cpp - three verdicts, and what must not confirm --*- C++ -*-===//
#include "findings/Confirm.h"
#include "findings/Evidence.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

using namespace torchtidy;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

// The lines that findings speak of.
const char Source[] = /*  1 */ "NetImpl::NetImpl() {\n"
                               /*  2 */ "  cache = torch::zeros({10});\n"
                               /*  3 */ "  other = torch::ones({10});\n"
                               /*  4 */ "}\n"
                               /*  5 */ "Tensor NetImpl::forward(Tensor x) {\n"
                               /*  6 */ "  auto i = torch::arange(10);\n"
                               /*  7 */ "  auto j = i.remainder(3);\n"
                               /*  8 */ "  return x + cache;\n"
                               /*  9 */ "  return x + other;\n"
                               /* 10 */ "  return x + j;\n"
                               /* 11 */ "}\n"
                               /* 12 */ "void train(Net net) {\n"
                               /* 13 */ "  auto target = torch::rand({4});\n"
                               /* 14 */ "  auto weight = torch::rand({4});\n"
                               /* 15 */ "  target.to(device);\n"
                               /* 16 */ "  auto far = target * 2;\n"
                               /* 17 */ "  auto fresh = torch::rand({4});\n"
                               /* 18 */ "  auto a = loss(out,\n"
                               /* 19 */ "                target);\n"
                               /* 20 */ "  auto b = loss(out, weight);\n"
                               /* 21 */ "  auto c = loss(out, far);\n"
                               /* 22 */ "}\n"
                               /* 23 */ "void test(Net net) {\n"
                               /* 24 */ "  loss(out, target);\n"
                               /* 25 */ "}\n"
                               /* 26 */ "void place(Net net) {\n"
                               /* 27 */ "  for (auto &p : net->parameters())\n"
                               /* 28 */ "    p = p.to(device);\n"
                               /* 29 */ "  net->forward(x);\n"
                               /* 30 */ "}\n";

const char File[] = "/home/me/p/src/net.cpp";

Span at(unsigned Line, std::string Path = File) {
  Span S;
  S.file = std::move(Path);
  S.line = S.endLine = Line;
  S.column = 3;
  S.endColumn = 9;
  return S;
}

/// What the analyzer says of `cache`: made at 2, bites at 8.
Finding unregistered(std::string Member = "cache", unsigned Made = 2,
                     unsigned Bite = 8, std::string Factory = "torch::zeros") {
  Finding F;
  F.rule = "torch-unregistered-state";
  F.level = Level::Certain;
  F.message = "tensor member '" + Member + "' of 'NetImpl' is never registered";
  F.span = at(Made);
  F.function = "NetImpl::NetImpl";
  F.origins = {{"member", "NetImpl", Member, Factory, at(Made)}};
  F.notes = {{"'" + Member + "' is declared here", at(90)},
             {"meets input 'x' here, in 'NetImpl::forward'", at(Bite)},
             {"register it: …", {}}};
  return F;
}

Finding factory() {
  Finding F;
  F.rule = "torch-factory-without-device";
  F.message = "'torch::arange' makes a tensor on cpu; it meets input 'x'";
  F.span = at(6);
  F.function = "NetImpl::forward";
  F.origins = {{"factory", "NetImpl", "", "torch::arange", at(6)}};
  F.notes = {{"meets it here, in 'NetImpl::forward'", at(10)}};
  return F;
}

Finding dropped() {
  Finding F;
  F.rule = "torch-discarded-move";
  F.message = "the result of 'to' is dropped";
  F.span = at(15);
  F.function = "train";
  F.origins = {{"result", "", "target", "", at(15)}};
  return F;
}

/// A clash of a run, with the odd tensor's origin and the lines of its stack.
Finding clash(Origin Odd, std::vector<Frame> Stack) {
  Finding F;
  F.rule = "run-device-mix";
  F.level = Level::Certain;
  F.op = "aten::add";
  F.argument = "other";
  F.devices = {"cpu", "cuda:0"};
  F.message = "aten::add: 'other' is on cpu, 'self' on cuda:0";
  F.span.file = Stack.empty() ? "" : Stack[0].file;
  F.span.line = F.span.endLine = Stack.empty() ? 0 : Stack[0].line;
  F.stack = std::move(Stack);
  F.origins = {std::move(Odd), {"argument", "", "x", "", {}}};
  return F;
}

Frame frame(unsigned Line,
            std::string Function = "NetImpl::forward(at::Tensor)",
            std::string Path = File) {
  return {std::move(Function), std::move(Path), Line};
}

Origin made(unsigned Line, std::string Factory = "torch::zeros",
            std::string Path = File) {
  return {"factory", "", "", std::move(Factory), at(Line, std::move(Path))};
}

FindingsFile told(std::vector<Finding> Findings) {
  return {"findings.jsonl", std::move(Findings), {}};
}

/// A run of ./train that reached \p Lines of the file.
FindingsFile run(std::vector<Finding> Findings, std::set<unsigned> Lines = {}) {
  RunSummary S;
  S.program = "./train --epochs 1";
  S.knowsLines = true;
  if (!Lines.empty())
    S.lines[File] = std::move(Lines);
  return {"run.jsonl", std::move(Findings), {S}};
}

ConfirmReport judge(std::vector<Finding> Told, std::vector<FindingsFile> Runs,
                    bool WithSource = true) {
  ConfirmOptions O;
  O.root = "/home/me/p";
  O.sourceReader = [WithSource](const std::string &Path, std::string &Text) {
    Text = Source;
    return WithSource && Path == File;
  };
  return confirm(told(std::move(Told)), Runs, O);
}

Confirmation::Status verdict(Finding Told, FindingsFile Run,
                             bool WithSource = true) {
  return judge({std::move(Told)}, {std::move(Run)}, WithSource)
      .findings.at(0)
      .confirmation.status;
}

//===----------------------------------------------------------------------===//
// Confirmed
//===----------------------------------------------------------------------===//

TEST(Confirm, ByTheLineThatMadeTheTensor) {
  ConfirmReport R =
      judge({unregistered()}, {run({clash(made(2), {frame(8)})})});
  const Confirmation &C = R.findings.at(0).confirmation;
  EXPECT_EQ(Confirmation::Confirmed, C.status);
  EXPECT_EQ("./train --epochs 1", C.run);
  EXPECT_EQ("aten::add", C.op);
  EXPECT_EQ("other", C.argument);
  ASSERT_EQ(1u, C.stack.size());
  EXPECT_EQ(8u, C.stack[0].line);
  EXPECT_TRUE(R.onlyRun.empty());
}

TEST(Confirm, ByTheLineEvenWhenTheRunClashesElsewhere) {
  // The tensor is the finding's; where it bites first is the program's affair.
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(unregistered(), run({clash(made(2), {frame(77)})})));
}

TEST(Confirm, ByAnyLineOfAnExpressionThatSpansSeveral) {
  Finding F = unregistered();
  F.origins[0].made.endLine = 4;
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(F, run({clash(made(4), {frame(8)})})));
  EXPECT_EQ(Confirmation::NotReached,
            verdict(F, run({clash(made(5), {frame(8)})})));
}

TEST(Confirm, ByModuleAndMember) {
  Origin Odd{"member", "ns::Net", "encoder.0.cache", "torch::full", at(60)};
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(unregistered(), run({clash(Odd, {frame(77)})})));
}

TEST(Confirm, PathsOfABuildFolderOrRelativeOnes) {
  for (const char *Path : {"src/net.cpp", "../src/net.cpp",
                           "/build/42/p/src/net.cpp", "./net.cpp"})
    EXPECT_EQ(
        Confirmation::Confirmed,
        verdict(unregistered(), run({clash(made(2, "aten::zeros", Path), {})})))
        << Path;
}

TEST(Confirm, ByATensorComputedFromTheFactorys) {
  Origin Odd{"result", "", "", "aten::remainder", at(7)};
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(factory(), run({clash(Odd, {frame(10)})})));
}

TEST(Confirm, ByATensorComputedFromTheMember) {
  Origin Odd{"result", "", "", "aten::mul", at(8)}; // the line says "cache"
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(unregistered(), run({clash(Odd, {frame(8)})})));
}

TEST(Confirm, WithoutDebugInformationByFactoryAndPlace) {
  Origin Odd{"factory", "", "", "aten::zeros", {}};
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(unregistered(), run({clash(Odd, {frame(8)})})));
}

TEST(Confirm, ParametersOfASubmoduleByTheLineThatMadeIt) {
  Finding F = unregistered("fc");
  F.rule = "torch-unregistered-module";
  F.origins[0] = {"module", "NetImpl", "fc", "", at(2)};
  Origin Odd{"parameter", "torch::nn::Linear", "weight", "aten::empty", at(2)};
  EXPECT_EQ(Confirmation::Confirmed, verdict(F, run({clash(Odd, {frame(8)})})));
}

TEST(Confirm, ADroppedMoveByItsTensorAfterIt) {
  // In the loss, with train() up the stack; the statement says "target".
  auto InLoss = [](unsigned Line) {
    return std::vector<Frame>{
        frame(5, "loss(Tensor, Tensor)", "/home/me/p/loss.cpp"),
        frame(Line, "train(Net)")};
  };
  EXPECT_EQ(
      Confirmation::Confirmed,
      verdict(dropped(), run({clash(made(13, "torch::rand"), InLoss(18))})));
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(dropped(),
                    run({clash(made(3, "torch::empty", "/home/me/p/data.cpp"),
                               InLoss(19))})));
  // Computed from it after the drop.
  Origin Far{"result", "", "", "aten::mul", at(16)};
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(dropped(), run({clash(Far, InLoss(21))})));
  // No source at hand: the place decides.
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(dropped(),
                    run({clash(made(13, "torch::rand"), InLoss(18))}), false));
}

TEST(Confirm, ALoopOverParametersByAParameter) {
  Finding F = dropped();
  F.span = F.origins[0].made = at(28);
  F.function = "place";
  F.origins[0].member = "p";
  Origin Odd{"parameter", "Net", "fc.weight", "aten::empty", at(99)};
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(F, run({clash(Odd, {frame(8), frame(29, "place(Net)")})})));
}

TEST(Confirm, FunctionsAreComparedWithoutTheirTrimmings) {
  EXPECT_TRUE(sameFunction(
      "Net::forward", "at::Tensor ns::NetImpl::forward(at::Tensor const&)"));
  EXPECT_TRUE(sameFunction("train", "(anonymous namespace)::train(Net, int)"));
  EXPECT_TRUE(sameFunction("run", "void run<float>(std::vector<int> const&)"));
  EXPECT_FALSE(sameFunction("A::forward", "B::forward(at::Tensor)"));
  EXPECT_FALSE(sameFunction("train", "trains()"));
  EXPECT_FALSE(sameFunction("", ""));
}

TEST(Confirm, WithoutTheFunctionsNameUpToTheEndOfTheFunction) {
  Finding F = dropped();
  F.function.clear();
  Origin Odd = made(13, "torch::rand");
  EXPECT_EQ(Confirmation::Confirmed,
            verdict(F, run({clash(Odd, {frame(19, "train(Net)")})})));
  EXPECT_EQ(Confirmation::NotReached,
            verdict(F, run({clash(Odd, {frame(24, "test(Net)")})})));
}

//===----------------------------------------------------------------------===//
// Not reached: near misses
//===----------------------------------------------------------------------===//

TEST(Confirm, AnotherTensorOnTheSameLineIsNoEvidence) {
  // The bite's line, the right stack, but the odd tensor is 'other'.
  Finding R = clash(made(3, "torch::ones"), {frame(8)});
  ConfirmReport Report = judge({unregistered()}, {run({R}, {8})});
  EXPECT_EQ(Confirmation::NotReached, Report.findings[0].confirmation.status);
  ASSERT_EQ(1u, Report.onlyRun.size());
  EXPECT_EQ(Confirmation::None, Report.onlyRun[0].confirmation.status);
}

TEST(Confirm, AnotherMemberMadeOnTheSameLineIsNoEvidence) {
  Origin Odd{"member", "Net", "other", "torch::zeros", at(2)};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(unregistered(), run({clash(Odd, {frame(8)})})));
}

TEST(Confirm, TheSameMemberOfAnotherModuleIsNoEvidence) {
  Origin Odd{"member", "Decoder", "cache", "torch::zeros", at(60)};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(unregistered(), run({clash(Odd, {frame(77)})})));
}

TEST(Confirm, AnotherFileOfTheSameNameIsNoEvidence) {
  for (const char *Path : {"/home/me/p/decoder/net.cpp", "decoder/net.cpp",
                           "/home/me/p/other/src/net.cpp"})
    EXPECT_EQ(Confirmation::NotReached,
              verdict(unregistered(),
                      run({clash(made(2, "torch::zeros", Path), {})})))
        << Path;
}

TEST(Confirm, ARegisteredBufferOnTheBitesLineIsNoEvidence) {
  Origin Odd{"buffer", "Net", "mean", "torch::zeros", at(60)};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(unregistered(), run({clash(Odd, {frame(8)})})));
}

TEST(Confirm, ATensorWithoutOriginIsNoEvidence) {
  EXPECT_EQ(Confirmation::NotReached,
            verdict(unregistered(), run({clash(Origin(), {frame(8)})})));
  Finding R = clash(made(2), {frame(8)});
  R.origins.clear();
  EXPECT_EQ(Confirmation::NotReached, verdict(unregistered(), run({R})));
  R = clash(made(2), {frame(8)});
  R.rule = "run-untested-branch";
  EXPECT_EQ(Confirmation::NotReached, verdict(unregistered(), run({R})));
}

TEST(Confirm, TheFactoryTellsTwoTensorsOnOneLineApart) {
  Finding Zeros = unregistered("cache", 2, 8, "torch::zeros");
  Finding Ones = unregistered("other", 2, 9, "torch::ones");
  ConfirmReport R =
      judge({Zeros, Ones}, {run({clash(made(2, "torch::ones"), {frame(9)})})});
  EXPECT_EQ(Confirmation::NotReached, R.findings[0].confirmation.status);
  EXPECT_EQ(Confirmation::Confirmed, R.findings[1].confirmation.status);
}

TEST(Confirm, ADroppedMoveIsNotShownByOtherTensors) {
  Origin Target = made(13, "torch::rand");
  // Another variable on another statement.
  EXPECT_EQ(Confirmation::NotReached,
            verdict(dropped(), run({clash(made(14, "torch::rand"),
                                          {frame(20, "train(Net)")})})));
  // Before the drop.
  EXPECT_EQ(
      Confirmation::NotReached,
      verdict(dropped(), run({clash(Target, {frame(14, "train(Net)")})})));
  // In another function.
  EXPECT_EQ(Confirmation::NotReached,
            verdict(dropped(), run({clash(Target, {frame(24, "test(Net)")})})));
  // Made after the drop.
  EXPECT_EQ(Confirmation::NotReached,
            verdict(dropped(), run({clash(made(17, "torch::rand"),
                                          {frame(18, "train(Net)")})})));
  // A member of a module that is called with it.
  Origin Member{"member", "Net", "cache", "torch::zeros", at(2)};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(dropped(),
                    run({clash(Member, {frame(8), frame(18, "train(Net)")})})));
  // It did move: the odd one is on the other device.
  Finding Moved = clash(Target, {frame(18, "train(Net)")});
  Finding Cuda = dropped();
  Cuda.origins[0].factory = "cuda";
  Moved.devices = {"cuda:0", "cpu"};
  EXPECT_EQ(Confirmation::NotReached, verdict(Cuda, run({Moved})));
}

TEST(Confirm, AnOriginSpeaksForItsOwnFindingOnly) {
  // The member's clash happens below a call that a dropped move precedes.
  Finding R = clash(made(2), {frame(8), frame(18, "train(Net)")});
  ConfirmReport Report = judge({unregistered(), dropped()}, {run({R})});
  EXPECT_EQ(Confirmation::Confirmed, Report.findings[0].confirmation.status);
  EXPECT_EQ(Confirmation::NotReached, Report.findings[1].confirmation.status);
}

TEST(Confirm, DerivedTensorsOfOtherLinesAreNoEvidence) {
  // Computed before the factory ran, or in another file.
  Origin Early{"result", "", "", "aten::mul", at(5)};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(factory(), run({clash(Early, {frame(10)})})));
  Origin Elsewhere{"result", "", "", "aten::mul",
                   at(7, "/home/me/p/src/b.cpp")};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(factory(), run({clash(Elsewhere, {frame(10)})})));
  // The clash is not where it was said to bite.
  Origin Odd{"result", "", "", "aten::remainder", at(7)};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(factory(), run({clash(Odd, {frame(9)})})));
}

TEST(Confirm, NoRunNoVerdict) {
  EXPECT_EQ(Confirmation::None,
            judge({unregistered()}, {}).findings[0].confirmation.status);
}

//===----------------------------------------------------------------------===//
// Contradicted
//===----------------------------------------------------------------------===//

TEST(Confirm, ContradictedWhenItsLineRanAndNothingClashed) {
  ConfirmReport R = judge({unregistered()}, {run({}, {2, 8})});
  EXPECT_EQ(Confirmation::Contradicted, R.findings[0].confirmation.status);
  EXPECT_EQ("./train --epochs 1", R.findings[0].confirmation.run);
}

TEST(Confirm, NotContradictedByLinesThatSayNothing) {
  // Where the tensor is made, or declared, but not where it bites.
  EXPECT_EQ(Confirmation::NotReached,
            verdict(unregistered(), run({}, {2, 90})));
  EXPECT_EQ(Confirmation::NotReached, verdict(unregistered(), run({}, {7, 9})));
  // The same line of another file.
  RunSummary S;
  S.program = "./train";
  S.lines["/home/me/p/decoder/net.cpp"] = {8};
  EXPECT_EQ(Confirmation::NotReached,
            verdict(unregistered(), {"run.jsonl", {}, {S}}));
  // Another tensor clashed on the line, and ended it.
  EXPECT_EQ(Confirmation::NotReached,
            verdict(unregistered(),
                    run({clash(made(3, "torch::ones"), {frame(8)})}, {8})));
  // No note says where it bites.
  Finding F = unregistered();
  F.notes.clear();
  EXPECT_EQ(Confirmation::NotReached, verdict(F, run({}, {2, 8})));
  // What an export freezes shows on another machine.
  F = unregistered();
  F.rule = "torch-export-cuda-input";
  EXPECT_EQ(Confirmation::NotReached, verdict(F, run({}, {2, 8})));
}

TEST(Confirm, OneRunThatConfirmsOutweighsOneThatDoesNot) {
  ConfirmReport R = judge({unregistered()},
                          {run({}, {8}), run({clash(made(2), {frame(8)})})});
  EXPECT_EQ(Confirmation::Confirmed, R.findings[0].confirmation.status);
}

TEST(Confirm, AnEarlierVerdictIsForgotten) {
  Finding F = unregistered();
  F.confirmation = {Confirmation::Confirmed, "old", "aten::mul", "", {}, {}};
  ConfirmReport R = judge({F}, {run({})});
  EXPECT_EQ(Confirmation::NotReached, R.findings[0].confirmation.status);
  EXPECT_EQ("", R.findings[0].confirmation.op);
}

//===----------------------------------------------------------------------===//
// Input and output
//===----------------------------------------------------------------------===//

std::string errorOf(FindingsFile Told, std::vector<FindingsFile> Runs) {
  try {
    confirm(Told, Runs, {});
  } catch (const std::runtime_error &E) {
    return E.what();
  }
  return "";
}

TEST(Confirm, FilesInTheWrongOrderAreAnError) {
  Finding R = clash(made(2), {frame(8)});
  EXPECT_THAT(errorOf(told({R}), {}),
              HasSubstr("findings.jsonl: 'run-device-mix'"));
  EXPECT_THAT(errorOf(told({}), {{"b.jsonl", {unregistered()}, {}}}),
              HasSubstr("b.jsonl: 'torch-unregistered-state' is no run's"));
}

TEST(Confirm, ARunThatSaysNothingIsAnErrorAndNoVerdict) {
  EXPECT_EQ("empty.jsonl: neither a finding nor a run's summary in it",
            errorOf(told({unregistered()}), {{"empty.jsonl", {}, {}}}));
}

TEST(Confirm, RunsOfTwoDevicesShowOneThingOnce) {
  Finding R = clash(made(70), {frame(71)}), Other = R;
  Other.devices = {"cpu", "cuda:1"};
  EXPECT_EQ(1u, judge({}, {run({R}), run({Other})}).onlyRun.size());
  Other.span.line = 72;
  EXPECT_EQ(2u, judge({}, {run({R}), run({Other})}).onlyRun.size());
}

TEST(Confirm, TextAndJsonLines) {
  ConfirmReport R =
      judge({unregistered(), unregistered("late", 3, 9)},
            {run({clash(made(2), {frame(8)}), clash(made(70), {frame(71)})})});
  TextOptions O;
  O.root = "/home/me/p";
  std::ostringstream Text;
  writeConfirmText(Text, R, O);
  EXPECT_THAT(
      Text.str(),
      HasSubstr("src/net.cpp:8:1: note: confirmed by './train --epochs 1': "
                "aten::add, argument 'other' on cpu beside cuda:0\n"));
  EXPECT_THAT(Text.str(), HasSubstr("note: not reached in any run\n"
                                    "only a run showed:\nsrc/net.cpp:71:1: "));
  EXPECT_THAT(Text.str(),
              EndsWith("2 findings (2 certain) in 1 file: 1 confirmed, 1 not "
                       "reached; 1 more finding only a run showed\n"));
  std::ostringstream Lines;
  writeConfirmJsonLines(Lines, R);
  std::istringstream In(Lines.str());
  FindingsFile Back = readFindings(In, "confirmed.jsonl");
  ASSERT_EQ(3u, Back.findings.size());
  EXPECT_EQ(Confirmation::Confirmed, Back.findings[0].confirmation.status);
  EXPECT_EQ(Confirmation::NotReached, Back.findings[1].confirmation.status);
  EXPECT_EQ("run-device-mix", Back.findings[2].rule);
}

} // namespace
