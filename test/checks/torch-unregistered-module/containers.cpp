// Submodules in containers.
// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <array>
#include <map>
#include <optional>

struct Mlp : torch::nn::Module {
  std::vector<torch::nn::Linear> layers; // @layers
  explicit Mlp(int n) {
    for (int i = 0; i < n; ++i)
      layers.emplace_back(8, 8);
      // CHECK @layers: certain torch-unregistered-module: 'layers ... 'Mlp'
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = torch::relu(l->forward(x));
    return x;
  }
};

struct PushedBack : torch::nn::Module {
  std::vector<torch::nn::Conv2d> convs; // @convs
  PushedBack() {
    convs.push_back(torch::nn::Conv2d(3, 16, 3));
    // CHECK @convs: certain torch-unregistered-module: 'convs ... 'PushedBack'
    convs.push_back(torch::nn::Conv2d(16, 16, 3));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &c : convs)
      x = c(x);
    return x;
  }
};

struct Listed : torch::nn::Module {
  std::vector<torch::nn::Linear> heads{torch::nn::Linear(8, 1), torch::nn::Linear(8, 2)};
  // CHECK: certain torch-unregistered-module: 'heads ... 'Listed'
  torch::Tensor forward(torch::Tensor x) { return torch::cat({heads[0](x), heads[1](x)}, 1); }
};

struct Mapped : torch::nn::Module {
  std::map<std::string, torch::nn::Linear> heads; // @heads
  Mapped() {
    heads.emplace("actor", torch::nn::Linear(8, 2));
    // CHECK @heads: certain torch-unregistered-module: 'heads ... 'Mapped'
    heads.emplace("critic", torch::nn::Linear(8, 1));
  }
  torch::Tensor forward(torch::Tensor x) { return heads.at("actor")->forward(x); }
};

struct Arrayed : torch::nn::Module {
  std::array<torch::nn::Linear, 2> gates{{nullptr, nullptr}}; // @gates
  Arrayed() {
    gates[0] = torch::nn::Linear(4, 4);
    // CHECK @gates: certain torch-unregistered-module: 'gates ... 'Arrayed'
    gates[1] = torch::nn::Linear(4, 4);
  }
  torch::Tensor forward(torch::Tensor x) { return gates[0](x) * gates[1](x); }
};

struct SharedPtrs : torch::nn::Module {
  std::vector<std::shared_ptr<Listed>> experts; // @experts
  SharedPtrs() {
    for (int i = 0; i < 4; ++i)
      experts.push_back(std::make_shared<Listed>());
      // CHECK @experts: certain torch-unregistered-module: 'experts ... 'SharedPtrs'
  }
  torch::Tensor forward(torch::Tensor x) { return experts[0]->forward(x); }
};

struct Optional : torch::nn::Module {
  std::optional<torch::nn::Linear> skip; // @skip
  explicit Optional(bool project) {
    if (project)
      skip = torch::nn::Linear(8, 8);
      // CHECK @skip: certain|likely torch-unregistered-module: 'skip' ... 'Optional'
  }
  torch::Tensor forward(torch::Tensor x) { return skip ? (*skip)(x) : x; }
};

struct Paired : torch::nn::Module {
  std::vector<std::pair<torch::nn::Conv2d, torch::nn::BatchNorm2d>> stages; // @stages
  Paired() {
    stages.emplace_back(torch::nn::Conv2d(3, 8, 3), torch::nn::BatchNorm2d(8));
    // CHECK @stages: certain torch-unregistered-module: 'stages ... 'Paired'
  }
  torch::Tensor forward(torch::Tensor x) { return stages[0].second(stages[0].first(x)); }
};

struct Branches {
  torch::nn::Linear left{nullptr}, right{nullptr};
};
struct OfStruct : torch::nn::Module {
  Branches branches; // @branches
  OfStruct() {
    branches.left = register_module("left", torch::nn::Linear(4, 4));
    branches.right = torch::nn::Linear(4, 4);
    // CHECK @branches: certain|likely torch-unregistered-module: right'
  }
  torch::Tensor forward(torch::Tensor x) { return branches.left(x) + branches.right(x); }
};

