//===- calculus.cpp - the common device, scalars, symbols -----------------===//
#include "calculus.h"
#include <algorithm>

using namespace torchtidy;
using namespace torchtidy::calculus;

namespace {

Call add(Tensor Self, Tensor Other) {
  return call("aten::add.Tensor", {std::move(Self), std::move(Other)});
}

TEST(Device, ParsesTypesAndIndices) {
  EXPECT_EQ("cuda:1", Device::parse("cuda:1").str());
  EXPECT_EQ("cpu", Device::parse("cpu:0").str()) << "the CPU has no index";
  EXPECT_EQ("mps", Device::parse("mps").str());
  for (const char *Bad :
       {"", "cuda:", "cuda:x", "cuda:01", ":0", "CUDA", "cuda:-1"})
    EXPECT_EQ(Device::Unknown, Device::parse(Bad).kind) << Bad;
}

TEST(Device, AnAcceleratorWithoutIndexIsTheFirst) {
  EXPECT_EQ(Tri::Yes, sameDevice(Device::concrete("cuda"), cuda0));
  EXPECT_EQ(Tri::No, sameDevice(Device::concrete("cuda"), cuda1));
  EXPECT_EQ(Tri::Yes,
            sameDevice(Device::concrete("mps"), Device::parse("mps:0")));
  EXPECT_EQ(Tri::No, sameDevice(Device::concrete("mps"), cuda0));
}

TEST(Device, SymbolsAreOnlyThemselves) {
  Device A = Device::symbolic(1), B = Device::symbolic(2);
  EXPECT_EQ(Tri::Yes, sameDevice(A, A));
  EXPECT_EQ(Tri::Unknown, sameDevice(A, B)) << "two names may be one device";
  EXPECT_EQ(Tri::Unknown, sameDevice(A, cpu));
  EXPECT_EQ(Tri::Unknown, sameDevice(nowhere, nowhere));
}

TEST(CommonDevice, OfOneDeviceIsThatDevice) {
  EXPECT_BOTH("cuda:0", "cuda:0", add({"self", cuda0}, {"other", cuda0}));
  EXPECT_BOTH("cpu", "cpu", add({"self", cpu}, {"other", cpu}));
}

TEST(CommonDevice, TwoDevicesClash) {
  EXPECT_BOTH("clash", "clash", add({"self", cuda0}, {"other", cpu}));
  EXPECT_BOTH("clash", "clash", add({"self", cuda0}, {"other", cuda1}));
  EXPECT_BOTH("clash", "clash",
              add({"self", Device::parse("mps")}, {"other", cpu}));
}

TEST(CommonDevice, NormalisesTheIndexUnderFakeTensor) {
  Call C = call("aten::relu", {{"self", Device::concrete("cuda")}});
  EXPECT_EQ("cuda:0", said(fake(C)));
  EXPECT_EQ("cuda", said(eager(C)));
}

TEST(CommonDevice, TheClashNamesFirstSeenAndOdd) {
  Verdict V = fake(
      call("aten::addmm", {{"self", cpu}, {"mat1", cuda0}, {"mat2", cuda0}}));
  EXPECT_EQ(0, V.first);
  EXPECT_EQ(1, V.odd) << "as FakeTensor reports it, in order";
  V = eager(
      call("aten::addmm", {{"self", cpu}, {"mat1", cuda0}, {"mat2", cuda0}}));
  EXPECT_EQ(1, V.first);
  EXPECT_EQ(0, V.odd) << "the one that stands alone";
  EXPECT_EQ("", V.reason);
}

TEST(CommonDevice, AfterAClashGoesOnAsThoughMoved) {
  for (auto Ask : {eager, fake}) {
    Verdict V = Ask(add({"self", cpu}, {"other", cuda1}), 214);
    ASSERT_EQ(1u, V.results.size());
    EXPECT_EQ("cuda:1", V.results[0].str());
  }
}

TEST(CpuScalars, MeetAnAcceleratorInElementwiseOperators) {
  EXPECT_BOTH("cuda:0", "cuda:0",
              add({"self", cuda0}, Tensor("other", cpu).zero()));
  EXPECT_BOTH("cuda:0", "cuda:0",
              add(Tensor("self", cpu).zero(), {"other", cuda0}));
  EXPECT_BOTH(
      "cuda:0", "cuda:0",
      call("aten::eq.Tensor", {{"self", cuda0}, Tensor("other", cpu).zero()}));
}

TEST(CpuScalars, AnAcceleratorsScalarIsNone) {
  EXPECT_BOTH("clash", "clash",
              add({"self", cpu}, Tensor("other", cuda0).zero()));
  EXPECT_BOTH("clash", "clash",
              add({"self", cuda1}, Tensor("other", cuda0).zero()));
}

TEST(CpuScalars, OneElementIsNotZeroDim) {
  Tensor One("other", cpu);
  One.numel = 1;
  EXPECT_BOTH("clash", "clash", add({"self", cuda0}, One));
}

TEST(CpuScalars, EagerTakesOne) {
  Call Two = call("aten::lerp.Tensor", {{"self", cuda0},
                                        Tensor("end", cpu).zero(),
                                        Tensor("weight", cpu).zero()});
  EXPECT_BOTH("clash", "cuda:0", Two);
  EXPECT_NE("", eager(Two).reason);
  EXPECT_BOTH(
      "cuda:0", "cuda:0",
      call("aten::lerp.Tensor",
           {{"self", cuda0}, {"end", cuda0}, Tensor("weight", cpu).zero()}));
}

TEST(CpuScalars, TernaryOperatorsTookNoneAtFirst) {
  for (const char *Op : {"aten::addcmul", "aten::lerp.Tensor"}) {
    Call C = call(
        Op, {{"self", cuda0}, {"end", cuda0}, Tensor("weight", cpu).zero()});
    EXPECT_EQ("clash", said(eager(C, 113))) << Op;
    EXPECT_EQ("cuda:0", said(eager(C, 214))) << Op;
    EXPECT_EQ("cuda:0", said(fake(C, 113))) << Op;
  }
}

TEST(CpuScalars, OtherOperatorsTakeNoneInARealRun) {
  EXPECT_BOTH(
      "clash", "cuda:0",
      call("aten::gcd", {{"self", cuda0}, Tensor("other", cpu).zero()}));
  EXPECT_BOTH(
      "clash", "cuda:0",
      call("aten::addmm",
           {Tensor("self", cpu).zero(), {"mat1", cuda0}, {"mat2", cuda0}}));
  EXPECT_BOTH(
      "clash", "cuda:0",
      call("aten::clamp.Tensor", {{"self", cuda0}, Tensor("min", cpu).zero()}));
}

TEST(CpuScalars, LerpWithAWholeTensorElsewhereClashes) {
  EXPECT_BOTH(
      "clash", "clash",
      call("aten::lerp.Tensor",
           {Tensor("self", cpu).zero(), {"end", cuda0}, {"weight", cpu}}));
}

TEST(CpuScalars, AnUnknownDimensionMayBeOne) {
  Call C = add({"self", cuda0}, Tensor("other", cpu).zero(Tri::Unknown));
  EXPECT_BOTH("clash?", "clash?", C);
  EXPECT_EQ("cuda:0", eager(C).results[0].str());
}

TEST(WrappedNumbers, NeverClash) {
  EXPECT_BOTH("cuda:0", "cuda:0",
              add({"self", cuda0}, Tensor("other", cpu).number()));
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::lerp.Tensor", {{"self", cuda0},
                                         Tensor("end", cpu).number(),
                                         Tensor("weight", cpu).number()}));
  EXPECT_BOTH("cpu", "cpu",
              add(Tensor("self", cpu).number(), Tensor("other", cpu).number()));
}

