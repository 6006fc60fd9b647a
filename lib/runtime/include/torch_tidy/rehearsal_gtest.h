//===- rehearsal_gtest.h - matchers and a fixture for GoogleTest ----------===//
//
//   EXPECT_THAT(Model, torchtidy::IsDeviceSafe(torch::randn({2, 3})));
//   EXPECT_THAT(Model, torchtidy::IsOnDevice(torch::kCPU));
//   EXPECT_THAT(Y, torchtidy::IsOnDevice(X.device()));
//
//   class Attention : public torchtidy::OnDevices {};
//   TEST_P(Attention, Masks) { Model->to(device); … }
//   TORCHTIDY_ON_DEVICES(Attention);
//
//===----------------------------------------------------------------------===//
#ifndef TORCH_TIDY_REHEARSAL_GTEST_H
#define TORCH_TIDY_REHEARSAL_GTEST_H

#include "torch_tidy/rehearsal.h"
#include <cctype>
#include <gmock/gmock.h>
#include <memory>
#include <ostream>
#include <string>

namespace torchtidy {

/// Matches a module (by reference, shared_ptr or holder) whose rehearsal with
/// these inputs finds nothing. Polymorphic, as `forward` differs by module.
template <typename Inputs> class DeviceSafeMatcher {
public:
  DeviceSafeMatcher(Inputs In, RehearsalOptions O)
      : In(std::move(In)), O(std::move(O)) {}

  template <typename M>
  bool MatchAndExplain(const M &Module,
                       testing::MatchResultListener *Listener) const {
    Report R = rehearse(const_cast<M &>(Module), In, O);
    if (!R.ok())
      *Listener << "its rehearsal on " << O.device.str() << " says:\n"
                << R.text();
    return R.ok();
  }
  void DescribeTo(std::ostream *Out) const { *Out << "is device safe"; }
  void DescribeNegationTo(std::ostream *Out) const {
    *Out << "is not device safe";
  }

private:
  Inputs In;
  RehearsalOptions O;
};

/// \p Input: a tensor, or a tuple of tensors in the order of `forward`.
template <typename Inputs>
testing::PolymorphicMatcher<DeviceSafeMatcher<Inputs>>
IsDeviceSafe(Inputs Input, RehearsalOptions O = {}) {
  return testing::MakePolymorphicMatcher(
      DeviceSafeMatcher<Inputs>(std::move(Input), std::move(O)));
}

/// Matches a tensor, or anything whose tensors are counted by
/// assert_same_device, if it holds some and all of them are on \p Device. A
/// device without an index stands for its first.
class OnDeviceMatcher {
public:
  explicit OnDeviceMatcher(torch::Device D) : Wanted(whole(D)) {}

  template <typename T>
  bool MatchAndExplain(const T &Value,
                       testing::MatchResultListener *Listener) const {
    bool Any = false;
    for (const torch::Tensor &One : tensorsOf(Value)) {
      if (!One.defined())
        continue;
      Any = true;
      if (whole(One.device()) != Wanted) {
        *Listener << "one of its tensors is on " << One.device().str();
        return false;
      }
    }
    if (!Any)
      *Listener << "it holds no tensor";
    return Any;
  }
  void DescribeTo(std::ostream *Out) const { *Out << "is on " << Wanted.str(); }
  void DescribeNegationTo(std::ostream *Out) const {
    *Out << "is not on " << Wanted.str();
  }

private:
  torch::Device Wanted;

  static torch::Device whole(torch::Device D) {
    return D.is_cpu() || D.has_index() ? D : torch::Device(D.type(), 0);
  }
  /// A holder is a class of its own, derived from ModuleHolder.
  template <typename T> static detail::Tensors tensorsOf(const T &Value) {
    if constexpr (std::is_base_of<torch::detail::ModuleHolderIndicator,
                                  T>::value)
      return tensorsOf(*Value.ptr());
    else
      return detail::named("", Value).tensors;
  }
  template <typename M>
  static detail::Tensors tensorsOf(const std::shared_ptr<M> &Value) {
    return tensorsOf(*Value);
  }
};

inline testing::PolymorphicMatcher<OnDeviceMatcher>
IsOnDevice(torch::Device Device) {
  return testing::MakePolymorphicMatcher(OnDeviceMatcher(Device));
}

/// A test that runs on the CPU and on each fake device, and fails on what a GPU
/// would fail on. A device type that can't be rehearsed is skipped, by name.
class OnDevices : public testing::TestWithParam<const char *> {
protected:
  torch::Device device = torch::kCPU; ///< where this run is

  void SetUp() override {
    device = torch::Device(GetParam());
    RehearsalOptions O;
    if (!device.is_cpu())
      O.device = device;
    O.keep_going = true;
    try {
      Mode = std::make_unique<FakeTensorMode>(O);
    } catch (const c10::Error &E) {
      GTEST_SKIP() << E.what_without_backtrace();
    }
  }
  void TearDown() override {
    if (!Mode)
      return;
    Report R;
    R.findings = Mode->findings();
    Mode.reset();
    EXPECT_TRUE(R.ok()) << "on " << device.str() << ":\n" << R.text();
  }

private:
  std::unique_ptr<FakeTensorMode> Mode;
};

inline std::string
deviceTestName(const testing::TestParamInfo<const char *> &I) {
  std::string Name;
  for (const char *C = I.param; *C; ++C)
    Name += std::isalnum(static_cast<unsigned char>(*C)) ? *C : '_';
  return Name;
}

/// Runs the tests of a class derived from OnDevices on every device.
#define TORCHTIDY_ON_DEVICES(Suite)                                            \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      Devices, Suite, ::testing::Values("cpu", "cuda:0", "cuda:1", "mps"),     \
      &::torchtidy::deviceTestName)

} // namespace torchtidy

#endif
