//===- PeerTest.cpp - what PyTorch's and torchdistX's own tests hold ------===//
//
// The behaviours that the test-suites of FakeTensorMode (test_fake_tensor.py)
// and of torchdistX (test_fake.py) hold, in the strictness fake_tensor; each
// with values and without.
//
//===----------------------------------------------------------------------===//
#include "torch_tidy/rehearsal.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <torch/torch.h>

using namespace torchtidy;
using testing::HasSubstr;
using torch::Tensor;

namespace {

const torch::Device Cpu(torch::kCPU), Cuda(torch::kCUDA, 0),
    Cuda1(torch::kCUDA, 1);

RehearsalOptions optionsOf(RehearsalValues Values) {
  RehearsalOptions O;
  O.keep_going = false;
  O.strictness = RehearsalStrictness::FakeTensor;
  O.values = Values;
  return O;
}

struct Peer : testing::TestWithParam<RehearsalValues> {
  FakeTensorMode Mode{optionsOf(GetParam())};
  Tensor on(torch::Device D, std::vector<int64_t> Sizes = {4, 4}) {
    return torch::rand(Sizes, torch::device(D));
  }
  Tensor index(torch::Device D) {
    return torch::zeros({2}, torch::device(D).dtype(torch::kLong));
  }
};

testing::AssertionResult refused(const std::function<void()> &Body,
                                 const std::string &Words) {
  try {
    Body();
  } catch (const c10::Error &E) {
    std::string Text = E.what_without_backtrace();
    if (Text.find(Words) != std::string::npos)
      return testing::AssertionSuccess();
    return testing::AssertionFailure() << "said: " << Text;
  }
  return testing::AssertionFailure() << "was not refused";
}
#define EXPECT_MISMATCH(...)                                                   \
  EXPECT_TRUE(refused([&] { __VA_ARGS__; }, "at least two devices"))

} // namespace

