// An encoder of a language model, with its training loop.
#include "common.h"
#include <cmath>
#include <iostream>
#include <torch/torch.h>

namespace F = torch::nn::functional;

namespace bench_transformer {

struct AttentionImpl : torch::nn::Module {
  AttentionImpl(int64_t width, int64_t heads, double dropout)
      : width(width), heads(heads), head(width / heads), dropout(dropout) {
    query = register_module("query", torch::nn::Linear(width, width));
    key = register_module("key", torch::nn::Linear(width, width));
    value = register_module("value", torch::nn::Linear(width, width));
    out = register_module("out", torch::nn::Linear(width, width));
    scale = torch::tensor({std::sqrt(static_cast<float>(head))});
  }

  torch::Tensor split(const torch::Tensor &x) {
    return x.view({x.size(0), x.size(1), heads, head}).transpose(1, 2);
  }

  torch::Tensor forward(torch::Tensor x, torch::Tensor mask = {}) {
    auto q = split(query->forward(x));
    auto k = split(key->forward(x));
    auto v = split(value->forward(x));
    auto scores = torch::matmul(q, k.transpose(-2, -1)) / scale;
    if (mask.defined())
      scores = scores.masked_fill(mask == 0, -1e9);
    auto weights = torch::softmax(scores, -1);
    weights = F::dropout(
        weights, F::DropoutFuncOptions().p(dropout).training(is_training()));
    auto mixed = torch::matmul(weights, v)
                     .transpose(1, 2)
                     .contiguous()
                     .view({x.size(0), x.size(1), width});
    return out->forward(mixed);
  }

  int64_t width, heads, head;
  double dropout;
  torch::Tensor scale;
  torch::nn::Linear query{nullptr}, key{nullptr}, value{nullptr}, out{nullptr};
};
TORCH_MODULE(Attention);

struct FeedForwardImpl : torch::nn::Module {
  FeedForwardImpl(int64_t width, int64_t hidden) {
    first = register_module("first", torch::nn::Linear(width, hidden));
    second = register_module("second", torch::nn::Linear(hidden, width));
  }
  torch::Tensor forward(torch::Tensor x) {
    return second->forward(torch::gelu(first->forward(x)));
  }
  torch::nn::Linear first{nullptr}, second{nullptr};
};
TORCH_MODULE(FeedForward);

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t width, int64_t heads, int64_t hidden, double dropout) {
    attention = register_module("attention", Attention(width, heads, dropout));
    feed = register_module("feed", FeedForward(width, hidden));
    before = register_module(
        "before", torch::nn::LayerNorm(torch::nn::LayerNormOptions({width})));
    after = register_module(
        "after", torch::nn::LayerNorm(torch::nn::LayerNormOptions({width})));
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    x = x + attention->forward(before->forward(x), mask);
    return x + feed->forward(after->forward(x));
  }
  Attention attention{nullptr};
  FeedForward feed{nullptr};
  torch::nn::LayerNorm before{nullptr}, after{nullptr};
};
TORCH_MODULE(Block);

struct EncoderImpl : torch::nn::Module {
  EncoderImpl(int64_t words, int64_t width, int64_t layers, int64_t length) {
    embed = register_module("embed", torch::nn::Embedding(words, width));
    positions =
        register_module("positions", bench::PositionCodes(length, width));
    blocks = register_module("blocks", torch::nn::ModuleList());
    for (int64_t i = 0; i < layers; ++i)
      blocks->push_back(Block(width, 8, 4 * width, 0.1));
    head = register_module("head", torch::nn::Linear(width, words));
    causal = torch::tril(torch::ones({length, length}));
  }

  torch::Tensor forward(torch::Tensor tokens) {
    const int64_t length = tokens.size(1);
    auto x = positions->forward(embed->forward(tokens));
    auto mask = causal.slice(0, 0, length).slice(1, 0, length);
    for (size_t i = 0; i < blocks->size(); ++i)
      x = blocks->at<BlockImpl>(i).forward(x, mask);
    return head->forward(x);
  }

  torch::nn::Embedding embed{nullptr};
  bench::PositionCodes positions{nullptr};
  torch::nn::ModuleList blocks{nullptr};
  torch::nn::Linear head{nullptr};
  torch::Tensor causal;
};
TORCH_MODULE(Encoder);

double trainEpoch(Encoder &model, torch::optim::Optimizer &optimizer,
                  const std::vector<bench::Batch> &batches,
                  const torch::Device &device) {
  model->train();
  double total = 0;
  for (const bench::Batch &given : batches) {
    bench::Batch batch = given.to(device);
    optimizer.zero_grad();
    auto logits = model->forward(batch.inputs);
    auto loss = F::cross_entropy(logits.view({-1, logits.size(-1)}),
                                 batch.targets.view({-1}));
    loss.backward();
    torch::nn::utils::clip_grad_norm_(model->parameters(), 1.0);
    optimizer.step();
    total += loss.item<double>();
  }
  return batches.empty() ? 0 : total / batches.size();
}

double evaluate(Encoder &model, const std::vector<bench::Batch> &batches,
                const torch::Device &device) {
  torch::NoGradGuard guard;
  model->eval();
  double total = 0;
  for (const bench::Batch &batch : batches) {
    auto logits = model->forward(batch.inputs.to(device));
    auto best = logits.argmax(-1);
    total += best.eq(batch.targets).to(torch::kFloat).mean().item<double>();
  }
  return batches.empty() ? 0 : total / batches.size();
}

void run(const bench::TrainOptions &options,
         const std::vector<bench::Batch> &batches) {
  torch::Device device = bench::pickDevice();
  Encoder model(32000, 512, 6, 1024);
  model->to(device);
  torch::optim::AdamW optimizer(
      model->parameters(), torch::optim::AdamWOptions(options.learningRate));
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    double loss = trainEpoch(model, optimizer, batches, device);
    std::cout << "epoch " << epoch << " loss " << loss << " accuracy "
              << evaluate(model, batches, device) << '\n';
  }
  torch::save(model, options.checkpoint);
}

} // namespace bench_transformer
