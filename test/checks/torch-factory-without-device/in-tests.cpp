// RUN: %check %s -- %mock
// A test knows where it runs.
#include <torch/torch.h>

#define TEST_CASE(Name) static void C_A_T_C_H_TEST_##Name()

torch::Tensor run(torch::Tensor x, torch::Device device) {
  return x.to(device);
}

TEST_CASE(chosen) {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA
                                                   : torch::kCPU);
  auto y = run(torch::ones({4}, device), device);
  auto z = y + torch::ones({4});
  // QUIET: of a device that the test's machine has
}
TEST_CASE(named) {
  auto y = torch::ones({4}, torch::kCUDA);
  auto z = y + torch::ones({4});
  // CHECK: certain torch-factory-without-device: 'torch::ones' makes a tensor on cpu
}
