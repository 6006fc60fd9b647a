//===- MetaTest.cpp - rehearsals without values ---------------------------===//
#include "Messages.h"
#include "Modules.h"
#include "torch_tidy/rehearsal.h"
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

using namespace torchtidy;
using testing::HasSubstr;
using torch::Tensor;
namespace F = torch::nn::functional;

namespace {

const torch::Device Cpu(torch::kCPU), Cuda0(torch::kCUDA, 0),
    Cuda1(torch::kCUDA, 1);

RehearsalOptions metaOptions() {
  RehearsalOptions O;
  O.keep_going = false;
  O.values = RehearsalValues::Meta;
  return O;
}

struct Meta : testing::Test {
  FakeTensorMode Mode{metaOptions()};
  Tensor cuda(std::vector<int64_t> Sizes = {4}) {
    return torch::randn(Sizes, torch::device(Cuda0));
  }
};

/// Resident bytes of this process.
size_t residentBytes() {
  size_t Pages = 0, Resident = 0;
  std::ifstream("/proc/self/statm") >> Pages >> Resident;
  return Resident * 4096;
}

/// Kernel for the CPU only, and of a shape that nobody knows.
Tensor halfOf(const Tensor &X) { return X.slice(0, 0, X.size(0) / 2).clone(); }

TORCH_LIBRARY(torch_tidy_test, L) { L.def("half(Tensor x) -> Tensor"); }
TORCH_LIBRARY_IMPL(torch_tidy_test, CPU, L) { L.impl("half", &halfOf); }

Tensor callHalf(const Tensor &X) {
  static auto Op = c10::Dispatcher::singleton()
                       .findSchemaOrThrow("torch_tidy_test::half", "")
                       .typed<Tensor(const Tensor &)>();
  return Op.call(X);
}

} // namespace

TEST_F(Meta, HugeTensorsTakeNoMemory) {
  size_t Before = residentBytes();
  auto W = torch::randn({1 << 17, 1 << 16}); // 32 GiB
  EXPECT_TRUE(W.is_cpu());
  EXPECT_TRUE(is_fake(W));
  auto X = W.to(Cuda1).to(torch::kHalf);
  EXPECT_EQ(X.device(), Cuda1);
  EXPECT_EQ(torch::mm(X, X.t()).sizes(),
            (std::vector<int64_t>{1 << 17, 1 << 17}));
  EXPECT_EQ(X.cpu().device(), Cpu);
  EXPECT_LT(residentBytes(), Before + (size_t(64) << 20));
}

TEST_F(Meta, WhatNeedsValuesStops) {
  auto X = cuda();
  for (const std::function<void()> &Body : std::vector<std::function<void()>>{
           [&] { X.sum().item<float>(); }, [&] { X.nonzero(); },
           [&] { X.index({X > 0}); },
           [&] { X.masked_select(X > 0); }, [&] { torch::_unique(X); },
           [&] {
             if ((X > 0).all().item<bool>())
               FAIL();
           }})
    EXPECT_THAT(messageOf(Body), HasSubstr("asks for values"));
  EXPECT_TRUE(Mode.findings().empty());
}

TEST_F(Meta, SmallOnesOnTheCpuKeepTheirs) {
  EXPECT_EQ(torch::tensor({1, 2})[1].item<int>(), 2);
  EXPECT_EQ(torch::arange(10).sum().item<int64_t>(), 45);
  torch::Tensor Five = torch::arange(5);
  EXPECT_EQ((Five.accessor<int64_t, 1>()[3]), 3);
  EXPECT_EQ(cuda({4, 2}).index_select(0, torch::tensor({1, 1}).to(Cuda0)).size(0), 2);
  // Filled by pointer, whatever its size.
  std::vector<float> Many(100000, 2);
  EXPECT_EQ(torch::tensor(Many).sum().item<float>(), 200000);
}

