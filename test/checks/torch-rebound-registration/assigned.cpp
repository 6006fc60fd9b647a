// Members that hold a registered tensor or module and are assigned anew.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Ema : torch::nn::Module {
  torch::Tensor avg;
  Ema() { avg = register_buffer("avg", torch::zeros({4})); }
  torch::Tensor forward(torch::Tensor x) {
    avg = avg * 0.9 + x.mean(0) * 0.1;
    // CHECK: certain|likely torch-rebound-registration: 'avg' ... 'Ema'
    return x - avg;
  }
};

struct EmaInPlace : torch::nn::Module {
  // QUIET: in place operators keep the registered tensor.
  torch::Tensor avg, var, count;
  EmaInPlace() {
    avg = register_buffer("avg", torch::zeros({4}));
    var = register_buffer("var", torch::ones({4}));
    count = register_buffer("count", torch::zeros({1}));
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard guard;
    avg.mul_(0.9).add_(x.mean(0) * 0.1);
    var.copy_(var * 0.9 + x.var(0) * 0.1);
    count += 1;
    var.index_put_({0}, 1.0);
    avg[0] = 0.5;
    avg.slice(0, 1, 3) = x[0].slice(0, 1, 3);
    var.data() = x.var(0);
    return (x - avg) / var.sqrt();
  }
};

struct SetData : torch::nn::Module {
  // QUIET: set_data on purpose, since an assignment would lose the registration.
  torch::Tensor active;
  SetData() { active = register_buffer("active", torch::zeros({8}, torch::kBool)); }
  void grow(int64_t n) {
    active.set_data(torch::zeros({n}, active.options()));
    active.resize_({n});
  }
  torch::Tensor forward(torch::Tensor x) { return x.masked_fill(active, 0); }
};

