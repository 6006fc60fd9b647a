// Tensors that stay on the host on purpose, and classes that nobody moves.
// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <deque>

struct Loud : torch::nn::Module {
  torch::Tensor w;
  Loud() { w = torch::rand({4}); }
  // CHECK: certain torch-unregistered-state: 'w' ... 'Loud'
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct PackedEncoder : torch::nn::Module {
  // QUIET: lengths have to be on cpu.
  torch::nn::LSTM lstm{nullptr};
  torch::Tensor lengths;
  PackedEncoder() : lstm(register_module("lstm", torch::nn::LSTM(8, 8))), lengths(torch::ones({4}, torch::kLong)) {}
  torch::Tensor forward(torch::Tensor x) {
    auto packed = torch::nn::utils::rnn::pack_padded_sequence(x, lengths);
    return std::get<0>(torch::nn::utils::rnn::pad_packed_sequence(std::get<0>(lstm->forward_with_packed_input(packed))));
  }
};

struct Thresholds : torch::nn::Module {
  // QUIET: read only as numbers.
  torch::Tensor limits = torch::tensor({0.1f, 0.9f});
  torch::Tensor forward(torch::Tensor x) {
    auto low = limits[0].item<float>(), high = limits[1].item<float>();
    return x.clamp(low, high);
  }
};

struct HostTable : torch::nn::Module {
  // QUIET: an accessor reads it on the host.
  torch::Tensor schedule;
  explicit HostTable(int64_t n) : schedule(torch::linspace(1, 0, n)) {}
  torch::Tensor forward(torch::Tensor x, int64_t step) {
    auto s = schedule.accessor<float, 1>();
    return x * s[step];
  }
};

struct Counter : torch::nn::Module {
  // QUIET: sizes, not values.
  torch::Tensor shape = torch::zeros({3, 32, 32});
  torch::Tensor forward(torch::Tensor x) { return x.view({-1, shape.size(0), shape.size(1), shape.size(2)}); }
};

struct SmallConstants : torch::nn::Module {
  // QUIET: a 0-dim cpu tensor goes with tensors of any device.
  torch::Tensor temperature = torch::tensor(0.07), eps = torch::scalar_tensor(1e-6), half = torch::full({}, 0.5);
  torch::Tensor forward(torch::Tensor x) { return x / temperature + eps * half; }
};

struct CpuIndex : torch::nn::Module {
  // QUIET: an index tensor on cpu is legal in index().
  torch::Tensor order = torch::randperm(16);
  torch::Tensor forward(torch::Tensor x) { return x.index({order}); }
};

struct GatherIndex : torch::nn::Module {
  // In index_select and gather it isn't.
  torch::Tensor order = torch::randperm(16);
  // CHECK: certain torch-unregistered-state: 'order' ... 'GatherIndex'
  torch::Tensor forward(torch::Tensor x) { return x.index_select(0, order); }
};

struct IndexedTable : torch::nn::Module {
  // A table on cpu, indexed with what may be on the device.
  torch::Tensor table = torch::rand({1000});
  // CHECK: certain torch-unregistered-state: 'table' ... 'IndexedTable'
  torch::Tensor forward(torch::Tensor t) { return table.index({t}); }
};

struct MovedByCaller : torch::nn::Module {
  // QUIET: the module brings what it meets to cpu first.
  torch::Tensor reference = torch::rand({8});
  double distance(torch::Tensor x) { return (x.cpu() - reference).norm().item<double>(); }
};

struct CopiedInto : torch::nn::Module {
  // QUIET: copy_ and assignment to an element cross devices.
  torch::Tensor initial = torch::rand({8}), state;
  CopiedInto() { state = register_buffer("state", torch::zeros({2, 8})); }
  void reset_state() {
    state[0] = initial;
    state[1].copy_(initial);
  }
  torch::Tensor forward(torch::Tensor x) { return x + state[0]; }
};

// Not modules: nobody moves them, and no forward path uses them.
struct ReplayBuffer {
  // QUIET: a host table, sampled and moved by its user.
  torch::Tensor states = torch::zeros({1000, 8}), rewards = torch::zeros({1000});
  std::deque<torch::Tensor> recent;
  int64_t next = 0;
  void push(const torch::Tensor &s, double r) {
    states[next % 1000] = s;
    rewards[next++ % 1000] = r;
    recent.push_back(s.cpu());
  }
  std::pair<torch::Tensor, torch::Tensor> sample(torch::Tensor index, torch::Device d) {
    return {states.index({index}).to(d), rewards.index({index}).to(d)};
  }
};

class Trajectories : public torch::data::datasets::Dataset<Trajectories> {
  // QUIET: data sets live on the host.
  torch::Tensor data_ = torch::rand({100, 4}), labels_ = torch::zeros({100}, torch::kLong);

public:
  torch::data::Example<> get(size_t i) override {
    return {data_[static_cast<int64_t>(i)], labels_[static_cast<int64_t>(i)]};
  }
  torch::optional<size_t> size() const override { return 100; }
};

class Trainer {
  // QUIET: a program's own object.
  torch::Tensor best_ = torch::full({1}, 1e9);

public:
  void note(torch::Tensor loss) {
    if (loss.item<double>() < best_.item<double>())
      best_ = loss.detach().cpu();
  }
};
