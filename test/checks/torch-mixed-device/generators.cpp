// A random number generator fills tensors of its own device type only.
// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <ATen/CPUGeneratorImpl.h>

torch::Tensor made() {
  auto g = torch::make_generator<at::CPUGeneratorImpl>(42);
  // CHECK: certain torch-mixed-device: a generator on cpu is made to fill a tensor on cuda
  // NOTE @made: used here
  return torch::randn({3}, g, torch::device(torch::kCUDA)); // @made
}

torch::Tensor ofAnArgument(torch::Tensor x) {
  static auto g = at::detail::createCPUGenerator(42);
  // CHECK: likely torch-mixed-device: a generator on cpu is made to fill 'x', which is on its caller's device
  // NOTE @drop: used here
  return torch::bernoulli(x, 0.5, g); // @drop
}

void inPlace(torch::Device d) {
  auto g = at::detail::createCPUGenerator(1);
  // CHECK: certain torch-mixed-device: a generator on cpu is made to fill a tensor on 'd'
  auto x = torch::empty({3}, d);
  x.normal_(0, 1, g);
}

struct Dropout : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto g = at::detail::createCPUGenerator(7);
    // CHECK: certain torch-mixed-device: a generator on cpu is made to fill 'x'
    return torch::bernoulli(x, 0.5, g);
  }
};

torch::Tensor onHost(torch::Tensor x) {
  // QUIET: both on cpu.
  auto g = at::detail::createCPUGenerator(42);
  auto order = torch::randperm(10, g, torch::kLong);
  return x.cpu().bernoulli_(0.5, g);
}

torch::Tensor nobodys(torch::Tensor x) {
  // QUIET: the tensor's own generator.
  return torch::bernoulli(x, 0.5).normal_(0, 1);
}

torch::Tensor given(torch::Tensor x, at::Generator g) {
  // QUIET: whose it is, the caller knows.
  return torch::bernoulli(x.cuda(), 0.5, g);
}

namespace mine {
struct Generator {};
Generator createCPUGenerator(int) { return {}; }
torch::Tensor bernoulli(torch::Tensor x, double, Generator) { return x; }
torch::Tensor namesake(torch::Tensor x) {
  // QUIET: not LibTorch's.
  return bernoulli(x.cuda(), 0.5, createCPUGenerator(1));
}
} // namespace mine

struct Sampler {
  at::Generator gen = at::detail::createCPUGenerator(1);
  // CHECK: certain torch-mixed-device: a generator on cpu is made to fill a tensor on cuda
  torch::Tensor sample(torch::Tensor logits) { return torch::multinomial(logits.to(torch::kCUDA), 1, false, gen); }
  // MAYBE: likely torch-hardcoded-device:
};
