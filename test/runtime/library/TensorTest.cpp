//===- TensorTest.cpp - fake tensors behave as tensors on a GPU do --------===//
#include "Messages.h"
#include "torch_tidy/rehearsal.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>
#include <torch/torch.h>

using namespace torchtidy;
using testing::HasSubstr;

namespace {

const torch::Device Cpu(torch::kCPU), Cuda0(torch::kCUDA, 0),
    Cuda1(torch::kCUDA, 1);

struct FakeTensors : testing::Test {
  FakeTensorMode Mode{Cuda0, 2};
  torch::Tensor cpu(std::vector<int64_t> Sizes = {4}) {
    return torch::randn(Sizes);
  }
  torch::Tensor cuda(std::vector<int64_t> Sizes = {4}) {
    return torch::randn(Sizes, torch::device(Cuda0));
  }
};

} // namespace

TEST_F(FakeTensors, MovesCopy) {
  auto X = cpu(), Y = X.to(Cuda0);
  Y.zero_();
  EXPECT_GT(X.abs().sum().item<float>(), 0);
  EXPECT_TRUE(Y.to(Cuda0).is_same(Y));
  auto Z = Y.to(Cuda1);
  EXPECT_EQ(Z.device(), Cuda1);
  Z.add_(1);
  EXPECT_EQ(Y.sum().item<float>(), 0);
  EXPECT_EQ(Z.cpu().device(), Cpu);
  EXPECT_EQ(Y.to(torch::kDouble).device(), Cuda0);
  EXPECT_EQ(cpu().type_as(Y).device(), Cuda0);
}

TEST_F(FakeTensors, ViewsShareMemory) {
  auto X = torch::zeros({2, 3}, torch::device(Cuda0));
  auto View = X.view({6}).slice(0, 1, 3);
  View.fill_(7);
  EXPECT_EQ(X.sum().item<float>(), 14);
  EXPECT_EQ(View.device(), Cuda0);
  EXPECT_TRUE(View.is_view());
  EXPECT_TRUE(View.is_alias_of(X));
  EXPECT_FALSE(X.clone().is_alias_of(X));
  for (auto &Part : X.unbind(0))
    EXPECT_TRUE(Part.is_alias_of(X));
  EXPECT_EQ(X.t().strides()[1], 3);
}

TEST_F(FakeTensors, InPlaceAndOutKeepTheirIdentity) {
  auto X = cuda(), Y = cuda();
  EXPECT_TRUE(X.add_(Y).is_same(X));
  auto Out = torch::empty({0}, torch::device(Cuda0));
  EXPECT_TRUE(torch::add_out(Out, X, Y).is_same(Out));
  EXPECT_EQ(Out.sizes(), X.sizes());
  EXPECT_TRUE(torch::equal(Out.cpu(), X.cpu() + Y.cpu()));
  auto Square = X.mul_(X).cpu(); // both arguments are one tensor
  EXPECT_TRUE(torch::equal(X.cpu(), Square));
  X.resize_({100});
  EXPECT_EQ(X.numel(), 100);
  X.fill_(1);
  EXPECT_EQ(X.sum().item<float>(), 100);
  EXPECT_EQ(X.storage().nbytes(), 400u);
  auto M = cuda({2, 3});
  M.t_();
  EXPECT_EQ(M.size(0), 3);
  M.unsqueeze_(0);
  EXPECT_EQ(M.dim(), 3);
}

TEST_F(FakeTensors, SetDataTakesTheDevice) {
  auto X = cpu();
  X.set_requires_grad(true);
  auto *Impl = X.unsafeGetTensorImpl();
  X.set_data(X.to(Cuda1));
  EXPECT_EQ(X.device(), Cuda1);
  EXPECT_EQ(X.unsafeGetTensorImpl(), Impl);
  X.sum().backward();
  EXPECT_EQ(X.grad().device(), Cuda1);
  auto Plain = cpu();
  X.mutable_grad() = torch::Tensor();
  X.set_data(Plain);
  EXPECT_TRUE(X.is_cpu());
  EXPECT_FALSE(is_fake(X));
}

