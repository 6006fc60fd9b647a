// Submodules that are registered by other ways, and owners for which it doesn't matter.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

struct Loud : torch::nn::Module {
  torch::nn::Linear fc{4, 4};
  // CHECK: certain torch-unregistered-module: 'fc' ... 'Loud'
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct SecondStatement : torch::nn::Module {
  // QUIET: made first, registered in a second statement.
  torch::nn::LSTM lstm{nullptr};
  torch::nn::Linear fc{8, 8};
  SecondStatement() {
    lstm = torch::nn::LSTM(8, 8);
    lstm = register_module("lstm", lstm);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(std::get<0>(lstm(x))); }
};

struct Aliases : torch::nn::Module {
  // QUIET: the member is registered after two aliases.
  torch::nn::Sequential critic{nullptr};
  Aliases() {
    auto net = torch::nn::Sequential(torch::nn::Linear(8, 1));
    critic = net;
    critic = register_module("critic", critic);
  }
  torch::Tensor forward(torch::Tensor x) { return critic->forward(x); }
};

struct MemberInitialiser : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4)); // QUIET: registered where it is declared
  torch::nn::Linear other{register_module("other", torch::nn::Linear(4, 4))};
  torch::Tensor forward(torch::Tensor x) { return other(fc(x)); }
};

struct ByHelper : torch::nn::Module {
  // QUIET: a helper of the class makes and registers.
  torch::nn::Linear a{nullptr}, b{nullptr};
  ByHelper() {
    a = linear("a", 4, 8);
    add(b, "b");
  }
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }

private:
  torch::nn::Linear linear(const std::string &name, int64_t in, int64_t out) {
    return register_module(name, torch::nn::Linear(in, out));
  }
  void add(torch::nn::Linear &slot, const std::string &name) { slot = register_module(name, torch::nn::Linear(8, 8)); }
};

struct BaseWithHelper : torch::nn::Module {
  template <typename M> M add(const std::string &name, M module) {
    register_module(name, module);
    return module;
  }
};
struct ByBase : BaseWithHelper {
  // QUIET: through a template of the base class.
  torch::nn::Conv2d conv{nullptr};
  ByBase() { conv = add("conv", torch::nn::Conv2d(3, 3, 3)); }
  torch::Tensor forward(torch::Tensor x) { return conv(x); }
};

