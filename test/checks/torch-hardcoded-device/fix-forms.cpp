// Each literal of the function becomes the argument's device, or none does.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

torch::Tensor several(torch::Tensor x) {
  return x + torch::zeros({2}, torch::Device(torch::kCUDA)) + torch::ones({2}, torch::kCUDA);
  // CHECK: certain|likely torch-hardcoded-device: 'cuda'
  // FIX: return x + torch::zeros({2}, x.device()) + torch::ones({2}, x.device());
}

torch::Tensor options(torch::Tensor x) {
  auto o = torch::dtype(torch::kFloat).device(torch::Device{torch::kCUDA});
  // CHECK: certain|likely torch-hardcoded-device: 'cuda'
  // FIX: auto o = torch::dtype(torch::kFloat).device(x.device());
  // FIX: return x + torch::zeros({2}, o) + torch::ones({2}, torch::device(x.device()));
  return x + torch::zeros({2}, o) + torch::ones({2}, torch::device(torch::kCUDA));
}

torch::Tensor indexed(torch::Tensor x) {
  return x + torch::zeros({2}, torch::kCUDA) + torch::ones({2}, torch::Device(torch::kCUDA, 1));
  // CHECK: certain|likely torch-hardcoded-device: 'cuda
  // NOFIX
}
