// Results of a move whose gradient is read.
// RUN: %check %s -- %mock
#include <torch/torch.h>

torch::Tensor read(torch::Device d) {
  auto x = torch::ones({4}, torch::requires_grad()).to(d);
  // CHECK: certain torch-lost-leaf: the gradient of the result stays undefined
  // NOTE @read: its gradient is read here
  x.pow(2).sum().backward();
  return x.grad(); // @read
}

torch::Tensor ofTheLeaf(torch::Device d) {
  auto x = torch::ones({4}, torch::requires_grad());
  x.to(d).pow(2).sum().backward();
  return x.grad();
  // QUIET: backward() goes through the move
}

torch::Tensor retained(torch::Device d) {
  auto x = torch::ones({4}, torch::requires_grad()).to(d);
  x.retain_grad();
  x.pow(2).sum().backward();
  return x.grad();
  // QUIET: kept, though it is no leaf
}

torch::Tensor onTheDevice(torch::Device d) {
  auto x = torch::ones({4}, d).requires_grad_();
  x.pow(2).sum().backward();
  return x.grad();
  // QUIET: a leaf
}

torch::Tensor onSomeWays(torch::Device d, bool gpu) {
  auto x = torch::ones({4}, torch::requires_grad());
  if (gpu)
    x = x.to(d);
  // CHECK: likely torch-lost-leaf: may be no leaf
  x.pow(2).sum().backward();
  return x.grad();
}
