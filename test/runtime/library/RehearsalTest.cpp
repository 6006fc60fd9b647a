//===- RehearsalTest.cpp - the public library -----------------------------===//
#include "Messages.h"
#include "Modules.h"
#include "torch_tidy/rehearsal_gtest.h"
#include <gtest/gtest.h>

using namespace torchtidy;
using testing::HasSubstr;
using testing::Not;

static const torch::Device Cuda0(torch::kCUDA, 0), Cuda1(torch::kCUDA, 1);

static RehearsalOptions on(torch::Device Device) {
  RehearsalOptions O;
  O.device = Device;
  return O;
}

TEST(Rehearse, NamesTheUnregisteredMember) {
  FakeTensorMode Watching; // knows the lines that make tensors
  Nested Net;
  Report R = rehearse(Net, torch::randn({2, 10}));
  ASSERT_EQ(R.findings.size(), 1u) << R.text();
  const Finding &F = R.findings[0];
  EXPECT_EQ(F.rule, "run-device-mix");
  EXPECT_EQ(F.level, Level::Certain);
  EXPECT_EQ(F.op, "aten::add");
  EXPECT_EQ(F.argument, "other");
  EXPECT_EQ(F.devices, (std::vector<std::string>{"cpu", "cuda:0"}));
  ASSERT_EQ(F.origins.size(), 2u);
  EXPECT_EQ(F.origins[0].kind, "member");
  EXPECT_EQ(F.origins[0].module, "ProblemLayerImpl");
  EXPECT_EQ(F.origins[0].member, "encoder.0.cache");
  EXPECT_EQ(F.origins[0].factory, "torch::zeros");
  EXPECT_THAT(F.origins[0].made.file, HasSubstr("Modules.h"));
  EXPECT_EQ(F.origins[0].made.line, 11u);
  EXPECT_THAT(F.span.file, HasSubstr("Modules.h"));
  EXPECT_EQ(F.span.line, 13u);
  EXPECT_FALSE(F.stack.empty());
  EXPECT_FALSE(F.fingerprint.empty());
  EXPECT_TRUE(R.error.empty()) << R.error;
  EXPECT_THAT(R.text(),
              HasSubstr("'other' is member 'cache' of ProblemLayerImpl "
                        "('encoder.0'), never registered, made by torch::zeros "
                        "at Modules.h:11"));
  EXPECT_THAT(
      R.text(),
      HasSubstr("cache = register_buffer(\"cache\", torch::zeros({10}));"));
}

TEST(Rehearse, IsQuietOnARegisteredBuffer) {
  GoodLayer Net;
  Report R = rehearse(Net, torch::randn({2, 10}));
  EXPECT_TRUE(R.ok()) << R.text();
  EXPECT_GT(R.operators, 5u);
}

TEST(Rehearse, PutsTheModuleBack) {
  TwoInputs Net;
  auto Weight = Net->linear->weight.detach().clone();
  auto Mean = Net->norm->running_mean.clone();
  auto *Impl = Net->linear->weight.unsafeGetTensorImpl();
  Report R = rehearse(Net, std::make_tuple(torch::randn({3, 10}),
                                           torch::ones({3, 4}, torch::kBool)));
  EXPECT_TRUE(R.ok()) << R.text();
  EXPECT_EQ(Net->linear->weight.unsafeGetTensorImpl(), Impl);
  EXPECT_TRUE(Net->linear->weight.is_cpu());
  EXPECT_FALSE(is_fake(Net->linear->weight));
  EXPECT_TRUE(torch::equal(Net->linear->weight, Weight));
  EXPECT_TRUE(torch::equal(Net->norm->running_mean, Mean));
  EXPECT_FALSE(Net->linear->weight.grad().defined());
  Net->forward(torch::randn({3, 10}), torch::ones({3, 4}, torch::kBool))
      .sum()
      .backward();
  EXPECT_TRUE(Net->linear->weight.grad().is_cpu());
}

TEST(Rehearse, FindsOnASecondDeviceWhatTheFirstHides) {
  FirstDeviceOnly Net;
  EXPECT_TRUE(rehearse(Net, torch::randn({2, 10}), on(Cuda0)).ok());
  Report R = rehearse(Net, torch::randn({2, 10}), on(Cuda1));
  ASSERT_EQ(R.findings.size(), 1u);
  EXPECT_THAT(R.findings[0].devices,
              testing::UnorderedElementsAre("cuda:0", "cuda:1"));
}

TEST(Rehearse, StopsAtTheFirstWhenAskedTo) {
  Nested Net;
  RehearsalOptions O;
  O.keep_going = false;
  Report R = rehearse(Net, torch::randn({2, 10}), O);
  EXPECT_EQ(R.findings.size(), 1u);
  EXPECT_FALSE(R.ok());
}

TEST(Rehearse, TellsOtherErrorsApart) {
  GoodLayer Net;
  Report R = rehearse(Net, torch::randn({2, 11})); // a wrong shape
  EXPECT_TRUE(R.findings.empty());
  EXPECT_THAT(R.error, HasSubstr("shapes"));
  EXPECT_FALSE(R.ok());
  EXPECT_TRUE(Net->linear->weight.is_cpu());
}

TEST(Matcher, Agrees) {
  GoodLayer Good;
  Nested Bad;
  auto X = torch::randn({2, 10});
  EXPECT_THAT(Good, IsDeviceSafe(X));
  EXPECT_THAT(Bad, Not(IsDeviceSafe(X)));
  testing::StringMatchResultListener Why;
  EXPECT_FALSE(testing::ExplainMatchResult(IsDeviceSafe(X), Bad, &Why));
  EXPECT_THAT(Why.str(), HasSubstr("member 'cache'"));
  TwoInputs Two;
  EXPECT_THAT(Two,
              IsDeviceSafe(std::make_tuple(torch::randn({3, 10}),
                                           torch::ones({3, 4}, torch::kBool))));
}

