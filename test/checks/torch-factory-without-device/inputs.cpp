// RUN: %check %s -- %mock
// A module's method that makes an input from what is no tensor.
#include <torch/torch.h>
#include <vector>

struct Chess : torch::nn::Module {
  Chess() { fc = register_module("fc", torch::nn::Linear(64, 1)); }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }

  torch::Tensor planes(const std::vector<float> &board) {
    auto t = torch::empty({8, 8});
    // QUIET: the host fills it; whoever asks for it moves it
    auto a = t.accessor<float, 2>();
    for (int i = 0; i < 64; ++i)
      a[i / 8][i % 8] = board[i];
    return t;
  }
  torch::Tensor noise(int64_t n) {
    return torch::randn({n, 64});
    // CHECK: likely torch-factory-without-device: 'torch::randn' makes a tensor on cpu, and 'Chess::noise' returns it
  }
  torch::nn::Linear fc{nullptr};
};

// Speaks of devices.
void use(Chess &net) { net.to(torch::kCUDA); }
