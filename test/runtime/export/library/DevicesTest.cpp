//===- DevicesTest.cpp - matchers, the fixture, modules with a device -----===//
#include "torch_tidy/devices.h"
#include "torch_tidy/rehearsal_gtest.h"
#include <gtest/gtest-spi.h>
#include <torch/nn.h>

using namespace torchtidy;
using testing::HasSubstr;
using testing::Not;

namespace {

struct NetImpl : torch::nn::Module, HasDevice<NetImpl> {
  torch::nn::Linear fc{nullptr};
  NetImpl() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x) + torch::ones({4}, options());
  }
};
TORCH_MODULE(Net);

struct EmptyImpl : torch::nn::Module, HasDevice<EmptyImpl> {};

std::string messageOf(const std::function<void()> &F) {
  try {
    F();
  } catch (const c10::Error &E) {
    return E.what_without_backtrace();
  }
  return "";
}

TEST(HasDevice, FollowsTo) {
  FakeTensorMode Mode;
  Net N;
  EXPECT_EQ(torch::Device("cpu"), N->device());
  N->to(torch::Device("cuda:1"));
  EXPECT_EQ(torch::Device("cuda:1"), N->device());
  EXPECT_EQ(torch::Device("cuda:1"), N->options().device());
  EXPECT_EQ(torch::Device("cpu"), EmptyImpl().device());
}

TEST(HasDevice, NamesTheTwoThatDisagree) {
  FakeTensorMode Mode;
  Net N;
  N->fc->bias.set_data(N->fc->bias.to(torch::kCUDA));
  EXPECT_THAT(messageOf([&] { N->device(); }),
              HasSubstr("'fc.weight' is on cpu, 'fc.bias' on cuda:0"));
}

TEST(DeviceAware, LetsThroughWhatIsTogether) {
  auto Add =
      device_aware("add", [](const torch::Tensor &A, const torch::Tensor &B,
                             int Times) { return (A + B) * Times; });
  EXPECT_EQ(6, Add(torch::tensor(1), torch::tensor(2), 2).item<int>());
}

TEST(DeviceAware, NamesArgumentAndFunction) {
  FakeTensorMode Mode;
  bool Ran = false;
  auto F = device_aware(
      "attend", [&](torch::Tensor, int, const NetImpl &) { Ran = true; });
  Net N;
  std::string Message =
      messageOf([&] { F(torch::ones({2}, torch::kCUDA), 1, *N); });
  EXPECT_THAT(Message, HasSubstr("'argument 3 of attend' is on cpu, 'argument "
                                 "1 of attend' on cuda:0"));
  EXPECT_FALSE(Ran);
}

TEST(Matchers, IsOnDevice) {
  FakeTensorMode Mode;
  Net N;
  EXPECT_THAT(N, IsOnDevice(torch::kCPU));
  N->to(torch::kCUDA);
  EXPECT_THAT(*N, IsOnDevice(torch::kCUDA));
  EXPECT_THAT(N, Not(IsOnDevice(torch::Device("cuda:1"))));
  EXPECT_THAT(N->forward(torch::ones({2, 4}, torch::kCUDA)),
              IsOnDevice(torch::Device("cuda:0")));
  testing::StringMatchResultListener Why;
  testing::Matcher<torch::Tensor> M = IsOnDevice(torch::kCUDA);
  EXPECT_FALSE(M.MatchAndExplain(torch::ones({2}), &Why));
  EXPECT_EQ("one of its tensors is on cpu", Why.str());
  EXPECT_THAT(EmptyImpl(), Not(IsOnDevice(torch::kCPU)));
}

class Everywhere : public OnDevices {};
TEST_P(Everywhere, RunsWhereItIsPut) {
  Net N;
  N->to(device);
  EXPECT_THAT(N->forward(torch::ones({2, 4}, device)), IsOnDevice(device));
}
TORCHTIDY_ON_DEVICES(Everywhere);

/// Its body clashes on an accelerator; the fixture has to say so.
class Clashing : public OnDevices {
protected:
  void TearDown() override {
    if (device.is_cpu() || !device.is_cuda())
      return OnDevices::TearDown();
    EXPECT_NONFATAL_FAILURE(OnDevices::TearDown(),
                            "aten::add: 'other' is on cpu");
  }
};
TEST_P(Clashing, IsTold) {
  (torch::ones({2}, device) + torch::ones({2})).sum();
}
TORCHTIDY_ON_DEVICES(Clashing);

} // namespace
