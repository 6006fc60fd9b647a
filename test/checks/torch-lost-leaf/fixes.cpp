// The tensor is made on the device, with its gradient.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

void optimized(torch::Device d) {
  auto img = torch::zeros({1, 3}, torch::requires_grad()).to(d);
  // CHECK: certain torch-lost-leaf: no leaf
  // FIX: auto img = torch::zeros({1, 3}, torch::requires_grad().device(d));
  torch::optim::SGD opt({img}, 0.1);
}

void chained(torch::Device d) {
  auto img = torch::zeros({1, 3}, torch::dtype(torch::kFloat).requires_grad(true)).to(d);
  // CHECK: certain torch-lost-leaf: no leaf
  // FIX: auto img = torch::zeros({1, 3}, torch::dtype(torch::kFloat).requires_grad(true).device(d));
  torch::optim::SGD opt({img}, 0.1);
}

void random(torch::Device d) {
  auto img = torch::rand({1, 3}, torch::requires_grad()).to(d);
  // CHECK: certain torch-lost-leaf: no leaf
  // NOFIX
  torch::optim::SGD opt({img}, 0.1);
}

void statements(torch::Device d) {
  auto img = torch::zeros({1, 3}, torch::requires_grad());
  img = img.to(d);
  // CHECK: certain torch-lost-leaf: no leaf
  // NOFIX
  torch::optim::SGD opt({img}, 0.1);
}