TEST_F(Meta, LargeOnesOnTheCpuAreNotRead) {
  auto X = torch::randn({1000, 1000});
  EXPECT_TRUE(is_fake(X));
  EXPECT_NE(messageOf([&] { X.data_ptr<float>(); }), "");
  auto Y = torch::empty({1000, 1000}).normal_();
  EXPECT_THAT(messageOf([&] { Y.sum().item<float>(); }),
              HasSubstr("asks for values"));
}

TEST_F(Meta, ValuesAreLostByWriting) {
  auto Host = torch::zeros({4}), View = Host.slice(0, 0, 2);
  EXPECT_EQ(Host.sum().item<float>(), 0);
  Host.copy_(cuda());
  EXPECT_TRUE(Host.is_cpu());
  EXPECT_THAT(messageOf([&] { Host.sum().item<float>(); }),
              HasSubstr("asks for values"));
  EXPECT_THAT(messageOf([&] { View.sum().item<float>(); }),
              HasSubstr("asks for values"));
}

TEST_F(Meta, MismatchesAreTheSame) {
  auto X = cuda({2, 3});
  EXPECT_THAT(messageOf([&] { X + torch::ones({2, 3}); }),
              HasSubstr("at least two devices, cuda:0 and cpu"));
  EXPECT_EQ(Mode.findings().size(), 1u);
  EXPECT_EQ(Mode.findings()[0].rule, "run-device-mix");
  EXPECT_THAT(messageOf([&] { torch::mm(X, torch::ones({3, 2}).to(Cuda1)); }),
              HasSubstr("cuda:0 and cuda:1"));
  EXPECT_EQ((X * torch::tensor(2.0)).device(), Cuda0);
  EXPECT_THAT(messageOf([&] { torch::cat({X, torch::ones({2, 3})}); }),
              HasSubstr("tensors[1]"));
}

TEST_F(Meta, ShapesThatDontFitAreRefused) {
  auto X = cuda({2, 3});
  EXPECT_THAT(messageOf([&] { torch::mm(X, X); }), HasSubstr("shapes cannot be multiplied"));
  EXPECT_THAT(messageOf([&] { X + cuda({2, 4}); }), HasSubstr("must match"));
  auto Image = cuda({1, 3, 8, 8});
  EXPECT_THAT(messageOf([&] { torch::conv2d(Image, cuda({4, 2, 3, 3})); }),
              HasSubstr("to have 2 channels, but got 3 channels"));
  EXPECT_THAT(messageOf([&] { torch::layer_norm(X, {4}); }),
              HasSubstr("normalized_shape"));
  EXPECT_ANY_THROW(X.view({7})); // a std::runtime_error, as without a rehearsal
  EXPECT_NE(messageOf([&] { X.index_select(5, torch::zeros({1}, torch::device(Cuda0).dtype(torch::kLong))); }), "");
  EXPECT_TRUE(Mode.findings().empty());
}

TEST_F(Meta, ViewsAreViews) {
  auto X = cuda({2, 3});
  auto View = X.view({6}).slice(0, 1, 3);
  EXPECT_TRUE(View.is_alias_of(X));
  EXPECT_TRUE(View.is_view());
  EXPECT_FALSE(X.clone().is_alias_of(X));
  EXPECT_TRUE(X.add_(X).is_same(X));
  auto Out = torch::empty({0}, torch::device(Cuda0));
  EXPECT_TRUE(torch::add_out(Out, X, X).is_same(Out));
  EXPECT_EQ(Out.sizes(), X.sizes());
  auto Other = torch::empty({0}, torch::device(Cuda0));
  EXPECT_TRUE(torch::logical_and_out(Other, X, X).is_same(Other));
  EXPECT_EQ(Other.sizes(), X.sizes());
  X.resize_({100});
  EXPECT_EQ(X.numel(), 100);
  EXPECT_EQ(X.t().strides()[0], 1);
}

