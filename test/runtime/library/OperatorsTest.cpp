//===- OperatorsTest.cpp - many operators, against their CPU runs ---------===//
//
// Each case runs twice from the same random state, on the CPU and on a fake
// device: values and gradients are equal, and everything lies on the device.
//
//===----------------------------------------------------------------------===//
#include "torch_tidy/rehearsal.h"
#include <gtest/gtest.h>
#include <torch/torch.h>

using namespace torchtidy;
using torch::Tensor;
namespace F = torch::nn::functional;

namespace {

struct Case {
  const char *name;
  std::vector<int64_t> sizes; ///< of the first input; the second has the same
  std::function<Tensor(Tensor, Tensor)> run;
};

std::ostream &operator<<(std::ostream &Out, const Case &C) { return Out << C.name; }

const std::vector<Case> &cases() {
  using T = Tensor;
  static const std::vector<Case> All = {
      {"arithmetic", {3, 4}, [](T A, T B) { return (A + B * 2 - A / (B.abs() + 1)).pow(2); }},
      {"matmul", {3, 3}, [](T A, T B) { return torch::addmm(A, A.mm(B), B.t()).matmul(A); }},
      {"bmm", {2, 3, 3}, [](T A, T B) { return torch::baddbmm(A, A, B).bmm(B); }},
      {"einsum", {3, 3}, [](T A, T B) { return torch::einsum("ij,jk->ik", {A, B}); }},
      {"reductions", {3, 4}, [](T A, T B) { return A.sum(0) + B.mean(0) + A.std(0) + A.norm(2, 0) + A.logsumexp(0) + std::get<0>(A.max(0)); }},
      {"softmax", {3, 4}, [](T A, T B) { return A.softmax(1) * B.log_softmax(1); }},
      {"activations", {3, 4}, [](T A, T B) { return torch::relu(A) + torch::gelu(B) + torch::silu(A) + torch::sigmoid(B) + torch::tanh(A) + torch::elu(B) + torch::hardswish(A) + torch::leaky_relu(B) + torch::softplus(A) + torch::log_sigmoid(B); }},
      {"views", {4, 6}, [](T A, T B) { return A.view({2, 12}).t().reshape({4, 6}).unsqueeze(0).expand({2, 4, 6}).permute({1, 0, 2}).flatten(1).narrow(1, 0, 6) + B.roll(1).flip(0); }},
      {"joins", {4, 6}, [](T A, T B) { return torch::cat({A, B}).chunk(2)[1] + torch::stack({A, B}).select(0, 0) + A.split(3, 1)[0].repeat({1, 2}); }},
      {"gather", {4, 4}, [](T A, T B) { auto I = B.argsort(int64_t(1), false); return A.gather(1, I) + torch::zeros_like(A).scatter_add(1, I, A) + A.index_select(0, I.select(0, 0)) + std::get<0>(A.sort(1)) + A.index({I.select(0, 1)}); }},
      {"where", {4, 4}, [](T A, T B) { return torch::where(A > B, A, B).masked_fill(A < 0, 1.0) + A.clamp(-1, 1) + A.tril() + B.triu(1); }},
      {"cumulative", {4, 4}, [](T A, T B) { return A.cumsum(0) + B.cumprod(1) + A.diff(1, 0, B.slice(0, 0, 1)); }},
      {"conv", {2, 3, 8, 8}, [](T A, T B) { auto W = B.slice(2, 0, 3).slice(3, 0, 3); return F::conv2d(A, W, F::Conv2dFuncOptions().padding(1)); }},
      {"conv transposed", {2, 3, 5}, [](T A, T B) { return torch::conv_transpose1d(A, B.transpose(0, 1).slice(2, 0, 3).contiguous().slice(1, 0, 2)); }},
      {"pooling", {2, 3, 8, 8}, [](T A, T B) { return torch::max_pool2d(A, 2) + torch::avg_pool2d(B, 2) + torch::adaptive_avg_pool2d(A, {4, 4}) + std::get<0>(torch::adaptive_max_pool2d(B, {4, 4})); }},
      {"norms", {4, 6, 5}, [](T A, T B) { return torch::layer_norm(A, {5}) + torch::group_norm(B, 2) + F::instance_norm(A) + F::normalize(B) + torch::batch_norm(A, {}, {}, {}, {}, true, 0.1, 1e-5, false); }},
      {"resampling", {1, 2, 4, 4}, [](T A, T B) { return F::interpolate(A, F::InterpolateFuncOptions().size(std::vector<int64_t>{8, 8}).mode(torch::kBilinear).align_corners(false)) + F::pad(B, F::PadFuncOptions({2, 2, 2, 2}).mode(torch::kReflect)); }},
      {"grid sample", {1, 2, 4, 4}, [](T A, T B) { return F::grid_sample(A, B.permute({0, 2, 3, 1}).tanh(), F::GridSampleFuncOptions().align_corners(true)); }},
      {"losses", {4, 6}, [](T A, T B) { auto Y = B.argmax(1); return F::mse_loss(A, B) + F::l1_loss(A, B) + F::smooth_l1_loss(A, B) + F::cross_entropy(A, Y) + F::binary_cross_entropy_with_logits(A, B.sigmoid()) + F::kl_div(A.log_softmax(1), B.softmax(1)) + F::cosine_embedding_loss(A, B, torch::ones({4}, A.options())) + F::huber_loss(A, B); }},
      {"embedding", {6, 4}, [](T A, T B) { auto I = B.argsort(int64_t(0), false).select(1, 0); return torch::embedding(A, I) + std::get<0>(torch::embedding_bag(A, I, torch::arange(6, I.options()))); }},
      {"linalg", {3, 3}, [](T A, T B) { auto S = A.mm(A.t()) + 3 * torch::eye(3, A.options()); return torch::inverse(S) + torch::linalg_cholesky(S) + torch::linalg_solve(S, B) + torch::det(S) + std::get<0>(torch::linalg_eigh(S)); }},
      {"fft", {4, 8}, [](T A, T B) { return torch::fft_irfft(torch::fft_rfft(A) * torch::fft_rfft(B)); }},
      {"stft", {64}, [](T A, T B) { return torch::stft(A, 16, 8, 16, torch::hann_window(16, A.options()), true, true, true).abs(); }},
      {"dropout", {4, 6}, [](T A, T B) { return torch::dropout(A, 0.4, true) + torch::feature_dropout(B, 0.3, true) + torch::alpha_dropout(A, 0.2, true); }},
      {"random", {4, 6}, [](T A, T B) { return A + torch::randn_like(A) + torch::rand({4, 6}, A.options()).bernoulli() + torch::empty_like(B).uniform_(0, 1) + torch::randperm(6, A.options()) + torch::multinomial(B.softmax(1), 6).to(A.dtype()); }},
      {"lists", {4, 6}, [](T A, T B) { auto L = torch::_foreach_add({A.detach(), B.detach()}, 1.0); auto P = torch::meshgrid({A.select(0, 0), B.select(0, 0).slice(0, 0, 4)}, "ij"); return L[0] + L[1] + P[1].t(); }},
      {"one hot", {4, 6}, [](T A, T B) { return A + torch::one_hot(B.argmax(1), 6) + torch::bincount(A.argmax(1), {}, 6).to(A.dtype()); }},
      {"distances", {4, 6}, [](T A, T B) { return torch::cdist(A, B) + torch::cosine_similarity(A, B).unsqueeze(1) + torch::pairwise_distance(A, B).unsqueeze(0); }},
      {"unfold", {1, 2, 4, 4}, [](T A, T B) { return F::fold(F::unfold(A, F::UnfoldFuncOptions(2)), F::FoldFuncOptions({4, 4}, {2, 2})) + torch::pixel_shuffle(B.repeat({1, 2, 1, 1}), 2).slice(2, 0, 4).slice(3, 0, 4); }},
      {"lstm cell", {3, 8}, [](T A, T B) { torch::nn::LSTMCell C(8, 8); C->to(A.device()); auto S = C(A, std::make_tuple(B, A)); return std::get<0>(S) + std::get<1>(S); }},
      {"lstm cell without bias", {3, 8}, [](T A, T B) { torch::nn::LSTMCell C(torch::nn::LSTMCellOptions(8, 8).bias(false)); C->to(A.device()); return std::get<0>(C(A, std::make_tuple(B, B))); }},
      {"gru cell", {3, 8}, [](T A, T B) { torch::nn::GRUCell C(8, 8); C->to(A.device()); return C(A, B); }},
      {"lstm with dropout", {5, 3, 8}, [](T A, T B) { torch::nn::LSTM C(torch::nn::LSTMOptions(8, 8).num_layers(2).dropout(0.3)); C->to(A.device()); return std::get<0>(C(A)) * B; }},
      {"rnn", {5, 3, 8}, [](T A, T B) { torch::nn::RNN C(8, 8); C->to(A.device()); return std::get<0>(C(A)) * B; }},
      {"attention", {5, 3, 8}, [](T A, T B) { torch::nn::MultiheadAttention C(8, 2); C->to(A.device()); return std::get<0>(C(A, B, B)); }},
      {"transformer", {5, 3, 8}, [](T A, T B) { torch::nn::Transformer C(torch::nn::TransformerOptions(8, 2, 1, 1).dim_feedforward(16)); C->to(A.device()); return C(A, B); }},
      {"padding and products", {4, 6}, [](T A, T B) { return F::pad(A, F::PadFuncOptions({1, 1})).slice(1, 1, 7) + torch::outer(A.select(1, 0), B.select(0, 0)) + A.diagonal().sum() + torch::kron(A, B).slice(0, 0, 4).slice(1, 0, 6) + A.trace(); }},
      {"in place", {4, 6}, [](T A, T B) -> Tensor { auto X = A.clone(); X.add_(B).mul_(2).clamp_(-3, 3).sub_(1).div_(3); X.select(0, 1).copy_(B.select(0, 1)); X.index_put_({X.argmax(1)[0]}, torch::zeros({}, X.options())); return X; }},
  };
  return All;
}

struct Operators : testing::TestWithParam<Case> {};

struct Outcome {
  Tensor value, gradA, gradB;
};

Outcome runOn(const Case &C, torch::Device Device, const Tensor &A, const Tensor &B) {
  torch::manual_seed(11);
  Tensor X = A.to(Device).clone().requires_grad_(), Y = B.to(Device).clone().requires_grad_();
  Outcome O;
  O.value = C.run(X, Y);
  EXPECT_EQ(O.value.device(), X.device());
  if (O.value.requires_grad()) {
    O.value.sum().backward();
    O.gradA = X.grad();
    O.gradB = Y.grad();
  }
  return O;
}

void expectSame(const Tensor &Fake, const Tensor &Real, torch::Device Device) {
  ASSERT_EQ(Fake.defined(), Real.defined());
  if (!Fake.defined())
    return;
  EXPECT_EQ(Fake.device(), Device);
  EXPECT_EQ(Fake.sizes(), Real.sizes());
  EXPECT_TRUE(torch::allclose(Fake.cpu(), Real, 1e-4, 1e-5));
}

} // namespace

TEST_P(Operators, EqualTheirCpuRun) {
  const Case &C = GetParam();
  torch::manual_seed(5);
  Tensor A = torch::randn(C.sizes), B = torch::randn(C.sizes);
  Outcome Real = runOn(C, torch::kCPU, A, B);
  torch::Device Device(torch::kCUDA, 1);
  FakeTensorMode Mode(Device, 2);
  Outcome Fake = runOn(C, Device, A, B);
  expectSame(Fake.value, Real.value, Device);
  expectSame(Fake.gradA, Real.gradA, Device);
  expectSame(Fake.gradB, Real.gradB, Device);
  EXPECT_TRUE(Mode.findings().empty());
}

INSTANTIATE_TEST_SUITE_P(All, Operators, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case> &I) {
                           std::string Name = I.param.name;
                           for (char &Ch : Name)
                             if (!std::isalnum(static_cast<unsigned char>(Ch)))
                               Ch = '_';
                           return Name;
                         });
