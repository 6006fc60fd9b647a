// RUN: %check %s -- %mock
#include <torch/torch.h>

struct InConstructor : torch::nn::Cloneable<InConstructor> {
  torch::Tensor w;
  torch::nn::Linear fc{nullptr};
  InConstructor() {
    w = register_parameter("w", torch::randn({4, 4}));
    // CHECK: certain torch-registered-outside-reset: 'w' of 'InConstructor' is registered by the constructor and not by 'reset()'; 'clone' throws
    // NOTE: 'clone' copies the object and calls 'reset()'
    // NOTE: register it in 'reset()', and call 'reset()' from the constructor
    fc = register_module("fc", torch::nn::Linear(4, 4));
    // CHECK: certain torch-registered-outside-reset: 'fc' of 'InConstructor'
  }
  void reset() override {}
  torch::Tensor forward(torch::Tensor x) { return fc(x.matmul(w)); }
};

struct OneForgotten : torch::nn::Cloneable<OneForgotten> {
  torch::Tensor w, b;
  OneForgotten() {
    reset();
    b = register_buffer("b", torch::zeros({4}));
    // CHECK: certain torch-registered-outside-reset: 'b' of 'OneForgotten'
  }
  void reset() override { w = register_parameter("w", torch::randn({4})); }
  torch::Tensor forward(torch::Tensor x) { return x * w + b; }
};

struct InDeclaration : torch::nn::Cloneable<InDeclaration> {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  // CHECK: certain torch-registered-outside-reset: 'fc' of 'InDeclaration'
  void reset() override {}
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct InHelper : torch::nn::Cloneable<InHelper> {
  torch::Tensor w;
  InHelper() { build(); }
  void build() {
    w = register_parameter("w", torch::randn({4}));
    // CHECK: certain torch-registered-outside-reset: 'w' of 'InHelper' is registered by the constructor
  }
  void reset() override {}
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct Later : torch::nn::Cloneable<Later> {
  std::vector<torch::nn::Linear> layers;
  void add(int64_t n) {
    layers.push_back(register_module("l" + std::to_string(layers.size()), torch::nn::Linear(n, n)));
    // CHECK: likely torch-registered-outside-reset: what is registered here is registered by 'add' and not by 'reset()'; 'clone' may throw
  }
  void reset() override {}
};

struct Derived : torch::nn::LinearImpl {
  torch::Tensor mask;
  Derived() : torch::nn::LinearImpl(4, 4) {
    mask = register_buffer("mask", torch::ones({4}));
    // CHECK: likely torch-registered-outside-reset: 'mask' of 'Derived' is registered by the constructor and not by 'reset()'; 'clone' may throw
    // NOTE: override 'reset()'
  }
};

struct Idiom : torch::nn::Cloneable<Idiom> {
  torch::Tensor w;
  Idiom() { reset(); }
  void reset() override { w = register_parameter("w", torch::randn({4})); }
  // QUIET: as LibTorch's own modules do it
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct ByHelper : torch::nn::Cloneable<ByHelper> {
  torch::Tensor w;
  ByHelper() { build(); }
  void build() { w = register_parameter("w", torch::randn({4})); }
  void reset() override { build(); }
  // QUIET: reset() reaches it, too
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct ByLambda : torch::nn::Cloneable<ByLambda> {
  torch::Tensor w;
  ByLambda() { reset(); }
  void reset() override {
    auto add = [this](const char *name) { return register_parameter(name, torch::randn({4})); };
    w = add("w");
    // QUIET: in reset()
  }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct Loop : torch::nn::Cloneable<Loop> {
  std::vector<torch::Tensor> ws;
  Loop() {
    ws.push_back(register_parameter("w0", torch::randn({4})));
    // QUIET: reset() may give it that name
  }
  void reset() override {
    ws.clear();
    for (int i = 0; i < 3; ++i)
      ws.push_back(register_parameter("w" + std::to_string(i), torch::randn({4})));
  }
};

struct ClonesItself : torch::nn::Cloneable<ClonesItself> {
  torch::Tensor w;
  ClonesItself() { w = register_parameter("w", torch::randn({4})); }
  void reset() override {}
  std::shared_ptr<torch::nn::Module> clone(const torch::optional<torch::Device> &device = torch::nullopt) const override {
    auto copy = std::make_shared<ClonesItself>();
    copy->w.data().copy_(w);
    // QUIET: its own clone needs no reset()
    return copy;
  }
};

struct Anew : torch::nn::Cloneable<Anew> {
  torch::Tensor w;
  Anew() { w = register_parameter("w", torch::randn({4})); }
  void reset() override { *this = Anew(); }
  // QUIET: the constructor runs again
};

struct Unseen : torch::nn::Cloneable<Unseen> {
  torch::Tensor w;
  Unseen() { w = register_parameter("w", torch::randn({4})); }
  void reset() override;
  // QUIET: what its body does isn't known
};

struct NoClone : torch::nn::Module {
  torch::Tensor w;
  NoClone() { w = register_parameter("w", torch::randn({4})); }
  void reset() {}
  // QUIET: a Module has no clone that calls reset()
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

// Not LibTorch's.
namespace mine {
template <class T> struct Cloneable : torch::nn::Module {
  virtual void reset() = 0;
};
} // namespace mine
struct Namesake : mine::Cloneable<Namesake> {
  torch::Tensor w;
  Namesake() { w = register_parameter("w", torch::randn({4})); }
  void reset() override {}
  // QUIET: a namesake's clone isn't LibTorch's
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};
