// RUN: %check %s -- %mock
// A loss without weights keeps nothing: it needs no move.
#include <torch/torch.h>

torch::Tensor plain(torch::Tensor x, torch::Tensor y, torch::Device device) {
  torch::nn::CrossEntropyLoss loss;
  return loss(x.to(device), y.to(device));
  // QUIET: no weights
}
torch::Tensor by_copy(torch::Tensor x, torch::Tensor y, torch::Device device) {
  auto loss = torch::nn::CrossEntropyLoss();
  return loss->forward(x.to(device), y.to(device));
  // QUIET: no weights
}
torch::Tensor reduced(torch::Tensor x, torch::Tensor y, torch::Device device) {
  auto loss = torch::nn::CrossEntropyLoss(
      torch::nn::CrossEntropyLossOptions().reduction(torch::kSum));
  return loss(x.to(device), y.to(device));
  // QUIET: options, and no weights
}
torch::Tensor weighted(torch::Tensor x, torch::Tensor y, torch::Device device) {
  auto weights = torch::ones({10});
  auto loss = torch::nn::CrossEntropyLoss(
      torch::nn::CrossEntropyLossOptions().weight(weights));
  return loss(x.to(device), y.to(device));
  // CHECK: likely torch-mixed-device: 'loss' was never moved and is on cpu
}

// In a function that is given the loss.
torch::Tensor inner(torch::nn::CrossEntropyLoss loss, torch::Tensor x,
                    torch::Tensor y, torch::Device device) {
  return loss(x.to(device), y.to(device));
}
torch::Tensor outer(torch::Tensor x, torch::Tensor y, torch::Device device) {
  auto loss = torch::nn::CrossEntropyLoss();
  return inner(loss, x, y, device);
  // QUIET: no weights
}

// In a class that keeps it.
struct Masked {
  Masked() {
    loss = torch::nn::CrossEntropyLoss(
        torch::nn::CrossEntropyLossOptions().reduction(torch::kNone));
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    return loss->forward(x, y);
  }
  torch::nn::CrossEntropyLoss loss{nullptr};
};
torch::Tensor masked(torch::Tensor x, torch::Tensor y, torch::Device device) {
  Masked m;
  return m.forward(x.to(device), y.to(device));
  // QUIET: no weights
}

// What another module made, which was moved, says nothing of the loss.
class Trainer {
public:
  void step(torch::Tensor x, torch::Tensor y) {
    net->to(device);
    auto l = loss(net(x.to(device)), y.to(device));
    // CHECK: likely torch-mixed-device: 'loss' was never moved and is on cpu
    l.backward();
  }

private:
  torch::nn::CrossEntropyLoss loss{
      torch::nn::CrossEntropyLossOptions().weight(torch::tensor({1.f, 2.f}))};
  torch::nn::Linear net{4, 2};
  torch::Device device{torch::kCUDA};
};
class Moved {
public:
  void step(torch::Tensor x, torch::Tensor y) {
    net->to(device);
    loss->to(device);
    loss(net(x.to(device)), y.to(device));
    // QUIET: both are moved
  }

private:
  torch::nn::CrossEntropyLoss loss{
      torch::nn::CrossEntropyLossOptions().weight(torch::tensor({1.f, 2.f}))};
  torch::nn::Linear net{4, 2};
  torch::Device device{torch::kCUDA};
};
