//===- rehearsal_gtest.h - a matcher for GoogleTest -------------*- C++ -*-===//
//
//   EXPECT_THAT(Model, torchtidy::IsDeviceSafe(torch::randn({2, 3})));
//
//===----------------------------------------------------------------------===//
#ifndef TORCH_TIDY_REHEARSAL_GTEST_H
#define TORCH_TIDY_REHEARSAL_GTEST_H

#include "torch_tidy/rehearsal.h"
#include <gmock/gmock.h>
#include <ostream>

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

} // namespace torchtidy

#endif
