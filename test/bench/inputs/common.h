// What the files of the generated project share.
#pragma once
#include <string>
#include <torch/torch.h>
#include <vector>

namespace bench {

struct TrainOptions {
  int64_t epochs = 10;
  int64_t batchSize = 64;
  double learningRate = 3e-4;
  std::string checkpoint = "model.pt";
};

/// A GPU if there is one.
inline torch::Device pickDevice() {
  return torch::cuda::is_available() ? torch::Device(torch::kCUDA, 0)
                                     : torch::Device(torch::kCPU);
}

struct Batch {
  torch::Tensor inputs;
  torch::Tensor targets;

  Batch to(const torch::Device &device) const {
    return {inputs.to(device), targets.to(device)};
  }
};

/// Fixed position codes that are added to every input.
struct PositionCodesImpl : torch::nn::Module {
  PositionCodesImpl(int64_t length, int64_t width) {
    codes = register_buffer("codes", torch::zeros({length, width}));
  }
  torch::Tensor forward(const torch::Tensor &x) {
    return x + codes.slice(0, 0, x.size(1));
  }
  torch::Tensor codes;
};
TORCH_MODULE(PositionCodes);

} // namespace bench