struct MadeByBase : torch::nn::Module {
  // QUIET: the base makes it, the derived class registers it.
  torch::nn::Linear fc{nullptr};
  MadeByBase() : fc(torch::nn::Linear(4, 4)) {}
};
struct RegisteredByDerived : MadeByBase {
  RegisteredByDerived() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Branches : torch::nn::Module {
  // QUIET: either branch registers, or it stays empty.
  torch::nn::Linear proj{nullptr}, gate{nullptr};
  Branches(bool wide, bool gated) {
    if (wide)
      proj = register_module("proj", torch::nn::Linear(4, 16));
    else
      proj = register_module("proj", torch::nn::Linear(4, 8));
    if (gated)
      gate = register_module("gate", torch::nn::Linear(4, 8));
  }
  torch::Tensor forward(torch::Tensor x) { return gate ? proj(x) * gate(x) : proj(x); }
};

struct Replaced : torch::nn::Module {
  // QUIET: replace_module registers the new one.
  torch::nn::Linear fc{nullptr};
  Replaced() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  void widen() { fc = replace_module("fc", torch::nn::Linear(4, 8)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

// Shared: somebody else owns and moves it.
struct Decoder : torch::nn::Module {
  // QUIET: an alias that is passed in.
  torch::nn::Embedding shared{nullptr};
  torch::nn::Linear out{nullptr};
  explicit Decoder(torch::nn::Embedding embedding) : shared(embedding) { out = register_module("out", torch::nn::Linear(8, 100)); }
  torch::Tensor forward(torch::Tensor x) { return out(shared(x)); }
};
struct Model : torch::nn::Module {
  torch::nn::Embedding embedding{nullptr};
  std::shared_ptr<Decoder> decoder;
  Model() {
    embedding = register_module("embedding", torch::nn::Embedding(100, 8));
    decoder = register_module("decoder", std::make_shared<Decoder>(embedding));
  }
  torch::Tensor forward(torch::Tensor x) { return decoder->forward(x); }
};

struct BackPointer : torch::nn::Module {
  // QUIET: a raw pointer to the parent; it is not owned.
  Model *parent = nullptr;
  explicit BackPointer(Model *p) : parent(p) {}
  torch::Tensor forward(torch::Tensor x) { return parent->forward(x); }
};

struct Sentinel : torch::nn::Module {
  // QUIET: an empty holder stays empty.
  torch::nn::Linear missing{nullptr};
  torch::nn::Linear also = nullptr;
  torch::Tensor forward(torch::Tensor x) { return missing.is_empty() ? x : missing(x); }
};

// Owners that aren't modules.
class Agent {
  // QUIET: a program's own object moves them itself.
  torch::nn::Linear actor{8, 2}, critic{8, 1};
  std::vector<torch::nn::Linear> ensemble;

public:
  explicit Agent(torch::Device d) {
    actor->to(d);
    critic->to(d);
    for (int i = 0; i < 3; ++i)
      ensemble.emplace_back(8, 8);
    for (auto &m : ensemble)
      m->to(d);
  }
};

struct Static : torch::nn::Module {
  // QUIET: static members aren't part of the module.
  static torch::nn::Linear shared;
  torch::Tensor forward(torch::Tensor x) { return x; }
};

struct MovesItself : torch::nn::Module {
  // QUIET: every overload of to() moves it, and parameters() isn't asked of it.
  torch::nn::Linear frozen{4, 4};
  void to(torch::Device d, torch::Dtype t, bool nb = false) override {
    torch::nn::Module::to(d, t, nb);
    frozen->to(d, t, nb);
  }
  void to(torch::Dtype t, bool nb = false) override {
    torch::nn::Module::to(t, nb);
    frozen->to(t, nb);
  }
  void to(torch::Device d, bool nb = false) override {
    torch::nn::Module::to(d, nb);
    frozen->to(d, nb);
  }
  torch::Tensor forward(torch::Tensor x) { return frozen(x); }
};

struct HalfSeen : torch::nn::Module {
  // QUIET: build() may register it; its body is elsewhere.
  torch::nn::Linear fc{4, 4};
  HalfSeen() { build(); }
  void build();
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct Cloned : torch::nn::Cloneable<Cloned> {
  // QUIET: reset() registers.
  torch::nn::Linear fc{nullptr};
  Cloned() { reset(); }
  void reset() override { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct CloneForgets : torch::nn::Cloneable<CloneForgets> {
  torch::nn::Linear fc{nullptr}; // @clone-fc
  CloneForgets() { reset(); }
  void reset() override { fc = torch::nn::Linear(4, 4); }
  // CHECK @clone-fc: certain torch-unregistered-module: 'fc' ... 'CloneForgets'
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

template <typename Layer> struct Repeat : torch::nn::Module {
  Layer layer{nullptr}; // @repeat
  Repeat() { layer = Layer(8, 8); }
  // CHECK @repeat: certain torch-unregistered-module: 'layer' ... 'Repeat'
  torch::Tensor forward(torch::Tensor x) { return layer(x); }
};
template struct Repeat<torch::nn::Linear>;

struct Scripted : torch::nn::Module {
  torch::jit::Module teacher;
  // MAYBE: likely|advice torch-unregistered-module: 'teacher' ... 'Scripted'
  explicit Scripted(const std::string &path) : teacher(torch::jit::load(path)) {}
  // MAYBE: likely|advice torch-unregistered-module: 'teacher' ... 'Scripted'
  torch::Tensor forward(torch::Tensor x) { return teacher.forward({x}).toTensor(); }
};

#define REGISTER(name, ...) name = register_module(#name, __VA_ARGS__)
struct ByMacro : torch::nn::Module {
  // QUIET: a macro of the project's.
  torch::nn::Linear fc{nullptr};
  ByMacro() { REGISTER(fc, torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
