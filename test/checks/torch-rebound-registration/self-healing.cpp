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
