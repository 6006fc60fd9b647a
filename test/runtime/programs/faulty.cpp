//===- faulty.cpp - ordinary programs with device bugs, and fixed twins ---===//
//
// faulty CASE [fixed]: knows nothing of torch-tidy. The lines that a finding must
// name are marked: "use:" where it clashes, "made:" where the odd tensor is made.
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <torch/torch.h>
#include <unistd.h>

static bool Fixed = false;
static torch::Device device() {
  return torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
}

//===- member -------------------------------------------------------------===//

struct ProblemLayer : torch::nn::Module {
  ProblemLayer() {
    linear = register_module("linear", torch::nn::Linear(4, 4));
    mask = torch::ones({4}); // made:member
    if (Fixed)
      mask = register_buffer("mask", mask);
  }
  torch::Tensor forward(torch::Tensor X) {
    auto Y = linear(X);
    return Y * mask; // use:member
  }
  torch::nn::Linear linear{nullptr};
  torch::Tensor mask;
};

struct Net : torch::nn::Module {
  Net() {
    encoder = register_module("encoder", torch::nn::Sequential(ProblemLayer()));
  }
  torch::Tensor forward(torch::Tensor X) { return encoder->forward(X); }
  torch::nn::Sequential encoder{nullptr};
};

static void member() {
  auto Model = std::make_shared<Net>();
  Model->to(device());
  auto Y = Model->forward(torch::randn({2, 4}).to(device()));
  std::printf("%s\n", Y.device().str().c_str());
}

//===- vector: tensors kept in a container --------------------------------===//

struct Scales : torch::nn::Module {
  Scales() {
    for (int I = 1; I != 4; ++I)
      scales.push_back(torch::full({2, 2}, I)); // made:vector
  }
  torch::Tensor forward(torch::Tensor X) {
    for (auto &S : scales)
      X = X * (Fixed ? S.to(X.device()) : S); // use:vector
    return X;
  }
  std::vector<torch::Tensor> scales;
};

static void vector() {
  auto Model = std::make_shared<Scales>();
  Model->to(device());
  Model->forward(torch::randn({2, 2}).to(device()));
}

//===- factory, label, unmoved --------------------------------------------===//

static torch::Tensor addPositions(torch::Tensor X) {
  auto Options = Fixed ? X.options() : torch::TensorOptions();
  auto P = torch::arange(4, Options.dtype(torch::kFloat)); // made:factory
  return X + P; // use:factory
}
static void factory() { addPositions(torch::zeros({2, 4}).to(device())); }

static void label() {
  auto Logits = torch::randn({2, 3}).to(device());
  auto Target = torch::tensor({0, 2}); // made:label
  if (Fixed)
    Target = Target.to(device());
  try {
    torch::nn::functional::cross_entropy(Logits, Target); // use:label
  } catch (const std::exception &) {
    std::puts("swallowed");
  }
}

static void unmoved() {
  torch::nn::Linear Layer(4, 4); // made:unmoved
  if (Fixed)
    Layer->to(device());
  Layer(torch::randn({2, 4}).to(device())); // use:unmoved
}

//===- index, lengths -----------------------------------------------------===//

static void index() {
  auto Table = torch::randn({8, 2}); // made:index
  if (Fixed)
    Table = Table.to(device());
  auto I = torch::arange(3).to(device());
  Table.index({I}); // use:index
}

static void lengths() {
  auto X = torch::randn({5, 2, 3}).to(device());
  auto Lengths = torch::tensor({5, 3});
  if (!Fixed)
    Lengths = Lengths.to(device());
  torch::_pack_padded_sequence(X, Lengths, false); // use:lengths
}

//===- second: right on the first device only -----------------------------===//

static void second() {
  torch::Device First = Fixed || device().is_cpu() ? device() : torch::Device("cuda:0");
  auto X = torch::randn({4}).to(device());
  auto Y = X + torch::ones({4}, First); // use:second
  std::printf("%s\n", Y.device().str().c_str());
}

//===- many: three mismatches in one run ----------------------------------===//

static void many() {
  auto X = torch::ones({3}).to(device());
  auto A = torch::ones({3}), B = torch::ones({3}), C = torch::ones({3});
  if (Fixed)
    A = A.to(device()), B = B.to(device()), C = C.to(device());
  for (int I = 0; I != 3; ++I) {
    X = X + A;                    // use:many-1
    X = torch::cat({X, B}).slice(0, 0, 3); // use:many-2
    X.mul_(C);                    // use:many-3
  }
  std::printf("%g %s\n", X.sum().item<float>(), X.device().str().c_str());
}

