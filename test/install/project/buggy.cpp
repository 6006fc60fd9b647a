// Faulty with the flags of its target alone.
#include <torch/torch.h>
#include <torch_tidy/annotations.h>
#ifdef WITH_FAULT
struct Net : torch::nn::Module {
  Net() { cache = torch::zeros({10}); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
  torch::Tensor cache;
};
#endif
