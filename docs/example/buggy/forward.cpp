// From images to boxes.
#include "detector.h"

void NormalizerImpl::calibrate(const torch::Tensor &images) {
  mean = images.mean({0, 2, 3}).view({1, 3, 1, 1});
}

torch::Tensor NormalizerImpl::forward(const torch::Tensor &images) {
  return images - mean;
}

torch::Tensor DetectorImpl::decode(const torch::Tensor &raw, size_t scale,
                                   int64_t stride) {
  auto height = raw.size(2), width = raw.size(3);
  auto cells = raw.flatten(2).transpose(1, 2); // (N, height * width, 5)

  // The corner of each cell, row by row.
  auto index = torch::arange(height * width, torch::kFloat32);
  auto corner =
      torch::stack({index.remainder(width), (index / width).floor()}, 1);

  auto centre = (cells.slice(2, 0, 2).sigmoid() + corner) * stride;
  auto size = cells.slice(2, 2, 4).exp() * anchors[scale];
  return torch::cat({centre, size, cells.slice(2, 4, 5)}, 2);
}

torch::Tensor DetectorImpl::forward(const torch::Tensor &images) {
  auto fine = stem->forward(normalizer->forward(images));
  auto coarse = deeper->forward(fine);
  return torch::cat({decode(heads[0]->forward(fine), 0, 2),
                     decode(heads[1]->forward(coarse), 1, 4)},
                    1);
}
