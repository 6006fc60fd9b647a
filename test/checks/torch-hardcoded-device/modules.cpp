// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

struct Mixer : torch::nn::Module {
  torch::Tensor a, g;
  Mixer() {
    a = register_parameter("a", torch::ones({4}));
    g = register_parameter("g", torch::ones({4}, torch::kCUDA));
    // CHECK: certain torch-hardcoded-device: 'cuda' is hard-coded in the constructor of 'Mixer', whose other tensors are on cpu
    // NOTE: make it without a device, and move the module: net->to(device)
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return a * x + g; }
};

struct AllOfIt : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  AllOfIt() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    to(torch::kCUDA);
    // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in the constructor of 'AllOfIt'; where there is none it may not run, and 'to()' does not change it
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Noise : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Noise() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x + torch::randn({4}, torch::kCUDA));
    // CHECK: certain torch-hardcoded-device: 'cuda' is hard-coded in 'Noise::forward'; what is put there is not where 'x', which is on its caller's device, is
    // NOTE: take the argument's: x.device()
    // FIX: return fc(x + torch::randn({4}, x.device()));
  }
};

struct ThroughOptions : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  ThroughOptions() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    auto opts = torch::TensorOptions().dtype(torch::kFloat).device(torch::kCUDA);
    // CHECK: certain torch-hardcoded-device: 'cuda' is hard-coded in 'ThroughOptions::forward'
    // NOTE: used here
    // FIX: auto opts = torch::TensorOptions().dtype(torch::kFloat).device(x.device());
    return fc(x + torch::zeros({4}, opts) + torch::ones({4}, opts));
    // QUIET: one literal is one finding
  }
};

struct MovesInput : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  MovesInput() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(torch::Device(torch::kCUDA, 0)));
    // CHECK: certain torch-hardcoded-device: 'cuda' is hard-coded in 'MovesInput::forward'; what is put there is not where 'fc', which moves with the module, is
    // NOFIX
  }
};

struct Method : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Method() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor sample() {
    return torch::randn({4}).cuda();
    // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'Method::sample'
    // MAYBE: advice torch-redundant-transfer: 
  }
};

struct ByName : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  ByName() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x) + torch::ones({4}, torch::Device("cuda:1"));
    // CHECK: certain torch-hardcoded-device: 'cuda:1' is hard-coded in 'ByName::forward'; what is put there is not where a tensor on the device of 'x' is
  }
};
