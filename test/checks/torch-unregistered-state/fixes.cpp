// The fix wraps the value in register_buffer, or register_parameter when it requires a gradient.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

struct InBody : torch::nn::Module {
  torch::Tensor cache;
  InBody() {
    cache = torch::zeros({10});
    // CHECK: certain torch-unregistered-state: 'cache'
    // FIX: cache = register_buffer("cache", torch::zeros({10}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
};

struct InList : torch::nn::Module {
  torch::Tensor mean_;
  InList() : mean_(torch::zeros({3})) {}
  // CHECK: certain torch-unregistered-state: 'mean_'
  // FIX: InList() : mean_(register_buffer("mean_", torch::zeros({3}))) {}
  torch::Tensor forward(torch::Tensor x) { return x - mean_; }
};

struct InDeclaration : torch::nn::Module {
  torch::Tensor mask = torch::ones({4, 4});
  // CHECK: certain torch-unregistered-state: 'mask'
  // FIX: torch::Tensor mask = register_buffer("mask", torch::ones({4, 4}));
  torch::Tensor forward(torch::Tensor x) { return x * mask; }
};

struct Learned : torch::nn::Module {
  torch::Tensor keys;
  Learned() {
    keys = torch::randn({4, 16}, torch::requires_grad());
    // CHECK: certain torch-unregistered-state: 'keys'
    // FIX: keys = register_parameter("keys", torch::randn({4, 16}, torch::requires_grad()));
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(keys.t()); }
};

struct Steps : torch::nn::Module {
  torch::Tensor inv;
  explicit Steps(int64_t dim) {
    inv = 1.0 / torch::pow(10000.0, torch::arange(0, dim, 2) / double(dim));
    // CHECK: certain torch-unregistered-state: 'inv'
    // FIX: inv = register_buffer("inv", 1.0 / torch::pow(10000.0, torch::arange(0, dim, 2) / double(dim)));
  }
  torch::Tensor forward(torch::Tensor x) { return torch::outer(x, inv); }
};

#define MAKE_TABLE(n) torch::rand({n})
#define SET(member, value) member = value
struct InMacro : torch::nn::Module {
  // No fix may edit a macro's body.
  torch::Tensor a;
  InMacro() { SET(a, torch::rand({4})); }
  // CHECK: certain torch-unregistered-state: 'a' ... 'InMacro'
  torch::Tensor forward(torch::Tensor x) { return x * a; }
};

struct Twins : torch::nn::Cloneable<Twins> {
  // Registered outside reset(), clone() would throw: no fix.
  torch::Tensor mask = torch::ones({4, 4});
  // CHECK: certain torch-unregistered-state: 'mask'
  // NOFIX
  void reset() override {}
  torch::Tensor forward(torch::Tensor x) { return x * mask; }
};

struct Branches : torch::nn::Module {
  // Assigned twice: registering both would throw, so no fix that does.
  torch::Tensor scale;
  explicit Branches(bool big) {
    scale = torch::ones({4});
    // CHECK: certain|likely torch-unregistered-state: 'scale'
    // NOFIX
    if (big)
      scale = torch::full({4}, 10.0);
      // MAYBE: certain|likely torch-unregistered-state: 'scale'
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
};
