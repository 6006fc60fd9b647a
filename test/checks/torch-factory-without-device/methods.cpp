// Factories in the methods of a module that meet its inputs, parameters and buffers.
// RUN: %check %s -- %mock
#include <torch/torch.h>
namespace F = torch::nn::functional;

// The program below moves these modules, so the meeting is certain.
struct PositionalEncoder : torch::nn::Module {
  torch::Tensor forward(torch::Tensor v) {
    auto j = torch::arange(8);
    // CHECK: certain torch-factory-without-device: 'torch::arange'
    // NOTE @encoder:
    auto c = 2 * M_PI * torch::pow(2.0, j / 8.0);
    return torch::cos(v.unsqueeze(-1) * c); // @encoder
  }
};

struct GruWrapper : torch::nn::Module {
  torch::nn::GRU gru{nullptr};
  GruWrapper() { gru = register_module("gru", torch::nn::GRU(8, 16)); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor h = {}) {
    if (!h.defined())
      h = torch::zeros({1, x.size(1), 16});
      // CHECK: certain torch-factory-without-device: 'torch::zeros'
      // NOTE @gru:
    return std::get<0>(gru->forward(x, h)); // @gru
  }
};

struct LstmState : torch::nn::Module {
  torch::nn::LSTM lstm{nullptr};
  LstmState() : lstm(register_module("lstm", torch::nn::LSTM(8, 16))) {}
  torch::Tensor forward(torch::Tensor x) {
    auto state = std::make_tuple(
        torch::zeros({1, x.size(1), 16}),
        // CHECK: certain torch-factory-without-device: 'torch::zeros'
        torch::zeros({1, x.size(1), 16}));
        // MAYBE: certain torch-factory-without-device: 'torch::zeros'
    return std::get<0>(lstm->forward(x, state));
  }
};

struct Decoder : torch::nn::Module {
  torch::nn::TransformerDecoderLayer layer{nullptr};
  Decoder() { layer = register_module("layer", torch::nn::TransformerDecoderLayer(8, 2)); }
  torch::Tensor forward(torch::Tensor t, torch::Tensor memory) {
    auto mask = torch::nn::TransformerImpl::generate_square_subsequent_mask(t.size(0));
    // CHECK: certain torch-factory-without-device: generate_square_subsequent_mask'
    return layer->forward(t, memory, mask);
  }
};

struct DecoderMoves : torch::nn::Module {
  // QUIET: the helper's result is moved.
  torch::nn::TransformerDecoderLayer layer{nullptr};
  DecoderMoves() { layer = register_module("layer", torch::nn::TransformerDecoderLayer(8, 2)); }
  torch::Tensor forward(torch::Tensor t, torch::Tensor memory) {
    auto mask = torch::nn::TransformerImpl::generate_square_subsequent_mask(t.size(0)).to(t.device());
    return layer->forward(t, memory, mask);
  }
};

struct CausalAttention : torch::nn::Module {
  torch::Tensor forward(torch::Tensor q, torch::Tensor k) {
    auto scores = torch::matmul(q, k.transpose(-2, -1));
    auto n = scores.size(-1);
    auto mask = torch::triu(torch::ones({n, n}, torch::kBool), 1);
    // CHECK: certain torch-factory-without-device: 'torch::ones'
    return scores.masked_fill(mask, -1e9);
  }
};

struct Vae : torch::nn::Module {
  torch::Tensor forward(torch::Tensor mu, torch::Tensor logvar) {
    auto eps = torch::randn(mu.sizes());
    // CHECK: certain torch-factory-without-device: 'torch::randn'
    return mu + eps * (0.5 * logvar).exp();
  }
};

struct VaeLike : torch::nn::Module {
  // QUIET: randn_like takes the device of its argument.
  torch::Tensor forward(torch::Tensor mu, torch::Tensor logvar) { return mu + torch::randn_like(mu) * (0.5 * logvar).exp(); }
};

