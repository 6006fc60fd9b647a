// Tensors that a constructor makes on cpu and nobody registers.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct ProblemLayer : torch::nn::Module {
  ProblemLayer() {
    cache = torch::zeros({10});
    // CHECK: certain torch-unregistered-state: 'cache' ... 'ProblemLayer'
    // NOTE @problem:
  }
  torch::Tensor forward(torch::Tensor x) { return x + cache; } // @problem
  torch::Tensor cache;
};

struct SafeLayer : torch::nn::Module {
  // QUIET: the same, registered.
  SafeLayer() { cache = register_buffer("cache", torch::zeros({10})); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
  torch::Tensor cache;
};

// An initialiser list.
class Normalizer : public torch::nn::Module {
public:
  Normalizer()
      : mean_(torch::tensor({0.485f, 0.456f, 0.406f})),
        // CHECK: certain torch-unregistered-state: 'mean_' ... 'Normalizer'
        std_(register_buffer("std", torch::tensor({0.229f, 0.224f, 0.225f}))) {}
  torch::Tensor forward(const torch::Tensor &image) {
    return (image - mean_.view({3, 1, 1})) / std_.view({3, 1, 1});
  }

private:
  torch::Tensor mean_, std_;
};

// A default member initialiser.
struct CausalAttention : torch::nn::Module {
  torch::Tensor mask = torch::tril(torch::ones({64, 64}));
  // CHECK: certain torch-unregistered-state: 'mask' ... 'CausalAttention'
  torch::Tensor forward(torch::Tensor scores) {
    return scores.masked_fill(mask == 0, -1e9);
  }
};

// Made in steps: the member gets the last one.
struct SinusoidalEncoding : torch::nn::Module {
  torch::Tensor pe;
  torch::nn::Dropout dropout{nullptr};
  SinusoidalEncoding(int64_t d, int64_t length) {
    dropout = register_module("dropout", torch::nn::Dropout(0.1));
    auto position = torch::arange(0, length).unsqueeze(1);
    auto rate = torch::exp(torch::arange(0, d, 2) * (-std::log(10000.0) / d));
    auto table = torch::zeros({length, d});
    table.index_put_({torch::indexing::Slice(), torch::indexing::Slice(0, torch::indexing::None, 2)}, torch::sin(position * rate));
    pe = table.unsqueeze(0);
    // CHECK: certain torch-unregistered-state: 'pe' ... 'SinusoidalEncoding'
  }
  torch::Tensor forward(torch::Tensor x) {
    x = x + pe.slice(1, 0, x.size(1));
    return dropout->forward(x);
  }
};

// Built with options that name only a dtype.
struct AnchorHead : torch::nn::Module {
  torch::nn::Conv2d reg{nullptr};
  torch::Tensor anchors;
  AnchorHead() {
    reg = register_module("reg", torch::nn::Conv2d(torch::nn::Conv2dOptions(256, 36, 3).padding(1)));
    auto options = torch::TensorOptions().dtype(torch::kFloat32);
    this->anchors = torch::rand({9, 4}, options);
    // CHECK: certain torch-unregistered-state: 'anchors' ... 'AnchorHead'
  }
  torch::Tensor forward(torch::Tensor features) {
    auto deltas = reg->forward(features).view({-1, 9, 4});
    return deltas * anchors;
  }
};

// It requires a gradient: the optimizer doesn't see it, either.
struct MemoryBank : torch::nn::Module {
  torch::Tensor keys;
  explicit MemoryBank(int64_t n) {
    keys = torch::randn({n, 16}, torch::requires_grad());
    // CHECK: certain torch-unregistered-state: 'keys' ... 'MemoryBank'
  }
  torch::Tensor forward(torch::Tensor query) { return torch::softmax(query.matmul(keys.t()), -1); }
};

// The host's memory, seen as a tensor.
struct Camera : torch::nn::Module {
  float intrinsics[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  torch::Tensor k;
  Camera() {
    k = torch::from_blob(intrinsics, {3, 3});
    // CHECK: certain torch-unregistered-state: 'k' ... 'Camera'
  }
  torch::Tensor forward(torch::Tensor rays) { return torch::matmul(rays, k); }
};

// Read from a file: on cpu unless the file says otherwise.
struct PcaWhitening : torch::nn::Module {
  torch::Tensor basis; // @basis
  explicit PcaWhitening(const std::string &path) {
    torch::load(basis, path);
    // CHECK @basis: certain|likely torch-unregistered-state: 'basis' ... 'PcaWhitening'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(basis); }
};

// Set by a method that the constructor calls, and by one that users call.
struct Mixer : torch::nn::Module {
  torch::Tensor gate;
  Mixer() { init(4); }
  void init(int64_t n) {
    gate = torch::full({n}, 0.5);
    // CHECK: certain torch-unregistered-state: 'gate' ... 'Mixer'
  }
  torch::Tensor forward(torch::Tensor x) { return x * gate; }
};

// Several methods away from the input.
struct Rotary : torch::nn::Module {
  torch::Tensor inv_freq;
  explicit Rotary(int64_t dim) {
    inv_freq = 1.0 / torch::pow(10000.0, torch::arange(0, dim, 2) / double(dim));
    // CHECK: certain torch-unregistered-state: 'inv_freq' ... 'Rotary'
  }
  torch::Tensor angles(const torch::Tensor &position) const { return torch::outer(position, inv_freq); }
  torch::Tensor forward(torch::Tensor q, torch::Tensor position) { return q * angles(position).cos(); }
};

// It meets a parameter, not the input.
struct ScaledLinear : torch::nn::Module {
  torch::Tensor weight, scale;
  ScaledLinear() {
    weight = register_parameter("weight", torch::randn({8, 8}));
    scale = torch::ones({8, 1});
    // CHECK: certain torch-unregistered-state: 'scale' ... 'ScaledLinear'
  }
  torch::Tensor effective() { return weight * scale; }
  torch::Tensor forward(torch::Tensor x) { return torch::matmul(x, effective()); }
};

// Only one of two branches registers.
struct OptionalBias : torch::nn::Module {
  torch::Tensor weight, bias;
  OptionalBias(int64_t d, bool learn) {
    weight = register_parameter("weight", torch::randn({d, d}));
    if (learn)
      bias = register_parameter("bias", torch::zeros({d}));
    else
      bias = torch::zeros({d});
      // CHECK: certain torch-registration-mismatch: 'bias' ... 'OptionalBias'
  }
  torch::Tensor forward(torch::Tensor x) { return torch::linear(x, weight, bias); }
};

// Definitions out of line.
class DiffusionSchedule : public torch::nn::Module {
public:
  explicit DiffusionSchedule(int64_t steps);
  torch::Tensor add_noise(const torch::Tensor &x, const torch::Tensor &noise, const torch::Tensor &t);

private:
  torch::Tensor alpha_bar_;
};

DiffusionSchedule::DiffusionSchedule(int64_t steps) {
  auto betas = torch::linspace(1e-4, 0.02, steps);
  alpha_bar_ = torch::cumprod(1.0 - betas, 0);
  // CHECK: certain torch-unregistered-state: 'alpha_bar_' ... 'DiffusionSchedule'
}

torch::Tensor DiffusionSchedule::add_noise(const torch::Tensor &x, const torch::Tensor &noise, const torch::Tensor &t) {
  auto a = alpha_bar_.index_select(0, t).view({-1, 1, 1, 1});
  return a.sqrt() * x + (1 - a).sqrt() * noise;
}

// A holder in front of it.
struct DetectorImpl : torch::nn::Module {
  torch::nn::Conv2d conv{nullptr};
  torch::Tensor strides;
  DetectorImpl() : conv(register_module("conv", torch::nn::Conv2d(3, 16, 3))) {
    strides = torch::tensor({8.f, 16.f, 32.f});
    // CHECK: certain torch-unregistered-state: 'strides' ... 'DetectorImpl'
  }
  torch::Tensor forward(torch::Tensor x) { return conv(x).mean({1, 2, 3}).unsqueeze(-1) * strides; }
};
TORCH_MODULE(Detector);

namespace mine {
// A namesake: not LibTorch's tensor, nothing to move.
struct Tensor {
  Tensor operator+(const Tensor &) const { return *this; }
};
Tensor zeros(std::initializer_list<int>);
struct Layer : torch::nn::Module {
  Layer() { cache = zeros({10}); }
  Tensor forward(Tensor x) { return x + cache; } // QUIET: a tensor of another library
  Tensor cache;
};
} // namespace mine
