//===- Models.cpp - popular architectures, small --------------------------===//
#include "Models.h"

using namespace torch::nn;
using torch::Tensor;
using Inputs = std::vector<Tensor>;
namespace F = torch::nn::functional;

namespace {

Conv2dOptions conv(int64_t In, int64_t Out, int64_t Kernel, int64_t Stride = 1) {
  return Conv2dOptions(In, Out, Kernel).stride(Stride).padding(Kernel / 2);
}

//===- Images -------------------------------------------------------------===//

struct ResNet : ModelImpl {
  Conv2d c1{conv(3, 8, 3, 2).bias(false)}, c2{conv(8, 8, 3).bias(false)};
  BatchNorm2d b1{8}, b2{8};
  Linear head{8, 5};
  ResNet() {
    register_module("c1", c1);
    register_module("c2", c2);
    register_module("b1", b1);
    register_module("b2", b2);
    register_module("head", head);
  }
  Tensor loss(const Inputs &In) override {
    Tensor X = torch::relu(b1(c1(In[0])));
    X = F::max_pool2d(X, F::MaxPool2dFuncOptions(3).stride(2).padding(1));
    X = torch::relu(b2(c2(X)) + X);
    X = F::adaptive_avg_pool2d(X, F::AdaptiveAvgPool2dFuncOptions(1)).flatten(1);
    return F::cross_entropy(head(torch::dropout(X, 0.1, true)), In[1]);
  }
};

struct UNet : ModelImpl {
  Conv2d down{conv(3, 8, 3)}, middle{conv(8, 16, 3)}, out{conv(16, 2, 1)};
  ConvTranspose2d up{ConvTranspose2dOptions(16, 8, 2).stride(2)};
  InstanceNorm2d norm{InstanceNorm2dOptions(8).affine(true)};
  UNet() {
    register_module("down", down);
    register_module("middle", middle);
    register_module("out", out);
    register_module("up", up);
    register_module("norm", norm);
  }
  Tensor loss(const Inputs &In) override {
    Tensor A = torch::leaky_relu(norm(down(In[0])), 0.1);
    Tensor B = torch::elu(middle(torch::max_pool2d(A, 2)));
    Tensor Y = out(torch::cat({A, up(B)}, 1));
    return F::binary_cross_entropy_with_logits(Y, In[1]) +
           F::mse_loss(torch::sigmoid(Y), In[1]);
  }
};

struct Yolo : ModelImpl {
  Conv2d stem{conv(3, 8, 3, 2)}, deep{conv(8, 16, 3, 2)}, head{conv(24, 14, 1)};
  Tensor anchors;
  Yolo() {
    register_module("stem", stem);
    register_module("deep", deep);
    register_module("head", head);
    anchors = register_buffer("anchors", torch::rand({2, 2}) + 1);
  }
  Tensor loss(const Inputs &In) override {
    Tensor A = torch::silu(stem(In[0])), B = torch::silu(deep(A));
    B = F::interpolate(B, F::InterpolateFuncOptions()
                              .scale_factor(std::vector<double>{2, 2})
                              .mode(torch::kNearest));
    Tensor Y = head(torch::cat({A, B}, 1));
    int64_t H = Y.size(2), W = Y.size(3);
    Y = Y.view({-1, 2, 7, H, W}).permute({0, 1, 3, 4, 2}).contiguous();
    auto Grid = torch::meshgrid({torch::arange(H, Y.options()),
                                 torch::arange(W, Y.options())}, "ij");
    Tensor XY = Y.slice(4, 0, 2).sigmoid() +
                torch::stack({Grid[1], Grid[0]}, -1);
    Tensor WH = Y.slice(4, 2, 4).exp() * anchors.view({1, 2, 1, 1, 2});
    Tensor Boxes = torch::cat({XY, WH}, -1);
    Tensor Objects = Y.select(4, 4);
    return F::smooth_l1_loss(Boxes, torch::zeros_like(Boxes)) +
           F::binary_cross_entropy(Objects.sigmoid(),
                                   torch::ones_like(Objects)) +
           F::cross_entropy(Y.slice(4, 5).reshape({-1, 2}),
                            torch::zeros({Y.numel() / 7}, Y.options().dtype(torch::kLong)));
  }
};

//===- Sequences ----------------------------------------------------------===//

template <typename Rnn> struct Recurrent : ModelImpl {
  Embedding embed{20, 6};
  Rnn rnn{nullptr};
  Linear head{16, 3};
  explicit Recurrent(Rnn R) : rnn(std::move(R)) {
    register_module("embed", embed);
    register_module("rnn", rnn);
    register_module("head", head);
  }
  Tensor loss(const Inputs &In) override {
    Tensor Y = std::get<0>(rnn(embed(In[0])));
    return F::nll_loss(F::log_softmax(head(Y.select(1, -1)), 1), In[1]);
  }
};
struct LstmNet : Recurrent<LSTM> {
  LstmNet() : Recurrent(LSTM(LSTMOptions(6, 8).num_layers(2).bidirectional(true).batch_first(true))) {}
};
struct GruNet : Recurrent<GRU> {
  GruNet() : Recurrent(GRU(GRUOptions(6, 16).batch_first(true))) {}
};

struct Encoder : ModelImpl {
  Transformer net{TransformerOptions(8, 2, 1, 1).dim_feedforward(16)};
  Encoder() { register_module("net", net); }
  Tensor loss(const Inputs &In) override {
    return net(In[0], In[1]).pow(2).mean();
  }
};

//===- Transformers -------------------------------------------------------===//

struct Vit : ModelImpl {
  Conv2d patch{Conv2dOptions(3, 8, 4).stride(4)};
  MultiheadAttention attention{8, 2};
  LayerNorm n1{LayerNormOptions({8})}, n2{LayerNormOptions({8})};
  Linear a{8, 16}, b{16, 8}, head{8, 4};
  Tensor token, position;
  Vit() {
    register_module("patch", patch);
    register_module("attention", attention);
    register_module("n1", n1);
    register_module("n2", n2);
    register_module("a", a);
    register_module("b", b);
    register_module("head", head);
    token = register_parameter("token", torch::zeros({1, 1, 8}));
    position = register_parameter("position", torch::randn({1, 17, 8}) * 0.02);
  }
  Tensor loss(const Inputs &In) override {
    Tensor X = patch(In[0]).flatten(2).transpose(1, 2);
    X = torch::cat({token.expand({X.size(0), -1, -1}), X}, 1) + position;
    Tensor Q = n1(X).transpose(0, 1);
    X = X + std::get<0>(attention(Q, Q, Q)).transpose(0, 1);
    X = X + b(torch::gelu(a(n2(X))));
    return F::cross_entropy(head(X.select(1, 0)), In[1]);
  }
};

struct Gpt : ModelImpl {
  Embedding token{20, 8}, position{16, 8};
  Linear qkv{8, 24}, project{8, 8}, up{8, 32}, down{32, 8};
  LayerNorm n1{LayerNormOptions({8})}, n2{LayerNormOptions({8})};
  Tensor mask;
  Gpt() {
    register_module("token", token);
    register_module("position", position);
    register_module("qkv", qkv);
    register_module("project", project);
    register_module("up", up);
    register_module("down", down);
    register_module("n1", n1);
    register_module("n2", n2);
    mask = register_buffer("mask", torch::ones({16, 16}).tril().to(torch::kBool));
  }
  Tensor attend(const Tensor &X) {
    int64_t B = X.size(0), T = X.size(1);
    auto Parts = qkv(X).chunk(3, -1);
    for (Tensor &P : Parts)
      P = P.view({B, T, 2, 4}).transpose(1, 2);
    Tensor W = Parts[0].matmul(Parts[1].transpose(-2, -1)) / 2.0;
    W = W.masked_fill(mask.slice(0, 0, T).slice(1, 0, T).logical_not(),
                      -std::numeric_limits<float>::infinity());
    Tensor Y = W.softmax(-1).matmul(Parts[2]);
    return project(Y.transpose(1, 2).contiguous().view({B, T, 8}));
  }
  Tensor loss(const Inputs &In) override {
    int64_t T = In[0].size(1);
    Tensor X = token(In[0]) +
               position(torch::arange(T, In[0].options())).unsqueeze(0);
    X = X + attend(n1(X));
    X = X + down(torch::gelu(up(n2(X)), "tanh"));
    Tensor Logits = X.matmul(token->weight.t());
    return F::cross_entropy(Logits.view({-1, 20}), In[1].view({-1}));
  }
};

struct Llama : ModelImpl {
  Embedding token{20, 8};
  Linear q{LinearOptions(8, 8).bias(false)}, k{LinearOptions(8, 4).bias(false)},
      v{LinearOptions(8, 4).bias(false)}, o{LinearOptions(8, 8).bias(false)},
      gate{LinearOptions(8, 24).bias(false)}, up{LinearOptions(8, 24).bias(false)},
      down{LinearOptions(24, 8).bias(false)}, head{LinearOptions(8, 20).bias(false)};
  Tensor n1, n2;
  Llama() {
    register_module("token", token);
    register_module("q", q);
    register_module("k", k);
    register_module("v", v);
    register_module("o", o);
    register_module("gate", gate);
    register_module("up", up);
    register_module("down", down);
    register_module("head", head);
    n1 = register_parameter("n1", torch::ones({8}));
    n2 = register_parameter("n2", torch::ones({8}));
  }
  static Tensor norm(const Tensor &X, const Tensor &W) {
    return X * torch::rsqrt(X.pow(2).mean(-1, true) + 1e-6) * W;
  }
  static Tensor rotate(const Tensor &X) {
    auto Options = X.options();
    Tensor Frequency = torch::pow(100.0, -torch::arange(0, 4, 2, Options) / 4);
    Tensor Angle = torch::outer(torch::arange(X.size(2), Options), Frequency);
    Tensor Pair = torch::view_as_complex(
        X.reshape({X.size(0), X.size(1), X.size(2), 2, 2}).contiguous());
    Tensor Turn = torch::polar(torch::ones_like(Angle), Angle);
    return torch::view_as_real(Pair * Turn).flatten(3);
  }
  Tensor attend(const Tensor &X) {
    int64_t B = X.size(0), T = X.size(1);
    auto Heads = [&](const Tensor &Y, int64_t N) {
      return Y.view({B, T, N, 4}).transpose(1, 2);
    };
    Tensor Q = rotate(Heads(q(X), 2)),
           K = rotate(Heads(k(X), 1)).expand({B, 2, T, 4}),
           V = Heads(v(X), 1).expand({B, 2, T, 4});
    Tensor W = Q.matmul(K.transpose(2, 3)) / 2.0;
    W = W + torch::full({T, T}, -1e9, X.options()).triu(1);
    return o(W.softmax(-1).matmul(V).transpose(1, 2).reshape({B, T, 8}));
  }
  Tensor loss(const Inputs &In) override {
    Tensor X = token(In[0]);
    X = X + attend(norm(X, n1));
    Tensor Y = norm(X, n2);
    X = X + down(torch::silu(gate(Y)) * up(Y));
    return F::cross_entropy(head(X).flatten(0, 1), In[1].flatten());
  }
};

//===- Others -------------------------------------------------------------===//

struct Diffusion : ModelImpl {
  Conv2d in{conv(3, 8, 3)}, down{conv(8, 8, 3, 2)}, up{conv(8, 8, 3)}, out{conv(16, 3, 3)};
  GroupNorm n1{GroupNormOptions(2, 8)}, n2{GroupNormOptions(2, 8)};
  Linear time{8, 8};
  Conv1d qkv{Conv1dOptions(8, 24, 1)};
  Diffusion() {
    register_module("in", in);
    register_module("down", down);
    register_module("up", up);
    register_module("out", out);
    register_module("n1", n1);
    register_module("n2", n2);
    register_module("time", time);
    register_module("qkv", qkv);
  }
  Tensor loss(const Inputs &In) override {
    Tensor T = In[1].to(torch::kFloat).unsqueeze(1) *
               torch::exp(-torch::arange(4, In[0].options()) / 4);
    T = time(torch::cat({T.sin(), T.cos()}, 1));
    Tensor A = torch::silu(n1(in(In[0]))) + T.unsqueeze(2).unsqueeze(3);
    Tensor B = torch::silu(n2(down(A)));
    auto Parts = qkv(B.flatten(2)).chunk(3, 1);
    Tensor W = torch::bmm(Parts[0].transpose(1, 2), Parts[1]).softmax(-1);
    B = B + torch::bmm(Parts[2], W.transpose(1, 2)).view(B.sizes());
    B = up(F::interpolate(B, F::InterpolateFuncOptions()
                                 .scale_factor(std::vector<double>{2, 2})
                                 .mode(torch::kBilinear)
                                 .align_corners(false)));
    return F::mse_loss(out(torch::cat({A, B}, 1)), torch::randn_like(In[0]) * 0);
  }
};

struct ActorCritic : ModelImpl {
  Linear body{6, 16}, actor{16, 3}, critic{16, 1};
  ActorCritic() {
    register_module("body", body);
    register_module("actor", actor);
    register_module("critic", critic);
  }
  Tensor loss(const Inputs &In) override {
    Tensor X = torch::tanh(body(In[0]));
    Tensor Log = actor(X).log_softmax(-1), Value = critic(X).squeeze(-1);
    Tensor Chosen = Log.gather(1, In[1].unsqueeze(1)).squeeze(1);
    Tensor Advantage = (In[2] - Value).detach();
    Advantage = (Advantage - Advantage.mean()) / (Advantage.std() + 1e-8);
    Tensor Ratio = (Chosen - Chosen.detach()).exp();
    Tensor Policy = -torch::min(Ratio * Advantage,
                                Ratio.clamp(0.8, 1.2) * Advantage).mean();
    Tensor Entropy = -(Log.exp() * Log).sum(-1).mean();
    return Policy + 0.5 * F::mse_loss(Value, In[2]) - 0.01 * Entropy;
  }
};

struct GraphNet : ModelImpl {
  Linear message{4, 8}, update{12, 8}, head{8, 2};
  GraphNet() {
    register_module("message", message);
    register_module("update", update);
    register_module("head", head);
  }
  Tensor loss(const Inputs &In) override {
    const Tensor &X = In[0], &From = In[1], &To = In[2];
    Tensor M = torch::relu(message(X.index_select(0, From)));
    Tensor Sum = torch::zeros({X.size(0), 8}, X.options()).index_add(0, To, M);
    Tensor Degree = torch::zeros({X.size(0)}, X.options())
                        .scatter_add(0, To, torch::ones_like(To, X.options()));
    Sum = Sum / Degree.clamp_min(1).unsqueeze(1);
    Tensor H = torch::relu(update(torch::cat({X, Sum}, 1)));
    Tensor Pooled = torch::zeros({2, 8}, X.options())
                        .index_put_({In[3]}, H, /*accumulate=*/true);
    return F::cross_entropy(head(Pooled), In[3].slice(0, 0, 2));
  }
};

template <typename M> Model make() { return std::make_shared<M>(); }
Tensor image(int64_t Size) { return torch::rand({2, 3, Size, Size}); }
Tensor ids(std::vector<int64_t> Sizes, int64_t Below) {
  return torch::randint(Below, Sizes, torch::kLong);
}

} // namespace

