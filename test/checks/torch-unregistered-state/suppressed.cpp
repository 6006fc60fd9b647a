// NOLINT in its four forms, with a reason or without.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Loud : torch::nn::Module {
  torch::Tensor w;
  Loud() { w = torch::rand({4}); }
  // CHECK: certain torch-unregistered-state: 'w' ... 'Loud'
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct SameLine : torch::nn::Module {
  torch::Tensor w;
  SameLine() { w = torch::rand({4}); } // NOLINT(torch-unregistered-state): the caller moves it
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct NextLine : torch::nn::Module {
  torch::Tensor w;
  NextLine() {
    // NOLINTNEXTLINE(torch-unregistered-state)
    w = torch::rand({4});
  }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

// NOLINTBEGIN(torch-*)
struct Block : torch::nn::Module {
  torch::Tensor w;
  Block() { w = torch::rand({4}); }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};
// NOLINTEND(torch-*)

struct Bare : torch::nn::Module {
  torch::Tensor w;
  Bare() { w = torch::rand({4}); } // NOLINT
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct OtherRule : torch::nn::Module {
  torch::Tensor w;
  OtherRule() { w = torch::rand({4}); } // NOLINT(torch-discarded-move)
  // CHECK: certain torch-unregistered-state: 'w' ... 'OtherRule'
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};
