// The fix registers where the module is made.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

struct Assigned : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Assigned() {
    fc = torch::nn::Linear(8, 4);
    // CHECK: certain torch-unregistered-module: 'fc' ... 'Assigned'
    // FIX: fc = register_module("fc", torch::nn::Linear(8, 4));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Shared : torch::nn::Module {
  std::shared_ptr<Assigned> part;
  Shared() {
    part = std::make_shared<Assigned>();
    // CHECK: certain torch-unregistered-module: 'part' ... 'Shared'
    // FIX: part = register_module("part", std::make_shared<Assigned>());
  }
  torch::Tensor forward(torch::Tensor x) { return part->forward(x); }
};

struct Twin : torch::nn::Cloneable<Twin> {
  // Registered outside reset(), clone() would throw.
  torch::nn::Linear fc{4, 4};
  // CHECK: certain torch-unregistered-module: 'fc' ... 'Twin'
  // NOFIX
  void reset() override {}
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
