//===- bench.cpp - what a rehearsal costs ---------------------------------===//
//
// With values: CPU time of training steps, of the plain program's. Without:
// CPU time of an operator; and a model of 70 billion parameters, built, moved
// and run. One line a figure. --check: exit code 1 beyond the limits below.
//
//===----------------------------------------------------------------------===//
#include "torch_tidy/rehearsal.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sys/resource.h>
#include <torch/torch.h>

using torch::Tensor;
using namespace torchtidy;
namespace F = torch::nn::functional;

namespace {

/// Of this process, all threads.
double cpuSeconds() {
  rusage U;
  getrusage(RUSAGE_SELF, &U);
  auto Of = [](timeval T) { return T.tv_sec + T.tv_usec * 1e-6; };
  return Of(U.ru_utime) + Of(U.ru_stime);
}

double residentMegabytes() {
  size_t Pages = 0, Resident = 0;
  std::ifstream("/proc/self/statm") >> Pages >> Resident;
  return Resident * 4096 / 1e6;
}

RehearsalOptions optionsOf(RehearsalValues Values) {
  RehearsalOptions O;
  O.values = Values;
  O.keep_going = false;
  return O;
}

//===- Training steps -----------------------------------------------------===//

struct Cnn : torch::nn::Module {
  torch::nn::Sequential net;
  Cnn() {
    using namespace torch::nn;
    net = register_module("net", Sequential());
    int64_t In = 3;
    for (int64_t Out : {32, 64, 64, 128}) {
      net->push_back(Conv2d(Conv2dOptions(In, Out, 3).padding(1).bias(false)));
      net->push_back(BatchNorm2d(Out));
      net->push_back(ReLU());
      net->push_back(MaxPool2d(2));
      In = Out;
    }
    net->push_back(Flatten());
    net->push_back(Linear(128 * 4 * 4, 10));
  }
  Tensor loss(torch::Device D) {
    auto X = torch::randn({16, 3, 64, 64}).to(D);
    auto Y = torch::randint(10, {16}).to(D);
    return F::cross_entropy(net->forward(X), Y);
  }
};

struct Encoder : torch::nn::Module {
  torch::nn::TransformerEncoder net{nullptr};
  Encoder() {
    using namespace torch::nn;
    net = register_module("net", TransformerEncoder(
        TransformerEncoderLayer(TransformerEncoderLayerOptions(256, 8).dim_feedforward(1024)), 4));
  }
  Tensor loss(torch::Device D) {
    return net(torch::randn({64, 8, 256}).to(D)).pow(2).mean();
  }
};

/// CPU seconds of \p Steps steps.
template <typename M> double trainingTime(torch::Device D, int Steps) {
  torch::manual_seed(1);
  auto Net = std::make_shared<M>();
  Net->to(D);
  torch::optim::Adam Optimizer(Net->parameters(), 1e-4);
  auto Step = [&] {
    Optimizer.zero_grad();
    Net->loss(D).backward();
    Optimizer.step();
  };
  Step();
  double Start = cpuSeconds();
  for (int I = 0; I != Steps; ++I)
    Step();
  return cpuSeconds() - Start;
}

/// Least of several, each beside the plain run.
template <typename M> double ratio(int Steps, int Rounds) {
  double Best = 1e9;
  for (int I = 0; I != Rounds; ++I) {
    double Plain = trainingTime<M>(torch::kCPU, Steps);
    FakeTensorMode Mode(optionsOf(RehearsalValues::Real));
    double Fake = trainingTime<M>(torch::Device(torch::kCUDA, 0), Steps);
    Best = std::min(Best, Fake / Plain);
  }
  return Best;
}

//===- Without values -----------------------------------------------------===//

template <typename Body> double microseconds(Body Do) {
  for (int I = 0; I != 1000; ++I)
    Do();
  double Best = 1e9;
  for (int Round = 0; Round != 5; ++Round) {
    constexpr int Count = 20000;
    double Start = cpuSeconds();
    for (int I = 0; I != Count; ++I)
      Do();
    Best = std::min(Best, (cpuSeconds() - Start) / Count * 1e6);
  }
  return Best;
}

struct Block : torch::nn::Module {
  torch::nn::Linear q{nullptr}, k{nullptr}, v{nullptr}, o{nullptr},
      gate{nullptr}, up{nullptr}, down{nullptr};
  Tensor n1, n2;
  static constexpr int64_t Width = 8192, Heads = 64, Few = 8, Hidden = 28672;
  static torch::nn::Linear linear(int64_t In, int64_t Out) {
    return torch::nn::Linear(torch::nn::LinearOptions(In, Out).bias(false));
  }
  Block() {
    q = register_module("q", linear(Width, Width));
    k = register_module("k", linear(Width, Few * 128));
    v = register_module("v", linear(Width, Few * 128));
    o = register_module("o", linear(Width, Width));
    gate = register_module("gate", linear(Width, Hidden));
    up = register_module("up", linear(Width, Hidden));
    down = register_module("down", linear(Hidden, Width));
    n1 = register_parameter("n1", torch::ones({Width}));
    n2 = register_parameter("n2", torch::ones({Width}));
  }
  static Tensor norm(const Tensor &X, const Tensor &W) {
    return X * torch::rsqrt(X.pow(2).mean(-1, true) + 1e-5) * W;
  }
  static Tensor rotate(const Tensor &X, const Tensor &Cos, const Tensor &Sin) {
    auto Halves = X.chunk(2, -1);
    return X * Cos + torch::cat({-Halves[1], Halves[0]}, -1) * Sin;
  }
  Tensor forward(Tensor X, const Tensor &Cos, const Tensor &Sin,
                 const Tensor &Mask) {
    int64_t B = X.size(0), T = X.size(1);
    auto Split = [&](const Tensor &Y, int64_t N) {
      return Y.view({B, T, N, 128}).transpose(1, 2);
    };
    Tensor Y = norm(X, n1);
    Tensor Q = rotate(Split(q(Y), Heads), Cos, Sin),
           K = rotate(Split(k(Y), Few), Cos, Sin), V = Split(v(Y), Few);
    auto Repeat = [&](const Tensor &Z) {
      return Z.unsqueeze(2).expand({B, Few, Heads / Few, T, 128}).reshape({B, Heads, T, 128});
    };
    Tensor W = Q.matmul(Repeat(K).transpose(2, 3)) / 11.3 + Mask;
    X = X + o(W.softmax(-1).matmul(Repeat(V)).transpose(1, 2).reshape({B, T, Width}));
    Y = norm(X, n2);
    return X + down(torch::silu(gate(Y)) * up(Y));
  }
};

struct Llama : torch::nn::Module {
  torch::nn::Embedding token{nullptr};
  std::vector<std::shared_ptr<Block>> blocks;
  torch::nn::Linear head{nullptr};
  Llama() {
    token = register_module("token", torch::nn::Embedding(128256, Block::Width));
    for (int I = 0; I != 80; ++I)
      blocks.push_back(register_module("block" + std::to_string(I), std::make_shared<Block>()));
    head = register_module("head", Block::linear(Block::Width, 128256));
  }
  Tensor forward(const Tensor &Ids) {
    Tensor X = token(Ids);
    int64_t T = Ids.size(1);
    Tensor Angle = torch::outer(torch::arange(T, X.options()),
                                torch::pow(5e5, -torch::arange(0, 128, 2, X.options()) / 128)).repeat({1, 2});
    Tensor Cos = Angle.cos(), Sin = Angle.sin();
    Tensor Mask = torch::full({T, T}, -1e9, X.options()).triu(1);
    for (auto &B : blocks)
      X = B->forward(X, Cos, Sin, Mask);
    return head(X);
  }
};

struct Large {
  double seconds, megabytes, parameters;
  uint64_t operators;
};

Large buildMoveRun() {
  torch::NoGradGuard Guard;
  double Memory = residentMegabytes(), Start = cpuSeconds();
  FakeTensorMode Mode(optionsOf(RehearsalValues::Meta));
  torch::Device Device(torch::kCUDA, 0);
  Llama Net;
  Net.to(Device);
  Tensor Y = Net.forward(torch::zeros({1, 2048}, torch::kLong).to(Device));
  TORCH_CHECK(Y.device() == Device && Y.size(2) == 128256);
  Large L;
  L.seconds = cpuSeconds() - Start;
  L.megabytes = residentMegabytes() - Memory;
  L.parameters = 0;
  for (auto &P : Net.parameters())
    L.parameters += static_cast<double>(P.numel());
  L.operators = Mode.operators();
  return L;
}

bool Failed = false, Checking = false;

void say(const char *What, double Value, const char *Unit, double Limit) {
  bool Bad = Value > Limit;
  std::printf("%-44s %8.2f %-4s (wanted: at most %g)%s\n", What, Value, Unit,
              Limit, Bad ? "  BEYOND" : "");
  Failed |= Bad;
}

} // namespace

