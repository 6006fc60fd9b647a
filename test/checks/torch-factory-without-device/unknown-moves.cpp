// A device that isn't known is a device all the same.
// RUN: %check %s -- %mock
#include <torch/torch.h>

torch::Tensor elsewhere();
std::vector<torch::Tensor> several();
std::string name();

struct Moved : torch::nn::Module {
  // QUIET: each is moved somewhere; where, isn't known.
  std::shared_ptr<torch::Device> device = std::make_shared<torch::Device>(torch::kCPU);
  std::map<std::string, torch::Device> devices;
  torch::Tensor forward(torch::Tensor x) {
    x = x + torch::ones({2}).to(elsewhere());
    x = x + torch::ones({2}).to(several()[0]);
    x = x + torch::ones({2}).to(torch::Device(name()));
    // MAYBE: advice torch-redundant-transfer:
    x = x + torch::ones({2}).to(name());
    x = x + torch::ones({2}).to(*device);
    // MAYBE: advice torch-redundant-transfer:
    // MAYBE: likely|advice torch-stale-device-member: stored device 'device' of 'Moved'
    x = x + torch::ones({2}).to(devices.at("a"));
    x = x + torch::ones({2}, *device);
    x = x + torch::ones({2}, torch::TensorOptions().device(*device));
    return x;
  }
};

struct Broadcast : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto parts = torch::broadcast_tensors({x, torch::ones({2})});
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    return x * parts[1];
  }
};

struct OnlyTyped : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto t = torch::ones({2}).to(torch::kHalf);
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    return x + t;
  }
};
