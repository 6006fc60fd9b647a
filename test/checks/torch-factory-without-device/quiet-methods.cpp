// Factories whose tensors may stay on cpu, or don't.
// RUN: %check %s -- %mock
#include <torch/torch.h>
namespace F = torch::nn::functional;

struct Loud : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + torch::ones({4}); }
  // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
};

struct Options : torch::nn::Module {
  // QUIET: options carry the device, through any number of variables.
  torch::Tensor w;
  Options() { w = register_parameter("w", torch::rand({4})); }
  torch::Tensor direct(torch::Tensor x) { return x + torch::ones({4}, x.options()); }
  torch::Tensor device(torch::Tensor x) { return x + torch::ones({4}, x.device()); }
  torch::Tensor named(torch::Tensor x) { return x + torch::ones({4}, torch::device(x.device()).dtype(torch::kFloat)); }
  torch::Tensor dtypeKept(torch::Tensor x) { return x + torch::arange(4, x.options().dtype(torch::kLong)); }
  torch::Tensor parameter(torch::Tensor x) { return x + torch::ones({4}, w.options()); }
  torch::Tensor variables(torch::Tensor x) {
    auto where = x.device();
    const auto &alias = where;
    torch::TensorOptions o;
    o = o.device(alias);
    auto p = o.dtype(torch::kFloat).requires_grad(false);
    return x + torch::ones({4}, p);
  }
  torch::Tensor branches(torch::Tensor x, bool half) {
    auto o = torch::TensorOptions().device(x.device());
    if (half)
      o = o.dtype(torch::kHalf);
    else
      o = o.dtype(torch::kFloat);
    return x + torch::ones({4}, o);
  }
  torch::Tensor asked(torch::Tensor x) {
    auto d = parameters()[0].device();
    return x + torch::ones({4}, d);
  }
  torch::Tensor argument(torch::Tensor x, torch::Device d) { return x + torch::ones({4}, d); }
  torch::Tensor optionsArgument(torch::Tensor x, const torch::TensorOptions &o) { return x + torch::ones({4}, o.dtype(torch::kFloat)); }
};

struct Likes : torch::nn::Module {
  // QUIET: *_like and new_* take their argument's device.
  torch::Tensor forward(torch::Tensor x) {
    return x + torch::ones_like(x) + x.new_zeros({4}) + x.new_full({4}, 0.1) + torch::rand_like(x) + torch::empty_like(x).normal_() + torch::full_like(x, 2);
  }
};

struct Moved : torch::nn::Module {
  // QUIET: moved before they meet.
  torch::Tensor same(torch::Tensor x) { return x + torch::arange(4).to(x.device()); }
  // MAYBE: advice torch-redundant-transfer:
  torch::Tensor later(torch::Tensor x) {
    auto r = torch::arange(4);
    // MAYBE: advice torch-redundant-transfer:
    r = r.view({1, 4});
    r = r.to(x.device());
    return x + r;
  }
  torch::Tensor both(torch::Tensor x) { return x + torch::arange(4).to(x.device(), torch::kFloat); }
  // MAYBE: advice torch-redundant-transfer:
  torch::Tensor toOther(torch::Tensor x) { return x + torch::arange(4).to(x); }
  // MAYBE: advice torch-redundant-transfer:
  torch::Tensor typed(torch::Tensor x) { return x + torch::arange(4).type_as(x); }
  // MAYBE: advice torch-redundant-transfer:
  torch::Tensor guarded(torch::Tensor x) {
    auto r = torch::arange(4);
    if (x.is_cuda())
      r = r.cuda();
    return x + r;
  }
  torch::Tensor compared(torch::Tensor x) {
    auto r = torch::arange(4);
    if (r.device() != x.device())
      r = r.to(x.device());
    return x + r;
  }
  torch::Tensor inCat(torch::Tensor x) { return torch::cat({x, torch::zeros({4}).to(x.device())}); }
  // MAYBE: advice torch-redundant-transfer:
};

struct ZeroDim : torch::nn::Module {
  // QUIET: a 0-dim cpu tensor goes with any device in pointwise operators.
  torch::Tensor forward(torch::Tensor x) {
    auto s = torch::tensor(0.5);
    auto t = torch::scalar_tensor(2);
    auto u = torch::full({}, 3.0);
    auto v = torch::zeros({4}).sum(); // 0-dim, too
    return (x * s + t).clamp_min(0) / u - v;
  }
};

struct OneElement : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * torch::tensor({0.5f}); }
  // CHECK: certain|likely torch-factory-without-device: 'torch::tensor'
};

struct OneSized : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * torch::zeros({1}); }
  // CHECK: certain|likely torch-factory-without-device: 'torch::zeros'
};

struct Indices : torch::nn::Module {
  // QUIET: index() takes cpu indices.
  torch::Tensor forward(torch::Tensor x) {
    auto order = torch::randperm(x.size(0));
    auto rows = torch::arange(x.size(0));
    return x.index({order}) + x.index({rows, torch::zeros({x.size(0)}, torch::kLong)});
  }
  torch::Tensor put(torch::Tensor x) { return x.index_put_({torch::arange(3)}, 0.5); }
};

struct SelectedIndices : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto order = torch::randperm(x.size(0));
    // CHECK: certain|likely torch-factory-without-device: 'torch::randperm'
    return x.index_select(0, order);
  }
};