struct PolicyHead : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::Tensor log_std;
  PolicyHead() {
    fc = register_module("fc", torch::nn::Linear(8, 2));
    log_std = register_parameter("log_std", torch::zeros({2}));
  }
  torch::Tensor act(torch::Tensor obs) {
    auto mean = fc(obs);
    auto noise = torch::normal(0.0, 1.0, mean.sizes());
    // CHECK: certain torch-factory-without-device: 'torch::normal'
    return mean + noise * log_std.exp();
  }
};

// It meets a parameter only.
struct WeightNoise : torch::nn::Module {
  torch::Tensor weight;
  WeightNoise() { weight = register_parameter("weight", torch::randn({4, 4})); }
  torch::Tensor perturbed(double s) {
    return weight + s * torch::randn({4, 4});
    // CHECK: certain torch-factory-without-device: 'torch::randn'
  }
};

struct ClassWeights : torch::nn::Module {
  torch::Tensor loss(torch::Tensor logits, torch::Tensor target) {
    auto w = torch::tensor({1.f, 2.f, 4.f});
    // CHECK: certain torch-factory-without-device: 'torch::tensor'
    return F::cross_entropy(logits, target, F::CrossEntropyFuncOptions().weight(w));
  }
};

struct OneHot : torch::nn::Module {
  torch::Tensor forward(torch::Tensor labels) {
    auto table = torch::eye(10);
    // CHECK: certain torch-factory-without-device: 'torch::eye'
    return table.index_select(0, labels);
  }
};

struct Grid : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto ys = torch::linspace(-1, 1, x.size(2));
    // CHECK: certain torch-factory-without-device: 'torch::linspace'
    auto xs = torch::linspace(-1, 1, x.size(3));
    // CHECK: certain torch-factory-without-device: 'torch::linspace'
    auto grid = torch::stack(torch::meshgrid({ys, xs}), -1).unsqueeze(0);
    return F::grid_sample(x, grid, F::GridSampleFuncOptions().align_corners(false));
  }
};

struct Accumulates : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor total = torch::zeros({x.size(1)});
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    for (int64_t i = 0; i < x.size(0); ++i)
      total = total + x[i];
    return total;
  }
};

struct AccumulatesInPlace : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto out = torch::empty({x.size(0), 4});
    // CHECK: certain torch-factory-without-device: 'torch::empty'
    out += x.slice(1, 0, 4);
    return out;
  }
};

struct CatsPadding : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto pad = torch::zeros({x.size(0), 1, x.size(2)});
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    return torch::cat({pad, x}, 1);
  }
};

struct Where : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return torch::where(x > 0, x, torch::full({x.size(-1)}, 0.1));
    // CHECK: certain torch-factory-without-device: 'torch::full'
  }
};

struct FromHost : torch::nn::Module {
  std::vector<float> scales{1, 2, 3};
  torch::Tensor forward(torch::Tensor x) {
    auto s = torch::from_blob(scales.data(), {3});
    // CHECK: certain torch-factory-without-device: 'torch::from_blob'
    return x * s;
  }
};

struct FromVector : torch::nn::Module {
  std::vector<float> scales{1, 2, 3};
  torch::Tensor forward(torch::Tensor x) {
    return x * torch::tensor(scales);
    // CHECK: certain torch-factory-without-device: 'torch::tensor'
  }
};

struct Gathers : torch::nn::Module {
  torch::Tensor forward(torch::Tensor q, int64_t action) {
    auto a = torch::full({q.size(0), 1}, action, torch::kLong);
    // CHECK: certain torch-factory-without-device: 'torch::full'
    return q.gather(1, a);
  }
};

struct Embeds : torch::nn::Module {
  torch::nn::Embedding positions{nullptr};
  Embeds() { positions = register_module("positions", torch::nn::Embedding(128, 8)); }
  torch::Tensor forward(torch::Tensor x) {
    auto p = torch::arange(x.size(1), torch::kLong);
    // CHECK: certain torch-factory-without-device: 'torch::arange'
    return x + positions(p);
  }
};

