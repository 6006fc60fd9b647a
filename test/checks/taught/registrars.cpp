// RUN: %check %s -- %mock
// Registrars and sinks that .torch-tidy.yaml, beside this file, teaches.
#include <torch/script.h>
#include <torch/torch.h>

namespace my {
struct Keeper : torch::nn::Module {
  virtual torch::Tensor keep(int rank, const std::string &name,
                             torch::Tensor value, bool persistent);
};
template <class M>
M adopt(torch::nn::Module &owner, const std::string &name, M module);
void ship(const std::string &path, torch::jit::Module m, torch::Tensor example);
void build_engine(torch::jit::Module m, torch::Tensor example);
} // namespace my

// An override does what it overrides does.
struct Louder : my::Keeper {
  torch::Tensor keep(int rank, const std::string &name, torch::Tensor value,
                     bool persistent) override;
};
struct OfLouder : Louder {
  OfLouder() { mask = keep(0, "mask", torch::zeros({8}), true); }
  torch::Tensor forward(torch::Tensor x) { return x + mask; }
  torch::Tensor mask; // QUIET: registered
};

struct Net : my::Keeper {
  Net() {
    mask = keep(0, "mask", torch::zeros({8}), true);
    fc = my::adopt(*this, "fc", torch::nn::Linear(8, 8));
    // QUIET: registered, in the project's own way
    plain = torch::zeros({8});
    // CHECK: certain|likely torch-unregistered-state: 'plain' ... never registered
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + mask + plain; }
  torch::Tensor mask, plain;
  torch::nn::Linear fc{nullptr};
};

void exports(torch::jit::Module m) {
  auto x = torch::zeros({1, 8}, torch::kCUDA);
  my::ship("net.pt", m, x);
  // CHECK: certain torch-export-cuda-input: 'my::ship' is given an input on cuda
  my::build_engine(m, x);
  // QUIET: an engine is built for the device that it is given
}
