// RUN: %check %s -- %mock
// Nothing here speaks of a device but one call.
#include <torch/torch.h>

float dangling(torch::Tensor t) {
  const float *p = t.contiguous().data_ptr<float>();
  // CHECK: likely torch-host-access: may outlive it
  return p[0];
}

float public_function(torch::Tensor t) {
  return t.data_ptr<float>()[0];
  // QUIET: no device in this project that it could be on
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x.data_ptr<float>()[0] = 0;
    // QUIET: no device in this project
    return x;
  }
};
