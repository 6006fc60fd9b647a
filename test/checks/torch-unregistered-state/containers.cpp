// Tensors kept in containers, optionals, pairs, smart pointers and plain structs.
// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

struct RelativeBias : torch::nn::Module {
  std::vector<torch::Tensor> tables; // @tables
  RelativeBias() {
    for (int i = 0; i < 4; ++i)
      tables.push_back(torch::zeros({8, 8}));
      // CHECK @tables: certain torch-unregistered-state: 'tables ... 'RelativeBias'
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &t : tables)
      x = x + t;
    return x;
  }
};

struct EmplacedAnchors : torch::nn::Module {
  std::vector<torch::Tensor> levels; // @levels
  EmplacedAnchors() {
    levels.emplace_back(torch::rand({3, 4}));
    // CHECK @levels: certain torch-unregistered-state: 'levels ... 'EmplacedAnchors'
  }
  torch::Tensor forward(torch::Tensor boxes) { return boxes * levels[0]; }
};

struct ListOfWeights : torch::nn::Module {
  std::vector<torch::Tensor> weights; // @weights
  ListOfWeights() : weights{torch::randn({4, 4}), torch::randn({4, 4})} {}
  // CHECK @weights: certain torch-unregistered-state: 'weights ... 'ListOfWeights'
  torch::Tensor forward(torch::Tensor x) { return x.matmul(weights[0]).matmul(weights.back()); }
};

struct ArrayOfKernels : torch::nn::Module {
  std::array<torch::Tensor, 2> sobel; // @sobel
  ArrayOfKernels() {
    sobel[0] = torch::tensor({1.f, 0.f, -1.f}).view({1, 1, 3});
    // CHECK @sobel: certain torch-unregistered-state: 'sobel ... 'ArrayOfKernels'
  }
  torch::Tensor forward(torch::Tensor x) { return torch::conv1d(x, sobel[0]); }
};

struct PlainArray : torch::nn::Module {
  torch::Tensor moments[2]; // @moments
  PlainArray() {
    moments[0] = torch::zeros({16});
    // CHECK @moments: certain torch-unregistered-state: 'moments ... 'PlainArray'
  }
  torch::Tensor forward(torch::Tensor x) { return x - moments[0]; }
};

struct MapOfPrototypes : torch::nn::Module {
  std::map<std::string, torch::Tensor> prototypes; // @prototypes
  MapOfPrototypes() {
    prototypes["cat"] = torch::rand({64});
    // CHECK @prototypes: certain torch-unregistered-state: 'prototypes ... 'MapOfPrototypes'
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(prototypes.at("cat")); }
};

struct HashOfPrototypes : torch::nn::Module {
  std::unordered_map<int, torch::Tensor> bank; // @bank
  HashOfPrototypes() {
    bank.emplace(0, torch::rand({64}));
    // CHECK @bank: certain torch-unregistered-state: 'bank ... 'HashOfPrototypes'
  }
  torch::Tensor forward(torch::Tensor x) { return x * bank[0]; }
};

struct OptionalScale : torch::nn::Module {
  std::optional<torch::Tensor> scale;
  explicit OptionalScale(bool affine) {
    if (affine)
      scale = torch::ones({8});
      // CHECK: certain|likely torch-unregistered-state: 'scale ... 'OptionalScale'
  }
  torch::Tensor forward(torch::Tensor x) { return scale ? x * *scale : x; }
};

struct C10Optional : torch::nn::Module {
  c10::optional<torch::Tensor> bias;
  C10Optional() { bias = torch::zeros({8}); }
  // CHECK: certain|likely torch-unregistered-state: 'bias ... 'C10Optional'
  torch::Tensor forward(torch::Tensor x) { return x + bias.value(); }
};

struct HiddenPair : torch::nn::Module {
  torch::nn::LSTM lstm{nullptr};
  std::pair<torch::Tensor, torch::Tensor> start; // @start
  HiddenPair() {
    lstm = register_module("lstm", torch::nn::LSTM(8, 16));
    start = std::make_pair(torch::zeros({1, 1, 16}), torch::zeros({1, 1, 16}));
    // CHECK @start: certain torch-unregistered-state: 'start ... 'HiddenPair'
  }
  torch::Tensor forward(torch::Tensor x) {
    return std::get<0>(lstm->forward(x, std::make_tuple(start.first, start.second)));
  }
};

struct SharedCodebook : torch::nn::Module {
  std::shared_ptr<torch::Tensor> codebook; // @codebook
  SharedCodebook() : codebook(std::make_shared<torch::Tensor>(torch::randn({32, 8}))) {}
  // CHECK @codebook: certain|likely torch-unregistered-state: 'codebook ... 'SharedCodebook'
  torch::Tensor forward(torch::Tensor x) { return x.matmul(*codebook); }
};

// A plain struct that the module owns.
struct RunningStats {
  torch::Tensor mean, var;
  int64_t count = 0;
};
struct ObservationNorm : torch::nn::Module {
  RunningStats stats; // @stats
  ObservationNorm() {
    stats.mean = torch::zeros({8});
    // CHECK @stats: certain torch-unregistered-state: mean'
    stats.var = torch::ones({8});
    // CHECK @stats: certain torch-unregistered-state: var'
  }
  torch::Tensor forward(torch::Tensor obs) { return (obs - stats.mean) / stats.var.sqrt(); }
};

struct RegisteredElements : torch::nn::Module {
  // QUIET: each element is registered.
  std::vector<torch::Tensor> tables;
  std::array<torch::Tensor, 2> pair;
  std::map<std::string, torch::Tensor> byName;
  RegisteredElements() {
    for (int i = 0; i < 4; ++i)
      tables.push_back(register_buffer("table" + std::to_string(i), torch::zeros({8, 8})));
    pair[0] = register_parameter("p0", torch::zeros({8, 8}));
    pair[1] = register_parameter("p1", torch::zeros({8, 8}));
    byName["a"] = register_buffer("a", torch::rand({8, 8}));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &t : tables)
      x = x + t;
    return x.matmul(pair[0]).matmul(pair[1]) + byName["a"];
  }
};

struct RegisteredLater : torch::nn::Module {
  // QUIET: filled first, registered one by one after.
  std::vector<torch::Tensor> tables;
  RegisteredLater() {
    tables = {torch::rand({4}), torch::rand({4})};
    for (size_t i = 0; i < tables.size(); ++i)
      register_buffer("table" + std::to_string(i), tables[i]);
  }
  torch::Tensor forward(torch::Tensor x) { return x * tables[0] + tables[1]; }
};

struct RegisteredStruct : torch::nn::Module {
  // QUIET: the struct's members are registered.
  RunningStats stats;
  RegisteredStruct() {
    stats.mean = register_buffer("mean", torch::zeros({8}));
    stats.var = register_buffer("var", torch::ones({8}));
  }
  torch::Tensor forward(torch::Tensor obs) { return (obs - stats.mean) / stats.var.sqrt(); }
};

struct Outputs : torch::nn::Module {
  // QUIET: a list that each call clears and fills.
  std::vector<torch::Tensor> features;
  torch::Tensor forward(torch::Tensor x) {
    features.clear();
    for (int i = 0; i < 3; ++i) {
      x = x.relu();
      features.push_back(x);
    }
    return torch::cat(features, 1);
  }
};

struct Shapes : torch::nn::Module {
  // QUIET: numbers, no tensors.
  std::vector<int64_t> sizes{1, 2, 3};
  std::map<std::string, double> scales;
  Shapes() { scales["a"] = 0.5; }
  torch::Tensor forward(torch::Tensor x) { return x.view(sizes) * scales["a"]; }
};
