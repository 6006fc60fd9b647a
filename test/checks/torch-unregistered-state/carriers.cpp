// What carries state: plain structs, lists and maps of any nesting, options, callbacks, owners that aren't modules.
// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
using torch::Tensor;

// Plain structs.
struct Anchors {
  Tensor boxes, scales;
};
struct AssignedWhole : torch::nn::Module {
  Anchors a; // @assigned
  AssignedWhole() {
    a = Anchors{torch::ones({4}), torch::zeros({4})};
    // CHECK: certain torch-unregistered-state: tensor state 'a.boxes' of 'AssignedWhole'
    // CHECK: certain torch-unregistered-state: tensor state 'a.scales' of 'AssignedWhole'
  }
  Tensor forward(Tensor x) { return x * a.boxes + a.scales; }
};
struct InitialisedWhole : torch::nn::Module {
  Anchors a{torch::ones({4}), torch::zeros({4})};
  // CHECK: certain torch-unregistered-state: 'a.boxes' of 'InitialisedWhole'
  Tensor forward(Tensor x) { return x * a.boxes; }
};
struct InInitialiserList : torch::nn::Module {
  Anchors a;
  InInitialiserList() : a{torch::ones({4}), torch::zeros({4})} {}
  // CHECK: certain torch-unregistered-state: 'a.scales' of 'InInitialiserList'
  Tensor forward(Tensor x) { return x + a.scales; }
};
struct HandedOver : torch::nn::Module {
  // QUIET: its fields are handles of what is registered.
  Anchors a;
  HandedOver() {
    a = Anchors{register_buffer("boxes", torch::ones({4})), register_buffer("scales", torch::zeros({4}))};
  }
  Tensor forward(Tensor x) { return x * a.boxes + a.scales; }
};
static Anchors makeAnchors() { return {torch::ones({4}), torch::zeros({4})}; } // @makeAnchors
struct FromHelper : torch::nn::Module {
  Anchors a; // @helper
  FromHelper() { a = makeAnchors(); }
  // CHECK @makeAnchors: certain torch-unregistered-state: 'a.boxes' of 'FromHelper'
  Tensor forward(Tensor x) { return x * a.boxes; }
};

// Objects that a member is, with tensors of their own.
struct CenterLoss {
  Tensor centers = torch::zeros({10, 2}); // @centers
  Tensor operator()(Tensor f, Tensor y) { return (f - centers.index_select(0, y)).pow(2).sum(); }
};
struct Classifier : torch::nn::Module {
  CenterLoss loss;
  // CHECK @centers: certain|likely torch-unregistered-state: 'loss.centers' of 'Classifier'
  Tensor forward(Tensor x, Tensor y) { return loss(x, y); }
};
struct RunningLoss {
  Tensor mean = torch::zeros({3});
  void to(torch::Device d) { mean = mean.to(d); }
  Tensor operator()(Tensor x) { return (x - mean).sum(); }
};
struct MovesItsLoss : torch::nn::Module {
  // QUIET: a method moves what the loss keeps.
  RunningLoss loss;
  void place(torch::Device d) {
    torch::nn::Module::to(d);
    loss.to(d);
  }
  Tensor forward(Tensor x) { return loss(x); }
};
class Grid {
public:
  explicit Grid(Tensor t) : xs(t) {}
  Tensor at(Tensor x) const { return x + xs; }

private:
  Tensor xs;
};
struct OwnsGrid : torch::nn::Module {
  std::unique_ptr<Grid> grid;
  OwnsGrid() : grid(std::make_unique<Grid>(torch::arange(8))) {}
  // CHECK: certain torch-unregistered-state: 'grid.xs' of 'OwnsGrid'
  Tensor forward(Tensor x) { return grid->at(x); }
};

