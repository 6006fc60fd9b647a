// RUN: %check %s -- %mock
// What comes back is what was handed in.
#include <stdexcept>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::nn::Linear fc{nullptr};
};

void fill(Net &net, const torch::Tensor &w) {
  auto assign = [](torch::Tensor left, const torch::Tensor &right) {
    if (left.dim() != right.dim())
      throw std::runtime_error("shapes");
    left.copy_(right);
    return left;
  };
  net.fc->weight = assign(net.fc->weight, w);
  // QUIET: the same handle
}

void replace(Net &net, const torch::Tensor &w) {
  auto other = [](torch::Tensor left, const torch::Tensor &right) {
    return left + right;
  };
  net.fc->weight = other(net.fc->weight, w);
  // CHECK: certain torch-rebound-registration: registered tensor 'weight' is replaced by another
}

struct Block : torch::nn::Module {
  Block() { net = register_module("net", std::make_shared<Net>()); }
  std::shared_ptr<Net> net;
};
void fill_all(torch::nn::ModuleList blocks, const torch::Tensor &w) {
  auto assign = [](torch::Tensor left, const torch::Tensor &right) {
    left.copy_(right);
    return left;
  };
  auto &block = blocks->at<Block>(0);
  block.net->fc->weight = assign(block.net->fc->weight, w);
  // QUIET: the same handle
}
