// TorchScript modules in a member: nn::Module::to goes past them.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>
#include <memory>
#include <string>

struct Encoder : torch::nn::Module {
  torch::jit::Module enc;
  explicit Encoder(const std::string &path) {
    enc = torch::jit::load(path);
    // CHECK: likely torch-unregistered-module: 'enc' of 'Encoder' is a TorchScript module
    // NOTE: move it along
  }
  torch::Tensor forward(torch::Tensor x) { return enc.forward({x}).toTensor(); }
};

struct Loss : torch::nn::Module {
  std::shared_ptr<torch::jit::Module> net;
  void setup(const std::string &path) {
    net = std::shared_ptr<torch::jit::Module>(new torch::jit::Module);
    *net = torch::jit::load(path);
    // CHECK: likely torch-unregistered-module: 'net' of 'Loss'
  }
  torch::Tensor forward(torch::Tensor x) { return net->forward({x}).toTensor(); }
};

struct LoadedOnItsDevice : torch::nn::Module {
  // QUIET: the load is given a device.
  torch::jit::Module enc;
  LoadedOnItsDevice(const std::string &path, torch::Device d) { enc = torch::jit::load(path, d); }
  torch::Tensor forward(torch::Tensor x) { return enc.forward({x}).toTensor(); }
};

struct Moved : torch::nn::Module {
  // QUIET: a method moves it.
  torch::jit::Module enc;
  explicit Moved(const std::string &path) { enc = torch::jit::load(path); }
  void place(torch::Device d) {
    to(d);
    enc.to(d);
  }
  torch::Tensor forward(torch::Tensor x) { return enc.forward({x}).toTensor(); }
};

struct Given : torch::nn::Module {
  // QUIET: somebody else made it, and may move it.
  torch::jit::Module enc;
  explicit Given(torch::jit::Module m) : enc(m) {}
  torch::Tensor forward(torch::Tensor x) { return enc.forward({x}).toTensor(); }
};

class Detector {
  // QUIET: no module, so there is no 'to' to go past it.
  torch::jit::Module net;

public:
  explicit Detector(const std::string &path) { net = torch::jit::load(path); }
  // MAYBE: advice|likely torch-load-without-device:
  torch::Tensor operator()(torch::Tensor x) { return net.forward({x}).toTensor(); }
};

namespace mine {
struct Module {
  int forward(int x) { return x; }
};
Module load(const std::string &) { return {}; }
} // namespace mine
struct Namesake : torch::nn::Module {
  // QUIET: not LibTorch's.
  mine::Module enc;
  explicit Namesake(const std::string &path) { enc = mine::load(path); }
};
