// Cloneable, templates, inheritance, and what is known of a class.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Masked : torch::nn::Cloneable<Masked> {
  torch::Tensor w, mask = torch::ones({4, 4});
  // CHECK: certain torch-unregistered-state: 'mask' ... 'Masked'
  Masked() { reset(); }
  void reset() override { w = register_parameter("w", torch::randn({4, 4})); }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(w * mask); }
};

struct ResetMakesIt : torch::nn::Cloneable<ResetMakesIt> {
  torch::Tensor shift;
  ResetMakesIt() { reset(); }
  void reset() override {
    shift = torch::zeros({4});
    // CHECK: certain torch-unregistered-state: 'shift' ... 'ResetMakesIt'
    // FIX: shift = register_buffer("shift", torch::zeros({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + shift; }
};

struct ResetRegisters : torch::nn::Cloneable<ResetRegisters> {
  // QUIET: reset() registers, as Cloneable wants it.
  torch::Tensor shift;
  ResetRegisters() { reset(); }
  void reset() override { shift = register_buffer("shift", torch::zeros({4})); }
  torch::Tensor forward(torch::Tensor x) { return x + shift; }
};

// A template that is used.
template <int N> struct Pyramid : torch::nn::Module {
  torch::Tensor strides;
  Pyramid() {
    strides = torch::pow(2.0, torch::arange(N));
    // CHECK: certain torch-unregistered-state: 'strides' ... 'Pyramid'
  }
  torch::Tensor forward(torch::Tensor x) { return x * strides; }
};
// Told once, however many instantiations there are.
template struct Pyramid<3>;
template struct Pyramid<5>;

template <typename Derived> struct WithTable : torch::nn::Module {
  torch::Tensor table;
  WithTable() {
    table = torch::rand({8});
    // CHECK: certain torch-unregistered-state: 'table' ... 'WithTable'
  }
};
struct Uses : WithTable<Uses> {
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

// A base class of the user's own, a derived class that uses its member.
struct HeadBase : torch::nn::Module {
  torch::Tensor prior;
  explicit HeadBase(int64_t n) : prior(torch::full({n}, 0.01)) {}
  // CHECK: certain torch-unregistered-state: 'prior' ... 'HeadBase'
  virtual torch::Tensor score(torch::Tensor x) = 0;
};
struct Head : HeadBase {
  Head() : HeadBase(8) {}
  torch::Tensor score(torch::Tensor x) override { return x + prior; }
};

// The member is the base's, the value the derived class's.
struct Plain : torch::nn::Module {
  torch::Tensor bias; // @plain-bias
  torch::Tensor forward(torch::Tensor x) { return x + bias; }
};
struct Fills : Plain {
  Fills() { bias = torch::ones({4}); }
  // CHECK @plain-bias: certain torch-unregistered-state: 'bias'
};

// A class in a class, a module in a function.
struct Outer : torch::nn::Module {
  struct Inner : torch::nn::Module {
    torch::Tensor t = torch::rand({2});
    // CHECK: certain torch-unregistered-state: 't' ... 'Inner'
    torch::Tensor forward(torch::Tensor x) { return x * t; }
  };
  std::shared_ptr<Inner> inner = register_module("inner", std::make_shared<Inner>());
};

// An operator() or any other name instead of forward.
struct Callable : torch::nn::Module {
  torch::Tensor gain;
  Callable() { gain = torch::ones({3}); }
  // CHECK: certain torch-unregistered-state: 'gain' ... 'Callable'
  torch::Tensor operator()(torch::Tensor x) const { return x * gain; }
};

using namespace torch;
struct Unqualified : nn::Module {
  Tensor g;
  Unqualified() { g = torch::ones({3}); }
  // CHECK: certain torch-unregistered-state: 'g' ... 'Unqualified'
  Tensor forward(Tensor x) { return x * g; }
};

struct HalfSeen : torch::nn::Module {
  // QUIET: enroll() may well register it, and its body is elsewhere.
  torch::Tensor table;
  HalfSeen() {
    table = torch::rand({4});
    enroll();
  }
  void enroll();
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

void registerAll(torch::nn::Module *m, torch::Tensor &t);
struct EscapesToOthers : torch::nn::Module {
  // QUIET: *this and the member go to a function that isn't seen.
  torch::Tensor table;
  EscapesToOthers() {
    table = torch::rand({4});
    registerAll(this, table);
  }
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

class DeclaredOnly : public torch::nn::Module {
  // QUIET: no body was seen.
public:
  DeclaredOnly();
  torch::Tensor forward(torch::Tensor x);

private:
  torch::Tensor table_;
};

struct FriendRegisters : torch::nn::Module {
  // QUIET: whoever builds it registers.
  torch::Tensor table = torch::rand({4});
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};
std::shared_ptr<FriendRegisters> build() {
  auto m = std::make_shared<FriendRegisters>();
  m->register_buffer("table", m->table);
  return m;
}

// Macros of LibTorch's own are seen through.
struct Checked : torch::nn::Module {
  torch::Tensor w;
  explicit Checked(int64_t n) {
    TORCH_CHECK(n > 0, "n must be positive, got ", n);
    w = torch::rand({n});
    // CHECK: certain torch-unregistered-state: 'w' ... 'Checked'
  }
  torch::Tensor forward(torch::Tensor x) {
    TORCH_CHECK(x.size(-1) == w.size(0), "sizes differ");
    return x * w;
  }
};
