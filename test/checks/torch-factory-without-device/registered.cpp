// RUN: %check %s -- %mock
// What is registered goes where its module goes: who uses the module moves it.
#include <torch/torch.h>

struct Own : torch::nn::Module {
  torch::Tensor scale = register_buffer("scale", torch::zeros({2}));
  torch::Tensor forward(torch::Tensor x) { return x + scale; }
};
template <typename T> struct Twin : torch::nn::Cloneable<Twin<T>> {
  torch::Tensor mask;
  Twin() { reset(); }
  void reset() override {
    mask = this->register_buffer("mask", torch::zeros({2}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + mask; }
};
torch::Tensor onTheCallersDevice(torch::Tensor x) {
  Own own;
  Twin<int> twin;
  // QUIET: neither the module nor its input was moved, as far as this goes.
  return own.forward(twin.forward(x));
}

struct Unmoved : torch::nn::Module {
  torch::Tensor scale = register_buffer("scale", torch::zeros({2})); // @made
  torch::Tensor forward(torch::Tensor x) { return x + scale; }
};
torch::Tensor onlyTheInputIsMoved(torch::Tensor x) {
  Unmoved net;
  return net.forward(x.to(torch::kCUDA));
  // MAYBE @made: certain|likely|advice torch-factory-without-device:
  // MAYBE: likely|advice torch-hardcoded-device:
  // MAYBE: certain|likely torch-move-order|torch-mixed-device:
}

torch::Tensor plain(torch::Tensor x, torch::Device device) {
  auto mask = torch::zeros({2});
  // CHECK: certain|likely torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
  return x.to(device) + mask;
}