int main(int Argc, char **Argv) {
  Checking = Argc > 1 && !std::strcmp(Argv[1], "--check");
  torch::set_num_threads(1);
  Large L = buildMoveRun();
  std::printf("%.1f billion parameters, %llu operators\n", L.parameters / 1e9,
              static_cast<unsigned long long>(L.operators));
  // A busy machine's caches are others': the check leaves room.
  double Room = Checking ? 4 : 1;
  say("meta: large model built, moved, run", L.seconds, "s", 0.15 * Room);
  say("meta: its memory", L.megabytes, "MB", 300);
  {
    torch::NoGradGuard Guard;
    FakeTensorMode Mode(optionsOf(RehearsalValues::Meta));
    auto X = torch::randn({64, 64}, torch::device(torch::kCUDA));
    say("meta: add", microseconds([&] { X + X; }), "us", 5 * Room);
    say("meta: mm", microseconds([&] { X.mm(X); }), "us", 5 * Room);
    say("meta: view", microseconds([&] { X.view({4096}); }), "us", 5 * Room);
    say("meta: relu (own rule)", microseconds([&] { torch::relu(X); }), "us", 5 * Room);
    auto Image = torch::randn({1, 8, 16, 16}, torch::device(torch::kCUDA)),
         Weight = torch::randn({8, 8, 3, 3}, torch::device(torch::kCUDA));
    say("meta: conv2d (own rule)", microseconds([&] { torch::conv2d(Image, Weight); }), "us", 5 * Room);
  }
  int Steps = Checking ? 1 : 4, Rounds = Checking ? 1 : 5;
  say("real: training a CNN, of the plain run", ratio<Cnn>(Steps, Rounds), "x", Checking ? 2 : 1.10);
  say("real: training a transformer, of the plain run", ratio<Encoder>(Steps, Rounds), "x", Checking ? 2 : 1.10);
  return Checking && Failed;
}
