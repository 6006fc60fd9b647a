// Optimizers whose state is where the parameters were.
// RUN: %check %s -- %mock
#include <torch/torch.h>

void adagradFirst(torch::Device d) {
  torch::nn::Linear net(4, 4);
  torch::optim::Adagrad opt(net->parameters(), 0.1); // @made
  net->to(d);
  // CHECK: certain torch-move-order: 'to' comes after an optimizer that made its state ... 'd'
  // NOTE @made: its state is made here
  for (int k = 0; k < 10; ++k)
    opt.step();
}

void behindAPointer(torch::nn::Linear net) {
  std::unique_ptr<torch::optim::Optimizer> opt = std::make_unique<torch::optim::Adagrad>(net->parameters(), 0.1);
  net->to(torch::kCUDA);
  // CHECK: likely torch-move-order: may stay on cpu
  opt->step();
}

void adagradAfter(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::optim::Adagrad opt(net->parameters(), 0.1);
  opt.step();
  // QUIET: moved before
}

void noStepSeen(torch::nn::Linear net, torch::Device d) {
  torch::optim::Adagrad opt(net->parameters(), 0.1);
  net->to(d);
  // CHECK: likely torch-move-order: may stay on cpu
}

void givenBoth(torch::nn::Linear net, torch::optim::Adam &opt, torch::Device d) {
  opt.step(); // @first
  net->to(d);
  // CHECK: likely torch-move-order: 'to' between two steps
  // NOTE @first: made the state
  opt.step();
}

void givenTwo(torch::nn::Linear net, torch::nn::Linear other, torch::optim::Adam &opt, torch::Device d) {
  opt.step();
  net->to(d);
  other->to(d);
  opt.step();
  // QUIET: whose parameters it has, nobody knows
}

void momentum(torch::Device d) {
  torch::nn::Linear net(4, 4);
  torch::optim::SGD sgd(net->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
  sgd.step();
  net->to(d);
  // CHECK: certain torch-move-order: 'to' between two steps
  sgd.step();
}

void noMomentum(torch::Device d) {
  torch::nn::Linear net(4, 4);
  torch::optim::SGD sgd(net->parameters(), 0.1);
  sgd.step();
  net->to(d);
  sgd.step();
  // QUIET: it has no state
}

struct Trainer {
  torch::nn::Linear net{nullptr};
  std::unique_ptr<torch::optim::Adam> opt;
  void epoch(torch::Device d) {
    opt->step();
    net->to(torch::kCPU);
    torch::save(net, "w.pt");
    net->to(d);
    // QUIET: on every way to the next step it goes there
  }
};

void adamFirst(torch::Device d) {
  torch::nn::Linear net(4, 4);
  torch::optim::Adam adam(net->parameters(), 0.1);
  torch::optim::SGD sgd(net->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
  net->to(d);
  adam.step();
  sgd.step();
  // QUIET: both make their state at the first step, and parameters keep their identity
}

void adamStepped(torch::Device d) {
  torch::nn::Linear net(4, 4);
  torch::optim::Adam adam(net->parameters(), 0.1);
  adam.step(); // @step
  net->to(d);
  // CHECK: certain torch-move-order: 'to' between two steps of an optimizer ... 'd'
  // NOTE @step: made the state
  adam.step();
}

void toCpuBetweenEpochs() {
  torch::nn::Linear net(4, 4);
  torch::optim::AdamW adam(net->parameters(), 0.1);
  net->to(torch::kCUDA);
  for (int k = 0; k < 10; ++k) {
    adam.step();
    net->to(torch::kCPU);
    // CHECK: certain torch-move-order: meets cpu
    torch::save(net, "w.pt");
  }
}

void backBeforeTheStep(torch::Device d) {
  torch::nn::Linear net(4, 4);
  torch::optim::AdamW adam(net->parameters(), 0.1);
  net->to(d);
  for (int k = 0; k < 10; ++k) {
    adam.step();
    net->to(torch::kCPU);
    torch::save(net, "w.pt");
    net->to(d);
    // QUIET: back before the next step
  }
}

struct SavesItself : torch::nn::Module {
  SavesItself() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  void dump(bool on_cuda) {
    if (on_cuda)
      to(torch::kCPU);
    auto p = named_parameters();
    if (on_cuda)
      to(torch::kCUDA);
    // QUIET: to the cpu, and back to where it was
  }
  torch::nn::Linear fc{nullptr};
};
void savesBetweenSteps() {
  SavesItself net;
  bool cuda = torch::cuda::is_available();
  torch::optim::Adam adam(net.parameters(), 0.1);
  if (cuda)
    net.to(torch::kCUDA);
  for (int k = 0; k < 10; ++k) {
    adam.step();
    net.dump(cuda);
  }
}

void everyEpoch(torch::Device d) {
  torch::nn::Linear net(4, 4);
  torch::optim::AdamW adam(net->parameters(), 0.1);
  for (int k = 0; k < 10; ++k) {
    net->to(d);
    adam.step();
    // QUIET: the first move is before the first step, the others change nothing
  }
}

void afterTraining(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::optim::Adam adam(net->parameters(), 0.1);
  adam.step();
  net->to(torch::kCPU);
  // QUIET: no step follows
  torch::save(net, "w.pt");
}

void anotherOne(torch::Device d) {
  torch::nn::Linear net(4, 4), other(4, 4);
  torch::optim::Adam adam(net->parameters(), 0.1);
  adam.step();
  other->to(d);
  // QUIET: not the module whose parameters it has
  adam.step();
}

struct OnItsDevice : torch::nn::Module {
  torch::Tensor w;
  OnItsDevice(torch::Device d) { w = register_parameter("w", torch::ones({4}, d)); }
};
void madeThere(torch::Device d) {
  auto net = std::make_shared<OnItsDevice>(d);
  torch::optim::Adagrad opt(net->parameters(), 0.1);
  net->to(d);
  // MAYBE: likely torch-move-order:
  opt.step();
}

namespace mine {
struct Adagrad {
  explicit Adagrad(std::vector<torch::Tensor>, double) {}
  void step() {}
};
} // namespace mine
void namesake(torch::Device d) {
  torch::nn::Linear net(4, 4);
  mine::Adagrad opt(net->parameters(), 0.1);
  net->to(d); // QUIET: not LibTorch's
  opt.step();
}