//===- training: layers that nobody registers, trained all the same --------===//

struct Loose : torch::nn::Module {
  Loose() {
    first = register_module("first", torch::nn::Linear(4, 4));
    for (int I = 0; I != 2; ++I)
      heads.push_back(torch::nn::Linear(4, 2)); // made:training
    if (Fixed)
      for (int I = 0; I != 2; ++I)
        register_module("head" + std::to_string(I), heads[I]);
    mean = register_buffer("mean", torch::zeros({4}));
  }
  torch::Tensor forward(torch::Tensor X) {
    auto Y = torch::relu(first(X - mean));
    return heads[0](Y) * heads[1](Y); // use:training
  }
  torch::nn::Linear first{nullptr};
  std::vector<torch::nn::Linear> heads;
  torch::Tensor mean;
};

static void training() {
  torch::manual_seed(2);
  auto Model = std::make_shared<Loose>();
  auto Data = torch::randn({8, 4});
  Model->mean = Fixed ? Model->mean : Data.mean(0); // made:rebound
  Model->to(device());
  auto X = Data.to(device());
  std::vector<torch::Tensor> All = Model->parameters();
  if (!Fixed)
    for (auto &Head : Model->heads)
      for (auto &P : Head->parameters())
        All.push_back(P);
  torch::optim::Adam Step(All, 0.05);
  for (int I = 0; I != 4; ++I) {
    Step.zero_grad();
    auto Loss = (Model->forward(X) - 1).pow(2).mean();
    Loss.backward();
    Step.step();
    std::printf("%.4f\n", Loss.item<float>());
  }
}

//===- State that modules keep --------------------------------------------===//

struct Average : torch::nn::Module {
  Average() { mean = register_buffer("mean", torch::zeros({4})); }
  torch::Tensor forward(torch::Tensor X) {
    if (Fixed)
      mean.mul_(0.9).add_(X.mean(0) * 0.1);
    else
      mean = mean * 0.9 + X.mean(0) * 0.1; // made:drift
    return X - mean;
  }
  torch::Tensor mean;
};

static void drift() {
  auto Model = std::make_shared<Average>();
  Model->to(device());
  for (int I = 0; I != 3; ++I)
    Model->forward(torch::ones({2, 4}).to(device()));
}

/// On the right device by luck: the constructor was told which.
struct Table : torch::nn::Module {
  explicit Table(torch::Device D) {
    bias = register_parameter("bias", torch::zeros({4}));
    table = torch::ones({4}, D); // made:kept
    if (Fixed)
      table = register_buffer("table", table);
  }
  torch::Tensor forward(torch::Tensor X) {
    last = X; // read by nobody in a later call
    return last * table + bias;
  }
  torch::Tensor bias, table, last;
};

/// Heals itself: right, if not registered.
struct Cached : torch::nn::Module {
  torch::Tensor forward(torch::Tensor X) {
    if (!cache.defined() || cache.device() != X.device())
      cache = torch::arange(4, X.options()); // made:cached
    return X + cache;
  }
  torch::Tensor cache;
};

template <typename M> static void callThrice(M Model) {
  Model->to(device());
  for (int I = 0; I != 3; ++I)
    Model->forward(torch::ones({2, 4}).to(device()));
}
static void kept() { callThrice(std::make_shared<Table>(device())); }
static void cached() { callThrice(std::make_shared<Cached>()); }

/// The fault shows on the side that this input doesn't take.
struct Branches : torch::nn::Module {
  Branches() {
    offset = torch::zeros({4}); // made:branch
    if (Fixed)
      offset = register_buffer("offset", offset);
  }
  torch::Tensor forward(torch::Tensor X) {
    if (X.sum().item<float>() < 0) // value:branch
      X = X + offset; // use:branch
    return X * 2;
  }
  torch::Tensor offset;
};
static void branch() {
  auto Model = std::make_shared<Branches>();
  Model->to(device());
  auto Y = Model->forward(torch::ones({2, 4}).to(device()));
  std::ofstream("written.txt", std::ios::app) << "once\n";
  std::printf("sum %g\n", Y.sum().item<double>());
}

//===- Refused by LibTorch before any operator ----------------------------===//