struct Shifted : torch::nn::Module {
  torch::Tensor w;
  Shifted() { w = register_parameter("w", torch::randn({2, 2})); }
  void shift() {
    w = w.clone() + 1000;
    // CHECK: certain|likely torch-rebound-registration: 'w' ... 'Shifted'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(w); }
};

struct Frozen : torch::nn::Module {
  torch::Tensor w;
  Frozen() { w = register_parameter("w", torch::randn({2, 2})); }
  void freeze() {
    w = w.detach();
    // CHECK: certain|likely torch-rebound-registration: 'w' ... 'Frozen'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(w); }
};

struct FrozenInPlace : torch::nn::Module {
  // QUIET: detach_ and requires_grad_ work on the registered one.
  torch::Tensor w;
  FrozenInPlace() { w = register_parameter("w", torch::randn({2, 2})); }
  void freeze() {
    w.detach_();
    w.requires_grad_(false);
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(w); }
};

struct RegisterThenAssign : torch::nn::Module {
  torch::Tensor table;
  RegisterThenAssign() {
    table = register_buffer("table", torch::zeros({8}));
    table = torch::linspace(0, 1, 8);
    // CHECK: certain|likely torch-rebound-registration: 'table' ... 'RegisterThenAssign'
  }
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

struct AssignThenRegister : torch::nn::Module {
  // QUIET: in this order the registered tensor is the member's.
  torch::Tensor table;
  AssignThenRegister() {
    table = torch::linspace(0, 1, 8);
    table = table * 2;
    register_buffer("table", table);
  }
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

struct LoadsByHand : torch::nn::Module {
  torch::Tensor mean;
  LoadsByHand() { mean = register_buffer("mean", torch::zeros({3})); }
  void load_stats(const std::string &path) {
    torch::Tensor t;
    torch::load(t, path);
    mean = t;
    // CHECK: certain|likely torch-rebound-registration: 'mean' ... 'LoadsByHand'
  }
  torch::Tensor forward(torch::Tensor x) { return x - mean; }
};

// From outside the class.
struct Codebook : torch::nn::Module {
  torch::Tensor codes;
  Codebook() { codes = register_buffer("codes", torch::randn({32, 8})); }
  torch::Tensor forward(torch::Tensor x) { return torch::cdist(x, codes); }
};
void kmeans(Codebook &book, torch::Tensor centers) {
  book.codes = centers;
  // CHECK: certain|likely torch-rebound-registration: 'codes'
}
void kmeansInPlace(Codebook &book, torch::Tensor centers) { book.codes.copy_(centers); } // QUIET

// A reset that makes new state.
struct KvCache : torch::nn::Module {
  torch::Tensor k, v;
  KvCache() {
    k = register_buffer("k", torch::zeros({1, 64, 8}));
    v = register_buffer("v", torch::zeros({1, 64, 8}));
  }
  void append(torch::Tensor nk, torch::Tensor nv) {
    k = torch::cat({k, nk}, 1);
    // CHECK: certain|likely torch-rebound-registration: 'k' ... 'KvCache'
    std::tie(v, std::ignore) = std::make_tuple(torch::cat({v, nv}, 1), 0);
    // MAYBE: certain|likely torch-rebound-registration: 'v' ... 'KvCache'
  }
};

// Modules.
struct RunningMeanStdImpl : torch::nn::Module {
  torch::Tensor mean;
  explicit RunningMeanStdImpl(int64_t n) : mean(register_buffer("mean", torch::zeros({n}))) {}
};
TORCH_MODULE(RunningMeanStd);

struct ObservationNormalizer : torch::nn::Module {
  RunningMeanStd rms;
  explicit ObservationNormalizer(int64_t n) : rms(register_module("rms", RunningMeanStd(n))) {
    if (n > 8)
      rms = RunningMeanStd(n * 2);
      // CHECK: certain|likely torch-rebound-registration: 'rms' ... 'ObservationNormalizer'
  }
  torch::Tensor forward(torch::Tensor x) { return x - rms->mean; }
};

struct Resizes : torch::nn::Module {
  torch::nn::Linear head{nullptr};
  Resizes() { head = register_module("head", torch::nn::Linear(8, 10)); }
  void classes(int64_t n) {
    head = torch::nn::Linear(8, n);
    // CHECK: certain|likely torch-rebound-registration: 'head' ... 'Resizes'
  }
  torch::Tensor forward(torch::Tensor x) { return head(x); }
};

struct Replaces : torch::nn::Module {
  // QUIET: replace_module registers the new one under the same name.
  torch::nn::Linear head{nullptr};
  Replaces() { head = register_module("head", torch::nn::Linear(8, 10)); }
  void classes(int64_t n) { head = replace_module("head", torch::nn::Linear(8, n)); }
  torch::Tensor forward(torch::Tensor x) { return head(x); }
};

struct LayerByLayer : torch::nn::Module {
  std::vector<torch::nn::Linear> layers;
  LayerByLayer() {
    for (int i = 0; i < 2; ++i)
      layers.push_back(register_module("l" + std::to_string(i), torch::nn::Linear(8, 8)));
  }
  void swap_last() {
    layers[1] = torch::nn::Linear(8, 8);
    // MAYBE: certain|likely torch-rebound-registration|torch-unregistered-module: 'layers
  }
  torch::Tensor forward(torch::Tensor x) { return layers[1](layers[0](x)); }
};

struct Tying : torch::nn::Module {
  // QUIET: the new handle is a registered one: it moves.
  torch::nn::Embedding embedding{nullptr};
  torch::nn::Linear out{nullptr};
  torch::Tensor scale, other;
  Tying() {
    embedding = register_module("embedding", torch::nn::Embedding(100, 8));
    out = register_module("out", torch::nn::Linear(8, 100));
    out->weight = embedding->weight;
    scale = register_parameter("scale", torch::ones({1}));
    other = register_parameter("other", torch::ones({1}));
    other = scale;
  }
  torch::Tensor forward(torch::Tensor x) { return out(embedding(x)) * scale * other; }
};

struct Reregisters : torch::nn::Module {
  // QUIET: asks for the registered handle again.
  torch::Tensor w;
  Reregisters() { w = register_parameter("w", torch::rand({4})); }
  void refresh() { w = named_parameters()["w"]; }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct LocalCopy : torch::nn::Module {
  // QUIET: a local variable of the same name.
  torch::Tensor w;
  LocalCopy() { w = register_parameter("w", torch::rand({4})); }
  torch::Tensor forward(torch::Tensor x) {
    auto w = this->w * 2;
    w = w + 1;
    return x * w;
  }
};

struct HandMoved : torch::nn::Module {
  torch::Tensor w;
  HandMoved() { w = register_parameter("w", torch::rand({4})); }
  torch::Tensor forward(torch::Tensor x) {
    w = w.to(x.device()); // heals itself, and leaves the registered one alone when the device changes
    // MAYBE: certain|likely torch-rebound-registration: 'w' ... 'HandMoved'
    return x * w;
  }
};

struct Plain {
  // QUIET: no module, nothing was registered.
  torch::Tensor avg = torch::zeros({4});
  void update(torch::Tensor x) { avg = avg * 0.9 + x * 0.1; }
};

namespace mine {
// A namesake of the registrar.
struct Registry {
  torch::Tensor register_buffer(const std::string &, torch::Tensor t) { return t; }
  torch::Tensor a;
  Registry() { a = register_buffer("a", torch::zeros({1})); }
  void update() { a = a + 1; } // QUIET: not LibTorch's register_buffer
};
} // namespace mine
