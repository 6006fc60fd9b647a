// RUN: %check %s -- %mock
// What is registered part by part, or held by a plain pointer.
#include <torch/torch.h>

struct PartsImpl : torch::nn::Module {
  PartsImpl() {
    conv = torch::nn::Sequential(
        register_module("a", torch::nn::Linear(4, 4)), torch::nn::ReLU());
    // QUIET: its parts are registered
    dense = torch::nn::Sequential(torch::nn::Linear(4, 4), torch::nn::ReLU());
    // CHECK: certain torch-unregistered-module: submodule 'dense' of 'PartsImpl' is never registered
  }
  torch::Tensor forward(torch::Tensor x) {
    return dense->forward(conv->forward(x));
  }
  torch::nn::Sequential conv{nullptr}, dense{nullptr};
};
TORCH_MODULE(Parts);

struct OwnerImpl : torch::nn::Module {
  OwnerImpl() { made = new torch::nn::Linear(4, 4); }
  // CHECK: certain torch-unregistered-module: submodule 'made' of 'OwnerImpl' is never registered
  torch::Tensor forward(torch::Tensor x) { return (*made)(x); }
  torch::nn::Linear *made;
};
TORCH_MODULE(Owner);

struct BorrowerImpl : torch::nn::Module {
  explicit BorrowerImpl(torch::nn::LinearImpl *given) : given(given) {}
  torch::Tensor forward(torch::Tensor x) { return given->forward(x); }
  // QUIET: somebody else's
  torch::nn::LinearImpl *given;
};
TORCH_MODULE(Borrower);
