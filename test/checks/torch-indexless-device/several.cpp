// RUN: %check %s -- %mock
// Devices that are one of several, a member's, or a helper's argument.
#include <torch/torch.h>

torch::Tensor chosen(torch::Tensor x) {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  if (x.device() != device)
    // CHECK: likely torch-indexless-device: 'cuda' has none, so they may be never equal
    // NOFIX
    return x.to(device);
  return x;
}

void reassigned(torch::Tensor x) {
  torch::Device device(torch::kCPU);
  if (torch::cuda::is_available())
    device = torch::Device(torch::kCUDA);
  TORCH_CHECK(x.device() == device);
  // CHECK: likely torch-indexless-device: 'cuda' has none
}

void with_index(torch::Tensor x) {
  torch::Device device(torch::kCPU);
  if (torch::cuda::is_available())
    device = torch::Device(torch::kCUDA, 0);
  TORCH_CHECK(x.device() == device);
  // QUIET: both are as tensors have them
}

void by_user(torch::Tensor x, torch::Device device) {
  TORCH_CHECK(x.device() == device);
  // QUIET: nobody calls it here, and the caller's device may have an index
}

struct Runner {
  Runner() : device_(torch::kCUDA) {}
  bool fits(torch::Tensor x) { return x.device() == device_; }
  // CHECK: likely torch-indexless-device: 'cuda' has none
  torch::Device device_;
};

struct Given {
  explicit Given(torch::Device device) : device_(device) {}
  bool fits(torch::Tensor x) { return x.device() == device_; }
  // QUIET: whatever its owner wants
  torch::Device device_;
};

bool is_on(torch::Tensor x, torch::Device d) { return x.device() == d; } // @compared

bool asks(torch::Tensor x) {
  return is_on(x, torch::kCUDA);
  // CHECK: likely torch-indexless-device: 'cuda' has none
  // NOTE @compared: compared here
}

bool asks_first(torch::Tensor x) {
  return is_on(x, torch::Device(torch::kCUDA, 0));
  // QUIET: the index is named
}

bool is_on_type(torch::Tensor x, torch::Device d) {
  return d.has_index() ? x.device() == d : x.device().type() == d.type();
  // QUIET: it knows that there may be no index
}

bool asks_well(torch::Tensor x) { return is_on_type(x, torch::kCUDA); }
