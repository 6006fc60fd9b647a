// RUN: %check %s -- %mock
// Dropped, and it was there already.
#include <torch/torch.h>

torch::Tensor again(torch::Tensor x, torch::Device device) {
  auto y = x.to(device);
  y.to(device);
  // CHECK: advice torch-discarded-move: result of 'to()' is dropped
  return y;
}
torch::Tensor elsewhere(torch::Tensor x, torch::Device device,
                        torch::Device other) {
  auto y = x.to(device);
  y.to(other);
  // CHECK: certain torch-discarded-move: result of 'to()' is dropped
  return y;
}
torch::Tensor unmoved(torch::Tensor x, torch::Device device) {
  auto made = torch::ones({4}); // @made
  // MAYBE: advice torch-redundant-transfer:
  made.to(device);
  // CHECK: certain torch-discarded-move: result of 'to()' is dropped
  // NOTE @made: made here, on cpu
  return x.to(device) + 1;
}
