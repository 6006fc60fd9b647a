// Tensors hidden in lambdas, options and criteria.
// RUN: %check %s -- %mock
#include <torch/torch.h>
namespace F = torch::nn::functional;

struct Scaled : torch::nn::Module {
  torch::nn::Sequential net{nullptr};
  Scaled() {
    auto scale = torch::full({16}, 0.5); // @scale
    net = register_module("net", torch::nn::Sequential(
        torch::nn::Linear(16, 16),
        torch::nn::Functional([scale](torch::Tensor x) { return x * scale; })));
    // CHECK @scale: certain|likely torch-unregistered-state|torch-factory-without-device:
  }
  torch::Tensor forward(torch::Tensor x) { return net->forward(x); }
};

struct ScaledByNumber : torch::nn::Module {
  // QUIET: numbers are no state, and a captured handle of a registered tensor moves.
  torch::nn::Sequential net{nullptr};
  ScaledByNumber() {
    double scale = 0.5;
    auto table = register_buffer("table", torch::rand({16}));
    net = register_module("net", torch::nn::Sequential(
        torch::nn::Linear(16, 16),
        torch::nn::Functional([scale, table](torch::Tensor x) { return x * scale + table; }),
        torch::nn::Functional(torch::relu)));
  }
  torch::Tensor forward(torch::Tensor x) { return net->forward(x); }
};

struct ClassWeights : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::Tensor weight;
  ClassWeights() {
    fc = register_module("fc", torch::nn::Linear(8, 3));
    weight = torch::tensor({1.f, 2.f, 4.f});
    // CHECK: certain torch-unregistered-state: 'weight' ... 'ClassWeights'
  }
  torch::Tensor loss(torch::Tensor x, torch::Tensor target) {
    return F::cross_entropy(fc(x), target, F::CrossEntropyFuncOptions().weight(weight));
  }
};

struct RegisteredWeights : torch::nn::Module {
  // QUIET: the weights are a buffer.
  torch::nn::Linear fc{nullptr};
  torch::Tensor weight;
  RegisteredWeights() {
    fc = register_module("fc", torch::nn::Linear(8, 3));
    weight = register_buffer("weight", torch::tensor({1.f, 2.f, 4.f}));
  }
  torch::Tensor loss(torch::Tensor x, torch::Tensor target) {
    return F::cross_entropy(fc(x), target, F::CrossEntropyFuncOptions().weight(weight));
  }
};

struct KeptOptions : torch::nn::Module {
  F::CrossEntropyFuncOptions options; // @options
  KeptOptions() {
    options = F::CrossEntropyFuncOptions().weight(torch::tensor({1.f, 2.f}));
    // CHECK @options: certain|likely torch-unregistered-state: 'options' ... 'KeptOptions'
  }
  torch::Tensor loss(torch::Tensor logits, torch::Tensor target) { return F::cross_entropy(logits, target, options); }
};

struct Criterion : torch::nn::Module {
  torch::nn::CrossEntropyLoss criterion{nullptr}; // @criterion
  Criterion() {
    criterion = torch::nn::CrossEntropyLoss(torch::nn::CrossEntropyLossOptions().weight(torch::tensor({1.f, 2.f})));
    // CHECK @criterion: certain|likely torch-unregistered-state|torch-unregistered-module: 'criterion' ... 'Criterion'
  }
  torch::Tensor loss(torch::Tensor logits, torch::Tensor target) { return criterion(logits, target); }
};

struct RegisteredCriterion : torch::nn::Module {
  // QUIET: CrossEntropyLoss registers its weight, so registering the criterion does it.
  torch::nn::CrossEntropyLoss criterion{nullptr};
  RegisteredCriterion() {
    criterion = register_module("criterion", torch::nn::CrossEntropyLoss(torch::nn::CrossEntropyLossOptions().weight(torch::tensor({1.f, 2.f}))));
  }
  torch::Tensor loss(torch::Tensor logits, torch::Tensor target) { return criterion(logits, target); }
};

struct PlainCriterion : torch::nn::Module {
  // QUIET: without weights it has no state.
  torch::nn::CrossEntropyLoss criterion;
  torch::nn::MSELoss mse;
  torch::Tensor loss(torch::Tensor logits, torch::Tensor target) { return criterion(logits, target) + mse(logits, target); }
};

struct BatchNormByHand : torch::nn::Module {
  torch::Tensor mean, var;
  BatchNormByHand() : mean(torch::zeros({8})), var(register_buffer("var", torch::ones({8}))) {}
  // CHECK: certain torch-unregistered-state: 'mean' ... 'BatchNormByHand'
  torch::Tensor forward(torch::Tensor x) { return F::batch_norm(x, mean, var, F::BatchNormFuncOptions().training(true)); }
};

struct Callback : torch::nn::Module {
  std::function<torch::Tensor(torch::Tensor)> head; // @head
  Callback() {
    auto projection = torch::randn({16, 4}); // @projection
    head = [projection](torch::Tensor x) { return x.matmul(projection); };
    // MAYBE @projection: certain|likely torch-unregistered-state|torch-factory-without-device: 'projection'
  }
  torch::Tensor forward(torch::Tensor x) { return head(x); }
};
