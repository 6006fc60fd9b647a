// A placeholder that a comparison of sizes keeps away; what is only sometimes on
// a device.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Block : torch::nn::Module {
  Block() { l = register_module("l", torch::nn::Linear(2, 2)); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor skip) {
    x = l->forward(x);
    if (skip.sizes() == x.sizes())
      x = x + skip;
    return x;
  }
  torch::nn::Linear l{nullptr};
};

struct Decoder : torch::nn::Module {
  Decoder() { block = register_module("block", std::make_shared<Block>()); }
  torch::Tensor forward(std::vector<torch::Tensor> features, torch::Device device) {
    auto skip = features.size() > 1 ? features[1] : torch::zeros({1});
    // QUIET: of another size, it never meets the features.
    return block->forward(features[0], skip);
  }
  std::shared_ptr<Block> block;
};

struct Sometimes : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, bool fast, torch::Device device) {
    auto y = torch::ones({2}, torch::kCPU);
    if (fast)
      y = y.to(device);
    return torch::where(y > 0, y, torch::zeros({2}));
    // CHECK: advice torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
  }
};