// A ModuleList that nobody registers, though it registers its elements.
struct LooseList : torch::nn::Module {
  torch::nn::ModuleList blocks; // @loose
  LooseList() {
    for (int i = 0; i < 3; ++i)
      blocks->push_back(torch::nn::Linear(8, 8));
      // CHECK @loose: certain torch-unregistered-module: 'blocks ... 'LooseList'
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &b : *blocks)
      x = b->as<torch::nn::Linear>()->forward(x);
    return x;
  }
};

struct InLoop : torch::nn::Module {
  // QUIET: each is registered where it is made.
  std::vector<torch::nn::Linear> layers;
  explicit InLoop(int n) {
    for (int i = 0; i < n; ++i)
      layers.push_back(register_module("layer" + std::to_string(i), torch::nn::Linear(8, 8)));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l(x);
    return x;
  }
};

struct AfterLoop : torch::nn::Module {
  // QUIET: filled, then registered one by one.
  std::vector<torch::nn::Linear> layers;
  AfterLoop() {
    for (int i = 0; i < 3; ++i)
      layers.push_back(torch::nn::Linear(8, 8));
    int i = 0;
    for (auto &l : layers)
      register_module("layer" + std::to_string(i++), l);
  }
  torch::Tensor forward(torch::Tensor x) { return layers[0](x); }
};

struct TypedBesideList : torch::nn::Module {
  // QUIET: the same holder is in a registered ModuleList.
  torch::nn::ModuleList list{nullptr};
  std::vector<torch::nn::Linear> typed;
  TypedBesideList() {
    list = register_module("list", torch::nn::ModuleList());
    for (int i = 0; i < 3; ++i) {
      torch::nn::Linear l(8, 8);
      typed.push_back(l);
      list->push_back(l);
    }
  }
  torch::Tensor forward(torch::Tensor x) { return typed[0](x); }
};

struct RegisteredEmpty : torch::nn::Module {
  // QUIET: registered while still empty, filled later.
  torch::nn::Sequential net{nullptr};
  torch::nn::ModuleList blocks;
  RegisteredEmpty() : net(register_module("net", torch::nn::Sequential())) {
    register_module("blocks", blocks);
    net->push_back(torch::nn::Linear(4, 4));
    blocks->push_back(torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) { return net->forward(x) + blocks->at<torch::nn::LinearImpl>(0).forward(x); }
};

struct ElementsRegistered : torch::nn::Module {
  // QUIET: the Sequential isn't registered, what it runs is.
  torch::nn::Linear a{nullptr}, b{nullptr};
  torch::nn::Sequential net;
  ElementsRegistered() {
    a = register_module("a", torch::nn::Linear(4, 4));
    b = register_module("b", torch::nn::Linear(4, 4));
    net->push_back(a);
    net->push_back(b);
  }
  torch::Tensor forward(torch::Tensor x) { return net->forward(x); }
};

struct FilledVectorOfSequentials : torch::nn::Module {
  // QUIET: the holder that goes into the vector is registered some lines below.
  std::vector<torch::nn::Sequential> stages;
  FilledVectorOfSequentials() {
    for (int i = 0; i < 5; ++i) {
      torch::nn::Sequential stage;
      stages.push_back(stage);
      stage->push_back(torch::nn::Conv2d(8, 8, 3));
      stage->push_back(torch::nn::ReLU());
      register_module("stage" + std::to_string(i), stage);
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &s : stages)
      x = s->forward(x);
    return x;
  }
};

struct DictOfHeads : torch::nn::Module {
  // QUIET: the dictionary is registered.
  torch::nn::ModuleDict heads{nullptr};
  DictOfHeads() {
    std::vector<std::pair<std::string, std::shared_ptr<torch::nn::Module>>> all;
    all.emplace_back("actor", torch::nn::Linear(8, 2).ptr());
    heads = register_module("heads", torch::nn::ModuleDict(all));
  }
  torch::Tensor forward(torch::Tensor x) { return heads->at<torch::nn::LinearImpl>("actor").forward(x); }
};

struct Pools : torch::nn::Module {
  // QUIET: stateless layers in a vector.
  std::vector<torch::nn::MaxPool2d> pools;
  Pools() {
    for (int k : {5, 9, 13})
      pools.push_back(torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(k).stride(1).padding(k / 2)));
  }
  torch::Tensor forward(torch::Tensor x) { return torch::cat({pools[0](x), pools[1](x), pools[2](x)}, 1); }
};
