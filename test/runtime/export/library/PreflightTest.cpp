//===- PreflightTest.cpp - what an export would keep ----------------------===//
#include "Errors.h"
#include "torch_tidy/rehearsal_gtest.h"
#include <fstream>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/nn.h>
#include <torch/optim/adam.h>

using namespace torchtidy;
using testing::AllOf;
using testing::HasSubstr;

namespace {

struct GoodImpl : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  GoodImpl() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    norm = register_module("norm", torch::nn::BatchNorm1d(4));
  }
  torch::Tensor forward(torch::Tensor x) { return norm(torch::relu(fc(x))); }
};
TORCH_MODULE(Good);

struct KeepsImpl : GoodImpl {
  torch::Tensor cache;
  torch::Tensor unused;
  KeepsImpl() : cache(torch::arange(4) + 0.5), unused(torch::zeros({3})) {}
  torch::Tensor forward(torch::Tensor x) {
    return GoodImpl::forward(x) + cache; // CONSTANT
  }
};
TORCH_MODULE(Keeps);

struct ListsImpl : GoodImpl {
  std::vector<torch::Tensor> anchors{torch::arange(4) + 0.5};
  torch::Tensor forward(torch::Tensor x) {
    return GoodImpl::forward(x) + anchors[0];
  }
};
TORCH_MODULE(Lists);

struct BakesImpl : GoodImpl {
  torch::Tensor forward(torch::Tensor x) {
    auto position = torch::arange(4, x.options()); // BAKED
    return GoodImpl::forward(x) + position;
  }
};
TORCH_MODULE(Bakes);

unsigned lineOf(const char *Mark) {
  std::ifstream In(__FILE__);
  std::string Line;
  for (unsigned N = 1; std::getline(In, Line); ++N)
    if (Line.find(std::string("// ") + Mark) != std::string::npos)
      return N;
  return 0;
}

const Finding *find(const Preflight &P, const std::string &Rule) {
  for (const Finding &F : P.findings)
    if (F.rule == Rule)
      return &F;
  return nullptr;
}

TEST(Preflight, QuietOnAGoodModule) {
  Good M;
  M->eval();
  Preflight P = preflight_export(*M, torch::randn({2, 4}));
  EXPECT_TRUE(P.ok()) << P.text();
}

TEST(Preflight, ModuleOnAnAccelerator) {
  FakeTensorMode Mode;
  Good M;
  M->to(torch::kCUDA);
  Preflight P = preflight_export(*M, torch::randn({2, 4}, torch::kCUDA));
  EXPECT_THAT(
      P.text(),
      AllOf(HasSubstr("the module and its example inputs are on cuda:0"),
            HasSubstr("export on CPU, then move: model->to(torch::kCPU)"),
            HasSubstr("1.13 to 2.14")));
  EXPECT_EQ(1u, P.findings.size());
}

TEST(Preflight, MembersThatWillNotMoveAreToldAtOnce) {
  FakeTensorMode Mode;
  Keeps M;
  M->to(torch::kCUDA);
  Preflight P = preflight_export(*M, torch::randn({2, 4}, torch::kCUDA));
  EXPECT_THAT(
      P.text(),
      AllOf(HasSubstr("the module and its example inputs are on cuda:0"),
            HasSubstr("member 'cache' of KeepsImpl is never registered; "
                      "'to()' does not move it")));
}

TEST(Preflight, InputBesideTheModule) {
  FakeTensorMode Mode;
  Good M;
  Preflight P = preflight_export(*M, torch::randn({2, 4}, torch::kCUDA));
  EXPECT_THAT(P.text(),
              HasSubstr("example input 1 is on cuda:0, the module on cpu"));
}

TEST(Preflight, BufferApart) {
  FakeTensorMode Mode;
  Good M;
  M->norm->running_mean.set_data(M->norm->running_mean.to(torch::kCUDA));
  Preflight P = preflight_export(*M, torch::randn({2, 4}));
  EXPECT_THAT(P.text(), HasSubstr("buffer 'norm.running_mean' is on cuda:0, "
                                  "the module on cpu"));
}

TEST(Preflight, LossAndOptimizerApart) {
  FakeTensorMode Mode;
  Good M, Loss;
  torch::optim::Adam Optimizer(Loss->parameters());
  Loss->to(torch::kCUDA);
  ExportOptions O;
  O.losses = {Loss.get()};
  O.optimizer = &Optimizer;
  Preflight P = preflight_export(*M, torch::randn({2, 4}), O);
  EXPECT_THAT(P.text(),
              AllOf(HasSubstr("loss parameter 'fc.weight' and 6 more are on "
                              "cuda:0, the module on cpu"),
                    HasSubstr("parameter 1 of the optimizer and 3 more")));
}

