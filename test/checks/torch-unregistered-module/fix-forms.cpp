// The fix in the forms in which members are given their module.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>
#include <memory>

struct InPlace : torch::nn::Module {
  torch::nn::Linear declared{3, 3};
  // CHECK: certain torch-unregistered-module: 'declared'
  // FIX: torch::nn::Linear declared{register_module("declared", torch::nn::Linear{3, 3})};
  torch::nn::Linear a, b;
  InPlace()
      : a(3, 3),
        // CHECK: certain torch-unregistered-module: 'a'
        // FIX: : a(register_module("a", torch::nn::Linear(3, 3))),
        b{torch::nn::LinearOptions(3, 3).bias(false)} {}
  // CHECK: certain torch-unregistered-module: 'b'
  // FIX: b{register_module("b", torch::nn::Linear{torch::nn::LinearOptions(3, 3).bias(false)})} {}
  torch::Tensor forward(torch::Tensor x) { return declared(a(b(x))); }
};

using torch::nn::Linear;
struct Assigned : torch::nn::Module {
  Linear a{nullptr};
  const Linear b = Linear(3, 3), c = torch::nn::Linear{3, 3};
  // CHECK: certain torch-unregistered-module: 'b'
  // FIX: const Linear b = register_module("b", Linear(3, 3)), c = torch::nn::Linear{3, 3};
  // CHECK: certain torch-unregistered-module: 'c'
  // FIX: const Linear b = Linear(3, 3), c = register_module("c", torch::nn::Linear{3, 3});
  Assigned() {
    this->a = Linear(torch::nn::LinearOptions(3, 3).bias(false));
    // CHECK: certain torch-unregistered-module: 'a'
    // FIX: this->a = register_module("a", Linear(torch::nn::LinearOptions(3, 3).bias(false)));
  }
  torch::Tensor forward(torch::Tensor x) { return a->forward(x); }
};

struct Part : torch::nn::Module {
  Part() { l = register_module("l", Linear(3, 3)); }
  torch::Tensor forward(torch::Tensor x) { return l(x); }
  Linear l{nullptr};
};

struct Pointers : torch::nn::Module {
  std::shared_ptr<Part> made = std::make_shared<Part>();
  // CHECK: certain torch-unregistered-module: 'made'
  // FIX: std::shared_ptr<Part> made = register_module("made", std::make_shared<Part>());
  std::shared_ptr<torch::nn::Module> base = std::make_shared<Part>();
  // CHECK: certain torch-unregistered-module: 'base'
  // FIX: std::shared_ptr<torch::nn::Module> base = register_module("base", std::make_shared<Part>());
  std::unique_ptr<Part> alone = std::make_unique<Part>(); // no registrar takes it
  // CHECK: certain torch-unregistered-module: 'alone'
  // NOFIX
  torch::Tensor forward(torch::Tensor x) { return made->forward(x) + alone->forward(x); }
};

struct Any : torch::nn::Module {
  torch::nn::AnyModule any;
  Any() {
    any = torch::nn::AnyModule(Linear(3, 3));
    // CHECK: certain torch-unregistered-module: 'any'
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return any.forward(x); }
};

template <class T> struct Twin : torch::nn::Cloneable<Twin<T>> {
  Linear l{nullptr};
  Twin() { reset(); }
  void reset() override {
    l = Linear(3, 3);
    // CHECK: certain torch-unregistered-module: 'l'
    // FIX: l = this->register_module("l", Linear(3, 3));
  }
  torch::Tensor forward(torch::Tensor x) { return l(x); }
};
torch::Tensor run(torch::Tensor x) { return Twin<int>().forward(x); }

struct Turns : torch::nn::Module {
  Linear l{nullptr};
  Turns() {
    for (int i = 0; i < 2; ++i)
      l = Linear(3, 3);
    // CHECK: certain torch-unregistered-module: 'l'
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return l(x); }
};

// Whoever runs it on a moved module would register a part that stays on cpu.
struct Lazy : torch::nn::Module {
  Linear l{nullptr};
  torch::Tensor forward(torch::Tensor x) {
    if (!l)
      l = Linear(3, 3);
    // CHECK: certain torch-unregistered-module: 'l'
    // NOFIX
    return l(x);
  }
};