struct Dropped : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!is_training())
      return x;
    auto keep = torch::rand({x.size(0), 1, 1}) > 0.1;
    // CHECK: certain torch-factory-without-device: 'torch::rand'
    return x * keep / 0.9;
  }
};

// By way of another method of the class.
struct ByMethod : torch::nn::Module {
  torch::nn::GRU gru{nullptr};
  ByMethod() : gru(register_module("gru", torch::nn::GRU(8, 16))) {}
  torch::Tensor start(int64_t batch) const {
    return torch::zeros({1, batch, 16}); // @start
  }
  torch::Tensor forward(torch::Tensor x) {
    auto h = start(x.size(1));
    // CHECK @start: certain|likely torch-factory-without-device:
    return std::get<0>(gru(x, h));
  }
};

// It leaves the method: whoever gets it has to move it.
struct Leaves : torch::nn::Module {
  torch::Tensor w;
  Leaves() { w = register_parameter("w", torch::rand({4})); }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
  torch::Tensor initial_state(int64_t batch) {
    return torch::zeros({batch, 16});
    // CHECK: likely torch-factory-without-device: 'torch::zeros'
  }
};

// A lambda in a method, and a member function template.
struct Nested : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto ramp = [&](int64_t n) { return torch::arange(n); }; // @ramp
    return x + ramp(x.size(-1));
    // CHECK @ramp: certain|likely torch-factory-without-device:
  }
};

struct Inside : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto shift = [&x]() {
      return x + torch::ones({4});
      // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    };
    return shift();
  }
};

template <typename T> struct Scales : torch::nn::Module {
  T factor = T(2);
  torch::Tensor forward(torch::Tensor x) {
    return x * torch::full({x.size(-1)}, factor);
    // CHECK: certain|likely torch-factory-without-device: 'torch::full'
  }
};
template struct Scales<double>;
template struct Scales<float>;

// Defined out of line, with at:: instead of torch::.
class Warper : public torch::nn::Module {
public:
  at::Tensor forward(const at::Tensor &flow);
};
at::Tensor Warper::forward(const at::Tensor &flow) {
  auto base = at::arange(flow.size(-1), at::kFloat);
  // CHECK: certain|likely torch-factory-without-device: arange'
  return flow + base;
}

// An autograd function works on its arguments' device.
struct Straight : torch::autograd::Function<Straight> {
  static torch::Tensor forward(torch::autograd::AutogradContext *ctx, torch::Tensor x) {
    ctx->save_for_backward({x});
    return x * torch::ones({4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
  }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext *ctx, torch::autograd::tensor_list g) {
    auto x = ctx->get_saved_variables()[0];
    return {g[0] * torch::ones_like(x)}; // QUIET: like its argument
  }
};

int main() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  std::vector<std::shared_ptr<torch::nn::Module>> all{
      std::make_shared<PositionalEncoder>(), std::make_shared<GruWrapper>(), std::make_shared<LstmState>(), std::make_shared<Decoder>(),
      std::make_shared<CausalAttention>(), std::make_shared<Vae>(), std::make_shared<PolicyHead>(), std::make_shared<WeightNoise>(),
      std::make_shared<ClassWeights>(), std::make_shared<OneHot>(), std::make_shared<Grid>(), std::make_shared<Accumulates>(),
      std::make_shared<AccumulatesInPlace>(), std::make_shared<CatsPadding>(), std::make_shared<Where>(), std::make_shared<FromHost>(),
      std::make_shared<FromVector>(), std::make_shared<Leaves>(), std::make_shared<Gathers>(), std::make_shared<Embeds>(), std::make_shared<Dropped>()};
  for (auto &m : all)
    m->to(device);
}
