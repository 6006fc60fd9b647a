// RUN: %check %s -- %mock
// Annotated functions, arguments and variables.
#include "../../../lib/api/include/torch_tidy/annotations.h"
#include <torch/torch.h>

bool use_gpu() { return torch::cuda::is_available(); }

TORCH_TIDY_RETURNS_ON_DEVICE_OF(src)
torch::Tensor scatter(torch::Tensor index, torch::Tensor src);
TORCH_TIDY_RETURNS_ON_DEVICE_OF(0)
torch::Tensor first(torch::Tensor a, torch::Tensor b);
torch::Tensor pack(torch::Tensor x, TORCH_TIDY_RUNS_ON_CPU torch::Tensor lengths);
TORCH_TIDY_RUNS_ON_CPU torch::Tensor vote(torch::Tensor boxes);

TORCH_TIDY_RUNS_ON_CPU torch::Tensor bins(torch::Tensor x) {
  return torch::histc(x, 10) + torch::zeros({10});
  // QUIET: what it makes is where its tensors are, on purpose
}

TORCH_TIDY_RUNS_ON_CPU torch::Tensor host_table = torch::zeros({8, 8});

struct Net : torch::nn::Module {
  Net() { weight = register_parameter("weight", torch::randn({8})); }
  torch::Tensor by_name(torch::Tensor x) {
    auto y = scatter(torch::zeros({8}, torch::kLong), x);
    auto bias = torch::zeros({8, 8});
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
    return y.matmul(bias);
  }
  torch::Tensor by_number(torch::Tensor x) {
    auto y = first(x, torch::zeros({8}));
    return y + weight;
    // QUIET: on the device of x, whatever the other is on
  }
  torch::Tensor argument(torch::Tensor x, torch::Tensor lengths) {
    return pack(x, lengths.to(x.device()));
    // CHECK: certain|likely torch-mixed-device: 'lengths' has to be on cpu
  }
  torch::Tensor argument_is_there(torch::Tensor x, torch::Tensor lengths) {
    return pack(x, lengths.cpu());
  }
  torch::Tensor function(torch::Tensor x) {
    return bins(x);
    // CHECK: certain|likely torch-mixed-device: kept on cpu ... 'x'
  }
  torch::Tensor function_gets_cpu(torch::Tensor x) {
    return bins(x.cpu()).to(x.device());
  }
  torch::Tensor unseen(torch::Tensor x) {
    auto kept = vote(x.cpu());
    return x.index_select(0, kept);
    // CHECK: certain torch-mixed-device: kept on cpu
  }
  torch::Tensor variable(torch::Tensor x) {
    TORCH_TIDY_RUNS_ON_CPU torch::Tensor lengths = torch::zeros({8});
    return x.matmul(lengths);
    // CHECK: certain torch-mixed-device: kept on cpu
  }
  torch::Tensor of_the_namespace(torch::Tensor x) {
    return x.matmul(host_table.to(x.device()));
    // QUIET: brought to where it is needed
  }
  torch::Tensor of_the_namespace_stays(torch::Tensor x) {
    return x.matmul(host_table);
    // CHECK: certain torch-mixed-device: 'host_table' is kept on cpu ... 'x'
  }
  torch::Tensor weight;
};

/// A crossing that is meant, and what it doesn't cover.
struct Crossing : torch::nn::Module {
  Crossing() { weight = register_parameter("weight", torch::randn({8})); }
  torch::Tensor marked(torch::Tensor x) {
    TORCH_TIDY_CROSSES_DEVICES;
    auto y = x.to(torch::Device(torch::kCUDA, 1));
    return y.to(x.device());
    // QUIET: meant
  }
  torch::Tensor dropped(torch::Tensor x) {
    TORCH_TIDY_CROSSES_DEVICES;
    x.to(torch::Device(torch::kCUDA, 1));
    // CHECK: certain torch-discarded-move: result of 'to()' is dropped
    return x;
  }
  torch::Tensor weight;
};
