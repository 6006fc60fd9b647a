// The fix gives the factory the device of what it meets, and keeps its dtype.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = torch::zeros({4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::zeros'
    auto b = torch::arange(4, torch::kLong);
    // CHECK: certain|likely torch-factory-without-device: 'torch::arange'
    auto c = torch::ones({4}, torch::dtype(torch::kFloat));
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    auto d = torch::rand({4}, torch::TensorOptions().dtype(torch::kDouble));
    // CHECK: certain|likely torch-factory-without-device: 'torch::rand'
    return x + a + b + c + d;
  }
};

int main() {
  Net net;
  net.to(torch::kCUDA);
}
