// RUN: %check %s -- %mock
#include <torch/torch.h>

// The file's one loud line, so that a broken tool does not pass.
struct Loud {
  torch::Tensor t;
  Loud() { t = torch::ones({4}, torch::kCUDA); }
  // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in the constructor of 'Loud'
};

struct Available : torch::nn::Module {
  torch::Tensor w;
  Available() {
    torch::Device device = torch::kCPU;
    if (torch::cuda::is_available())
      device = torch::kCUDA;
    w = register_parameter("w", torch::ones({4}, device));
    // QUIET: under is_available()
  }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct Ternary : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Ternary() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    auto d = torch::cuda::device_count() > 0 ? torch::kCUDA : torch::kCPU;
    fc->to(d);
    // QUIET: chosen
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct OrElse : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  explicit OrElse(bool wanted) {
    bool ok = wanted && torch::cuda::is_available();
    fc = register_module("fc", torch::nn::Linear(4, 4));
    if (!ok)
      return;
    fc->to(torch::kCUDA);
    // QUIET: what the flag was made from
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct AskedFor : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  explicit AskedFor(bool use_gpu) {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    if (use_gpu)
      fc->to(torch::kCUDA);
    // QUIET: asked for
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct IsCuda : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  IsCuda() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    if (x.is_cuda())
      return fc(x + torch::ones({4}, torch::kCUDA));
    // QUIET: the input is there
    return fc(x);
  }
};

torch::Tensor checked(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "on the device, please");
  return x + torch::ones({4}, torch::kCUDA);
  // QUIET: checked
}

struct Preprocessor : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Preprocessor() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
#ifndef NO_CUDA
    fc->to(torch::kCUDA);
    // QUIET: under #ifndef
#endif
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct OnlyCalledThere : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  OnlyCalledThere() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    if (torch::cuda::is_available())
      speed_up();
  }
  void speed_up() { fc->to(torch::kCUDA); }
  // QUIET: called under is_available() alone
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Params : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  explicit Params(torch::Device device = torch::kCUDA) {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    fc->to(device);
    // QUIET: a default of a parameter
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Compares : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Compares() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    if (x.device().type() == torch::kCUDA)
      return fc(x.contiguous());
    // QUIET: compared with
    return fc(x);
  }
};

struct ByRank {
  torch::Tensor t;
  explicit ByRank(int rank) { t = torch::ones({4}, torch::Device(torch::kCUDA, rank)); }
  // QUIET: an ordinal that the run knows
};

struct CudaFilter {
  torch::Tensor t;
  CudaFilter() { t = torch::ones({4}, torch::kCUDA); }
  // QUIET: its name says what it is for
};
struct Holder {
  torch::Tensor t;
  void to_gpu() { t = t.cuda(); }
  // QUIET: so does this one's
};

torch::Tensor scan_cuda(torch::Tensor x) { return x + torch::ones({4}, torch::kCUDA); }
// QUIET: and this one's

struct Host {
  torch::Tensor t;
  Host() { t = torch::ones({4}, torch::kCPU); }
  // QUIET: the host's memory
};

struct NoTensors {
  torch::Tensor make() { return torch::ones({4}, torch::kCUDA); }
  // QUIET: it owns none
};

// A test framework's.
namespace testing {
struct Test {
  virtual void TestBody() = 0;
};
} // namespace testing

// Not LibTorch's.
namespace mine {
enum Kind { kCUDA };
struct Tensor {
  Tensor to(Kind) const { return *this; }
  Tensor cuda() const { return *this; }
};
struct Owner {
  torch::Tensor real;
  Tensor t;
  Owner() { t = t.to(kCUDA).cuda(); }
  // QUIET: a namesake
};
} // namespace mine
