// RUN: %check %s -- %mock
// Modules that somebody exports, as the profile in .torch-tidy.yaml says.
#include <torch/torch.h>

struct Head : torch::nn::Module {
  torch::Tensor grid(torch::Tensor x) { return torch::arange(x.size(0), x.options()); }
  // CHECK: likely torch-traced-device-constant: 'torch::arange' makes a tensor on the device of 'x' in what may be exported
  torch::Tensor forward(torch::Tensor x) {
    auto scale = torch::tensor({1.f, 2.f}, x.options());
    // CHECK: likely torch-traced-device-constant: 'torch::tensor' makes a tensor on the device of 'x'
    return x * scale + grid(x);
  }
  torch::Tensor loss(torch::Tensor x) {
    // QUIET: no part of forward.
    return (x - torch::ones({3}, x.options())).abs().mean();
  }
};

struct Table : torch::nn::Module {
  // QUIET: a registered buffer, and what the graph asks when it runs.
  torch::Tensor table;
  Table(torch::Device d) { table = register_buffer("table", torch::ones({3}, d)); }
  torch::Tensor forward(torch::Tensor x) { return x + table + torch::zeros_like(x) + x.new_ones({3}); }
};

torch::Tensor free(torch::Tensor x) {
  // QUIET: no module's.
  return x + torch::ones({3}, x.options());
}
