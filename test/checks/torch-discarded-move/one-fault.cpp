// A dropped move explains what follows: one fault, one finding.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Anchors : torch::nn::Module {
  torch::Tensor forward(torch::Tensor image) {
    auto shifts = torch::arange(0, image.size(2), 8); // @shifts
    shifts.toType(torch::kFloat).to(image.device());
    // CHECK @shifts: certain|likely torch-discarded-move|torch-factory-without-device:
    // MAYBE @shifts: certain|likely torch-discarded-move|torch-factory-without-device:
    return image.mean({0, 1, 3}).slice(0, 0, shifts.size(0)) + shifts;
  }
};

float predict(torch::nn::Linear &net, torch::Tensor x) {
  net->to(torch::kCUDA);
  x.cuda();
  // CHECK: certain torch-discarded-move: 'x'
  return net->forward(x).sum().item<float>();
}
