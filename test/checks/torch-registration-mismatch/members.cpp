// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

struct Norm : torch::nn::Module {
  torch::Tensor mean_, std_;
  Norm() {
    mean_ = torch::zeros({4});
    std_ = torch::ones({4});
    register_buffer("mean", mean_);
    register_buffer("std", mean_);
    // CHECK: certain torch-registration-mismatch: name 'std' of 'Norm' registers 'mean_', not 'std_'; 'to()' will leave 'std_' behind
    // NOTE: 'std_' is declared here
    // NOTE: register the member that the name says: "std", std_
    // FIX: register_buffer("std", std_);
  }
  torch::Tensor forward(torch::Tensor x) { return (x - mean_) / std_; }
  // QUIET: the fault of 'std_' is told at the registration
};

struct Pair : torch::nn::Module {
  torch::nn::Linear query{nullptr}, key{nullptr};
  Pair() {
    query = torch::nn::Linear(4, 4);
    key = torch::nn::Linear(4, 4);
    register_module("query", query);
    register_module("key", query);
    // CHECK: certain torch-registration-mismatch: name 'key' of 'Pair' registers 'query', not 'key'; 'to()' will leave 'key' behind
    // FIX: register_module("key", key);
  }
  torch::Tensor forward(torch::Tensor x) { return query(x) * key(x); }
};

struct Swapped : torch::nn::Module {
  torch::Tensor scale, shift;
  Swapped() {
    scale = register_parameter("shift", torch::ones({4}));
    // CHECK: certain torch-registration-mismatch: name 'shift' of 'Swapped' registers 'scale', not 'shift'; a checkpoint gives each the other's values
    // NOFIX
    shift = register_parameter("scale", torch::zeros({4}));
    // CHECK: certain torch-registration-mismatch: name 'scale' of 'Swapped' registers 'shift', not 'scale'
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale + shift; }
};

struct Counted : torch::nn::Module {
  torch::nn::Linear c2{nullptr}, c3{nullptr};
  Counted() {
    c2 = register_module("c1", torch::nn::Linear(4, 4));
    c3 = register_module("c2", torch::nn::Linear(4, 4));
    // CHECK: likely torch-registration-mismatch: name 'c2' of 'Counted' registers 'c3', not 'c2'; a checkpoint by the members' names may not fit
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return c3(c2(x)); }
};

struct Overwritten : torch::nn::Module {
  torch::Tensor mean_, std_;
  Overwritten() {
    mean_ = torch::zeros({4});
    std_ = torch::ones({4});
    mean_ = register_buffer("mean", std_);
    // CHECK: certain torch-registration-mismatch: name 'mean' of 'Overwritten' registers 'std_', not 'mean_'
    // NOTE: its own value is made here
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return (x - mean_) / std_; }
};

struct Running : torch::nn::Module {
  torch::Tensor running_mean, running_var;
  Running() {
    running_mean = register_buffer("running_mean", torch::zeros({4}));
    running_var = register_buffer("running_var", running_mean);
    // CHECK: likely torch-registration-mismatch: name 'running_var' of 'Running' registers 'running_mean', not 'running_var', and both may become one
    // NOFIX
  }
  torch::Tensor forward(torch::Tensor x) { return (x - running_mean) / running_var; }
};

struct FirstValue : torch::nn::Module {
  torch::Tensor init, weight;
  FirstValue() : init(torch::ones({4})) {
    weight = register_parameter("weight", init);
    // QUIET: that is how it gets its first value
  }
  torch::Tensor forward(torch::Tensor x) { return x * weight; }
};

struct OtherNames : torch::nn::Module {
  torch::nn::Linear fc1_{nullptr}, m_fc2{nullptr}, last{nullptr};
  torch::Tensor running_mean;
  OtherNames() {
    fc1_ = register_module("fc1", torch::nn::Linear(4, 4));
    m_fc2 = register_module("fc2", torch::nn::Linear(4, 4));
    last = register_module("classifier", torch::nn::Linear(4, 4));
    running_mean = register_buffer("runningMean", torch::zeros({4}));
    // QUIET: no other member has these names
  }
  torch::Tensor forward(torch::Tensor x) { return last(m_fc2(fc1_(x - running_mean))); }
};

struct Pointer : torch::nn::Module {
  torch::nn::Linear holder{nullptr};
  torch::nn::LinearImpl *fc = nullptr;
  Pointer() {
    holder = torch::nn::Linear(4, 4);
    fc = holder.get();
    register_module("fc", holder);
    // QUIET: 'fc' is another handle of it
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
};

struct Unused : torch::nn::Module {
  torch::Tensor mean, mean_buffer;
  Unused() {
    mean_buffer = register_buffer("mean", torch::zeros({4}));
    // QUIET: nothing is ever put into 'mean' before each use
  }
  torch::Tensor forward(torch::Tensor x) {
    mean = x.mean(0);
    return x - mean - mean_buffer;
  }
};