// Lists and maps.
struct Nested : torch::nn::Module {
  std::vector<std::vector<Tensor>> t;
  Nested() {
    t.resize(2);
    t[0].push_back(torch::ones({3}));
    // CHECK: certain torch-unregistered-state: 't' of 'Nested'
  }
  Tensor forward(Tensor x) { return x + t[0][0]; }
};
struct MapOfLists : torch::nn::Module {
  std::map<std::string, std::vector<Tensor>> t;
  MapOfLists() {
    t["a"].push_back(torch::ones({3}));
    // CHECK: certain torch-unregistered-state: 't' of 'MapOfLists'
  }
  Tensor forward(Tensor x) {
    for (auto &entry : t)
      for (auto &v : entry.second)
        x = x + v;
    return x;
  }
};
struct Looked : torch::nn::Module {
  std::unordered_map<int, Tensor> t;
  Looked() {
    t.emplace(1, torch::ones({3}));
    // CHECK: certain torch-unregistered-state: 't' of 'Looked'
  }
  Tensor forward(Tensor x) {
    auto it = t.find(1);
    return it != t.end() ? x + it->second : x;
  }
};
struct Bound : torch::nn::Module {
  std::unordered_map<int, Tensor> t;
  Bound() {
    t[3] = torch::ones({3});
    // CHECK: certain torch-unregistered-state: 't' of 'Bound'
  }
  Tensor forward(Tensor x) {
    for (auto &[k, v] : t)
      x = x + v;
    return x;
  }
};
struct Pairs : torch::nn::Module {
  std::vector<std::pair<std::string, Tensor>> t;
  Pairs() {
    t.emplace_back("a", torch::ones({3}));
    // CHECK: certain torch-unregistered-state: 't' of 'Pairs'
  }
  Tensor forward(Tensor x) {
    for (const auto &[n, v] : t)
      x = x + v;
    return x;
  }
};
struct Structs : torch::nn::Module {
  std::vector<Anchors> t;
  Structs() {
    t.push_back({torch::ones({3}), torch::ones({3})});
    // CHECK: certain torch-unregistered-state: 't.boxes' of 'Structs'
  }
  Tensor forward(Tensor x) { return x + t[0].boxes; }
};
struct Arrays : torch::nn::Module {
  Tensor t[2];
  std::array<Tensor, 2> u;
  Arrays() {
    for (int i = 0; i < 2; ++i)
      t[i] = torch::ones({3});
    // CHECK: certain torch-unregistered-state: 't' of 'Arrays'
    u = {torch::ones({3}), torch::ones({3})};
    // CHECK: certain torch-unregistered-state: 'u' of 'Arrays'
  }
  Tensor forward(Tensor x) { return x + t[0] + u[1]; }
};
struct Wrapped : torch::nn::Module {
  std::optional<Tensor> o;
  std::shared_ptr<Tensor> p;
  std::tuple<Tensor, int> t;
  Wrapped() : t(torch::ones({3}), 1) {
    // CHECK: certain torch-unregistered-state: 't' of 'Wrapped'
    o = torch::ones({3});
    // CHECK: certain torch-unregistered-state: 'o' of 'Wrapped'
    p = std::make_shared<Tensor>(torch::ones({3}));
    // CHECK: certain torch-unregistered-state: 'p' of 'Wrapped'
  }
  Tensor forward(Tensor x) { return x + *o + *p + std::get<0>(t); }
};
struct Dictionary : torch::nn::Module {
  torch::OrderedDict<std::string, Tensor> t;
  Dictionary() {
    t.insert("a", torch::ones({3}));
    // CHECK: certain torch-unregistered-state: 't' of 'Dictionary'
  }
  Tensor forward(Tensor x) { return x + t["a"]; }
};
struct HandlesInAMap : torch::nn::Module {
  // QUIET: handles of what is registered move with it.
  std::map<std::string, Tensor> t;
  HandlesInAMap() { t["a"] = register_buffer("a", torch::ones({3})); }
  Tensor forward(Tensor x) { return x + t["a"]; }
};

// Options and callbacks.
struct Weights : torch::nn::Module {
  torch::nn::functional::CrossEntropyFuncOptions options;
  Weights() {
    options.weight(torch::ones({3}));
    // CHECK: certain|likely torch-unregistered-state: 'options' of 'Weights'
  }
  Tensor loss(Tensor x, Tensor y) { return torch::nn::functional::cross_entropy(x, y, options); }
};
struct Callback : torch::nn::Module {
  std::function<Tensor(Tensor)> head;
  Callback() {
    auto scale = torch::ones({3});
    // CHECK: likely torch-unregistered-state: 'scale' captured by a lambda that 'Callback' keeps
    head = [scale](Tensor x) { return x * scale; };
  }
  Tensor forward(Tensor x) { return head(x); }
};
struct CapturesAHandle : torch::nn::Module {
  // QUIET: the handle moves.
  std::function<Tensor(Tensor)> head;
  CapturesAHandle() {
    auto scale = register_buffer("scale", torch::ones({3}));
    head = [scale](Tensor x) { return x * scale; };
  }
  Tensor forward(Tensor x) { return head(x); }
};

// Owners that are no modules.
class Policy {
public:
  void to(torch::Device d) { fc->to(d); }
  Tensor forward(Tensor x) { return fc(x - mean); }

private:
  Tensor mean = torch::zeros({4});
  // CHECK: likely torch-unregistered-state: 'mean' of 'Policy' may not be moved with the rest
  torch::nn::Linear fc{4, 4};
};
class MovesAll {
  // QUIET: it moves what it keeps.
public:
  void to(torch::Device d) {
    fc->to(d);
    mean = mean.to(d);
  }
  Tensor forward(Tensor x) { return fc(x - mean); }

private:
  Tensor mean = torch::zeros({4});
  torch::nn::Linear fc{4, 4};
};
class ReplayBuffer {
  // QUIET: it keeps host memory, and moves nothing.
public:
  void push(int i, Tensor state) { states[i] = state.cpu(); }
  Tensor sample(Tensor index, torch::Device d) { return states.index_select(0, index).to(d); }

private:
  Tensor states = torch::zeros({100, 4});
};
class Agent {
  // QUIET: its statistics meet only what is on the host.
public:
  explicit Agent(torch::Device d) : device(d) { net->to(d); }
  Tensor act(Tensor x) { return net->forward(x.to(device)); }
  void record(Tensor reward) { total = total + reward.cpu(); }

private:
  torch::Device device;
  torch::nn::Linear net{4, 2};
  Tensor total = torch::zeros({2});
};
