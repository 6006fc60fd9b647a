// RUN: %check %s -- %mock
#include <torch/torch.h>

// One name twice.

struct Copied : torch::nn::Module {
  torch::nn::Linear a{nullptr}, b{nullptr};
  Copied() {
    a = register_module("a", torch::nn::Linear(4, 4));
    b = register_module("a", torch::nn::Linear(4, 4));
    // CHECK: certain torch-registration-mismatch: name 'a' of 'Copied' is registered a second time; the constructor throws
    // NOTE: the name is taken here
    // NOTE: give each its own name
  }
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
};

struct InTheDeclarations : torch::nn::Module {
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear b{register_module("a", torch::nn::Linear(4, 4))};
  // CHECK: certain torch-registration-mismatch: name 'a' of 'InTheDeclarations' is registered a second time
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
};

struct Layers : torch::nn::Module {
  std::vector<torch::nn::Linear> layers;
  Layers() {
    for (int i = 0; i < 4; ++i)
      layers.push_back(register_module("layer", torch::nn::Linear(4, 4)));
    // CHECK: likely torch-registration-mismatch: name 'layer' of 'Layers' is registered in each turn of a loop and may throw
    // NOTE: count in the name: "layer" + std::to_string(i)
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l(x);
    return x;
  }
};

struct Numbered : torch::nn::Module {
  std::vector<torch::nn::Linear> layers;
  Numbered() {
    for (int i = 0; i < 4; ++i)
      layers.push_back(register_module("layer" + std::to_string(i), torch::nn::Linear(4, 4)));
    // QUIET: each turn has its own name
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l(x);
    return x;
  }
};

struct Either : torch::nn::Module {
  torch::nn::Linear a{nullptr};
  explicit Either(bool big) {
    if (big)
      a = register_module("a", torch::nn::Linear(4, 400));
    else
      a = register_module("a", torch::nn::Linear(4, 4));
    // QUIET: only one of them runs
  }
  torch::Tensor forward(torch::Tensor x) { return a(x); }
};

struct Kinds : torch::nn::Module {
  torch::Tensor w;
  torch::nn::Linear fc{nullptr};
  Kinds() {
    w = register_parameter("scale", torch::ones({4}));
    fc = register_module("scale", torch::nn::Linear(4, 4));
    // QUIET: parameters and modules have names of their own
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x * w); }
};

struct Replaced : torch::nn::Module {
  torch::nn::Linear head{nullptr};
  Replaced() {
    head = register_module("head", torch::nn::Linear(4, 4));
    head = replace_module("head", torch::nn::Linear(4, 2));
    // QUIET: replaced on purpose
  }
  torch::Tensor forward(torch::Tensor x) { return head(x); }
};

// One member under two names.

struct Twice : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Twice() {
    fc = torch::nn::Linear(4, 4);
    register_module("encoder", fc);
    register_module("decoder", fc);
    // CHECK: likely torch-registration-mismatch: names 'encoder' and 'decoder' of 'Twice' register one and the same; the optimizer may step it twice
    // NOTE: registered first here
  }
  torch::Tensor forward(torch::Tensor x) { return fc(fc(x)); }
};

struct SharedLocal : torch::nn::Module {
  torch::Tensor mean, var;
  SharedLocal() {
    auto t = torch::zeros({4});
    mean = register_buffer("mean", t);
    var = register_buffer("var", t);
    // CHECK: likely torch-registration-mismatch: names 'mean' and 'var' of 'SharedLocal' register one and the same tensor; what changes one may change both
  }
  torch::Tensor forward(torch::Tensor x) { return (x - mean) / var; }
};

struct MadeAgain : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  MadeAgain() {
    fc = torch::nn::Linear(4, 4);
    register_module("first", fc);
    auto second = torch::nn::Linear(4, 4);
    register_module("second", second);
    // QUIET: two modules
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Activation : torch::nn::Module {
  torch::nn::ReLU relu;
  torch::nn::Linear fc{nullptr};
  Activation() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    register_module("relu1", relu);
    register_module("relu2", relu);
    // QUIET: it has nothing to move and nothing to train
  }
  torch::Tensor forward(torch::Tensor x) { return relu(fc(relu(x))); }
};

struct Tied : torch::nn::Module {
  torch::nn::Embedding in{nullptr};
  torch::nn::Linear out{nullptr};
  Tied() {
    in = register_module("in", torch::nn::Embedding(10, 4));
    out = register_module("out", torch::nn::Linear(4, 10));
    out->weight = in->weight;
    // QUIET: weights are shared after both are registered
  }
  torch::Tensor forward(torch::Tensor x) { return out(in(x)); }
};

// An empty holder.

struct Empty : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Empty() {
    register_module("fc", fc);
    // CHECK: certain torch-registration-mismatch: name 'fc' of 'Empty' registers an empty holder
    // NOTE: make the module first
  }
};

struct Optional : torch::nn::Module {
  torch::nn::Sequential down{nullptr};
  torch::nn::Linear fc{nullptr};
  explicit Optional(torch::nn::Sequential d) : down(d) {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    if (!down.is_empty())
      register_module("down", down);
    // QUIET: only where there is one
  }
  torch::Tensor forward(torch::Tensor x) {
    x = fc(x);
    return down.is_empty() ? x : down->forward(x);
  }
};

std::shared_ptr<torch::nn::LinearImpl> build(bool b) {
  if (b)
    return nullptr;
  throw std::runtime_error("no such layer");
}
struct Built : torch::nn::Module {
  std::shared_ptr<torch::nn::LinearImpl> fc;
  Built() {
    fc = build(true);
    register_module("fc", fc);
    // QUIET: what a function answers is another's business
  }
};

struct Filled : torch::nn::Module {
  torch::nn::Sequential layers{nullptr};
  Filled() {
    layers->push_back(torch::nn::Linear(4, 4));
    register_module("layers", layers);
    // QUIET: it would have thrown before, if it were empty
  }
};

struct DefaultMade : torch::nn::Module {
  torch::nn::Sequential layers;
  DefaultMade() {
    register_module("layers", layers);
    layers->push_back(torch::nn::Linear(4, 4));
    // QUIET: a Sequential without arguments is one
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
};

// Not LibTorch's.
struct Registry {
  torch::Tensor register_buffer(std::string, torch::Tensor t) { return t; }
  torch::Tensor a, b;
  Registry() {
    a = register_buffer("a", torch::ones({4}));
    b = register_buffer("a", torch::ones({4}));
    // QUIET: a namesake
  }
};

// A name that changes from turn to turn.
struct Spelled : torch::nn::Module {
  explicit Spelled(int n) {
    char name[4] = "fc1";
    for (int i = 0; i < n; i++, name[2]++)
      layers.push_back(register_module(name, torch::nn::Linear(4, 4)));
    // QUIET: another name in each turn
  }
  std::vector<torch::nn::Linear> layers;
};
struct Repeated : torch::nn::Module {
  explicit Repeated(int n) {
    for (int i = 0; i < n; i++)
      layers.push_back(register_module("fc", torch::nn::Linear(4, 4)));
    // CHECK: likely torch-registration-mismatch: name 'fc' of 'Repeated' is registered in each turn of a loop
  }
  std::vector<torch::nn::Linear> layers;
};
