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

// A plain object whose tensors some module was given to be saved: others like
// it take other tensors.
struct Sample {
  torch::Tensor edges, answer;
};
void save(const Sample &sample) {
  torch::nn::Module module;
  module.register_buffer("edges", sample.edges);
  module.register_buffer("answer", sample.answer);
}
void shorten(Sample &sample, torch::Tensor index) {
  sample.edges = torch::index_select(sample.edges, 1, index);
  sample.answer = sample.answer * 2;
  // QUIET: no part of a module
}
