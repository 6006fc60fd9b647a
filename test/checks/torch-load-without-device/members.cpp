// Archives and modules that a class keeps.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

class Detector {
public:
  explicit Detector(const std::string &path) : device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU) {
    module = torch::jit::load(path);
    // CHECK: likely|certain torch-load-without-device: nothing moves the archive
    module.eval();
  }
  torch::Tensor run(torch::Tensor x) { return module.forward({x.to(device)}).toTensor(); }

private:
  torch::Device device;
  torch::jit::Module module;
};

class MovesInRun {
public:
  explicit MovesInRun(const std::string &path, torch::Device d) : device(d) {
    module = torch::jit::load(path);
    // QUIET: moved by another method
  }
  torch::Tensor run(torch::Tensor x) {
    module.to(device);
    return module.forward({x.to(device)}).toTensor();
  }

private:
  torch::Device device;
  torch::jit::Module module;
};

class GivesItAway {
public:
  explicit GivesItAway(const std::string &path, torch::Device d) : device(d) { module = torch::jit::load(path); }
  torch::jit::Module &get() { return module; }
  // QUIET: whoever gets it may move it
  torch::Tensor run(torch::Tensor x) { return module.forward({x.to(device)}).toTensor(); }

private:
  torch::Device device;
  torch::jit::Module module;
};

struct Session {
  torch::jit::Module module;
};
void open(Session &s) {
  s.module = torch::jit::load("m.pt");
  // QUIET: moved by a function that has the whole
}
void move(Session &s, torch::Device d) { s.module.to(d); }
void run(Session &s, torch::Tensor x, torch::Device d) { s.module.forward({x.to(d)}); }

class Half {
public:
  explicit Half(torch::Device d) : device(d) { module = torch::jit::load("m.pt"); }
  void elsewhere();
  // QUIET: a method that isn't seen may move it
  torch::Tensor run(torch::Tensor x) { return module.forward({x.to(device)}).toTensor(); }

private:
  torch::Device device;
  torch::jit::Module module;
};

class Agent {
public:
  explicit Agent(torch::Device d) : device(d), net(4, 4) {}
  void resume() {
    torch::load(net, "w.pt");
    // CHECK: likely|certain torch-load-without-device: nothing moves the module
  }
  torch::Tensor act(torch::Tensor x) { return net->forward(x.to(device)); }

private:
  torch::Device device;
  torch::nn::Linear net;
};

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Net() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  void resume() {
    torch::load(fc, "fc.pt");
    // QUIET: whoever has the module moves it as a whole
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
};
