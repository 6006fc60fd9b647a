// RUN: %check %s -- %mock
// A file that the function wrote itself comes back from where it was.
#include <string>
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Net);

torch::Tensor there_and_back(torch::Tensor x, torch::Device device) {
  x = x.to(device);
  Net net;
  net->to(device);
  const std::string path = "net.pt";
  torch::save(net, path);
  // MAYBE: advice torch-export-cuda-input: 'torch::save' is given a module
  Net again;
  torch::load(again, path);
  // QUIET: saved from the same device
  return again->forward(x);
}

torch::Tensor from_elsewhere(torch::Tensor x, torch::Device device) {
  x = x.to(device);
  Net net;
  net->to(device);
  const std::string path = "net.pt", other = "other.pt";
  torch::save(net, path);
  // MAYBE: advice torch-export-cuda-input: 'torch::save' is given a module
  Net again;
  torch::load(again, other);
  // CHECK: likely torch-load-without-device: 'torch::load' takes no device
  return again->forward(x);
}
