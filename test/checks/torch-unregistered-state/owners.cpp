// State outside the module's own members: statics, globals, helpers, TorchBind classes.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

// A namespace-scope tensor that a method reads.
static torch::Tensor kMean = torch::tensor({0.5f, 0.5f, 0.5f});
// CHECK @mean-use: certain|likely torch-unregistered-state: 'kMean'
struct Preprocess : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x - kMean; } // @mean-use
};

// A static local.
struct Entropy : torch::nn::Module {
  torch::Tensor forward(torch::Tensor logits) {
    static const auto weights = torch::tensor({1.f, 2.f});
    // CHECK: certain|likely torch-unregistered-state|torch-factory-without-device:
    return logits * weights;
  }
};

// A static data member.
struct Palette : torch::nn::Module {
  static torch::Tensor colors;
  torch::Tensor forward(torch::Tensor x) { return x.matmul(colors); } // @palette
};
torch::Tensor Palette::colors = torch::rand({3, 16});
// CHECK @palette: certain|likely torch-unregistered-state: 'colors'

// A helper object of the module's, with a tensor of its own.
class NoiseSchedule {
public:
  explicit NoiseSchedule(int64_t n) : betas_(torch::linspace(1e-4, 0.02, n)) {} // @betas
  torch::Tensor scale(const torch::Tensor &x, const torch::Tensor &t) const { return x * betas_.index_select(0, t); } // @scale

private:
  torch::Tensor betas_; // @betas-decl
};
struct Denoiser : torch::nn::Module {
  NoiseSchedule schedule{1000};
  // CHECK @betas: certain|likely torch-unregistered-state: betas_'
  torch::Tensor forward(torch::Tensor x, torch::Tensor t) { return schedule.scale(x, t); }
};

// A TorchBind class: to() of its owner doesn't reach it.
struct Lookup : torch::CustomClassHolder {
  torch::Tensor table;
  // CHECK @lookup: certain|likely torch-unregistered-state: 'table' ... 'Lookup'
  explicit Lookup(torch::Tensor t) : table(std::move(t)) {} // @lookup
  torch::Tensor run(torch::Tensor x) { return x + table; }
};

struct OnDemand : torch::CustomClassHolder {
  // QUIET: moved where it is used.
  torch::Tensor table;
  explicit OnDemand(torch::Tensor t) : table(std::move(t)) {}
  torch::Tensor run(torch::Tensor x) { return x + table.to(x.device()); }
};

// A tensor that the constructor takes and keeps.
struct Weighted : torch::nn::Module {
  torch::Tensor weights;
  // CHECK @weighted: certain|likely torch-unregistered-state: 'weights' ... 'Weighted'
  explicit Weighted(torch::Tensor w) : weights(std::move(w)) {} // @weighted
  torch::Tensor forward(torch::Tensor x) { return x * weights; }
};

struct TakesAndRegisters : torch::nn::Module {
  // QUIET: taken and registered.
  torch::Tensor weights;
  explicit TakesAndRegisters(torch::Tensor w) : weights(register_buffer("weights", std::move(w))) {}
  torch::Tensor forward(torch::Tensor x) { return x * weights; }
};

// A generator of the wrong kind stays with the module.
static torch::Tensor kLabels = torch::arange(10); // QUIET: only the program below reads it, on cpu
int64_t countLabels() { return kLabels.sum().item<int64_t>(); }

struct Stateless {
  // QUIET: not a module, and its tensor meets only its own.
  torch::Tensor a = torch::rand({4}), b = torch::rand({4});
  torch::Tensor both() const { return a + b; }
};