TEST_F(FakeTensors, CopyCrossesDevices) {
  auto X = cpu(), Y = cuda();
  EXPECT_TRUE(X.copy_(Y).is_cpu());
  EXPECT_EQ(Y.copy_(X).device(), Cuda0);
  EXPECT_TRUE(torch::equal(X, Y.cpu()));
  Y.data_ptr(); // an address, as on a GPU
  EXPECT_NE(Y.data_ptr(), cuda().data_ptr());
}

TEST_F(FakeTensors, ScalarsOnTheCpuMayMeetThem) {
  auto X = cuda(), Scalar = torch::tensor(2.0f);
  EXPECT_EQ((X * Scalar).device(), Cuda0);
  EXPECT_EQ((Scalar * X).device(), Cuda0);
  EXPECT_EQ((X * 2.0).device(), Cuda0);
  EXPECT_THAT(messageOf([&] { X + torch::ones({1}); }),
              HasSubstr("cuda:0 and cpu"));
  EXPECT_THAT(messageOf([&] { torch::ones({1}).add_(X); }),
              HasSubstr("cuda:0"));
  EXPECT_EQ(torch::where(X > 0, X, 2.0).device(), Cuda0);
}

TEST_F(FakeTensors, IndicesFollowTheirOwnRule) {
  auto X = cuda({4, 3});
  auto Index = torch::tensor({0, 2});
  EXPECT_EQ(X.index({Index}).device(), Cuda0);
  EXPECT_EQ(X.index({Index.to(Cuda0)}).size(0), 2);
  EXPECT_THAT(messageOf([&] { cpu({4, 3}).index({Index.to(Cuda0)}); }),
              HasSubstr("indices"));
  EXPECT_NE(messageOf([&] { X.index_select(0, Index); }), "");
  X.index_put_({Index}, torch::tensor(1.0f));
  EXPECT_EQ(X.index({Index}).sum().item<float>(), 6);
  EXPECT_NE(messageOf([&] { X.index_put_({Index}, torch::ones({2, 3})); }), "");
  using torch::indexing::Slice;
  X.index({0, Slice()}) = 5;
  EXPECT_EQ(X[0][1].item<float>(), 5);
}

TEST_F(FakeTensors, ListsNameTheElement) {
  auto X = cuda();
  std::string Text = messageOf([&] { torch::cat({X, cpu(), X}); });
  EXPECT_THAT(Text, HasSubstr("aten::cat"));
  EXPECT_THAT(Text, HasSubstr("tensors[1]' is on cpu"));
  EXPECT_EQ(torch::stack({X, X}).device(), Cuda0);
  for (auto &Part : X.chunk(2))
    EXPECT_EQ(Part.device(), Cuda0);
}

TEST_F(FakeTensors, TwoDevicesAreNotOne) {
  auto X = cuda(), Y = torch::randn({4}, torch::device(Cuda1));
  EXPECT_THAT(messageOf([&] { X + Y; }), HasSubstr("cuda:0 and cuda:1"));
  EXPECT_EQ((X.to(Cuda1) + Y).device(), Cuda1);
}

TEST_F(FakeTensors, InferenceModeMoves) {
  auto Normal = cuda({2, 2});
  torch::InferenceMode Inference;
  auto X = torch::ones({2}).to(torch::kCUDA);
  EXPECT_EQ(X.device(), Cuda0);
  EXPECT_TRUE(X.is_inference());
  EXPECT_FALSE(Normal.t().is_inference());
  EXPECT_EQ(torch::linear(Normal, Normal).device(), Cuda0);
  EXPECT_NE(messageOf([&] { torch::linear(Normal, cpu({2, 2})); }), "");
}

TEST_F(FakeTensors, ValuesAreReal) {
  auto X = torch::tensor({1.0f, 0.0f, 3.0f}, torch::device(Cuda0));
  EXPECT_EQ(X[2].item<float>(), 3);
  EXPECT_EQ(X.nonzero().size(0), 2);
  EXPECT_EQ(X.masked_select(X > 0).numel(), 2);
  EXPECT_EQ(X.masked_select(X > 0).device(), Cuda0);
  EXPECT_TRUE((X.sum() > 3).item<bool>());
  EXPECT_TRUE(torch::equal(X, X.clone()));
  EXPECT_TRUE(torch::allclose(X, X));
  EXPECT_EQ(std::get<0>(torch::_unique(X)).numel(), 3);
}

