// Tensors that one call leaves for the next, and views of registered ones.
// RUN: %check %s -- %mock
#include <torch/torch.h>

// The last output stays; after to() it meets an input on another device.
struct TemporalSmoother : torch::nn::Module {
  torch::Tensor last; // @last
  torch::Tensor forward(torch::Tensor x) {
    if (last.defined())
      x = 0.9 * last + 0.1 * x;
    last = x.detach();
    // CHECK @last: likely torch-unregistered-state: 'last' ... 'TemporalSmoother'
    return x;
  }
};

// Keys and values of earlier tokens.
struct CachedAttention : torch::nn::Module {
  torch::nn::Linear qkv{nullptr};
  torch::Tensor k_cache, v_cache; // @kv
  CachedAttention() { qkv = register_module("qkv", torch::nn::Linear(64, 192)); }
  torch::Tensor forward(const torch::Tensor &x) {
    auto parts = qkv->forward(x).chunk(3, -1);
    auto k = parts[1], v = parts[2];
    if (k_cache.defined()) {
      k = torch::cat({k_cache, k}, 1);
      v = torch::cat({v_cache, v}, 1);
    }
    k_cache = k;
    // CHECK @kv: likely torch-unregistered-state: 'k_cache' ... 'CachedAttention'
    v_cache = v;
    // CHECK @kv: likely torch-unregistered-state: 'v_cache' ... 'CachedAttention'
    return torch::matmul(torch::softmax(torch::matmul(parts[0], k.transpose(-2, -1)), -1), v);
  }
};

// A recurrent state between steps of an episode.
struct RecurrentPolicy : torch::nn::Module {
  torch::nn::GRU gru{nullptr};
  torch::Tensor hidden; // @hidden
  RecurrentPolicy() : gru(register_module("gru", torch::nn::GRU(8, 16))) {}
  torch::Tensor act(torch::Tensor observation) {
    auto out = gru->forward(observation, hidden);
    hidden = std::get<1>(out);
    // CHECK @hidden: likely torch-unregistered-state: 'hidden' ... 'RecurrentPolicy'
    return std::get<0>(out);
  }
};

// A view of a registered tensor isn't registered: to() gives the tensor other storage, the view keeps the old.
struct SplitTable : torch::nn::Module {
  torch::Tensor table, head, row;
  SplitTable() {
    table = register_buffer("table", torch::rand({64, 8}));
    head = table.slice(0, 0, 8);
    // CHECK: likely torch-unregistered-state: 'head' ... 'SplitTable'
    row = table[3];
    // CHECK: likely torch-unregistered-state: 'row' ... 'SplitTable'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(head.t()) + row.sum(); }
};

// So is a detached or transposed handle.
struct Tied : torch::nn::Module {
  torch::Tensor weight, target, transposed;
  Tied() {
    weight = register_parameter("weight", torch::randn({4, 4}));
    target = weight.detach();
    // CHECK: likely torch-unregistered-state: 'target' ... 'Tied'
    transposed = weight.t();
    // CHECK: likely torch-unregistered-state: 'transposed' ... 'Tied'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(transposed) + x.matmul(target); }
};

// What an operator made of a registered tensor is a new one, on cpu when made in the constructor.
struct Whitened : torch::nn::Module {
  torch::Tensor cov, inverse;
  explicit Whitened(int64_t d) {
    cov = register_buffer("cov", torch::eye(d));
    inverse = cov.inverse();
    // CHECK: certain|likely torch-unregistered-state: 'inverse' ... 'Whitened'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(inverse); }
};

struct CopiesOfHandles : torch::nn::Module {
  // QUIET: a handle's copy is the registered tensor itself, and moves with it.
  torch::Tensor table, alias;
  std::vector<torch::Tensor> all;
  CopiesOfHandles() {
    table = register_buffer("table", torch::rand({8}));
    alias = table;
    auto extra = register_parameter("extra", torch::rand({8}));
    all.push_back(extra);
    all.push_back(table);
  }
  torch::Tensor forward(torch::Tensor x) { return x * alias + all[0] + all.at(1); }
};

struct Debugging : torch::nn::Module {
  // QUIET: kept for a look from outside, never read by the module.
  torch::Tensor last_activation;
  torch::Tensor forward(torch::Tensor x) {
    last_activation = x;
    return x.relu();
  }
};

struct Scratch : torch::nn::Module {
  // QUIET: assigned before every use, in each call.
  torch::Tensor q, k;
  torch::Tensor forward(torch::Tensor x) {
    q = x * 2;
    k = x.sigmoid();
    return scores();
  }

private:
  torch::Tensor scores() { return q.matmul(k.transpose(-2, -1)); }
};

struct ScratchInBothBranches : torch::nn::Module {
  // QUIET: both branches assign.
  torch::Tensor norm;
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(0) > 1)
      norm = x.norm();
    else
      norm = x.abs();
    return x / norm;
  }
};

struct ScratchInOneBranch : torch::nn::Module {
  torch::Tensor norm;
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(0) > 1)
      norm = x.norm(2, 0);
      // CHECK: likely torch-unregistered-state: 'norm' ... 'ScratchInOneBranch'
    return x / norm;
  }
};

// A placeholder that a method replaces before the others read it.
class PolicyImpl : public torch::nn::Module {
public:
  PolicyImpl() : mu(torch::full({4}, 0.0)) {
    // QUIET: forward() puts another in its place
    fc = register_module("fc", torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    mu = torch::tanh(fc->forward(x));
    return mu;
  }
  torch::Tensor log_prob(torch::Tensor action) { return (action - mu) * 2; }

private:
  torch::nn::Linear fc{nullptr};
  torch::Tensor mu;
};
TORCH_MODULE(Policy);

// Read before it is replaced.
class RecurrentImpl : public torch::nn::Module {
public:
  RecurrentImpl() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    hidden = torch::zeros({4, 4});
    // CHECK: certain torch-unregistered-state: tensor member 'hidden' of 'RecurrentImpl' is never registered
  }
  torch::Tensor forward(torch::Tensor x) {
    hidden = torch::tanh(fc->forward(x) + hidden);
    return hidden;
  }

private:
  torch::nn::Linear fc{nullptr};
  torch::Tensor hidden;
};
TORCH_MODULE(Recurrent);

// Moved while it is built, by a method that others may call: it is where that
// says, and not on cpu.
class CoderImpl : public torch::nn::Module {
public:
  explicit CoderImpl(torch::Device device) {
    anchors = torch::rand({4, 4});
    assign(device);
    // QUIET: on the device that was asked for
  }
  void assign(torch::Device device) { anchors = anchors.to(device); }
  torch::Tensor forward(torch::Tensor x) { return x + anchors; }

private:
  torch::Tensor anchors;
};
TORCH_MODULE(Coder);

// No elements stand for "none yet".
class GridImpl : public torch::nn::Module {
public:
  GridImpl() : grid(torch::empty({0})), steps(torch::arange(0, 4)) {
    // CHECK: certain torch-unregistered-state: tensor member 'steps' of 'GridImpl' is never registered
  }
  torch::Tensor forward(torch::Tensor x) {
    if (grid.size(0) != x.size(0))
      grid = torch::arange(x.size(0), x.options());
      // CHECK: likely torch-unregistered-state: 'grid' ... 'GridImpl'
    return x + grid + steps;
  }

private:
  torch::Tensor grid, steps;
};
TORCH_MODULE(Grid);
