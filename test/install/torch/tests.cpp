// What a user's own tests look like.
#include <torch_tidy/export.h>
#include <torch_tidy/rehearsal_gtest.h>

namespace {
struct Net : torch::nn::Module {
  explicit Net(bool Registers) {
    shift = at::ones({3});
    if (Registers)
      register_buffer("shift", shift);
  }
  torch::Tensor forward(torch::Tensor x) { return x + shift; }
  torch::Tensor shift;
};
} // namespace

TEST(Net, IsDeviceSafe) {
  EXPECT_THAT(std::make_shared<Net>(true),
              torchtidy::IsDeviceSafe(at::ones({2, 3})));
}
TEST(Net, LeavesATensorBehind) {
  auto Report =
      torchtidy::rehearse(std::make_shared<Net>(false), at::ones({2, 3}));
  EXPECT_FALSE(Report.ok());
  EXPECT_THAT(Report.text(), testing::HasSubstr("shift"));
}
TEST(Net, IsCheckedBeforeAnExport) {
  Net Whole(true), Half(false);
  EXPECT_TRUE(torchtidy::preflight_export(Whole, at::ones({2, 3})).ok());
  EXPECT_THAT(torchtidy::preflight_export(Half, at::ones({2, 3})).text(),
              testing::HasSubstr("shift"));
}
