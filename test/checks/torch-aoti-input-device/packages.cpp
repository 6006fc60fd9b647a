// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

auto mixed(torch::Tensor a) {
  torch::inductor::AOTIModelPackageLoader m("cuda_model.pt2");
  auto b = torch::rand({1024, 1024});
  // CHECK: certain torch-aoti-input-device: an input of an AOTInductor package is on cpu, another on cuda
  // NOTE @run: given to the package here
  // NOTE: move every input to the package's device
  return m.run({a.to(torch::kCUDA), b}); // @run
}

auto second(torch::Tensor x) {
  torch::inductor::AOTIModelPackageLoader m("m.pt2"); // @open
  return m.run({x.to(torch::Device(torch::kCUDA, 1))});
  // CHECK: likely torch-aoti-input-device: may be on cuda:1, the package on cuda:0
  // NOTE @open: opened here
}

auto filled(torch::Tensor a) {
  torch::inductor::AOTIModelPackageLoader m("cuda_model.pt2");
  std::vector<torch::Tensor> inputs;
  inputs.push_back(a.cuda());
  inputs.push_back(torch::zeros({3}));
  // CHECK: likely torch-aoti-input-device: may be on cpu, another on cuda
  return m.run(inputs);
}

struct Engine {
  Engine() : loader("m.pt2") {}
  auto run(torch::Tensor x) {
    auto mask = torch::ones({4}, torch::kCPU);
    // CHECK: certain torch-aoti-input-device: is on cpu, another on cuda
    return loader.run({x.to(torch::kCUDA), mask});
  }
  torch::inductor::AOTIModelPackageLoader loader;
};

auto one_device(torch::Tensor a) {
  torch::inductor::AOTIModelPackageLoader m("cuda_model.pt2");
  return m.run({a.to(torch::kCUDA), torch::rand({4}, torch::kCUDA)});
  // QUIET: all on one
}

auto host(torch::Tensor a) {
  torch::inductor::AOTIModelPackageLoader m("cpu_model.pt2");
  return m.run({a.cpu(), torch::rand({4})});
  // QUIET: all on the host
}

auto unknown(torch::Tensor a, torch::Tensor b) {
  torch::inductor::AOTIModelPackageLoader m("m.pt2");
  return m.run({a, b});
  // QUIET: nothing says where they are
}

auto as_asked(torch::Tensor a, torch::Device device) {
  torch::inductor::AOTIModelPackageLoader m("m.pt2");
  return m.run({a.to(device), torch::rand({4}, device)});
  // QUIET: one device, whichever
}

struct AOTIModelPackageLoader {
  explicit AOTIModelPackageLoader(const char *path) {}
  void run(const std::vector<torch::Tensor> &inputs) {}
};
void namesake(torch::Tensor a) {
  AOTIModelPackageLoader m("m.pt2");
  m.run({a.cuda(), torch::rand({4})});
  // QUIET: not LibTorch's
}
