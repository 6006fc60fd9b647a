//===- Modules.h - small models for the tests -------------------*- C++ -*-===//
#ifndef TORCHTIDY_TEST_RUNTIME_MODULES_H
#define TORCHTIDY_TEST_RUNTIME_MODULES_H

#include <torch/torch.h>

/// Keeps 'cache' as a plain member, so 'to' leaves it behind.
struct ProblemLayerImpl : torch::nn::Module {
  ProblemLayerImpl() {
    linear = register_module("linear", torch::nn::Linear(10, 10));
    cache = torch::zeros({10});
  }
  torch::Tensor forward(torch::Tensor X) { return linear(X) + cache; }
  torch::nn::Linear linear{nullptr};
  torch::Tensor cache;
};
TORCH_MODULE(ProblemLayer);

/// The same, registered.
struct GoodLayerImpl : torch::nn::Module {
  GoodLayerImpl() {
    linear = register_module("linear", torch::nn::Linear(10, 10));
    cache = register_buffer("cache", torch::zeros({10}));
  }
  torch::Tensor forward(torch::Tensor X) { return linear(X) + cache; }
  torch::nn::Linear linear{nullptr};
  torch::Tensor cache;
};
TORCH_MODULE(GoodLayer);

/// The bad layer as "encoder.0" of a net.
struct NestedImpl : torch::nn::Module {
  NestedImpl() {
    encoder = register_module("encoder", torch::nn::Sequential(ProblemLayer()));
  }
  torch::Tensor forward(torch::Tensor X) { return encoder->forward(X); }
  torch::nn::Sequential encoder{nullptr};
};
TORCH_MODULE(Nested);

/// Right on cuda:0 only.
struct FirstDeviceOnlyImpl : torch::nn::Module {
  FirstDeviceOnlyImpl() {
    linear = register_module("linear", torch::nn::Linear(10, 10));
  }
  torch::Tensor forward(torch::Tensor X) {
    torch::Device Where(X.is_cuda() ? torch::kCUDA : torch::kCPU,
                        X.is_cuda() ? 0 : -1);
    return linear(X) + torch::ones({10}, torch::device(Where));
  }
  torch::nn::Linear linear{nullptr};
};
TORCH_MODULE(FirstDeviceOnly);

/// Two inputs, a mask and a batch norm with running statistics.
struct TwoInputsImpl : torch::nn::Module {
  TwoInputsImpl() {
    linear = register_module("linear", torch::nn::Linear(10, 4));
    norm = register_module("norm", torch::nn::BatchNorm1d(4));
  }
  torch::Tensor forward(torch::Tensor X, torch::Tensor Mask) {
    return norm(linear(X)).masked_fill(Mask, 0);
  }
  torch::nn::Linear linear{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
};
TORCH_MODULE(TwoInputs);

#endif