TEST_F(Meta, SmallZerosTellAShape) {
  EXPECT_EQ(callHalf(cuda({6, 2})).sizes(), (std::vector<int64_t>{3, 2}));
  EXPECT_TRUE(Mode.notes().empty());
}

// Too large to try: sizes are a guess, so nothing is said of them, and a tensor
// that may be 0-dim clashes with none.
TEST_F(Meta, AnUnknownShapeIsNoFinding) {
  auto X = callHalf(cuda({1 << 20, 2}));
  EXPECT_EQ(X.device(), Cuda0);
  ASSERT_EQ(Mode.notes().size(), 1u);
  EXPECT_THAT(Mode.notes()[0], HasSubstr("torch_tidy_test::half"));
  EXPECT_EQ((X + cuda({3, 5, 7})).device(), Cuda0);
  EXPECT_EQ(torch::mm(X, cuda({9, 9})).device(), Cuda0);
  EXPECT_EQ(X.cpu().device(), Cpu);
  EXPECT_EQ((X.cpu() + cuda({2})).device(), Cuda0);
  EXPECT_TRUE(Mode.findings().empty());
  // Devices are known all the same.
  EXPECT_NE(messageOf([&] { torch::mm(X, cuda({9, 9}).to(Cuda1)); }), "");
  EXPECT_EQ(Mode.findings().size(), 1u);
}

TEST(MetaRehearsal, FindsWhatARealOneFinds) {
  RehearsalOptions O;
  O.values = RehearsalValues::Meta;
  O.device = Cuda1;
  ProblemLayer Bad;
  Report R = rehearse(Bad, torch::randn({2, 10}), O);
  ASSERT_EQ(R.findings.size(), 1u) << R.text();
  EXPECT_EQ(R.findings[0].origins.front().member, "cache");
  GoodLayer Good;
  auto Weight = Good->linear->weight.detach().clone();
  R = rehearse(Good, torch::randn({2, 10}), O);
  EXPECT_TRUE(R.ok()) << R.text();
  EXPECT_GT(R.operators, 5u);
  // And all is as it was.
  EXPECT_TRUE(Good->linear->weight.is_cpu());
  EXPECT_TRUE(torch::equal(Good->linear->weight, Weight));
  EXPECT_FALSE(Good->linear->weight.grad().defined());
  TwoInputs Two;
  R = rehearse(Two, std::make_tuple(torch::randn({3, 10}), torch::ones({3, 4}, torch::kBool)), O);
  EXPECT_TRUE(R.ok()) << R.text();
}

TEST(MetaRehearsal, SaysWhereItStopped) {
  RehearsalOptions O;
  O.values = RehearsalValues::Meta;
  Report R = rehearse_code(
      [] { torch::ones({2}, torch::device(Cuda0)).sum().item<float>(); }, O);
  EXPECT_THAT(R.error, HasSubstr("_local_scalar_dense asks for values"));
  EXPECT_TRUE(R.findings.empty());
}

TEST(MetaRehearsal, TensorsOutliveTheMode) {
  Tensor X;
  {
    FakeTensorMode Mode(metaOptions());
    X = torch::ones({3}, torch::device(Cuda1));
  }
  EXPECT_EQ((X + X).device(), Cuda1);
  EXPECT_NE(messageOf([&] { X + torch::ones({3}); }), "");
  EXPECT_THAT(messageOf([&] { X.sum().item<float>(); }),
              HasSubstr("asks for values"));
}

// Values on one side are enough to lose them on the other.
TEST(MetaRehearsal, MixesWithTensorsThatHaveValues) {
  Tensor Real;
  {
    FakeTensorMode Mode;
    Real = torch::ones({3}, torch::device(Cuda0));
  }
  FakeTensorMode Mode(metaOptions());
  Tensor Sum = Real + torch::ones({3}, torch::device(Cuda0));
  EXPECT_EQ(Sum.device(), Cuda0);
  Real.add_(Sum);
  EXPECT_NE(messageOf([&] { Real.sum().item<float>(); }), "");
}
