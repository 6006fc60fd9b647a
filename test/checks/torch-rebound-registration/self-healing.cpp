// A registered cache that is rebuilt whenever it is on another device.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Healing : torch::nn::Module {
  Healing() { mask = register_buffer("mask", torch::empty({0})); }
  torch::Tensor forward(torch::Tensor x) {
    if (mask.size(0) < x.size(0) || mask.device() != x.device())
      mask = torch::ones({x.size(0)}, x.options());
    // CHECK: advice torch-rebound-registration: registered tensor 'mask'
    return x * mask;
  }
  torch::Tensor mask;
};

struct BySize : torch::nn::Module {
  BySize() { mask = register_buffer("mask", torch::empty({0})); }
  torch::Tensor forward(torch::Tensor x) {
    if (mask.size(0) < x.size(0))
      mask = torch::ones({x.size(0)}, x.options());
    // CHECK: certain torch-rebound-registration: registered tensor 'mask'
    return x * mask;
  }
  torch::Tensor mask;
};

// Computed anew in each forward, from what is registered.
struct WeightNormImpl : torch::nn::Module {
  WeightNormImpl() {
    conv = register_module("conv", torch::nn::Linear(4, 4));
    v = register_parameter("v", conv->weight.detach().clone());
    g = register_parameter("g", torch::ones({4, 1}));
  }
  torch::Tensor forward(torch::Tensor x) {
    conv->weight = g * v / v.norm();
    // CHECK: advice torch-rebound-registration: registered tensor 'weight' is replaced by another
    return conv->forward(x);
  }
  torch::nn::Linear conv{nullptr};
  torch::Tensor v, g;
};
TORCH_MODULE(WeightNorm);

// … and from what it was before: its history is lost.
struct RunningImpl : torch::nn::Module {
  RunningImpl() { mean = register_buffer("mean", torch::zeros({4})); }
  torch::Tensor forward(torch::Tensor x) {
    mean = mean * 0.9 + x.mean(0) * 0.1;
    // CHECK: certain torch-rebound-registration: registered tensor 'mean' of 'RunningImpl' is replaced by another
    return x - mean;
  }
  torch::Tensor mean;
};
TORCH_MODULE(Running);
