// Data, loss, training and export.
#include "detector.h"

#include <torch/csrc/jit/frontend/tracer.h>

#include <cstdio>
#include <fstream>

/// Noise with one bright square in each image.
Batch make_batch(int64_t size) {
  const int64_t side = 16;
  auto images = torch::rand({size, 3, side, side}) * 0.2;
  auto boxes = torch::empty({size, 4});
  for (int64_t i = 0; i < size; ++i) {
    int64_t width = 4 + 2 * (i % 5), x = i % (side - width),
            y = (3 * i) % (side - width);
    images[i].slice(1, y, y + width).slice(2, x, x + width).fill_(1.0);
    boxes[i] = torch::tensor(
        {x + width / 2.0f, y + width / 2.0f, float(width), float(width)});
  }
  return {images, boxes};
}

/// The cell whose centre is nearest to the object's is the one that should find
/// it.
torch::Tensor detection_loss(const torch::Tensor &cells,
                             const torch::Tensor &boxes) {
  auto target = boxes.unsqueeze(1);
  auto distance = (cells.slice(2, 0, 2) - target.slice(2, 0, 2)).norm(2, -1);
  auto nearest = distance.argmin(1, /*keepdim=*/true);
  auto chosen =
      cells.slice(2, 0, 4).gather(1, nearest.unsqueeze(2).expand({-1, -1, 4}));
  auto score = cells.select(2, 4);
  auto is_nearest = torch::zeros_like(score).scatter_(1, nearest, 1.0);
  return torch::smooth_l1_loss(chosen, target) +
         torch::binary_cross_entropy_with_logits(score, is_nearest);
}

void train(Detector &detector, torch::Device device, int64_t steps) {
  detector->normalizer->calibrate(make_batch(64).images);
  detector->to(device);
  detector->train();
  torch::optim::Adam optimizer(detector->parameters(),
                               torch::optim::AdamOptions(0.01));
  for (int64_t step = 0; step < steps; ++step) {
    auto batch = make_batch(16);
    auto images = batch.images.to(device);
    batch.boxes.to(device);
    auto loss = detection_loss(detector->forward(images), batch.boxes);
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
    if (step % 10 == 0 || step + 1 == steps)
      std::printf("step %3d  loss %.4f\n", int(step), loss.item<float>());
  }
}

/// Writes the backbone's operators, for programs that bring their own heads.
void export_backbone(Detector &detector, const std::string &path) {
  detector->eval();
  for (auto &parameter : detector->parameters())
    parameter.set_requires_grad(false); // a trace keeps them as constants
  auto example = torch::zeros({1, 3, 16, 16});
  if (torch::cuda::is_available())
    example = example.to(torch::kCUDA);
  auto trace = torch::jit::tracer::trace(
      {example},
      [&](torch::jit::Stack inputs) -> torch::jit::Stack {
        auto fine = detector->stem->forward(inputs[0].toTensor());
        return {detector->deeper->forward(fine)};
      },
      [](const torch::autograd::Variable &) { return ""; });
  std::ofstream(path) << trace.first->graph->toString(
      /*print_source_locations=*/false);
}
