// A one-stage detector: anchors, heads, boxes from their output.
#include "common.h"
#include <algorithm>
#include <map>
#include <torch/script.h>
#include <torch/torch.h>

namespace bench_detector {

struct Box {
  float left, top, right, bottom, score;
  int label;
};

struct ConvImpl : torch::nn::Module {
  ConvImpl(int64_t in, int64_t out, int64_t kernel, int64_t stride) {
    conv = register_module(
        "conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, kernel)
                                      .stride(stride)
                                      .padding(kernel / 2)
                                      .bias(false)));
    norm = register_module("norm", torch::nn::BatchNorm2d(out));
  }
  torch::Tensor forward(const torch::Tensor &x) {
    return torch::silu(norm->forward(conv->forward(x)));
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(Conv);

struct BackboneImpl : torch::nn::Module {
  explicit BackboneImpl(int64_t width) {
    stem = register_module("stem", Conv(3, width, 6, 2));
    for (int i = 0; i < 4; ++i) {
      stages.push_back(Conv(width << i, width << (i + 1), 3, 2));
      register_module("stage" + std::to_string(i), stages.back());
    }
  }
  std::vector<torch::Tensor> forward(torch::Tensor x) {
    std::vector<torch::Tensor> out;
    x = stem->forward(x);
    for (auto &stage : stages) {
      x = stage->forward(x);
      out.push_back(x);
    }
    return out;
  }
  Conv stem{nullptr};
  std::vector<Conv> stages;
};
TORCH_MODULE(Backbone);

struct HeadImpl : torch::nn::Module {
  HeadImpl(int64_t classes, std::vector<std::vector<float>> anchors,
           std::vector<int64_t> widths)
      : classes(classes) {
    for (size_t i = 0; i < widths.size(); ++i) {
      auto out = torch::nn::Conv2d(torch::nn::Conv2dOptions(
          widths[i], (classes + 5) * anchors[i].size() / 2, 1));
      outputs.push_back(out);
      grids.push_back(torch::empty({0}));
      sizes.push_back(torch::tensor(anchors[i]).view({1, -1, 1, 1, 2}));
    }
  }

  torch::Tensor grid(int64_t width, int64_t height) {
    auto mesh =
        torch::meshgrid({torch::arange(height), torch::arange(width)}, "ij");
    return torch::stack({mesh[1], mesh[0]}, 2)
        .view({1, 1, height, width, 2})
        .to(torch::kFloat);
  }

  torch::Tensor forward(const std::vector<torch::Tensor> &features) {
    std::vector<torch::Tensor> all;
    for (size_t i = 0; i < outputs.size(); ++i) {
      auto x = outputs[i]->forward(features[i]);
      const int64_t height = x.size(2), width = x.size(3);
      x = x.view({x.size(0), -1, classes + 5, height, width})
              .permute({0, 1, 3, 4, 2})
              .contiguous();
      if (grids[i].size(0) != height)
        grids[i] = grid(width, height);
      auto y = x.sigmoid();
      auto centre = (y.slice(4, 0, 2) * 2 - 0.5 + grids[i]) * (8 << i);
      auto size = (y.slice(4, 2, 4) * 2).pow(2) * sizes[i];
      all.push_back(torch::cat({centre, size, y.slice(4, 4)}, 4)
                        .view({x.size(0), -1, classes + 5}));
    }
    return torch::cat(all, 1);
  }

  int64_t classes;
  std::vector<torch::nn::Conv2d> outputs;
  std::vector<torch::Tensor> grids, sizes;
};
TORCH_MODULE(Head);

struct DetectorImpl : torch::nn::Module {
  explicit DetectorImpl(int64_t classes) {
    backbone = register_module("backbone", Backbone(32));
    head = register_module("head", Head(classes,
                                        std::vector<std::vector<float>>{
                                            {10, 13, 16, 30, 33, 23},
                                            {30, 61, 62, 45, 59, 119},
                                            {116, 90, 156, 198, 373, 326}},
                                        std::vector<int64_t>{128, 256, 512}));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto features = backbone->forward(x);
    features.erase(features.begin());
    return head->forward(features);
  }
  Backbone backbone{nullptr};
  Head head{nullptr};
};
TORCH_MODULE(Detector);

float overlap(const Box &a, const Box &b) {
  float width = std::min(a.right, b.right) - std::max(a.left, b.left);
  float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  if (width <= 0 || height <= 0)
    return 0;
  float both = width * height;
  return both / ((a.right - a.left) * (a.bottom - a.top) +
                 (b.right - b.left) * (b.bottom - b.top) - both);
}

std::vector<Box> boxesOf(const torch::Tensor &rows, float least) {
  std::vector<Box> boxes;
  auto data = rows.accessor<float, 2>();
  for (int64_t i = 0; i < data.size(0); ++i) {
    if (data[i][4] < least)
      continue;
    Box b;
    b.left = data[i][0] - data[i][2] / 2;
    b.top = data[i][1] - data[i][3] / 2;
    b.right = data[i][0] + data[i][2] / 2;
    b.bottom = data[i][1] + data[i][3] / 2;
    b.score = data[i][4];
    b.label = 0;
    boxes.push_back(b);
  }
  std::sort(boxes.begin(), boxes.end(),
            [](const Box &a, const Box &b) { return a.score > b.score; });
  std::vector<Box> kept;
  for (const Box &b : boxes)
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const Box &k) { return overlap(k, b) > 0.45f; }))
      kept.push_back(b);
  return kept;
}

class Predictor {
public:
  explicit Predictor(const std::string &path)
      : device(bench::pickDevice()), scripted(torch::jit::load(path, device)) {
    scripted.eval();
  }

  std::vector<std::vector<Box>> run(const torch::Tensor &pictures) {
    torch::NoGradGuard guard;
    auto rows = scripted.forward({pictures.to(device)}).toTensor();
    std::vector<std::vector<Box>> all;
    for (int64_t i = 0; i < rows.size(0); ++i)
      all.push_back(boxesOf(rows[i].cpu(), 0.25f));
    return all;
  }

private:
  torch::Device device;
  torch::jit::script::Module scripted;
};

void train(const bench::TrainOptions &options,
           const std::vector<bench::Batch> &batches) {
  torch::Device device = bench::pickDevice();
  Detector model(80);
  model->to(device);
  torch::optim::Adam optimizer(model->parameters(),
                               torch::optim::AdamOptions(options.learningRate));
  for (const bench::Batch &batch : batches) {
    auto out = model->forward(batch.inputs.to(device));
    auto wanted = batch.targets;
    auto loss = torch::binary_cross_entropy(out.select(2, 4).sigmoid(), wanted);
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
  }
}

} // namespace bench_detector
