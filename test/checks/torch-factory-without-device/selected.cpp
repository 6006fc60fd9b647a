// RUN: %check %s -- %mock
// What an index selects is where it was selected from: the index is not to blame.
#include <torch/torch.h>

struct Memory {
  explicit Memory(int64_t n) { states = torch::zeros({n, 3}); }
  // MAYBE: likely torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
  torch::Tensor pick(int64_t n) { return torch::randint(10, n); }
  // QUIET: on cpu as the table that it indexes
  torch::Tensor get(torch::Tensor i) { return states.index_select(0, i); }
  torch::Tensor states;
};
struct Critic : torch::nn::Module {
  Critic() : fc(register_module("fc", torch::nn::Linear(3, 4))), device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU) {
    this->to(device);
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
  torch::nn::Linear fc;
  torch::Device device;
};
struct Agent {
  Memory memory{100};
  Critic critic;
  torch::Tensor learn() {
    auto i = memory.pick(4);
    auto s = memory.get(i);
    return critic.forward(s);
  }
};

// An index on cpu into what is on a device is one.
torch::Tensor wrong(torch::Tensor x) {
  auto y = x.to(torch::kCUDA);
  auto i = torch::zeros({3}, torch::kLong);
  // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
  return y.index_select(0, i);
}
