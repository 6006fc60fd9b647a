// One file by itself, as in clang-tidy: what others find there isn't known.
// RUN: %check %s -- %mock
#include <torch/torch.h>
int a; // NOLINT(torch-lost-leaf)
// QUIET: another file of the project may say more.
int b; // NOLINT(torch-lost-leaves)
// QUIET: the rule is silent here altogether.
void move(torch::Tensor x, torch::Device device) {
  x.to(device);
  // CHECK: certain torch-discarded-move: is dropped
  x.to(device); // NOLINT(torch-discarded-move)
  // QUIET: suppressed.
}
