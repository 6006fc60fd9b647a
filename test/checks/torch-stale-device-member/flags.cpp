// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Flag : torch::nn::Module {
  bool use_cuda;
  torch::nn::Linear fc{nullptr};
  explicit Flag(bool c) : use_cuda(c) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    if (use_cuda)
      x = x.cuda();
    // CHECK: certain torch-stale-device-member: stored flag 'use_cuda' of 'Flag' decides here, and 'to()' does not update it
    // NOTE: 'use_cuda' is declared here
    return fc(x);
  }
};

struct Chooses : torch::nn::Module {
  bool on_gpu_;
  torch::nn::Linear fc{nullptr};
  explicit Chooses(bool c) : on_gpu_(c) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    torch::Device d = on_gpu_ ? torch::kCUDA : torch::kCPU;
    // CHECK: certain torch-stale-device-member: stored flag 'on_gpu_' of 'Chooses'
    return fc(x + torch::ones({4}, d));
  }
};

struct ByAvailability : torch::nn::Module {
  bool fast = torch::cuda::is_available();
  torch::nn::Linear fc{nullptr};
  ByAvailability() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    if (fast)
      x = x.to(torch::kCUDA);
    // CHECK: certain torch-stale-device-member: stored flag 'fast' of 'ByAvailability'
    return fc(x);
  }
};

struct AtBuilding : torch::nn::Module {
  bool use_cuda;
  torch::nn::Linear fc{nullptr};
  explicit AtBuilding(bool c) : use_cuda(c) {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    if (use_cuda)
      fc->to(torch::kCUDA);
    // QUIET: only while it is built
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Updated : torch::nn::Module {
  bool use_cuda = false;
  torch::nn::Linear fc{nullptr};
  Updated() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  void to(torch::Device d, bool non_blocking = false) override {
    use_cuda = d.is_cuda();
    torch::nn::Module::to(d, non_blocking);
  }
  torch::Tensor forward(torch::Tensor x) {
    if (use_cuda)
      x = x.cuda();
    // QUIET: the overridden 'to' updates it
    return fc(x);
  }
};

struct OtherFlag : torch::nn::Module {
  bool gpu_kernels = true;
  torch::nn::Linear fc{nullptr};
  OtherFlag() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    if (gpu_kernels && x.is_cuda())
      return fc(x).contiguous();
    // QUIET: nothing is made or moved by it
    return fc(x);
  }
};

// Not LibTorch's.
struct Namesake {
  struct Tensor {
    Tensor cuda() const { return *this; }
  };
  bool use_cuda = false;
  Tensor forward(Tensor x) {
    if (use_cuda)
      x = x.cuda();
    // QUIET: a namesake's
    return x;
  }
};