TEST_P(Peer, Basic) {
  auto X = on(Cpu, {2, 2}) + on(Cpu, {4, 2, 2});
  EXPECT_EQ(X.sizes(), (std::vector<int64_t>{4, 2, 2}));
  EXPECT_EQ(X.device(), Cpu);
}
TEST_P(Peer, CudaInitialized) {
  auto P = on(Cuda).requires_grad_();
  P.mm(P).square().sum().backward();
  EXPECT_EQ(P.grad().device(), Cuda);
}
TEST_P(Peer, IndexCudaWithCpu) {
  for (auto Type : {torch::kFloat, torch::kLong, torch::kBool, torch::kHalf}) {
    auto X = torch::ones({4, 2}, torch::device(Cuda).dtype(Type));
    EXPECT_EQ(X.index({index(Cpu)}).device(), Cuda);
  }
}
TEST_P(Peer, ShapeTakeNotDevice) {
  auto X = on(Cpu, {1}).resize_as_(on(Cuda));
  EXPECT_EQ(X.device(), Cpu);
  EXPECT_EQ(X.sizes(), (std::vector<int64_t>{4, 4}));
}
TEST_P(Peer, ZeroDim) {
  EXPECT_EQ((on(Cpu, {}) + on(Cuda)).device(), Cuda);
  EXPECT_EQ((on(Cuda) + on(Cpu, {})).device(), Cuda);
}
TEST_P(Peer, NextafterTakesNoZeroDim) {
  EXPECT_MISMATCH(torch::nextafter(on(Cuda, {}), on(Cpu, {})));
}
TEST_P(Peer, OneElementIsNoScalar) {
  EXPECT_MISMATCH(on(Cpu, {1}) + on(Cuda, {10}));
}
TEST_P(Peer, Throws) {
  EXPECT_MISMATCH(torch::lerp(on(Cpu, {}), on(Cuda), on(Cpu)));
}
TEST_P(Peer, TypeAs) {
  EXPECT_EQ(on(Cpu).type_as(on(Cuda)).device(), Cuda);
}
TEST_P(Peer, SetItem) {
  for (auto D : {Cpu, Cuda}) {
    auto X = on(D);
    using namespace torch::indexing;
    X.index_put_({Ellipsis, 0}, 0);
    EXPECT_EQ(X.device(), D);
  }
}
TEST_P(Peer, DeviceInplaceCopy) {
  EXPECT_EQ(on(Cpu).copy_(on(Cuda)).device(), Cpu);
  EXPECT_EQ(on(Cuda).copy_(on(Cpu)).device(), Cuda);
}
TEST_P(Peer, IndexMultiDevice) {
  auto X = on(Cuda);
  EXPECT_EQ(torch::index_put(X, {index(Cuda)}, on(Cuda, {2, 4})).device(), Cuda);
  EXPECT_EQ(X.index({index(Cpu), index(Cpu)}).device(), Cuda);
}
TEST_P(Peer, IndexPutError) {
  auto X = on(Cuda);
  EXPECT_TRUE(refused([&] { X.index_put_({index(Cuda)}, on(Cpu, {2, 4})); }, "device"));
  EXPECT_TRUE(refused([&] { torch::index_put(X, {index(Cuda)}, on(Cpu, {2, 4})); }, "device"));
  EXPECT_EQ(X.index_put_({index(Cuda)}, on(Cpu, {})).device(), Cuda);
  EXPECT_EQ(torch::index_put(X, {index(Cuda)}, on(Cpu, {})).device(), Cuda);
}
TEST_P(Peer, ScattersKeepSelfsDevice) {
  EXPECT_EQ(torch::slice_scatter(on(Cpu), on(Cuda, {2, 4}), 0, 0, 2).device(), Cpu);
  EXPECT_EQ(torch::slice_scatter(on(Cuda), on(Cpu, {2, 4}), 0, 0, 2).device(), Cuda);
  EXPECT_EQ(torch::diagonal_scatter(on(Cuda), on(Cpu, {4})).device(), Cuda);
}
TEST_P(Peer, SetData) {
  auto X = on(Cpu);
  X.set_data(on(Cuda));
  EXPECT_EQ(X.device(), Cuda);
}
TEST_P(Peer, OutMultiDevice) {
  auto Out = on(Cuda);
  EXPECT_MISMATCH(torch::sin_out(Out, on(Cpu)));
  EXPECT_MISMATCH(on(Cpu).add_(on(Cuda)));
}
TEST_P(Peer, NormalizesDevice) {
  auto X = torch::ones({4}, torch::device(torch::kCUDA)), Y = on(Cuda, {4});
  EXPECT_EQ(X.device(), Cuda);
  EXPECT_EQ((X + Y).device(), Cuda);
}
TEST_P(Peer, ToOfNothingIsTheSame) {
  auto X = on(Cpu), Y = on(Cuda);
  EXPECT_TRUE(X.to(Cpu).is_same(X));
  EXPECT_TRUE(Y.to(Cuda).is_same(Y));
  EXPECT_EQ(X.to(Cuda).device(), Cuda);
}
TEST_P(Peer, LikeConstructor) {
  EXPECT_EQ(torch::ones_like(on(Cuda)).device(), Cuda);
  EXPECT_EQ(torch::ones_like(on(Cuda), torch::device(Cpu)).device(), Cpu);
  EXPECT_EQ(torch::rand_like(on(Cpu), torch::device(Cuda1)).device(), Cuda1);
}
TEST_P(Peer, New) {
  EXPECT_EQ(on(Cuda).new_empty({2}).device(), Cuda);
  EXPECT_EQ(on(Cuda).new_zeros({2}, torch::device(Cpu)).device(), Cpu);
  EXPECT_EQ(on(Cpu).new_full({2}, 3, torch::device(Cuda)).device(), Cuda);
}
TEST_P(Peer, EmbeddingIndices) {
  EXPECT_EQ(torch::embedding(on(Cuda), index(Cuda)).device(), Cuda);
  EXPECT_NE(torch::embedding(on(Cuda), index(Cuda)).dim(), 1);
}
TEST_P(Peer, ConvRejectsMismatched) {
  auto X = on(Cpu, {1, 3, 8, 8}), W = on(Cuda, {2, 3, 3, 3}), B = on(Cuda, {2});
  EXPECT_TRUE(refused([&] { torch::conv2d(X, W, B); }, "cuda:0"));
  ASSERT_FALSE(Mode.findings().empty());
  EXPECT_THAT(Mode.findings()[0].message, HasSubstr("aten::convolution"));
}
TEST_P(Peer, UpsampleAndConvKeepChannelsLast) {
  auto Format = torch::MemoryFormat::ChannelsLast;
  auto X = on(Cuda, {2, 8, 8, 8}).contiguous(Format);
  EXPECT_TRUE(torch::upsample_bilinear2d(X, {16, 16}, false).is_contiguous(Format));
  EXPECT_TRUE(torch::conv2d(X, on(Cuda, {4, 8, 3, 3})).is_contiguous(Format));
}
TEST_P(Peer, CudaLstm) {
  torch::nn::LSTM Net(torch::nn::LSTMOptions(4, 4).proj_size(2));
  Net->to(Cuda);
  auto Y = Net(on(Cuda, {3, 2, 4}));
  EXPECT_EQ(std::get<0>(Y).sizes(), (std::vector<int64_t>{3, 2, 2}));
  std::get<0>(Y).sum().backward();
  EXPECT_EQ(Net->all_weights()[0].grad().device(), Cuda);
}
TEST_P(Peer, MetaIsALegalDevice) {
  auto X = torch::ones({2, 2}, torch::device(torch::kMeta));
  EXPECT_TRUE((X + X).is_meta());
}
TEST_P(Peer, FakeGpuNeedsNoInit) {
  auto O = torch::device(Cuda);
  for (const Tensor &T :
       {torch::empty({10, 10}, O), torch::ones({10, 10}, O), torch::zeros({10, 10}, O),
        torch::rand({10, 10}, O), torch::tensor(3.14, O), torch::tensor({{3.14, 2.0}}, O)})
    EXPECT_EQ(T.device(), Cuda);
}
TEST_P(Peer, ModuleTo) {
  torch::nn::Sequential Net(torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 4, 3)),
                            torch::nn::BatchNorm2d(4));
  Net->to(Cuda);
  for (auto &T : Net->parameters())
    EXPECT_EQ(T.device(), Cuda);
  for (auto &T : Net->buffers())
    EXPECT_EQ(T.device(), Cuda);
  EXPECT_EQ(Net->forward(on(Cuda, {2, 3, 8, 8})).device(), Cuda);
}
TEST_P(Peer, DataDependentOperator) {
  EXPECT_TRUE(refused([&] { on(Cuda).nonzero(); }, "asks for values"));
  EXPECT_TRUE(refused([&] { on(Cpu).nonzero(); }, "asks for values"));
  EXPECT_TRUE(refused([&] { on(Cuda).sum().item<float>(); }, "asks for values"));
}
TEST_P(Peer, ShapeErrorsAsEager) {
  EXPECT_TRUE(refused([&] { on(Cuda).as_strided({2}, {-1}); }, "egative"));
  EXPECT_TRUE(refused([&] { on(Cuda).select(0, 7); }, "out of range"));
  EXPECT_TRUE(refused([&] { on(Cuda, {4}).add_(on(Cuda)); }, "broadcast"));
}
TEST_P(Peer, InferenceMode) {
  torch::InferenceMode Guard;
  auto X = on(Cpu).to(Cuda);
  EXPECT_EQ(X.device(), Cuda);
  EXPECT_TRUE(X.is_inference());
  EXPECT_MISMATCH(torch::matmul(X, on(Cpu)));
}
TEST_P(Peer, NoActiveMode) {
  auto X = on(Cuda);
  auto Y = X + X;
  EXPECT_TRUE(is_fake(Y));
}
TEST(PeerOutside, CudaIsRefusedWithoutAMode) {
  EXPECT_ANY_THROW(torch::ones({1}, torch::device(Cuda)));
  { FakeTensorMode Mode; EXPECT_TRUE(torch::ones({1}, torch::device(Cuda)).is_cuda()); }
  EXPECT_ANY_THROW(torch::ones({1}, torch::device(Cuda)));
}
INSTANTIATE_TEST_SUITE_P(Both, Peer,
                         testing::Values(RehearsalValues::Real, RehearsalValues::Meta),
                         [](const auto &I) {
                           return I.param == RehearsalValues::Real ? "Real" : "Meta";
                         });

