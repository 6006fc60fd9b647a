// RUN: %check %s -- %mock
// A module that a function makes, gives its weights, and computes with, in a file that says nothing of
// devices: advice, until the module is saved or trained.
#include <torch/torch.h>

torch::Tensor w = torch::randn({2, 1});

torch::Tensor computes(torch::Tensor x) {
  torch::nn::Linear l(1, 2);
  l->weight = w;
  // CHECK: advice torch-rebound-registration: registered tensor 'weight' is replaced by another
  return l->forward(x);
}

void trains(torch::Tensor x) {
  torch::nn::Linear l(1, 2);
  l->weight = w;
  // CHECK: certain torch-rebound-registration: registered tensor 'weight' is replaced by another
  torch::optim::SGD sgd(l->parameters(), 0.1);
  l->forward(x).sum().backward();
  sgd.step();
}

void saves() {
  torch::nn::Linear l(1, 2);
  l->weight = w;
  // CHECK: certain torch-rebound-registration: registered tensor 'weight' is replaced by another
  torch::save(l, "l.pt");
}
