// Generators that a module keeps: they belong to the device they were made for.
// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <ATen/CPUGeneratorImpl.h>

struct Drop : torch::nn::Module {
  at::Generator gen;
  Drop() : gen(at::detail::createCPUGenerator(1)) {}
  // CHECK: certain|likely torch-unregistered-state: generator 'gen' of 'Drop' is made on cpu
  // NOTE @drop: used here
  torch::Tensor forward(torch::Tensor x) {
    return torch::bernoulli(x, 0.5, gen); // @drop
  }
};

struct Noise : torch::nn::Module {
  at::Generator gen = torch::make_generator<at::CPUGeneratorImpl>(3);
  // CHECK: certain|likely torch-unregistered-state: generator 'gen' of 'Noise'
  torch::Tensor forward(torch::Tensor x) { return x + torch::empty_like(x).normal_(0, 1, gen); }
};

struct Given : torch::nn::Module {
  // QUIET: whose it is, the caller decides.
  at::Generator gen;
  explicit Given(at::Generator g) : gen(g) {}
  torch::Tensor forward(torch::Tensor x) { return torch::bernoulli(x, 0.5, gen); }
};

struct Order : torch::nn::Module {
  // QUIET: it only draws on cpu.
  at::Generator gen = at::detail::createCPUGenerator(1);
  torch::Tensor forward(torch::Tensor x) { return x.index({torch::randperm(3, gen, torch::kLong)}); }
};

namespace mine {
struct Generator {};
struct Module {
  // QUIET: namesakes.
  Generator gen;
  torch::Tensor forward(torch::Tensor x) { return x; }
};
} // namespace mine