const std::vector<ModelCase> &modelCases() {
  static const std::vector<ModelCase> All = {
      {"ResNet", &make<ResNet>, [] { return Inputs{image(16), ids({2}, 5)}; }},
      {"UNet", &make<UNet>, [] { return Inputs{image(8), torch::rand({2, 2, 8, 8})}; }},
      {"Yolo", &make<Yolo>, [] { return Inputs{image(16)}; }},
      {"Lstm", &make<LstmNet>, [] { return Inputs{ids({2, 5}, 20), ids({2}, 3)}; }},
      {"Gru", &make<GruNet>, [] { return Inputs{ids({2, 5}, 20), ids({2}, 3)}; }},
      {"Transformer", &make<Encoder>, [] { return Inputs{torch::randn({5, 2, 8}), torch::randn({4, 2, 8})}; }},
      {"Vit", &make<Vit>, [] { return Inputs{image(16), ids({2}, 4)}; }},
      {"Gpt", &make<Gpt>, [] { return Inputs{ids({2, 7}, 20), ids({2, 7}, 20)}; }},
      {"Llama", &make<Llama>, [] { return Inputs{ids({2, 7}, 20), ids({2, 7}, 20)}; }},
      {"Diffusion", &make<Diffusion>, [] { return Inputs{image(8), ids({2}, 100)}; }},
      {"ActorCritic", &make<ActorCritic>, [] { return Inputs{torch::randn({5, 6}), ids({5}, 3), torch::randn({5})}; }},
      {"GraphNet", &make<GraphNet>, [] { return Inputs{torch::randn({6, 4}), ids({10}, 6), ids({10}, 6), torch::tensor({0, 1, 0, 1, 0, 1})}; }},
  };
  return All;
}