struct Recurrent : torch::nn::Module {
  Recurrent() { gru = register_module("gru", torch::nn::GRU(3, 4)); }
  torch::Tensor forward(torch::Tensor X) {
    auto H = torch::zeros({1, X.size(1), 4}); // made:hidden
    if (Fixed)
      H = H.to(X.device());
    return std::get<0>(gru(X, H)); // use:hidden
  }
  torch::nn::GRU gru{nullptr};
};
static void hidden() {
  auto Model = std::make_shared<Recurrent>();
  Model->to(device());
  auto Y = Model->forward(torch::ones({5, 2, 3}).to(device()));
  std::printf("%s\n", Y.device().str().c_str());
}

static void blob() {
  float Host[4] = {1, 2, 3, 4};
  auto X = Fixed ? torch::from_blob(Host, {4}).to(device())
                 : torch::from_blob(Host, {4}, torch::dtype(torch::kFloat).device(device())); // use:blob
  std::printf("%g\n", X.sum().item<float>());
}

/// The pointer outlives its tensor.
static void dangling() {
  auto X = torch::ones({4}, torch::kDouble).to(device());
  auto Host = X.cpu().to(torch::kFloat);
  float *P = Fixed ? Host.data_ptr<float>()
                   : X.to(torch::kFloat).data_ptr<float>(); // made:dangling
  std::printf("%g\n", P[0]); // use:dangling
}

/// On the way from its factory it went through two operators.
static void computed() {
  auto X = torch::ones({2, 4}).to(device());
  auto P = torch::arange(4); // made:computed
  if (Fixed)
    P = P.to(device());
  auto Scaled = P * 2.0; // step:computed
  auto Powers = torch::exp(Scaled);
  X + Powers; // use:computed
}

//===- How a program ends -------------------------------------------------===//

static void clash() {
  auto X = torch::ones({3}).to(device()), Y = torch::ones({3});
  if (Fixed)
    Y = Y.to(device());
  X.add_(Y); // use:clash
}

static void endAtOnce() {
  try {
    clash();
  } catch (const std::exception &) {
  }
  _exit(5);
}

static void aborts() {
  try {
    clash();
  } catch (const std::exception &) {
  }
  std::abort();
}

static void forks() {
  pid_t Child = fork();
  if (Child == 0) {
    try {
      clash();
    } catch (const std::exception &) {
    }
    _exit(3);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  std::printf("child %d\n", WEXITSTATUS(Status));
}

static void threads() {
  std::thread([] {
    try {
      clash();
    } catch (const std::exception &E) {
      std::puts("in a thread");
    }
  }).join();
}

static void host() {
  auto X = torch::full({4}, 2.0f).to(device()); // made:host
  auto *P = Fixed ? X.cpu().data_ptr<float>() : X.data_ptr<float>();
  if (!Fixed)
    std::printf("%g\n", P[1]); // use:host
}

static void shell() { std::exit(WEXITSTATUS(std::system("exit 4"))); }

static void inference() {
  torch::InferenceMode Inference;
  auto X = torch::ones({2, 2}).to(device());
  auto W = torch::ones({2, 2}); // made:inference
  if (Fixed)
    W = W.to(device());
  torch::linear(X, W); // use:inference
}

/// The exception's text, as a program logs it.
static void what() {
  try {
    clash();
  } catch (const c10::Error &E) {
    std::printf("%s\n", E.what());
  }
}

static void killed() {
  std::puts("waiting");
  std::fflush(stdout);
  for (;;)
    pause();
}

int main(int Count, char **Arguments) {
  if (Count < 2)
    return 9;
  Fixed = Count > 2 && !std::strcmp(Arguments[2], "fixed");
  struct {
    const char *name;
    void (*run)();
  } All[] = {{"member", member},   {"vector", vector},   {"factory", factory},
             {"label", label},     {"unmoved", unmoved}, {"index", index},
             {"lengths", lengths}, {"second", second},   {"many", many},
             {"clash", clash},     {"exit", endAtOnce},  {"abort", aborts},
             {"fork", forks},      {"thread", threads},  {"host", host},
             {"shell", shell},     {"inference", inference}, {"what", what},
             {"training", training}, {"killed", killed},
             {"drift", drift},     {"kept", kept},       {"cached", cached},
             {"branch", branch},   {"hidden", hidden},   {"blob", blob},
             {"dangling", dangling}, {"computed", computed}};
  for (auto &Case : All)
    if (!std::strcmp(Case.name, Arguments[1])) {
      Case.run();
      return 0;
    }
  return 9;
}