//===- Sweeps over the dispatcher -----------------------------------------===//

namespace {

struct Sweep : testing::TestWithParam<RehearsalValues> {};

bool isDeviceArgument(const c10::Argument &A) { return A.name() == "device"; }

bool startsWith(const std::string &S, const std::string &Prefix) {
  return S.rfind(Prefix, 0) == 0;
}

/// An argument of its type, small; none if the type isn't known here.
c10::optional<c10::IValue> valueFor(const c10::Argument &A, torch::Device Like,
                                    c10::optional<torch::Device> Wanted) {
  using c10::TypeKind;
  if (isDeviceArgument(A))
    return Wanted ? c10::IValue(*Wanted) : c10::IValue();
  if (A.default_value())
    return *A.default_value();
  const c10::Type *T = A.type().get();
  if (T->kind() == TypeKind::OptionalType)
    return c10::IValue();
  switch (T->kind()) {
  case TypeKind::TensorType:
    return c10::IValue(torch::ones({3, 2}, torch::device(Like)));
  case TypeKind::IntType:
  case TypeKind::SymIntType:
    return c10::IValue(int64_t(4));
  case TypeKind::FloatType:
    return c10::IValue(1.0);
  case TypeKind::BoolType:
    return c10::IValue(true);
  case TypeKind::NumberType:
    return c10::IValue(int64_t(4));
  case TypeKind::ListType:
    if (T->containedTypes()[0]->kind() == TypeKind::IntType ||
        T->containedTypes()[0]->kind() == TypeKind::SymIntType)
      return c10::IValue(A.name() == "stride" || A.name() == "strides"
                             ? std::vector<int64_t>{2, 1}
                             : std::vector<int64_t>{3, 2});
    return {};
  default:
    return {};
  }
}

struct SweepResult {
  size_t asked = 0;
  std::string wrong;
};

/// Calls \p Op on tensors on \p Like with the device \p Wanted; its results lie
/// there, or where the tensors do.
void check(const c10::OperatorHandle &Op, torch::Device Like,
           c10::optional<torch::Device> Wanted, SweepResult &R) {
  torch::jit::Stack S;
  for (const auto &A : Op.schema().arguments()) {
    auto V = valueFor(A, Like, Wanted);
    if (!V)
      return;
    S.push_back(*V);
  }
  std::string Name = Op.schema().name() + "." + Op.schema().overload_name();
  try {
    Op.callBoxed(&S);
  } catch (const std::exception &) {
    return; // these arguments are none for it
  }
  if (S.size() != 1 || !S[0].isTensor())
    return;
  ++R.asked;
  torch::Device Expected = Wanted ? *Wanted : Like;
  if (S[0].toTensor().device() != Expected)
    R.wrong += Name + " on " + S[0].toTensor().device().str() + ", not " +
               Expected.str() + "\n";
}

template <typename Choose>
SweepResult sweep(RehearsalValues Values, Choose Is,
                  std::vector<c10::optional<torch::Device>> Devices) {
  RehearsalOptions O;
  O.values = Values;
  FakeTensorMode Mode(O);
  SweepResult R;
  for (const auto &Name : c10::Dispatcher::singleton().getAllOpNames()) {
    auto Op = c10::Dispatcher::singleton().findOp(Name);
    if (!Op || !Op->hasSchema() || !startsWith(Name.name, "aten::"))
      continue;
    std::string Base = Name.name.substr(6);
    // Reads a file; of quantized and sparse tensors.
    if (Base == "from_file" || !Is(Base, Op->schema()))
      continue;
    for (auto &D : Devices)
      check(*Op, Cuda, D, R);
  }
  return R;
}

bool takesDevice(const c10::FunctionSchema &S) {
  return std::any_of(S.arguments().begin(), S.arguments().end(),
                     &isDeviceArgument);
}
bool takesTensors(const c10::FunctionSchema &S) {
  for (const auto &A : S.arguments())
    if (A.type()->str().find("Tensor") != std::string::npos)
      return true;
  return false;
}

} // namespace