TEST(Written, InPlaceTargetsKeepTheirDevice) {
  EXPECT_BOTH("clash", "clash",
              call("aten::add_.Tensor",
                   {Tensor("self", cpu).zero(), {"other", cuda0}}));
  EXPECT_BOTH("clash", "clash",
              call("aten::add_.Tensor", {{"self", cpu}, {"other", cuda0}}));
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::add_.Tensor",
                   {{"self", cuda0}, Tensor("other", cpu).zero()}));
}

TEST(Written, OutTargetsMustMatch) {
  EXPECT_BOTH(
      "clash", "clash",
      call("aten::sin.out", {{"self", cpu}, Tensor("out", cuda0).out()}));
  EXPECT_BOTH("clash", "clash",
              call("aten::add.out", {{"self", cuda0},
                                     {"other", cuda0},
                                     Tensor("out", cpu).zero().out()}));
  EXPECT_BOTH(
      "cuda:0", "cuda:0",
      call("aten::add.out",
           {{"self", cuda0}, {"other", cuda0}, Tensor("out", cuda0).out()}));
}

TEST(Written, AddKeepsItsDestinationAgainstMeta) {
  Call C = call("aten::add_.Tensor", {{"self", cuda0}, {"other", meta}});
  EXPECT_EQ("cuda:0", said(fake(C, 214)));
  EXPECT_EQ("clash", said(fake(C, 206)));
}