TEST(Preflight, MemberThatIsNeverRegistered) {
  Keeps M;
  M->eval();
  Preflight P = preflight_export(*M, torch::randn({2, 4}));
  const Finding *F = find(P, "archive-constant");
  ASSERT_NE(nullptr, F) << P.text();
  EXPECT_EQ(Level::Certain, F->level) << P.text();
  EXPECT_EQ(lineOf("CONSTANT"), F->span.line) << P.text();
  EXPECT_THAT(
      P.text(),
      AllOf(HasSubstr("member 'cache' of KeepsImpl is never registered"),
            HasSubstr("cache = register_buffer(\"cache\", cache);"),
            HasSubstr("member 'unused' of KeepsImpl is never registered; "
                      "the export leaves it out")));
  EXPECT_EQ(2u, P.findings.size()) << P.text();
}

TEST(Preflight, ElementOfAVectorGetsANameThatCanBeRegistered) {
  Lists M;
  M->eval();
  Preflight P = preflight_export(*M, torch::randn({2, 4}));
  EXPECT_THAT(
      P.text(),
      AllOf(HasSubstr("member 'anchors[0]' of ListsImpl is never registered"),
            HasSubstr("anchors[0] = register_buffer(\"anchors_0\", "
                      "anchors[0]);")));
}

TEST(Preflight, LeavesTheInterpreterAsItWas) {
  bool Profiling = torch::jit::getProfilingMode(),
       Executor = torch::jit::getExecutorMode(),
       Optimize = torch::jit::getGraphExecutorOptimize();
  ASSERT_TRUE(Profiling || Executor || Optimize);
  Good M;
  M->eval();
  preflight_export(*M, torch::randn({2, 4}));
  EXPECT_EQ(Profiling, torch::jit::getProfilingMode());
  EXPECT_EQ(Executor, torch::jit::getExecutorMode());
  EXPECT_EQ(Optimize, torch::jit::getGraphExecutorOptimize());
}

TEST(Preflight, DeviceThatATraceFreezes) {
  Bakes M;
  M->eval();
  Preflight P = preflight_export(*M, torch::randn({2, 4}));
  const Finding *F = find(P, "archive-baked-device");
  ASSERT_NE(nullptr, F) << P.text();
  EXPECT_EQ(Level::Certain, F->level);
  EXPECT_EQ(lineOf("BAKED"), F->span.line) << P.text();
  EXPECT_THAT(P.text(), HasSubstr("aten::arange in Exported.forward has cpu "
                                  "baked in"));
  EXPECT_EQ(1u, P.findings.size()) << P.text();
}

TEST(Trace, GivesTheModulesNumbersAnywhere) {
  Good M;
  M->eval();
  torch::Tensor X = torch::randn({2, 4}), Y = M->forward(X);
  torch::jit::Module T = trace(*M, X);
  EXPECT_TRUE(T.forward({X}).toTensor().allclose(Y));
  EXPECT_EQ(M->parameters().size(), T.parameters().size());
  FakeTensorMode Mode;
  torch::jit::Module Moved = T.deepcopy();
  Moved.to(torch::Device("cuda:1"));
  torch::Tensor Z = Moved.forward({X.to(torch::Device("cuda:1"))}).toTensor();
  EXPECT_THAT(Z, IsOnDevice(torch::Device("cuda:1")));
  EXPECT_TRUE(Z.cpu().allclose(Y));
}

TEST(Trace, ThrowsInTheUsersWords) {
  Keeps M;
  EXPECT_THAT(errorOf([&] { trace(*M, torch::randn({2, 4})); }),
              HasSubstr("member 'cache' of KeepsImpl is never registered"));
}

TEST(Save, RefusesAnAccelerator) {
  Good M;
  M->eval();
  torch::jit::Module T = trace(*M, torch::randn({2, 4}));
  std::string Path = testing::TempDir() + "preflight-save.pt";
  save(T, Path);
  torch::jit::Module Loaded = torch::jit::load(Path);
  EXPECT_EQ(4u, Loaded.parameters().size());
  EXPECT_EQ(3u, Loaded.buffers().size());
  FakeTensorMode Mode;
  T.to(torch::kCUDA);
  EXPECT_THAT(errorOf([&] { save(T, Path); }),
              AllOf(HasSubstr("parameter 'fc.weight' of Linear is on cuda:0"),
                    HasSubstr("export on CPU, then move: "
                              "module.to(torch::kCPU); torchtidy::save(")));
  std::remove(Path.c_str());
}

} // namespace
