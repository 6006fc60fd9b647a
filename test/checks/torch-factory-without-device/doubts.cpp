// RUN: %check %s -- %mock
// What people write on purpose: placeholders, and host code in front of a move.
#include <torch/torch.h>

struct Data {
  torch::Tensor rows, marks;
};

struct Net : torch::nn::Module {
  Net() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
  torch::nn::Linear fc{nullptr};
};

// Host code in front of a move.
torch::Tensor pick(const Data &d, int64_t n, torch::Device device) {
  auto at = torch::arange(n);
  return d.rows.index_select(0, at).to(device);
  // QUIET: what is brought to the device was not there
}
torch::Tensor pick_there(torch::Tensor rows, int64_t n, torch::Device device) {
  rows = rows.to(device);
  auto at = torch::arange(n);
  // CHECK: certain torch-factory-without-device: 'torch::arange' makes a tensor on cpu
  return rows.index_select(0, at).to(torch::kHalf);
}

// Placeholders.
torch::Tensor with_mask(torch::Tensor x, bool masked, torch::Device device) {
  x = x.to(device);
  torch::Tensor mask = torch::empty({0});
  // QUIET: stands for none where there is no mask
  if (masked)
    mask = torch::ones({4}, device);
  return x + mask;
}
torch::Tensor with_default(torch::Tensor x, bool masked, torch::Device device) {
  x = x.to(device);
  torch::Tensor mask = torch::zeros({4});
  // CHECK: certain|likely torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
  if (masked)
    mask = torch::ones({4}, device);
  return x + mask;
}

// Branches of one condition.
torch::Tensor both_or_none(torch::Tensor x, bool gpu) {
  torch::Tensor w = torch::ones({4});
  // CHECK: advice torch-factory-without-device: 'torch::ones' makes a tensor on cpu
  if (gpu)
    x = x.to(torch::kCUDA);
  return x.mm(w);
}

// Brought to cpu by name.
struct OnHostImpl : torch::nn::Module {
  OnHostImpl() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(OnHost);
torch::Tensor onHost(OnHost net) {
  auto x = torch::rand({4, 4}).to(torch::kCPU);
  return net->fc->forward(x);
  // QUIET: nobody forgot the device
}