TEST(Mode, IsOnlyOnWhileItLives) {
  EXPECT_FALSE(torch::cuda::is_available());
  torch::Tensor Outlives;
  {
    FakeTensorMode Mode(Cuda1, 3);
    EXPECT_TRUE(torch::cuda::is_available());
    EXPECT_EQ(torch::cuda::device_count(), 3u);
    EXPECT_EQ(torch::ones({2}, torch::kCUDA).device(), Cuda1);
    Outlives = torch::ones({2}, torch::device(Cuda0));
    EXPECT_TRUE(is_fake(Outlives));
    EXPECT_FALSE(is_fake(torch::ones({2})));
    {
      FakeTensorMode Inner(Cuda0, 1);
      EXPECT_EQ(torch::cuda::device_count(), 1u);
    }
    EXPECT_EQ(torch::cuda::device_count(), 3u);
  }
  EXPECT_FALSE(torch::cuda::is_available());
  EXPECT_EQ((Outlives + 1).sum().item<float>(), 4);
  EXPECT_EQ((Outlives + Outlives).device(), Cuda0);
  EXPECT_THAT(messageOf([&] { Outlives + torch::ones({2}); }),
              HasSubstr("at least two devices"));
}

TEST(Mode, RefusesWhatItCannotFake) {
  EXPECT_THROW(FakeTensorMode(torch::Device("mps"), 1), c10::Error);
  EXPECT_THROW(FakeTensorMode(Cuda1, 1), c10::Error);
  EXPECT_THROW(FakeTensorMode(Cuda0, 0), c10::Error);
  EXPECT_THROW(FakeTensorMode(Cuda0, 9), c10::Error);
  FakeTensorMode Mode(Cuda0, 2);
  EXPECT_THAT(messageOf([] {
                torch::ones({2}, torch::device(torch::Device("cuda:2")));
              }),
              HasSubstr("invalid device ordinal"));
}

TEST(Mode, MessageBeginsWithLibTorchsOwn) {
  FakeTensorMode Mode;
  auto X = torch::ones({2}, torch::kCUDA), Y = torch::ones({2});
  std::string Text = messageOf([&] { X.mul(Y); });
  EXPECT_EQ(
      Text.find("Expected all tensors to be on the same device, but found "
                "at least two devices, cuda:0 and cpu!"),
      0u)
      << Text;
  EXPECT_THAT(Text, HasSubstr("'other' is on cpu, 'self' on cuda:0"));
  EXPECT_THAT(Text, HasSubstr("made by torch::ones at RehearsalTest.cpp:"));
  ASSERT_EQ(Mode.findings().size(), 1u);
  EXPECT_THROW(X.mul(Y), c10::Error);
}

TEST(Mode, TellsAPlaceOnce) {
  RehearsalOptions O;
  FakeTensorMode Mode(O);
  auto X = torch::ones({2}, torch::kCUDA), Y = torch::ones({2});
  for (int I = 0; I != 5; ++I)
    X.mul(Y);
  EXPECT_EQ(Mode.findings().size(), 1u);
  X.mul(Y);
  EXPECT_EQ(Mode.findings().size(), 2u);
  EXPECT_GT(Mode.operators(), 6u);
}

TEST(ToFake, NeedsNoMode) {
  auto X = torch::randn({3});
  auto Y = to_fake(X, Cuda1);
  EXPECT_EQ(Y.device(), Cuda1);
  Y.add_(1); // a copy
  EXPECT_TRUE(torch::equal(Y.cpu(), X + 1));
  GoodLayer Net;
  to_fake(Net, Cuda1);
  EXPECT_TRUE(is_fake(Net->cache));
  EXPECT_EQ(Net->forward(to_fake(torch::randn({2, 10}), Cuda1)).device(),
            Cuda1);
}

TEST(AssertSameDevice, NamesArguments) {
  auto X = torch::ones({2}), Y = to_fake(X, Cuda0);
  std::vector<torch::Tensor> Many{Y, Y};
  EXPECT_NO_THROW(assert_same_device(X, X, torch::Tensor()));
  EXPECT_NO_THROW(TORCHTIDY_ASSERT_SAME_DEVICE(Y, Many));
  EXPECT_THAT(messageOf([&] { assert_same_device(X, Y); }),
              HasSubstr("argument 2 is on cuda:0, argument 1 on cpu"));
  EXPECT_THAT(messageOf([&] { TORCHTIDY_ASSERT_SAME_DEVICE(X, Many); }),
              HasSubstr("'Many' is on cuda:0, 'X' on cpu"));
  GoodLayer Net;
  EXPECT_THAT(messageOf([&] { TORCHTIDY_ASSERT_SAME_DEVICE(Y, *Net); }),
              HasSubstr("'*Net' is on cpu, 'Y' on cuda:0"));
}

TEST(Census, SaysWhatLiesWhere) {
  GoodLayer Net;
  EXPECT_EQ(device_census(*Net).devices().size(), 1u);
  Net->cache.set_data(to_fake(Net->cache, Cuda0));
  DeviceCensus C = device_census(*Net);
  EXPECT_EQ(C.entries.size(), 3u);
  EXPECT_EQ(C.devices().size(), 2u);
  EXPECT_THAT(C.text(), HasSubstr("cpu: 2 tensors, 440 bytes"));
  EXPECT_THAT(C.text(), HasSubstr("buffer 'cache' is on cuda:0"));
}
