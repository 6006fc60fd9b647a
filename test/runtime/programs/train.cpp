//===- train.cpp - an ordinary training program, built without torch-tidy -===//
//
// train MODEL [--cpu]: trains for a few steps and prints each loss with all its
// digits. The tests run it as it is on the CPU, and rehearsed on fake devices.
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <sstream>
#include <thread>
#include <torch/torch.h>

namespace F = torch::nn::functional;

struct Mlp : torch::nn::Module {
  Mlp() {
    first = register_module("first", torch::nn::Linear(10, 32));
    drop = register_module("drop", torch::nn::Dropout(0.25));
    second = register_module("second", torch::nn::Linear(32, 3));
    scale = register_buffer("scale", torch::full({3}, 1.5));
  }
  torch::Tensor forward(torch::Tensor X) {
    X = drop(torch::relu(first(X)));
    if (X.abs().mean().item<float>() > 1e6) // a branch on a value
      X = X * 0;
    return second(X) * scale;
  }
  torch::nn::Linear first{nullptr}, second{nullptr};
  torch::nn::Dropout drop{nullptr};
  torch::Tensor scale;
};

struct Cnn : torch::nn::Module {
  Cnn() {
    body = register_module(
        "body",
        torch::nn::Sequential(
            torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 8, 3).padding(1)),
            torch::nn::BatchNorm2d(8), torch::nn::ReLU(),
            torch::nn::MaxPool2d(2),
            torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 8, 3).padding(1)),
            torch::nn::GroupNorm(2, 8), torch::nn::GELU(),
            torch::nn::AdaptiveAvgPool2d(1), torch::nn::Flatten()));
    head = register_module("head", torch::nn::Linear(8, 3));
  }
  torch::Tensor forward(torch::Tensor X) {
    return head(body->forward(X.view({-1, 1, 8, 8})));
  }
  torch::nn::Sequential body{nullptr};
  torch::nn::Linear head{nullptr};
};

struct Lstm : torch::nn::Module {
  Lstm() {
    rnn = register_module("rnn", torch::nn::LSTM(torch::nn::LSTMOptions(4, 8)
                                                     .num_layers(2)
                                                     .batch_first(true)
                                                     .bidirectional(true)));
    head = register_module("head", torch::nn::Linear(16, 3));
  }
  torch::Tensor forward(torch::Tensor X) {
    auto Out = std::get<0>(rnn(X.view({-1, 5, 4})));
    return head(Out.select(1, -1));
  }
  torch::nn::LSTM rnn{nullptr};
  torch::nn::Linear head{nullptr};
};

struct Gru : torch::nn::Module {
  Gru() {
    rnn = register_module(
        "rnn", torch::nn::GRU(torch::nn::GRUOptions(4, 8).batch_first(true)));
    cell = register_module("cell", torch::nn::GRUCell(8, 8));
    head = register_module("head", torch::nn::Linear(8, 3));
  }
  torch::Tensor forward(torch::Tensor X) {
    auto H0 = torch::zeros({1, X.size(0), 8}, X.options());
    auto Last = std::get<0>(rnn(X.view({-1, 5, 4}), H0)).select(1, -1);
    return head(cell(Last, H0.squeeze(0)));
  }
  torch::nn::GRU rnn{nullptr};
  torch::nn::GRUCell cell{nullptr};
  torch::nn::Linear head{nullptr};
};

struct Transformer : torch::nn::Module {
  Transformer() {
    embed = register_module("embed", torch::nn::Embedding(20, 16));
    auto Layer = torch::nn::TransformerEncoderLayer(
        torch::nn::TransformerEncoderLayerOptions(16, 4)
            .dim_feedforward(32)
            .dropout(0.1));
    encoder = register_module(
        "encoder", torch::nn::TransformerEncoder(
                       torch::nn::TransformerEncoderOptions(Layer, 2)));
    head = register_module("head", torch::nn::Linear(16, 3));
    position = register_buffer("position", torch::arange(5).unsqueeze(1) * 0.1);
  }
  torch::Tensor forward(torch::Tensor Words) {
    auto X = embed(Words.t()).add(position.unsqueeze(1));
    auto Mask = torch::triu(torch::ones({5, 5}, X.options()), 1).to(torch::kBool);
    X = encoder(X, torch::zeros({5, 5}, X.options()).masked_fill(Mask, -1e9));
    return head(X.mean(0));
  }
  torch::nn::Embedding embed{nullptr};
  torch::nn::TransformerEncoder encoder{nullptr};
  torch::nn::Linear head{nullptr};
  torch::Tensor position;
};

