// Factories in constructors, reset() and initialisers.
// RUN: %check %s -- %mock
#include <torch/torch.h>

// The constructor is given a device that the factory ignores: it meets a tensor that has it.
struct GivenDevice : torch::nn::Module {
  torch::Tensor w;
  explicit GivenDevice(torch::Device device) {
    auto base = torch::randn({4}, device);
    auto scale = torch::full({4}, 0.02);
    // CHECK: certain torch-factory-without-device: 'torch::full'
    w = register_parameter("w", base * scale);
  }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct GivenOptions : torch::nn::Module {
  torch::Tensor weight;
  GivenOptions(int64_t in, int64_t out, const torch::TensorOptions &options) {
    weight = register_parameter("weight", torch::empty({out, in}, options));
    auto fan = torch::full({out, 1}, 1.0 / in);
    // CHECK: certain torch-factory-without-device: 'torch::full'
    torch::NoGradGuard guard;
    weight.mul_(fan);
  }
  torch::Tensor forward(torch::Tensor x) { return torch::linear(x, weight); }
};

struct GivenTensor : torch::nn::Module {
  torch::Tensor anchors;
  explicit GivenTensor(torch::Tensor centers) {
    auto offsets = torch::tensor({-1.f, 1.f});
    // CHECK: certain|likely torch-factory-without-device: 'torch::tensor'
    anchors = register_buffer("anchors", centers.unsqueeze(-1) + offsets);
  }
  torch::Tensor forward(torch::Tensor x) { return x * anchors; }
};

struct UsesIt : torch::nn::Module {
  // QUIET: every factory uses the constructor's device or options.
  torch::Tensor a, b, c;
  UsesIt(torch::Device device, torch::TensorOptions options) {
    a = register_parameter("a", torch::randn({4}, device) * torch::full({4}, 0.02, device));
    b = register_buffer("b", torch::arange(4, options.dtype(torch::kLong)));
    c = register_buffer("c", torch::zeros({4}, torch::TensorOptions(torch::kFloat).device(device)));
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + b + c; }
};

struct MovesAtTheEnd : torch::nn::Module {
  // QUIET: the constructor moves the module at its end.
  torch::Tensor a, b;
  explicit MovesAtTheEnd(torch::Device device) {
    a = register_parameter("a", torch::randn({4}) * torch::full({4}, 0.02));
    b = register_buffer("b", torch::arange(4));
    to(device);
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + b; }
};

struct AllOnCpu : torch::nn::Module {
  // QUIET: what is computed on cpu and then registered.
  torch::Tensor pe;
  explicit AllOnCpu(int64_t n) {
    auto p = torch::arange(n).unsqueeze(1);
    auto r = torch::exp(torch::arange(0, 8, 2) * -0.5);
    auto t = torch::zeros({n, 8});
    t.index_put_({torch::indexing::Slice(), torch::indexing::Slice(0, torch::indexing::None, 2)}, torch::sin(p * r));
    pe = register_buffer("pe", t);
  }
  torch::Tensor forward(torch::Tensor x) { return x + pe; }
};

// A literal device meets one that isn't named.
struct LiteralDevice : torch::nn::Module {
  torch::Tensor w;
  LiteralDevice() {
    auto a = torch::randn({4}, torch::kCUDA);
    auto b = torch::ones({4});
    // CHECK: certain torch-factory-without-device: 'torch::ones'
    w = register_buffer("w", a * b);
  }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct InReset : torch::nn::Cloneable<InReset> {
  torch::TensorOptions options;
  torch::Tensor w;
  explicit InReset(torch::TensorOptions o) : options(o) { reset(); }
  void reset() override {
    auto base = torch::randn({4}, options);
    w = register_parameter("w", base + torch::ones({4}));
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
  }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct MemberNotRegistered : torch::nn::Module {
  // One fault, one finding: the member's.
  torch::Tensor mask;
  MemberNotRegistered() { mask = torch::ones({4}); }
  // CHECK: certain torch-unregistered-state: 'mask'
  torch::Tensor forward(torch::Tensor x) { return x * mask; }
};

struct IgnoredAndNotRegistered : torch::nn::Module {
  torch::Tensor mask;
  explicit IgnoredAndNotRegistered(torch::Device) { mask = torch::ones({4}); }
  // CHECK: certain torch-unregistered-state: 'mask'
  torch::Tensor forward(torch::Tensor x) { return x * mask; }
};
