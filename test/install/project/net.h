#pragma once
#include <torch/torch.h>
struct Split : torch::nn::Module {
  Split();
  torch::Tensor forward(torch::Tensor x);
  torch::Tensor cache;
};
