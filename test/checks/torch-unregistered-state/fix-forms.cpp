// The fix in the forms in which members are given their value; and where there is none, since it
// would throw, wouldn't compile, or wouldn't keep the meaning.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>
#include <tuple>

struct Declarators : torch::nn::Module {
  torch::Tensor braced{torch::zeros({2})}, // @braced
      equal = torch::ones({2}), inList;
  // CHECK: certain torch-unregistered-state: 'equal'
  // FIX: equal = register_buffer("equal", torch::ones({2})), inList;
  // CHECK @braced: certain torch-unregistered-state: 'braced'
  // FIX: torch::Tensor braced{register_buffer("braced", torch::zeros({2}))},
  Declarators() : inList{torch::full({2}, 3.0)} {}
  // CHECK: certain torch-unregistered-state: 'inList'
  // FIX: Declarators() : inList{register_buffer("inList", torch::full({2}, 3.0))} {}
  torch::Tensor forward(torch::Tensor x) { return x + braced + equal + inList; }
};

// One of two assigned in a chain: the other is a handle to it.
struct Chain : torch::nn::Module {
  torch::Tensor a, b;
  Chain() {
    a = b = torch::zeros({2});
    // CHECK: certain torch-unregistered-state: 'b'
    // FIX: a = b = register_buffer("b", torch::zeros({2}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + a + b; }
};

// The base depends on a parameter: its members are found through `this` only.
template <typename T> struct Twin : torch::nn::Cloneable<Twin<T>> {
  torch::Tensor mask;
  Twin() { reset(); }
  void reset() override {
    mask = torch::zeros({2});
    // CHECK: certain torch-unregistered-state: 'mask'
    // FIX: mask = this->register_buffer("mask", torch::zeros({2}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + mask; }
};
template <typename Base> struct Mixin : Base {
  torch::Tensor scale = torch::zeros({2});
  // CHECK: certain torch-unregistered-state: 'scale'
  // FIX: torch::Tensor scale = this->register_buffer("scale", torch::zeros({2}));
  torch::Tensor forward(torch::Tensor x) { return x + scale; }
};
struct Plain : torch::nn::Module {};
template <typename T> struct Own : torch::nn::Module {
  torch::Tensor scale = torch::zeros({2});
  // CHECK: certain torch-unregistered-state: 'scale'
  // FIX: torch::Tensor scale = register_buffer("scale", torch::zeros({2}));
  torch::Tensor forward(torch::Tensor x) { return x + scale; }
};
void instantiate(torch::Tensor x) {
  Twin<int> twin;
  Mixin<Plain> mixin;
  Own<int> own;
  own.forward(mixin.forward(twin.forward(x)));
}

struct Turns : torch::nn::Module {
  torch::Tensor table;
  Turns() {
    for (int i = 0; i < 3; ++i)
      table = torch::full({2}, double(i));
    // CHECK: certain torch-unregistered-state: 'table'
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct Through : torch::nn::Module {
  torch::Tensor table;
  Through() {
    this->table = torch::zeros({2});
    // CHECK: certain torch-unregistered-state: 'table'
    // FIX: this->table = register_buffer("table", torch::zeros({2}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + this->table; }
};

// A moved-from tensor is undefined: what is registered must not be.
struct Moved : torch::nn::Module {
  torch::Tensor table, other;
  Moved() : other((torch::ones({2}))) {
    // CHECK: certain torch-unregistered-state: 'other'
    // FIX: Moved() : other(register_buffer("other", (torch::ones({2})))) {
    auto made = torch::zeros({2});
    table = std::move(made);
    // CHECK: certain torch-unregistered-state: 'table'
    // FIX: table = register_buffer("table", std::move(made));
  }
  torch::Tensor forward(torch::Tensor x) { return x + table + other; }
};

struct Gradients : torch::nn::Module {
  torch::Tensor off, on, chained, later, given, computed;
  explicit Gradients(bool grad) {
    off = torch::zeros({2}, torch::requires_grad(false));
    // CHECK: certain torch-unregistered-state: 'off'
    // FIX: off = register_buffer("off", torch::zeros({2}, torch::requires_grad(false)));
    on = torch::zeros({2}, torch::requires_grad(true));
    // CHECK: certain torch-unregistered-state: 'on'
    // FIX: on = register_parameter("on", torch::zeros({2}, torch::requires_grad(true)));
    chained = torch::zeros({2}).requires_grad_();
    // CHECK: certain torch-unregistered-state: 'chained'
    // FIX: chained = register_parameter("chained", torch::zeros({2}).requires_grad_());
    later = torch::zeros({2});
    // CHECK: certain torch-unregistered-state: 'later'
    // NOTE: register_parameter
    // NOFIX
    later.set_requires_grad(true);
    given = torch::zeros({2}, torch::requires_grad(grad));
    // CHECK: certain torch-unregistered-state: 'given'
    // NOFIX
    // What is computed from a leaf is none, and an optimizer refuses it.
    computed = torch::randn({2}, torch::requires_grad()) * 0.1;
    // CHECK: certain torch-unregistered-state: 'computed'
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return x + off + on + chained + later + given + computed; }
};

struct Lines : torch::nn::Module {
  torch::Tensor table, first;
  Lines() {
    table = torch::tensor({
    // CHECK: certain torch-unregistered-state: 'table'
    // FIX: table = register_buffer("table", torch::tensor({
    // FIX: }));
        1.0f, 2.0f,
    });
#if 1
    first = std::get<0>(torch::zeros({2, 2}).max(0));
    // CHECK: certain|likely torch-unregistered-state: 'first'
    // FIX: first = register_buffer("first", std::get<0>(torch::zeros({2, 2}).max(0)));
#else
    first = torch::ones({2});
#endif
  }
  torch::Tensor forward(torch::Tensor x) { return x + table + first; }
};

struct Either : torch::nn::Module {
  torch::Tensor table;
  explicit Either(bool ones) {
    table = ones ? torch::ones({2}) : torch::zeros({2});
    // CHECK: certain torch-unregistered-state: 'table'
    // FIX: table = register_buffer("table", ones ? torch::ones({2}) : torch::zeros({2}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

// The name is the base's already: registered twice, it throws.
struct Base : torch::nn::Module {
  torch::Tensor table;
  Base() { table = register_buffer("table", torch::zeros({2})); }
};
struct Hides : Base {
  torch::Tensor table = torch::zeros({2});
  // CHECK: certain torch-unregistered-state: 'table'
  // NOFIX
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
// Another function hides LibTorch's.
struct Named : torch::nn::Module {
  void register_buffer(int) {}
  torch::Tensor table = torch::zeros({2});
  // CHECK: certain torch-unregistered-state: 'table'
  // NOFIX
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
// Whoever calls it twice would register twice.
struct Later : torch::nn::Module {
  torch::Tensor table;
  void setup() {
    table = torch::zeros({2});
    // MAYBE: certain|likely torch-unregistered-state: 'table'
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
// Its own 'to' replaces it: what would be registered would stay behind.
struct MovesItself : torch::nn::Module {
  torch::Tensor table = torch::zeros({2}); // @table
  torch::Tensor weight;
  MovesItself() { weight = register_parameter("weight", torch::ones({2})); }
  void to(torch::Device device, bool non_blocking = false) override {
    torch::nn::Module::to(device, non_blocking);
    table = table.to(device);
  }
  torch::Tensor forward(torch::Tensor x) { return x * weight + table; }
  // CHECK @table: certain|likely torch-unregistered-state: 'table'
  // NOFIX
};
