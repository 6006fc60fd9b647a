// RUN: %check %s -- %mock
// A program that moves no module: what it makes for one is where the module is.
#include <torch/torch.h>

struct Actor : torch::nn::Module {
  Actor() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    to(torch::kDouble);
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
  torch::Tensor noisy(torch::Tensor x) {
    return x + torch::randn({4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::randn' makes a tensor on cpu
  }
  torch::nn::Linear fc{nullptr};
};

struct Driver {
  Actor actor;
  torch::Tensor drive() {
    auto state = torch::ones({2, 4}).to(torch::kDouble);
    // MAYBE: advice torch-factory-without-device: 'torch::ones' makes a tensor on cpu
    return actor.forward(state);
  }
};