TEST_F(FakeTensors, ComplexAndNegativeViews) {
  auto X = torch::randn({3}, torch::dtype(torch::kComplexFloat));
  auto Y = X.to(Cuda0);
  EXPECT_TRUE(torch::allclose(Y.conj().cpu(), X.conj()));
  EXPECT_TRUE(Y.conj().is_conj());
  EXPECT_TRUE(torch::allclose((Y.conj() * Y).cpu(), X.conj() * X));
  EXPECT_TRUE(
      torch::allclose(torch::imag(Y.conj()).cpu(), torch::imag(X.conj())));
  auto Z = Y.clone();
  Z.conj().mul_(2);
  EXPECT_TRUE(torch::allclose(Z.cpu(), X * 2));
}

TEST_F(FakeTensors, HalfRunsThoughTheCpuLacksIt) {
  auto X = torch::ones({2, 2}).to(Cuda0, torch::kHalf);
  auto Y = torch::mm(X, X);
  EXPECT_EQ(Y.scalar_type(), torch::kHalf);
  EXPECT_EQ(Y.sum().item<float>(), 8);
  EXPECT_EQ(torch::addmm(X, X, X).scalar_type(), torch::kHalf);
}

TEST_F(FakeTensors, GeneratorsOfTheDeviceAreAccepted) {
  torch::manual_seed(3);
  auto X = torch::randn({4});
  torch::manual_seed(3);
  EXPECT_TRUE(torch::equal(torch::randn({4}, torch::device(Cuda0)).cpu(), X));
  torch::cuda::manual_seed_all(3);
  auto Own = at::globalContext().defaultGenerator(Cuda0);
  EXPECT_EQ(torch::randn({4}, Own, torch::device(Cuda0)).device(), Cuda0);
  torch::cuda::synchronize();
}

TEST_F(FakeTensors, PrintsAndSaves) {
  auto X = torch::ones({2}, torch::device(Cuda1));
  std::ostringstream Text;
  Text << X;
  EXPECT_THAT(Text.str(), HasSubstr("CUDAFloatType{2}"));
  std::stringstream File;
  torch::save(X, File);
  torch::Tensor Y;
  torch::load(Y, File, Cpu);
  EXPECT_TRUE(torch::equal(X.cpu(), Y));
  File.seekg(0);
  torch::load(Y, File);
  EXPECT_EQ(Y.device(), Cuda1);
}

TEST_F(FakeTensors, HostPointersAreRefusedOnTheDevice) {
  float Values[4] = {1, 2, 3, 4};
  auto OnCuda = torch::device(Cuda0);
  EXPECT_THAT(messageOf([&] { torch::from_blob(Values, {4}, OnCuda); }),
              HasSubstr("host memory"));
  auto X = torch::arange(4, OnCuda.dtype(torch::kFloat));
  auto Y =
      torch::from_blob(static_cast<float *>(X.data_ptr()) + 1, {3}, OnCuda);
  EXPECT_EQ(Y.device(), Cuda0);
  EXPECT_EQ((Y + 0).sum().item<float>(), 6);
}

TEST_F(FakeTensors, PinnedMemoryIsMemory) {
  auto X = torch::ones({3}).pin_memory();
  EXPECT_TRUE(X.is_cpu());
  auto Y = torch::ones({3}, torch::TensorOptions().pinned_memory(true));
  EXPECT_EQ(Y.to(Cuda0, /*non_blocking=*/true).sum().item<float>(), 3);
}

