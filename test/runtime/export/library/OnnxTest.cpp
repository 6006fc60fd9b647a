//===- OnnxTest.cpp - ONNX models: evaluated, and exported ----------------===//
#include "Errors.h"
#include "runtime/onnx/Model.h"
#include "torch_tidy/rehearsal_gtest.h"
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/nn.h>

using namespace torchtidy;
using testing::AllOf;
using testing::HasSubstr;

namespace {

std::string archives() { return std::getenv("TORCHTIDY_TEST_ARCHIVES"); }

std::string readFile(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

std::vector<torch::Tensor> run(const torch::jit::Module &M, torch::Tensor X) {
  torch::NoGradGuard NoGrad;
  torch::jit::Module Copy = M;
  std::vector<torch::Tensor> Out;
  c10::IValue Result = Copy.forward({X});
  for (const auto &V : Result.toTupleRef().elements())
    Out.push_back(V.toTensor());
  return Out;
}

void expectSame(const std::vector<torch::Tensor> &Wanted,
                const std::vector<torch::Tensor> &Given) {
  ASSERT_EQ(Wanted.size(), Given.size());
  for (size_t N = 0; N != Wanted.size(); ++N) {
    EXPECT_EQ(Wanted[N].sizes(), Given[N].sizes());
    EXPECT_TRUE(Wanted[N].allclose(Given[N], 1e-4, 1e-5))
        << N << "\n"
        << Wanted[N] << Given[N];
  }
}

class Onnx : public testing::Test {
protected:
  void SetUp() override {
    if (!onnxmodel::available())
      GTEST_SKIP() << "built without libonnx";
  }
  torch::jit::Module picture =
      torch::jit::load(archives() + "/picture.pt", torch::kCPU);
};

/// The reader against PyTorch's own exporter: neither knows the other.
TEST_F(Onnx, EvaluatesWhatPythonExported) {
  std::string Path = archives() + "/picture.onnx";
  onnxmodel::Model M(readFile(Path), Path);
  ASSERT_EQ(1u, M.inputs().size());
  EXPECT_EQ("image: Float 2x3x16x16", M.inputs()[0].text());
  EXPECT_THAT(M.unknownOperators(), testing::IsEmpty());
  torch::Tensor X = torch::randn({2, 3, 16, 16});
  expectSame(run(picture, X), M.evaluate({X}));
}

TEST_F(Onnx, ExportsTheModulesNumbers) {
  std::string Path = testing::TempDir() + "onnx-test.onnx";
  export_onnx(picture, {torch::randn({2, 3, 16, 16})}, Path);
  onnxmodel::Model M(readFile(Path), Path);
  torch::Tensor Other = torch::randn({2, 3, 16, 16});
  expectSame(run(picture, Other), M.evaluate({Other}));
  // Weights keep their names.
  EXPECT_THAT(readFile(Path), HasSubstr("conv.weight"));
  std::remove(Path.c_str());
}

TEST_F(Onnx, ExportsATracedModule) {
  torch::nn::Sequential S(torch::nn::Conv2d(3, 4, 3), torch::nn::ReLU(),
                          torch::nn::Flatten(), torch::nn::Linear(64, 2));
  S->eval();
  struct NetImpl : torch::nn::Module {
    torch::nn::Sequential s;
    explicit NetImpl(torch::nn::Sequential S) : s(register_module("s", S)) {}
    torch::Tensor forward(torch::Tensor x) { return s->forward(x); }
  } Net(S);
  torch::Tensor X = torch::randn({2, 3, 6, 6});
  std::string Path = testing::TempDir() + "onnx-traced.onnx";
  export_onnx(trace(Net, X), {X}, Path);
  onnxmodel::Model M(readFile(Path), Path);
  expectSame({Net.forward(X)}, M.evaluate({X}));
  std::remove(Path.c_str());
}

/// Operators that later opsets have, or that need a Cast, as opset 13 says
/// them.
TEST_F(Onnx, ExportsWhatOpset13HasNoOperatorFor) {
  struct NetImpl : torch::nn::Module {
    torch::Tensor ramp = register_buffer("ramp", torch::arange(8));
    torch::Tensor forward(torch::Tensor x) {
      return torch::hardswish(x + ramp).to(torch::kDouble) * ramp;
    }
  } Net;
  torch::Tensor X = torch::randn({3, 8}) * 4;
  std::string Path = testing::TempDir() + "onnx-opset.onnx";
  export_onnx(trace(Net, X), {X}, Path);
  onnxmodel::Model M(readFile(Path), Path);
  expectSame({Net.forward(X)}, M.evaluate({X}));
  std::remove(Path.c_str());
}

TEST_F(Onnx, NamesWhatItCannotExport) {
  auto M = torch::jit::load(archives() + "/spectrum.pt", torch::kCPU);
  EXPECT_THAT(
      errorOf([&] { export_onnx(M, {torch::randn({4, 8})}, "never.onnx"); }),
      AllOf(HasSubstr("no ONNX export for 2 operators"),
            HasSubstr("aten::fft_rfft at models.py:"),
            HasSubstr("aten::cumsum at models.py:"),
            HasSubstr("torch.onnx.export(")));
  EXPECT_FALSE(std::ifstream("never.onnx").good());
}

TEST_F(Onnx, RefusesAnAccelerator) {
  FakeTensorMode Mode;
  EXPECT_THAT(errorOf([&] {
                export_onnx(picture,
                            {torch::randn({2, 3, 16, 16}, torch::kCUDA)},
                            "never.onnx");
              }),
              HasSubstr("example input 1 is on cuda:0"));
  picture.to(torch::kCUDA);
  EXPECT_THAT(errorOf([&] {
                export_onnx(picture, {torch::randn({2, 3, 16, 16})},
                            "never.onnx");
              }),
              HasSubstr("is on cuda:0\n  export on CPU, then move"));
}

} // namespace
