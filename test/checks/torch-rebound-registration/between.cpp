// An operation between the registration and the member.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct MovedAfter : torch::nn::Module {
  torch::Tensor w;
  explicit MovedAfter(torch::Device d) {
    w = register_parameter("w", torch::randn({4, 4})).to(d);
    // CHECK: certain|likely torch-rebound-registration: 'w' ... 'MovedAfter'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(w); }
};

struct MovedBefore : torch::nn::Module {
  // QUIET: moved, then registered.
  torch::Tensor w;
  explicit MovedBefore(torch::Device d) { w = register_parameter("w", torch::randn({4, 4}).to(d)); }
  // MAYBE: advice torch-redundant-transfer:
  torch::Tensor forward(torch::Tensor x) { return x.matmul(w); }
};

struct CudaAfter : torch::nn::Module {
  torch::Tensor mean;
  CudaAfter() : mean(register_buffer("mean", torch::zeros({3})).cuda()) {}
  // CHECK: certain|likely torch-rebound-registration: 'mean' ... 'CudaAfter'
  torch::Tensor forward(torch::Tensor x) { return x - mean; }
};

struct ViewedAfter : torch::nn::Module {
  torch::Tensor mean;
  ViewedAfter() { mean = register_buffer("mean", torch::zeros({3})).view({3, 1, 1}); }
  // CHECK: certain|likely torch-rebound-registration|torch-unregistered-state: 'mean' ... 'ViewedAfter'
  torch::Tensor forward(torch::Tensor x) { return x - mean; }
};

struct ScaledAfter : torch::nn::Module {
  torch::Tensor w;
  ScaledAfter() { w = register_parameter("w", torch::randn({4})) * 0.02; }
  // CHECK: certain|likely torch-rebound-registration: 'w' ... 'ScaledAfter'
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct ScaledInPlace : torch::nn::Module {
  // QUIET: in place.
  torch::Tensor w, b, c;
  ScaledInPlace() {
    w = register_parameter("w", torch::randn({4}), false).mul_(0.02);
    b = register_buffer("b", torch::empty({4})).fill_(1);
    c = register_parameter("c", torch::empty({4})).requires_grad_(false);
  }
  torch::Tensor forward(torch::Tensor x) { return x * w + b * c; }
};

struct TwoSteps : torch::nn::Module {
  torch::Tensor b;
  TwoSteps() {
    b = register_buffer("b", torch::zeros({4}));
    b = b.to(torch::kHalf);
    // CHECK: certain|likely torch-rebound-registration: 'b' ... 'TwoSteps'
  }
  torch::Tensor forward(torch::Tensor x) { return x + b; }
};

// Out of line, with the registration in a base.
class Base : public torch::nn::Module {
public:
  Base();

protected:
  torch::Tensor stats_;
};
Base::Base() : stats_(register_buffer("stats", torch::zeros({2, 8}))) {}
class Derived : public Base {
public:
  void observe(const torch::Tensor &batch);
};
void Derived::observe(const torch::Tensor &batch) {
  stats_ = torch::stack({batch.mean(0), batch.std(0)});
  // CHECK: certain|likely torch-rebound-registration: 'stats_'
}

template <typename T> struct Scale : torch::nn::Module {
  torch::Tensor s;
  Scale() { s = register_buffer("s", torch::ones({1})); }
  void grow(T by) {
    s = s * by;
    // CHECK: certain|likely torch-rebound-registration: 's' ... 'Scale'
  }
};
template struct Scale<double>;
template struct Scale<int>;

struct InLambda : torch::nn::Module {
  torch::Tensor s;
  std::function<void(double)> grow;
  InLambda() {
    s = register_buffer("s", torch::ones({1}));
    grow = [this](double by) {
      s = s * by;
      // CHECK: certain|likely torch-rebound-registration: 's' ... 'InLambda'
    };
  }
};

struct ResetAgain : torch::nn::Cloneable<ResetAgain> {
  // QUIET: reset() registers, and the constructor calls it.
  torch::Tensor s;
  ResetAgain() { reset(); }
  void reset() override { s = register_buffer("s", torch::ones({1})); }
};
