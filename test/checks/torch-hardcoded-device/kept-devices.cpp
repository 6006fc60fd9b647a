// RUN: %check %s -- %mock
// A plain class that keeps a device beside its module, and says another.
#include <string>
#include <torch/script.h>
#include <torch/torch.h>

class Matcher {
public:
  explicit Matcher(torch::Device d) : device(d) {}
  void load(const std::string &path) {
    net = torch::jit::load(path, torch::kCUDA);
    // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'Matcher::load', though the object keeps 'device', which may be another device
    // NOTE: use 'device'
  }
  torch::Tensor match(torch::Tensor x) { return net.forward({x.to(device)}).toTensor(); }

private:
  torch::Device device;
  torch::jit::script::Module net;
};

class Chooses {
public:
  Chooses() : device(torch::kCPU) {
    if (torch::cuda::is_available())
      device = torch::Device(torch::kCUDA);
    // QUIET: asked before
    net->to(device);
  }
  void again() {
    if (device.is_cuda())
      net->to(torch::kCUDA);
    // QUIET: it is what the object keeps
  }

private:
  torch::Device device;
  torch::nn::Linear net{3, 4};
};

class Fixed {
public:
  Fixed() : device(torch::kCUDA) { net->to(device); }
  // QUIET: what the object keeps is said once, where it is made

private:
  torch::Device device;
  torch::nn::Linear net{3, 4};
};

class NoDevice {
public:
  void start() { net->to(torch::kCUDA); }
  // QUIET: it keeps none beside its module, so none is overruled

private:
  torch::nn::Linear net{3, 4};
};

// Not LibTorch's.
namespace mine {
struct Device {};
struct Module {
  void to(torch::DeviceType) {}
};
class Owner {
  Device device;
  Module net;

public:
  void start() { net.to(torch::kCUDA); } // QUIET: a namesake
};
} // namespace mine
