// Members that follow the input of themselves, or that an overridden to() moves.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct LazyMask : torch::nn::Module {
  // QUIET: the good cache idiom rebuilds under a comparison of devices.
  torch::Tensor mask;
  torch::Tensor forward(torch::Tensor x) {
    if (!mask.defined() || mask.device() != x.device())
      mask = torch::ones({x.size(0)}, x.options());
    return x * mask;
  }
};

struct LazyMaskBySize : torch::nn::Module {
  // The same without the comparison: it fits the first device for ever.
  torch::Tensor mask; // @mask-by-size
  torch::Tensor forward(torch::Tensor x) {
    if (!mask.defined() || mask.size(0) != x.size(0))
      mask = torch::ones({x.size(0)}, x.options());
      // CHECK @mask-by-size: likely torch-unregistered-state: 'mask' ... 'LazyMaskBySize'
    return x * mask;
  }
};

struct PositionCache : torch::nn::Module {
  // QUIET: moved to the input's device before use.
  torch::Tensor table = torch::arange(512);
  torch::Tensor forward(torch::Tensor x) {
    table = table.to(x.device());
    return x + table.slice(0, 0, x.size(-1));
  }
};

struct PositionCopy : torch::nn::Module {
  // QUIET: slow, but right: the copy is moved in each call.
  torch::Tensor table = torch::arange(512);
  torch::Tensor forward(torch::Tensor x) { return x + table.to(x.device()); }
};

struct PositionTo : torch::nn::Module {
  // QUIET: to(other tensor), type_as and to(options) move as well.
  torch::Tensor a = torch::arange(8), b = torch::arange(8), c = torch::arange(8);
  torch::Tensor forward(const torch::Tensor &x) { return x + a.to(x) + b.type_as(x) + c.to(x.options()); }
};

struct Guarded : torch::nn::Module {
  // QUIET: moved where the devices differ.
  torch::Tensor grid;
  explicit Guarded(int64_t n) : grid(torch::linspace(-1, 1, n)) {}
  torch::Tensor forward(torch::Tensor x) {
    if (grid.device() != x.device())
      grid = grid.to(x.device());
    return x * grid;
  }
};

struct HealedByHelper : torch::nn::Module {
  // QUIET: a helper of its own gives a copy on the right device.
  torch::Tensor basis;
  HealedByHelper() { basis = torch::eye(4); }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(on(x.device())); }

private:
  torch::Tensor on(torch::Device d) const { return basis.to(d); }
};

struct HealedTooLate : torch::nn::Module {
  torch::Tensor grid;
  HealedTooLate() { grid = torch::linspace(-1, 1, 32); }
  // MAYBE: certain|likely torch-unregistered-state: 'grid' ... 'HealedTooLate'
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * grid;
    grid = grid.to(x.device());
    return y;
  }
};

struct AllThree : torch::nn::Module {
  // QUIET: all overloads of to() are overridden and move it.
  torch::Tensor table = torch::rand({16});
  void to(torch::Device d, torch::Dtype t, bool nb = false) override {
    torch::nn::Module::to(d, t, nb);
    table = table.to(d, t);
  }
  void to(torch::Dtype t, bool nb = false) override {
    torch::nn::Module::to(t, nb);
    table = table.to(t);
  }
  void to(torch::Device d, bool nb = false) override {
    torch::nn::Module::to(d, nb);
    table = table.to(d);
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct OneOfThree : torch::nn::Module {
  // to(device, dtype) goes round the override.
  torch::Tensor season; // @season
  explicit OneOfThree(int64_t n) : season(torch::linspace(0, 1, n)) {}
  // CHECK @season: likely torch-unregistered-state: 'season' ... 'OneOfThree'
  void to(torch::Device d, bool nb = false) override {
    torch::nn::Module::to(d, nb);
    season = season.to(d);
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(season); }
};

struct OverriddenButForgotten : torch::nn::Module {
  torch::Tensor a, b;
  OverriddenButForgotten() {
    a = torch::rand({4});
    b = torch::rand({4});
    // CHECK: certain torch-unregistered-state: 'b' ... 'OverriddenButForgotten'
  }
  // 'a' is moved by all three, 'b' by none.
  void to(torch::Device d, torch::Dtype t, bool nb = false) override {
    torch::nn::Module::to(d, t, nb);
    a = a.to(d, t);
  }
  void to(torch::Dtype t, bool nb = false) override {
    torch::nn::Module::to(t, nb);
    a = a.to(t);
  }
  void to(torch::Device d, bool nb = false) override {
    torch::nn::Module::to(d, nb);
    a = a.to(d);
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + b; }
};

struct BuiltOnDevice : torch::nn::Module {
  // QUIET: built under the device that the caller gives.
  torch::Tensor anchors;
  explicit BuiltOnDevice(torch::Device device) { anchors = torch::rand({9, 4}, device); }
  torch::Tensor forward(torch::Tensor x) { return x * anchors; }
};

struct BuiltWithOptions : torch::nn::Module {
  // QUIET: options carry the device.
  torch::Tensor workspace;
  BuiltWithOptions(int64_t n, const torch::TensorOptions &options) : workspace(torch::empty({n}, options.dtype(torch::kInt))) {}
  torch::Tensor forward(torch::Tensor x) { return x + workspace; }
};

struct ResetPerEpisode : torch::nn::Module {
  // QUIET: reset() makes it like a parameter, wherever the module is by then.
  torch::nn::LSTMCell cell{nullptr};
  torch::Tensor h, c;
  ResetPerEpisode() { cell = register_module("cell", torch::nn::LSTMCell(8, 16)); }
  torch::Tensor forward(torch::Tensor x) {
    h = torch::zeros({x.size(0), 16}, x.options());
    c = torch::zeros_like(h);
    std::tie(h, c) = cell->forward(x, std::make_tuple(h, c));
    return h;
  }
};