struct Lengths : torch::nn::Module {
  // QUIET: lengths have to be on cpu.
  torch::nn::GRU gru{nullptr};
  Lengths() : gru(register_module("gru", torch::nn::GRU(8, 8))) {}
  torch::Tensor forward(torch::Tensor x, int64_t n) {
    auto lengths = torch::full({x.size(1)}, n, torch::kLong);
    auto packed = torch::nn::utils::rnn::pack_padded_sequence(x, lengths);
    auto out = std::get<0>(gru->forward_with_packed_input(packed));
    return std::get<0>(torch::nn::utils::rnn::pad_packed_sequence(out));
  }
};

struct CopiedInto : torch::nn::Module {
  // QUIET: copy_ and assignments to elements cross devices.
  torch::Tensor forward(torch::Tensor x) {
    auto out = torch::empty_like(x);
    out.copy_(torch::rand({4}));
    out[0] = torch::zeros({4});
    out.slice(0, 1, 2) = torch::ones({1, 4});
    out.index({torch::indexing::Slice(), 0}).copy_(torch::arange(out.size(0)));
    return out;
  }
};

struct OnlyNumbers : torch::nn::Module {
  // QUIET: read as numbers.
  torch::Tensor forward(torch::Tensor x) {
    auto r = torch::rand({1}).item<float>();
    auto n = torch::randint(0, 4, {1}).item<int64_t>();
    auto grid = torch::linspace(0, 1, 5);
    auto g = grid.accessor<float, 1>();
    return x * r + x[n] * g[2] + grid.size(0);
  }
};

struct OnlyOptions : torch::nn::Module {
  // QUIET: made to build options.
  torch::Tensor forward(torch::Tensor x) {
    auto o = torch::ones(1).to(x.device()).options();
    // MAYBE: advice torch-redundant-transfer:
    return x + torch::zeros({4}, o);
  }
};

struct CpuOnly : torch::nn::Module {
  // QUIET: an explicit cpu, and all of it stays there.
  torch::Tensor histogram(torch::Tensor x) {
    auto edges = torch::linspace(0, 1, 11, torch::kCPU);
    auto counts = torch::zeros({10});
    auto host = x.cpu();
    for (int i = 0; i < 10; ++i)
      counts[i] = ((host >= edges[i]) & (host < edges[i + 1])).sum();
    return counts.to(x.device());
  }
};

struct Alone : torch::nn::Module {
  // QUIET: backward on its own; it never meets the input.
  void regularise() {
    auto loss = torch::zeros({1}, torch::requires_grad());
    loss.backward();
  }
};

struct Prints : torch::nn::Module {
  // QUIET: a message.
  torch::Tensor forward(torch::Tensor x) {
    std::cout << torch::arange(3) << "\n";
    return x;
  }
};

struct EarlyReturn : torch::nn::Module {
  // QUIET: where it returns early, it doesn't meet.
  torch::Tensor forward(torch::Tensor x) {
    auto w = torch::ones({4});
    if (!x.is_cpu())
      return x;
    return x * w;
  }
};

struct Checked : torch::nn::Module {
  // QUIET: the input is on cpu, says the check.
  torch::Tensor forward(torch::Tensor x) {
    TORCH_CHECK(x.device().is_cpu(), "cpu only");
    return x * torch::ones({4});
  }
};

struct Reassigned : torch::nn::Module {
  // QUIET: the variable has another tensor by then.
  torch::Tensor forward(torch::Tensor x) {
    auto t = torch::zeros({4});
    t = torch::zeros({4}, x.options());
    return x + t;
  }
};

struct Registered : torch::nn::Module {
  // QUIET: registered tensors move with the module.
  torch::Tensor table, weight;
  Registered() {
    table = register_buffer("table", torch::arange(4));
    weight = register_parameter("weight", torch::randn({4, 4}) * 0.02);
    torch::NoGradGuard guard;
    weight.mul_(torch::ones({4, 1}));
    weight.copy_(torch::eye(4));
    torch::nn::init::normal_(weight);
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(weight) + table; }
};

namespace mine {
// A namesake.
struct Matrix {
  Matrix operator+(const Matrix &) const { return *this; }
};
Matrix zeros(std::initializer_list<int>) { return {}; }
struct Layer : torch::nn::Module {
  Matrix forward(Matrix x) { return x + zeros({4}); } // QUIET: another library's factory
};
} // namespace mine

struct Set : torch::data::datasets::Dataset<Set> {
  // QUIET: data sets are read on the host.
  torch::Tensor all = torch::rand({100, 4});
  torch::data::Example<> get(size_t i) override { return {all[static_cast<int64_t>(i)] + torch::randn({4}), torch::zeros({1})}; }
  torch::optional<size_t> size() const override { return 100; }
};

struct Augment : torch::data::transforms::TensorTransform<> {
  // QUIET: so are transforms.
  torch::Tensor operator()(torch::Tensor x) override { return x + 0.1 * torch::randn(x.sizes()); }
};

torch::Tensor preprocess(const std::vector<uint8_t> &pixels, int64_t h, int64_t w) {
  // QUIET: host preprocessing; the caller moves the result.
  auto image = torch::from_blob(const_cast<uint8_t *>(pixels.data()), {h, w, 3}, torch::kByte).to(torch::kFloat) / 255;
  return (image - torch::tensor({0.5f, 0.5f, 0.5f})).permute({2, 0, 1});
}
