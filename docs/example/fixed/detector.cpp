// The layers, and what the detector knows before it is trained.
#include "detector.h"

NormalizerImpl::NormalizerImpl() {
  mean = register_buffer("mean", torch::zeros({1, 3, 1, 1}));
}

static torch::nn::Sequential block(int64_t in, int64_t out) {
  return torch::nn::Sequential(
      torch::nn::Conv2d(
          torch::nn::Conv2dOptions(in, out, 3).stride(2).padding(1)),
      torch::nn::BatchNorm2d(out), torch::nn::ReLU());
}

DetectorImpl::DetectorImpl(int64_t channels) {
  normalizer = register_module("normalizer", Normalizer());
  stem = register_module("stem", block(3, channels));
  deeper = register_module("deeper", block(channels, channels));
  for (int scale = 0; scale < 2; ++scale)
    heads.push_back(register_module("head" + std::to_string(scale),
                                    torch::nn::Conv2d(channels, 5, 1)));
  anchors =
      register_buffer("anchors", torch::tensor({{6.0f, 6.0f}, {12.0f, 12.0f}}));
}