// Every operator with a device argument, but for those that ask where their
// tensor is (_resize_output).
TEST_P(Sweep, ResultsAreWhereTheyWereAsked) {
  auto R = sweep(GetParam(),
                 [](const std::string &Base, const c10::FunctionSchema &S) {
                   return takesDevice(S) && Base != "is_pinned" &&
                          Base != "pin_memory" && Base != "_pin_memory" &&
                          !startsWith(Base, "_resize_output");
                 },
                 {Cuda, Cuda1, Cpu});
  EXPECT_EQ(R.wrong, "");
  EXPECT_GT(R.asked, 150u);
}

// *_like and new_* without one.
TEST_P(Sweep, TemplatesGiveTheirDevice) {
  auto R = sweep(GetParam(),
                 [](const std::string &Base, const c10::FunctionSchema &S) {
                   return takesTensors(S) && takesDevice(S) &&
                          (startsWith(Base, "new_") ||
                           Base.find("_like") != std::string::npos);
                 },
                 {c10::nullopt});
  EXPECT_EQ(R.wrong, "");
  EXPECT_GE(R.asked, 12u);
}

// A constructor that gained a positional device would be missed by programs.
TEST(Schemas, FactoriesTakeTheirDeviceByKeyword) {
  size_t Count = 0;
  for (const auto &Name : c10::Dispatcher::singleton().getAllOpNames()) {
    auto Op = c10::Dispatcher::singleton().findOp(Name);
    if (!Op || !Op->hasSchema() || !startsWith(Name.name, "aten::") ||
        takesTensors(Op->schema()))
      continue;
    for (const auto &A : Op->schema().arguments())
      if (isDeviceArgument(A) && Op->schema().returns().size() == 1 &&
          Op->schema().returns()[0].type()->kind() == c10::TypeKind::TensorType) {
        EXPECT_TRUE(A.kwarg_only()) << Name.name;
        ++Count;
      }
  }
  EXPECT_GT(Count, 40u);
}

INSTANTIATE_TEST_SUITE_P(Both, Sweep,
                         testing::Values(RehearsalValues::Real, RehearsalValues::Meta),
                         [](const auto &I) {
                           return I.param == RehearsalValues::Real ? "Real" : "Meta";
                         });