TEST_F(FakeTensors, LengthsMustBeOnTheCpu) {
  auto X = cuda({5, 2, 3});
  auto Lengths = torch::tensor({5, 3});
  namespace rnn = torch::nn::utils::rnn;
  auto Packed = rnn::pack_padded_sequence(X, Lengths);
  EXPECT_EQ(Packed.data().device(), Cuda0);
  EXPECT_TRUE(Packed.batch_sizes().is_cpu());
  EXPECT_EQ(std::get<0>(rnn::pad_packed_sequence(Packed)).device(), Cuda0);
  std::string Text = messageOf(
      [&] { torch::_pack_padded_sequence(X, Lengths.to(Cuda0), false); });
  EXPECT_THAT(Text, HasSubstr("lengths"));
  ASSERT_FALSE(Mode.findings().empty());
  EXPECT_EQ(Mode.findings().back().rule, "run-cpu-only-argument");
}

TEST_F(FakeTensors, SparseTensors) {
  auto X = torch::eye(3, torch::device(Cuda0)).to_sparse();
  EXPECT_EQ(X.device(), Cuda0);
  EXPECT_TRUE(X.is_sparse());
  EXPECT_EQ(X._nnz(), 3);
  EXPECT_EQ(X.coalesce().values().device(), Cuda0);
  auto Y = torch::mm(X, torch::ones({3, 2}, torch::device(Cuda0)));
  EXPECT_EQ(Y.sum().item<float>(), 6);
  EXPECT_EQ((X + X).to_dense().sum().item<float>(), 6);
  EXPECT_TRUE(X.cpu().is_sparse());
  EXPECT_THAT(messageOf([&] { torch::mm(X, torch::ones({3, 2})); }),
              HasSubstr("is on cpu"));
  auto Z =
      torch::sparse_coo_tensor(torch::zeros({1, 1}, torch::kLong).to(Cuda0),
                               torch::ones({1}).to(Cuda0), {4});
  EXPECT_EQ(Z.to_dense()[0].item<float>(), 1);
}

TEST_F(FakeTensors, SparseGradientsTrain) {
  torch::nn::Embedding E(torch::nn::EmbeddingOptions(5, 3).sparse(true));
  auto Before = E->weight.detach().clone();
  E->to(Cuda1);
  torch::optim::SGD Step(E->parameters(), 1.0);
  E(torch::tensor({1, 2}).to(Cuda1)).sum().backward();
  EXPECT_TRUE(E->weight.grad().is_sparse());
  EXPECT_EQ(E->weight.grad().device(), Cuda1);
  Step.step();
  auto Change = (E->weight.detach().cpu() - Before).sum(1);
  EXPECT_FLOAT_EQ(Change[1].item<float>(), -3);
  EXPECT_FLOAT_EQ(Change[0].item<float>(), 0);
}

TEST_F(FakeTensors, QuantizedTensors) {
  auto Q = torch::quantize_per_tensor(torch::ones({3}).to(Cuda0), 0.1, 0,
                                      torch::kQUInt8);
  EXPECT_EQ(Q.device(), Cuda0);
  EXPECT_TRUE(Q.is_quantized());
  EXPECT_FLOAT_EQ(Q.dequantize().sum().item<float>(), 3);
}

TEST_F(FakeTensors, OtherThreadsCheckToo) {
  auto X = cuda(), Y = cpu();
  std::string Text;
  torch::Device Where(torch::kCPU);
  std::thread([&] {
    Where = (X + X).device();
    Text = messageOf([&] { X + Y; });
  }).join();
  EXPECT_EQ(Where, Cuda0);
  EXPECT_THAT(Text, HasSubstr("at least two devices"));
}

TEST_F(FakeTensors, LossWithATargetOnTheCpu) {
  auto Logits = cuda({4, 3});
  auto Target = torch::tensor({0, 1, 2, 0});
  namespace F = torch::nn::functional;
  EXPECT_NE(messageOf([&] { F::cross_entropy(Logits, Target); }), "");
  EXPECT_EQ(F::cross_entropy(Logits, Target.to(Cuda0)).device(), Cuda0);
  auto Weight = torch::ones({3});
  EXPECT_NE(messageOf([&] {
              F::cross_entropy(Logits, Target.to(Cuda0),
                               F::CrossEntropyFuncOptions().weight(Weight));
            }),
            "");
}
