// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

bool on_any_gpu(torch::Tensor x) {
  return x.device() == torch::Device(torch::kCUDA);
  // CHECK: certain torch-indexless-device: 'cuda' has none, so they are never equal
  // NOTE: compare types
  // FIX:   return x.device().type() == torch::kCUDA;
}

bool on_no_gpu(torch::Tensor x) {
  return torch::Device("cuda") != x.device();
  // CHECK: certain torch-indexless-device: 'cuda' has none
  // FIX:   return torch::Device("cuda").type() != x.device().type();
}

torch::Tensor ensure(torch::Tensor t) {
  torch::Device want("mps");
  if (t.device() == want)
    // CHECK: certain torch-indexless-device: 'mps' has none
    // FIX:   if (t.device().type() == want.type())
    return t;
  return t.to(want);
}

bool kept(torch::Tensor x) {
  const auto device = x.device();
  return device == torch::kCUDA;
  // CHECK: certain torch-indexless-device: 'cuda' has none
  // FIX:   return device.type() == torch::kCUDA;
}

void checked(torch::Tensor x) {
  TORCH_CHECK(x.device() == torch::kCUDA, "x must be on a GPU");
  // CHECK: certain torch-indexless-device: 'cuda' has none
}

bool on_first_gpu(torch::Tensor x) {
  return x.device() == torch::Device(torch::kCUDA, 0) || x.device() == torch::Device("cuda:1");
  // QUIET: the index is named
}

bool on_this_gpu(torch::Tensor x, int rank) {
  return x.device() == torch::Device(torch::kCUDA, rank);
  // QUIET: it has an index, whichever
}

bool same(torch::Tensor x, torch::Tensor y) {
  return x.device() == y.device();
  // QUIET: both have what they have
}

bool on_host(torch::Tensor x) {
  return x.device() == torch::kCPU;
  // QUIET: tensors on the CPU have no index either
}

bool types(torch::Tensor x) {
  return x.device().type() == torch::kCUDA && x.device().is_cuda() && x.is_cuda();
  // QUIET: types are compared
}

bool two_devices(torch::Device d) {
  return d == torch::kCUDA;
  // QUIET: not a tensor's device: it may well have no index
}

struct Tensor {
  torch::Device device() const { return torch::kCUDA; }
};
bool namesake(Tensor x) {
  return x.device() == torch::Device(torch::kCUDA);
  // QUIET: not LibTorch's tensor
}