TEST(Symbols, ASymbolMeetsItself) {
  Device X = Device::symbolic(7);
  Call C = call("aten::mm", {{"self", X}, {"mat2", X}});
  EXPECT_BOTH("device #7", "device #7", C);
}

TEST(Symbols, TwoSymbolsMayClash) {
  Call C = call("aten::mm",
                {{"self", Device::symbolic(1)}, {"mat2", Device::symbolic(2)}});
  EXPECT_BOTH("clash?", "clash?", C);
  EXPECT_EQ(Device::symbolic(1).str(), eager(C).results[0].str());
}

TEST(Symbols, ASymbolAgainstADeviceMayClash) {
  for (const Device &D : {cpu, cuda0}) {
    EXPECT_BOTH("clash?", "clash?",
                add({"self", Device::symbolic(1)}, {"other", D}));
    EXPECT_BOTH("clash?", "clash?", add({"self", D}, {"other", nowhere}));
  }
}

TEST(Symbols, ACpuScalarMeetsAnySymbol) {
  EXPECT_BOTH("device #1", "device #1",
              add({"self", Device::symbolic(1)}, Tensor("other", cpu).zero()));
  EXPECT_BOTH("device #1", "device #1",
              add(Tensor("self", cpu).zero(), {"other", Device::symbolic(1)}));
}

TEST(Symbols, ACertainClashBeatsAPossibleOne) {
  // Whatever the symbol is, cuda:0 and cpu don't meet.
  for (const char *Op : {"aten::addmm", "aten::addcmul"}) {
    Call C = call(
        Op, {{"self", Device::symbolic(1)}, {"mat1", cuda0}, {"mat2", cpu}});
    EXPECT_BOTH("clash", "clash", C);
    EXPECT_EQ(3, fake(C).first + fake(C).odd) << "not the symbol";
  }
}

TEST(Symbols, AnUnknownDeviceIsToldByTheOthers) {
  Verdict V = eager(call("aten::mm", {{"self", nowhere}, {"mat2", cuda0}}));
  EXPECT_EQ(Verdict::PossibleClash, V.kind);
  EXPECT_EQ("cuda:0", V.results[0].str());
}

TEST(Custom, AnUnknownOperatorsClashIsOnlyPossible) {
  EXPECT_BOTH("clash?", "clash",
              call("mylib::fused", {{"x", cuda0}, {"table", cpu}}));
  EXPECT_BOTH("clash", "clash",
              call("aten::brand_new", {{"x", cuda0}, {"y", cpu}}));
}

TEST(Names, TheNamespaceMayBeLeftOut) {
  EXPECT_BOTH(
      "cuda:0", "cuda:0",
      call("add.Tensor", {{"self", cuda0}, Tensor("other", cpu).zero()}));
}

TEST(Names, PositionsStandInForNames) {
  Call C = call("aten::index.Tensor", {{"", cuda0}, {"", cpu}});
  C.arguments[1].position = 1;
  C.arguments[1].element = 0;
  EXPECT_BOTH("cuda:0", "cuda:0", C);
}

} // namespace