using Optimizers =
    std::map<std::string, std::function<std::unique_ptr<torch::optim::Optimizer>(
                              std::vector<torch::Tensor>)>>;

static const Optimizers &optimizers() {
  using namespace torch::optim;
  using P = std::vector<torch::Tensor>;
  static const Optimizers All = {
      {"adam", [](P X) { return std::make_unique<Adam>(X, AdamOptions(1e-2).weight_decay(1e-4)); }},
      {"adamw", [](P X) { return std::make_unique<AdamW>(X, AdamWOptions(1e-2)); }},
      {"sgd", [](P X) { return std::make_unique<SGD>(X, SGDOptions(1e-2).momentum(0.9)); }},
      {"adagrad", [](P X) { return std::make_unique<Adagrad>(X, AdagradOptions(1e-2)); }},
      {"rmsprop", [](P X) { return std::make_unique<RMSprop>(X, RMSpropOptions(1e-3)); }},
  };
  return All;
}

template <typename Model>
static void train(const char *Name, torch::Device Device, torch::Tensor Data,
                  const std::string &Optimizer = "adam") {
  torch::manual_seed(1);
  auto Net = std::make_shared<Model>();
  Net->to(Device);
  auto Step = optimizers().at(Optimizer)(Net->parameters());
  auto X = Data.to(Device);
  auto Y = (torch::arange(X.size(0)) % 3).to(Device);
  Net->train();
  for (int I = 0; I != 4; ++I) {
    Step->zero_grad();
    auto Loss = F::cross_entropy(Net->forward(X), Y);
    Loss.backward();
    torch::nn::utils::clip_grad_norm_(Net->parameters(), 1.0);
    Step->step();
    std::printf("%s %s %d %.9g\n", Name, Optimizer.c_str(), I,
                Loss.template item<double>());
  }
  Net->eval();
  torch::NoGradGuard NoGrad;
  auto Out = Net->forward(X).softmax(1);
  std::printf("%s %s eval %.9g\n", Name, Optimizer.c_str(),
              Out.max().template item<double>());
  {
    torch::InferenceMode Inference;
    auto Logits = Net->forward(Data.to(Device));
    std::printf("%s %s inference %.9g %s\n", Name, Optimizer.c_str(),
                Logits.sum().template item<double>(),
                Logits.device() == Net->parameters()[0].device() ? "same"
                                                                 : "other");
  }
  // Saved and loaded again, as a checkpoint is.
  std::stringstream File;
  torch::save(Net, File);
  auto Again = std::make_shared<Model>();
  torch::load(Again, File);
  Again->to(Device);
  Again->eval();
  std::printf("%s %s reloaded %d\n", Name, Optimizer.c_str(),
              int(torch::allclose(Again->forward(X).softmax(1), Out)));
}

int main(int Count, char **Arguments) {
  std::string Model = Count > 1 ? Arguments[1] : "all";
  bool Cpu = Count > 2 && !std::strcmp(Arguments[2], "--cpu");
  torch::Device Device =
      torch::cuda::is_available() && !Cpu ? torch::kCUDA : torch::kCPU;
  torch::set_num_threads(1);
  torch::manual_seed(0);
  auto Dense = torch::randn({12, 10}), Image = torch::randn({6, 64}),
       Sequence = torch::randn({6, 20}), Words = torch::randint(20, {6, 5});
  std::fprintf(stderr, "%s of %d devices\n", Device.str().c_str(),
               int(torch::cuda::device_count()));
  auto Wanted = [&](const char *Name) { return Model == "all" || Model == Name; };
  if (Wanted("mlp"))
    for (const auto &O : optimizers())
      train<Mlp>("mlp", Device, Dense, O.first);
  if (Wanted("cnn"))
    train<Cnn>("cnn", Device, Image);
  if (Wanted("lstm"))
    train<Lstm>("lstm", Device, Sequence);
  if (Wanted("gru"))
    train<Gru>("gru", Device, Sequence);
  if (Wanted("transformer"))
    train<Transformer>("transformer", Device, Words);
  if (Wanted("thread")) {
    std::thread Worker([&] { train<Mlp>("thread", Device, Dense); });
    Worker.join();
  }
  if (Wanted("print")) {
    std::stringstream Text;
    Text << torch::arange(3, torch::dtype(torch::kFloat)).to(Device);
    std::fprintf(stderr, "%s\n", Text.str().c_str());
  }
  return Count > 3 ? std::atoi(Arguments[3]) : 0;
}
