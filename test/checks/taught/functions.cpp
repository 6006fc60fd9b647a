// RUN: %check %s -- %mock
// Functions that .torch-tidy.yaml, beside this file, teaches.
#include <torch/torch.h>

namespace my {
torch::Tensor causal_mask(int64_t n);
torch::Tensor grid(int64_t n, torch::TensorOptions options = {});
torch::Tensor pad_like(int64_t n, torch::Tensor src);
torch::Tensor to_gpu(torch::Tensor x);
torch::Tensor send(torch::Device where, torch::Tensor what);
void send_(torch::Tensor &what, torch::Device where);
torch::Tensor fused_add(torch::Tensor a, torch::Tensor b);
torch::Tensor histogram(torch::Tensor x);
torch::Tensor lookup(torch::Tensor table, torch::Tensor ids);
torch::Tensor pack(torch::Tensor x, torch::Tensor lengths);
void log_tensor(torch::Tensor &x);
struct Maker {
  torch::Tensor grid(int64_t n, torch::TensorOptions options);
};
} // namespace my

bool gpu() { return torch::cuda::is_available(); }

struct Net : torch::nn::Module {
  Net() { weight = register_parameter("weight", torch::randn({8, 8})); }

  torch::Tensor helper(torch::Tensor x) {
    auto mask = my::causal_mask(8);
    // CHECK: certain|likely torch-factory-without-device: 'my::causal_mask' always answers on cpu
    return x + mask;
  }
  torch::Tensor made(torch::Tensor x) {
    auto grid = my::grid(8);
    // CHECK: certain|likely torch-factory-without-device: 'my::grid' makes a tensor on cpu
    return x.matmul(grid);
  }
  torch::Tensor with_options(torch::Tensor x) {
    return x.matmul(my::grid(8, x.options()));
    // QUIET: the options name the input's device
  }
  torch::Tensor of_an_object(torch::Tensor x, my::Maker &maker) {
    return x.matmul(maker.grid(8, torch::kFloat));
    // CHECK: certain|likely torch-factory-without-device: 'my::Maker::grid' makes a tensor on cpu
  }
  torch::Tensor like(torch::Tensor x) {
    return x + my::pad_like(8, x);
    // QUIET: made where its argument is
  }
  torch::Tensor moved(torch::Tensor x) {
    auto mask = my::send(x.device(), my::causal_mask(8));
    return x + mask;
    // QUIET: the mover brings it
  }
  torch::Tensor moved_in_place(torch::Tensor x) {
    auto mask = my::causal_mask(8);
    my::send_(mask, x.device());
    return x + mask;
    // QUIET: the mover brings it, and it stays the same tensor
  }
  torch::Tensor own_operator(torch::Tensor x) {
    auto bias = torch::zeros({8});
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
    return my::fused_add(x, bias);
  }
  torch::Tensor device_comes_out(torch::Tensor x) {
    auto y = my::fused_add(x, x);
    auto bias = torch::zeros({8});
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
    return y.matmul(bias);
  }
  torch::Tensor answers_on_cpu(torch::Tensor x) {
    auto h = my::histogram(x);
    // CHECK: certain torch-factory-without-device: 'my::histogram' makes a tensor on cpu
    return x.matmul(h);
  }
  torch::Tensor any_device(torch::Tensor x) {
    return my::lookup(torch::zeros({100, 8}), x);
    // QUIET: the table may be anywhere
  }
  torch::Tensor host_argument(torch::Tensor x, torch::Tensor lengths) {
    return my::pack(x, lengths.to(x.device()));
    // CHECK: certain|likely torch-mixed-device: 'lengths' has to be on cpu
  }
  torch::Tensor host_argument_is_there(torch::Tensor x) {
    return my::pack(x, torch::zeros({4}));
    // QUIET: lengths are wanted on cpu, and made there
  }
  torch::Tensor ignored(torch::Tensor x) {
    auto bias = torch::zeros({8}, x.options());
    my::log_tensor(bias);
    return x + bias;
    // QUIET: what it is given comes back as it was
  }
  torch::Tensor weight;
};

// The same names elsewhere are nobody's.
namespace other {
torch::Tensor causal_mask(int64_t n);
torch::Tensor pack(torch::Tensor x, torch::Tensor lengths);
} // namespace other

struct Namesakes : torch::nn::Module {
  Namesakes() { weight = register_parameter("weight", torch::randn({8, 8})); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor lengths) {
    auto y = other::pack(x, lengths.to(x.device()));
    // QUIET: not the function that was taught
    return y + other::causal_mask(8);
    // QUIET: not the function that was taught
  }
  torch::Tensor weight;
};

torch::Tensor fixed_device() {
  auto y = my::to_gpu(torch::zeros({8}));
  // CHECK: advice torch-redundant-transfer: moved to cuda right away
  auto z = torch::zeros({8});
  // CHECK: certain torch-factory-without-device: meets ... cuda
  return y.matmul(z);
}

// A body of the project's own, which says less than what is taught: nobody
// sees the device through the table of functions.
namespace my {
using Kernel = torch::Tensor (*)(torch::Tensor, torch::Tensor);
extern Kernel kernels[2];
torch::Tensor fused_add(torch::Tensor a, torch::Tensor b) {
  return kernels[0](a, b);
}
} // namespace my
