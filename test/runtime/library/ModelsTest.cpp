//===- ModelsTest.cpp - popular models, small, with and without values ----===//
//
// Each is built, moved, run forward and backward and stepped: on the CPU, on a
// fake device with values, on one without. Devices, shapes, types agree; with
// values the numbers do too.
//
//===----------------------------------------------------------------------===//
#include "Models.h"
#include "torch_tidy/rehearsal.h"
#include <gtest/gtest.h>

using namespace torchtidy;
using torch::Tensor;

namespace {

/// What a step of training leaves: the output, the gradients, the weights.
struct Outcome {
  std::vector<Tensor> all;
  std::vector<std::string> names;
  void add(std::string Name, const Tensor &T) {
    names.push_back(std::move(Name));
    all.push_back(T);
  }
};

Outcome train(const ModelCase &C, torch::Device Device) {
  torch::manual_seed(7);
  Model M = C.make();
  std::vector<Tensor> Inputs = C.inputs();
  M->to(Device);
  for (Tensor &T : Inputs)
    T = T.to(Device);
  torch::optim::Adam Optimizer(M->parameters(), 1e-3);
  Tensor Loss = M->loss(Inputs);
  Optimizer.zero_grad();
  Loss.backward();
  Outcome O;
  O.add("loss", Loss.detach());
  for (auto &P : M->named_parameters()) {
    if (P.value().grad().defined())
      O.add("gradient of " + P.key(), P.value().grad());
  }
  Optimizer.step();
  for (auto &P : M->named_parameters())
    O.add(P.key(), P.value().detach());
  for (auto &B : M->named_buffers())
    O.add(B.key(), B.value());
  return O;
}

struct Models : testing::TestWithParam<ModelCase> {
  const torch::Device device{torch::kCUDA, 1};
  Outcome onCpu, onFake;

  std::vector<Finding> compare(RehearsalValues Values) {
    onCpu = train(GetParam(), torch::kCPU);
    RehearsalOptions O;
    O.device = device;
    O.keep_going = false;
    O.values = Values;
    FakeTensorMode Mode(O);
    onFake = train(GetParam(), device);
    EXPECT_EQ(onFake.names, onCpu.names);
    for (size_t I = 0; I < std::min(onCpu.all.size(), onFake.all.size()); ++I) {
      const Tensor &Fake = onFake.all[I], &Real = onCpu.all[I];
      EXPECT_EQ(Fake.device(), device) << onCpu.names[I];
      EXPECT_EQ(Fake.sizes(), Real.sizes()) << onCpu.names[I];
      EXPECT_EQ(Fake.scalar_type(), Real.scalar_type()) << onCpu.names[I];
      if (Values == RehearsalValues::Real)
        EXPECT_TRUE(torch::allclose(Fake.cpu(), Real, 1e-3, 1e-4))
            << onCpu.names[I];
    }
    return Mode.findings();
  }
};

} // namespace

TEST_P(Models, TrainWithValues) {
  EXPECT_TRUE(compare(RehearsalValues::Real).empty());
}

TEST_P(Models, TrainWithoutValues) {
  EXPECT_TRUE(compare(RehearsalValues::Meta).empty());
}

INSTANTIATE_TEST_SUITE_P(All, Models, testing::ValuesIn(modelCases()),
                         [](const testing::TestParamInfo<ModelCase> &I) {
                           return std::string(I.param.name);
                         });
