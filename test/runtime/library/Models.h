//===- Models.h - popular architectures, small ------------------*- C++ -*-===//
#ifndef TORCHTIDY_TEST_RUNTIME_MODELS_H
#define TORCHTIDY_TEST_RUNTIME_MODELS_H

#include <torch/torch.h>

/// A model with the loss it is trained by.
struct ModelImpl : torch::nn::Module {
  virtual torch::Tensor loss(const std::vector<torch::Tensor> &Inputs) = 0;
};
using Model = std::shared_ptr<ModelImpl>;

struct ModelCase {
  const char *name;
  std::function<Model()> make;
  std::function<std::vector<torch::Tensor>()> inputs; ///< on the CPU
};

const std::vector<ModelCase> &modelCases();

#endif
