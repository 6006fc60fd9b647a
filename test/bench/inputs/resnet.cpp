// Residual networks of several depths for pictures.
#include "common.h"
#include <torch/torch.h>

namespace bench_resnet {

torch::nn::Conv2dOptions conv(int64_t in, int64_t out, int64_t kernel,
                              int64_t stride = 1, int64_t padding = 0) {
  return torch::nn::Conv2dOptions(in, out, kernel)
      .stride(stride)
      .padding(padding)
      .bias(false);
}

struct BasicBlock : torch::nn::Module {
  static const int expansion = 1;

  BasicBlock(int64_t in, int64_t planes, int64_t stride,
             torch::nn::Sequential shortcut)
      : stride(stride), conv1(conv(in, planes, 3, stride, 1)), norm1(planes),
        conv2(conv(planes, planes, 3, 1, 1)), norm2(planes),
        shortcut(shortcut) {
    register_module("conv1", conv1);
    register_module("norm1", norm1);
    register_module("conv2", conv2);
    register_module("norm2", norm2);
    if (!shortcut->is_empty())
      register_module("shortcut", this->shortcut);
  }

  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor rest = x;
    x = torch::relu(norm1->forward(conv1->forward(x)));
    x = norm2->forward(conv2->forward(x));
    if (!shortcut->is_empty())
      rest = shortcut->forward(rest);
    return torch::relu(x + rest);
  }

  int64_t stride;
  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d norm1;
  torch::nn::Conv2d conv2;
  torch::nn::BatchNorm2d norm2;
  torch::nn::Sequential shortcut;
};

struct Bottleneck : torch::nn::Module {
  static const int expansion = 4;

  Bottleneck(int64_t in, int64_t planes, int64_t stride,
             torch::nn::Sequential shortcut)
      : conv1(conv(in, planes, 1)), norm1(planes),
        conv2(conv(planes, planes, 3, stride, 1)), norm2(planes),
        conv3(conv(planes, planes * expansion, 1)), norm3(planes * expansion),
        shortcut(shortcut) {
    register_module("conv1", conv1);
    register_module("norm1", norm1);
    register_module("conv2", conv2);
    register_module("norm2", norm2);
    register_module("conv3", conv3);
    register_module("norm3", norm3);
    if (!shortcut->is_empty())
      register_module("shortcut", this->shortcut);
  }

  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor rest = x;
    x = torch::relu(norm1->forward(conv1->forward(x)));
    x = torch::relu(norm2->forward(conv2->forward(x)));
    x = norm3->forward(conv3->forward(x));
    if (!shortcut->is_empty())
      rest = shortcut->forward(rest);
    return torch::relu(x + rest);
  }

  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d norm1;
  torch::nn::Conv2d conv2;
  torch::nn::BatchNorm2d norm2;
  torch::nn::Conv2d conv3;
  torch::nn::BatchNorm2d norm3;
  torch::nn::Sequential shortcut;
};

template <class Block> struct ResNet : torch::nn::Module {
  ResNet(const std::vector<int64_t> &layers, int64_t classes)
      : conv1(conv(3, 64, 7, 2, 3)), norm1(64),
        layer1(makeLayer(64, layers[0], 1)),
        layer2(makeLayer(128, layers[1], 2)),
        layer3(makeLayer(256, layers[2], 2)),
        layer4(makeLayer(512, layers[3], 2)),
        head(512 * Block::expansion, classes) {
    register_module("conv1", conv1);
    register_module("norm1", norm1);
    register_module("layer1", layer1);
    register_module("layer2", layer2);
    register_module("layer3", layer3);
    register_module("layer4", layer4);
    register_module("head", head);
    mean = torch::tensor({0.485, 0.456, 0.406}).view({1, 3, 1, 1});
    deviation = register_buffer(
        "deviation", torch::tensor({0.229, 0.224, 0.225}).view({1, 3, 1, 1}));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = (x - mean) / deviation;
    x = torch::relu(norm1->forward(conv1->forward(x)));
    x = torch::max_pool2d(x, 3, 2, 1);
    x = layer1->forward(x);
    x = layer2->forward(x);
    x = layer3->forward(x);
    x = layer4->forward(x);
    x = torch::adaptive_avg_pool2d(x, {1, 1});
    return head->forward(x.view({x.size(0), -1}));
  }

private:
  torch::nn::Sequential makeLayer(int64_t planes, int64_t blocks,
                                  int64_t stride) {
    torch::nn::Sequential layers, shortcut;
    if (stride != 1 || width != planes * Block::expansion)
      shortcut = torch::nn::Sequential(
          torch::nn::Conv2d(conv(width, planes * Block::expansion, 1, stride)),
          torch::nn::BatchNorm2d(planes * Block::expansion));
    layers->push_back(Block(width, planes, stride, shortcut));
    width = planes * Block::expansion;
    for (int64_t i = 1; i < blocks; ++i)
      layers->push_back(Block(width, planes, 1, torch::nn::Sequential()));
    return layers;
  }

  int64_t width = 64;
  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d norm1;
  torch::nn::Sequential layer1, layer2, layer3, layer4;
  torch::nn::Linear head;
  torch::Tensor mean, deviation;
};

torch::Tensor mixUp(const torch::Tensor &x, double share) {
  auto order = torch::randperm(x.size(0));
  return share * x + (1 - share) * x.index_select(0, order);
}

double train(const bench::TrainOptions &options,
             const std::vector<bench::Batch> &batches) {
  torch::Device device = bench::pickDevice();
  ResNet<Bottleneck> model({3, 4, 6, 3}, 1000);
  ResNet<BasicBlock> small({2, 2, 2, 2}, 1000);
  model.to(device);
  small.to(device);
  torch::optim::SGD optimizer(
      model.parameters(),
      torch::optim::SGDOptions(options.learningRate).momentum(0.9));
  double last = 0;
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch)
    for (const bench::Batch &given : batches) {
      auto inputs = given.inputs.to(device);
      auto targets = given.targets.to(device);
      inputs = mixUp(inputs, 0.8);
      optimizer.zero_grad();
      auto teacher = model.forward(inputs).detach();
      auto student = small.forward(inputs);
      auto loss = torch::nn::functional::cross_entropy(student, targets) +
                  torch::mse_loss(student, teacher);
      loss.backward();
      optimizer.step();
      last = loss.item<double>();
    }
  return last;
}

} // namespace bench_resnet
