// Helpers of the project's own that return tensors on cpu, by their summaries.
// RUN: %check %s -- %mock
#include <torch/torch.h>

torch::Tensor causalMask(int64_t n) { return torch::triu(torch::ones({n, n}), 1); } // @causal
torch::Tensor ramp(int64_t n, torch::TensorOptions o) { return torch::arange(n, o); } // @passes
torch::Tensor rampLike(const torch::Tensor &x) { return torch::arange(x.size(-1)).to(x.device()); }
// MAYBE: advice torch-redundant-transfer:
torch::Tensor inner(int64_t n) { return torch::ones({n}).cumsum(0); } // @inner
torch::Tensor nested(int64_t n) { return inner(n) * 2; }              // @nested
torch::Tensor maybeOn(int64_t n, c10::optional<torch::Device> d) {
  auto t = torch::zeros({n});
  if (d)
    t = t.to(*d);
  return t;
}
std::pair<torch::Tensor, torch::Tensor> zeros2(int64_t n) {
  return {torch::zeros({n}), torch::zeros({n})}; // @zeros2
}
void fillState(torch::Tensor &h, int64_t n) { h = torch::zeros({n}); } // @fill
torch::Tensor external(int64_t n);

struct Calls : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto m = causalMask(x.size(-1));
    // CHECK @causal: certain|likely torch-factory-without-device:
    return x + m;
  }
};

struct CallsNested : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return x.masked_fill(nested(x.size(-1)) == 0, 0);
    // CHECK @inner: certain|likely torch-factory-without-device:
  }
};

struct GetsPair : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto [h, c] = zeros2(x.size(-1));
    // CHECK @zeros2: certain|likely torch-factory-without-device:
    // MAYBE @zeros2: certain|likely torch-factory-without-device:
    return x + h * c;
  }
};

struct GetsByReference : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor h;
    fillState(h, x.size(-1));
    // CHECK @fill: certain|likely torch-factory-without-device:
    return x + h;
  }
};

struct CallsRight : torch::nn::Module {
  // QUIET: helpers that are told where.
  torch::Tensor forward(torch::Tensor x) {
    return x + ramp(x.size(-1), x.options()) + rampLike(x) + causalMask(x.size(-1)).to(x.device()) + maybeOn(4, x.device());
  }
};

struct CallsUnknown : torch::nn::Module {
  // QUIET: nobody knows what it returns.
  torch::Tensor forward(torch::Tensor x) { return x + external(4); }
};

struct CallsForNumbers : torch::nn::Module {
  // QUIET: only numbers come out of it.
  torch::Tensor forward(torch::Tensor x) { return x * causalMask(4).sum().item<double>(); }
};

struct PassesOptions : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return x + ramp(4, torch::kLong);
    // CHECK @passes: certain|likely torch-factory-without-device:
  }
};

// A recursive helper ends, too.
torch::Tensor countdown(int64_t n) { return n == 0 ? torch::zeros({4}) : countdown(n - 1); } // @countdown
struct Recursive : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return x + countdown(3);
    // CHECK @countdown: certain|likely torch-factory-without-device:
  }
};

struct HelperObject {
  // QUIET: no module, but its maker is used by one below.
  torch::Tensor make(int64_t n) const { return torch::rand({n}); } // @object
};
struct UsesObject : torch::nn::Module {
  HelperObject maker;
  torch::Tensor forward(torch::Tensor x) {
    return x * maker.make(4);
    // CHECK @object: certain|likely torch-factory-without-device:
  }
};
