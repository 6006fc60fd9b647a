// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

struct Learned : torch::nn::Module {
  torch::Tensor scale;
  explicit Learned(bool learn) {
    if (learn)
      scale = register_parameter("scale", torch::ones({4}));
    else
      scale = torch::ones({4});
    // CHECK: certain torch-registration-mismatch: 'scale' of 'Learned' is registered in another branch only; on this way 'to()' will leave it behind
    // NOTE: registered here
    // NOTE: register it on every way: register_buffer("scale", …)
    // FIX: scale = register_buffer("scale", torch::ones({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
};

struct Early : torch::nn::Module {
  torch::Tensor table;
  explicit Early(int n) {
    table = torch::arange(512);
    if (n == 0)
      return;
    register_buffer("table", table);
    // CHECK: certain torch-registration-mismatch: 'table' of 'Early' is registered on some ways only and used on every way; elsewhere 'to()' will leave it behind
    // NOTE: made without here
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct Default : torch::nn::Module {
  torch::Tensor scale = torch::ones({4});
  explicit Default(bool learn) {
    if (learn)
      scale = register_parameter("scale", scale);
    // CHECK: certain torch-registration-mismatch: 'scale' of 'Default' is registered on some ways only
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
};

struct Absent : torch::nn::Module {
  torch::Tensor bias;
  bool has_bias;
  explicit Absent(bool b) : has_bias(b) {
    if (b)
      bias = register_parameter("bias", torch::zeros({4}));
    // QUIET: elsewhere there is none
  }
  torch::Tensor forward(torch::Tensor x) {
    if (has_bias)
      x = x + bias;
    return x;
  }
};

struct BothWays : torch::nn::Module {
  torch::Tensor scale;
  explicit BothWays(bool learn) {
    if (learn)
      scale = register_parameter("scale", torch::ones({4}));
    else
      scale = register_buffer("scale", torch::ones({4}));
    // QUIET: registered either way
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
};

struct SameBranch : torch::nn::Module {
  torch::Tensor bias;
  bool has_bias;
  explicit SameBranch(bool b) : has_bias(b) {
    if (b)
      bias = torch::zeros({4});
    if (b)
      register_parameter("bias", bias);
    // QUIET: made and registered under one condition
  }
  torch::Tensor forward(torch::Tensor x) {
    return has_bias ? x + bias : x;
  }
};

struct Throws : torch::nn::Module {
  torch::Tensor table;
  explicit Throws(int n) {
    table = torch::arange(512);
    if (n < 0)
      throw std::runtime_error("n");
    table = register_buffer("table", table);
    // QUIET: the other way makes no module
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct Asked : torch::nn::Module {
  torch::nn::Sequential down{nullptr};
  torch::nn::Linear fc{nullptr};
  explicit Asked(torch::nn::Sequential d = torch::nn::Sequential()) {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    down = d;
    if (!d->is_empty())
      register_module("down", down);
    // QUIET: there is nothing in it elsewhere
  }
  torch::Tensor forward(torch::Tensor x) {
    x = fc(x);
    if (!down->is_empty())
      x = down->forward(x);
    return x;
  }
};

// Not LibTorch's.
struct Plain {
  torch::Tensor scale;
  torch::Tensor register_buffer(std::string, torch::Tensor t) { return t; }
  explicit Plain(bool b) {
    scale = torch::ones({4});
    if (b)
      register_buffer("scale", scale);
    // QUIET: a namesake
  }
};
