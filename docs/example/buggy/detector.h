// A small single-shot object detector: a normaliser, a backbone, and one head
// for each of two scales.
#pragma once

#include <torch/torch.h>

#include <string>
#include <vector>

/// Images (N, 3, H, W) and the box of the one object in each: centre x, centre
/// y, width, height, in pixels (N, 4).
struct Batch {
  torch::Tensor images, boxes;
};

/// Takes the mean of the training images off.
struct NormalizerImpl : torch::nn::Module {
  NormalizerImpl();
  void calibrate(const torch::Tensor &images);
  torch::Tensor forward(const torch::Tensor &images);

  torch::Tensor mean; // (1, 3, 1, 1)
};
TORCH_MODULE(Normalizer);

struct DetectorImpl : torch::nn::Module {
  explicit DetectorImpl(int64_t channels);

  /// One row for each cell of both scales: box (4) and score (1), so (N, cells,
  /// 5).
  torch::Tensor forward(const torch::Tensor &images);

  Normalizer normalizer{nullptr};
  torch::nn::Sequential stem{nullptr}, deeper{nullptr};
  std::vector<torch::nn::Conv2d> heads;
  torch::Tensor anchors; // width and height in pixels for each scale (2, 2)

private:
  torch::Tensor decode(const torch::Tensor &raw, size_t scale, int64_t stride);
};
TORCH_MODULE(Detector);

Batch make_batch(int64_t size);
torch::Tensor detection_loss(const torch::Tensor &cells,
                             const torch::Tensor &boxes);
void train(Detector &detector, torch::Device device, int64_t steps);
void export_backbone(Detector &detector, const std::string &path);
