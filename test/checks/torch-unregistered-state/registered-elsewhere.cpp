// All the ways in which a tensor gets registered.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Loud : torch::nn::Module {
  torch::Tensor w;
  Loud() { w = torch::rand({4}); }
  // CHECK: certain torch-unregistered-state: 'w' ... 'Loud'
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct InInitialiserList : torch::nn::Module {
  // QUIET: the registrar's result initialises the member.
  torch::Tensor clip, weight;
  InInitialiserList() : clip(register_buffer("clip", torch::full({1}, 5.0))), weight{register_parameter("weight", torch::randn({4}))} {}
  torch::Tensor forward(torch::Tensor x) { return torch::min(x * weight, clip); }
};

struct InMemberInitialiser : torch::nn::Module {
  torch::Tensor table = register_buffer("table", torch::rand({4})); // QUIET: registered where it is declared
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

struct AssignedThenRegistered : torch::nn::Module {
  // QUIET: assign, then register.
  torch::Tensor table, other;
  AssignedThenRegistered() {
    table = torch::rand({4});
    register_buffer("table", table);
    auto local = torch::rand({4});
    other = local;
    this->register_parameter("other", local);
  }
  torch::Tensor forward(torch::Tensor x) { return x * table + other; }
};

struct InHelper : torch::nn::Module {
  // QUIET: a helper of the class registers what it gets.
  torch::Tensor a, b;
  InHelper() {
    a = buffer("a", torch::rand({4}));
    keep(b, "b");
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + b; }

private:
  torch::Tensor buffer(const std::string &name, torch::Tensor t) { return register_buffer(name, t); }
  void keep(torch::Tensor &slot, const std::string &name) { slot = register_buffer(name, torch::rand({4})); }
};

struct RegistersAll : torch::nn::Module {
  // QUIET: made in one method, registered in another.
  torch::Tensor a, b;
  RegistersAll() {
    make();
    enroll();
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + b; }

private:
  void make() {
    a = torch::rand({4});
    b = torch::rand({4});
  }
  void enroll() {
    register_buffer("a", a);
    register_buffer("b", b);
  }
};

struct Base : torch::nn::Module {
  // QUIET: the base makes it, the derived class registers it.
  torch::Tensor table;
  Base() { table = torch::rand({4}); }
};
struct Derived : Base {
  Derived() { register_buffer("table", table); }
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

struct RegisteringBase : torch::nn::Module {
  // QUIET: the base registers, the derived class fills in.
  torch::Tensor stats;
  RegisteringBase() : stats(register_buffer("stats", torch::zeros({4}))) {}
};
struct Filling : RegisteringBase {
  Filling() { stats.fill_(1.0); }
  torch::Tensor forward(torch::Tensor x) { return x * stats; }
};

struct ByFreeFunction;
void enroll(ByFreeFunction &m);
struct ByFreeFunction : torch::nn::Module {
  // QUIET: a free function that is given *this registers.
  torch::Tensor table;
  ByFreeFunction() {
    table = torch::rand({4});
    enroll(*this);
  }
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};
void enroll(ByFreeFunction &m) { m.register_buffer("table", m.table); }

struct ByOther : torch::nn::Module {
  torch::Tensor params;
  torch::Tensor forward(torch::Tensor x) { return x * params; }
};
struct Owner : torch::nn::Module {
  // QUIET: registered on the module that owns the other one.
  std::shared_ptr<ByOther> part;
  Owner() {
    part = register_module("part", std::make_shared<ByOther>());
    part->params = register_parameter("params", torch::rand({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return part->forward(x); }
};

#define REGISTER_BUFFER(name, value) name = register_buffer(#name, value)
struct ByMacro : torch::nn::Module {
  // QUIET: a macro of the project's.
  torch::Tensor mean, std;
  ByMacro() {
    REGISTER_BUFFER(mean, torch::zeros({3}));
    REGISTER_BUFFER(std, torch::ones({3}));
  }
  torch::Tensor forward(torch::Tensor x) { return (x - mean) / std; }
};

struct ByReference : torch::nn::Module {
  // QUIET: through the reference that the registrar returns.
  torch::Tensor w;
  ByReference() {
    auto &slot = register_parameter("w", torch::empty({4, 4}));
    torch::nn::init::xavier_uniform_(slot);
    w = slot;
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(w); }
};

struct FoundByName : torch::nn::Module {
  // QUIET: asks for the registered one.
  torch::Tensor w;
  FoundByName() {
    register_parameter("w", torch::rand({4}));
    w = named_parameters()["w"];
  }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
};

struct BothBranches : torch::nn::Module {
  // QUIET: registered in either branch.
  torch::Tensor scale;
  explicit BothBranches(bool learn) {
    if (learn)
      scale = register_parameter("scale", torch::ones({1}));
    else
      scale = register_buffer("scale", torch::ones({1}));
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
};

struct Undefined : torch::nn::Module {
  // QUIET: no tensor is behind it where it is not registered.
  torch::Tensor bias;
  explicit Undefined(bool has) {
    if (has)
      bias = register_parameter("bias", torch::zeros({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return bias.defined() ? x + bias : x; }
};

struct RegisteredUndefined : torch::nn::Module {
  // Registering a member before it has a tensor does nothing.
  torch::Tensor table;
  RegisteredUndefined() {
    register_buffer("table", table);
    table = torch::rand({4});
    // CHECK: certain|likely torch-unregistered-state|torch-rebound-registration: 'table' ... 'RegisteredUndefined'
  }
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};

struct ListOfParameters : torch::nn::Module {
  // QUIET: ParameterList owns and registers them.
  torch::nn::ParameterList list{nullptr};
  ListOfParameters() {
    list = register_module("list", torch::nn::ParameterList());
    list->append(torch::rand({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return x * list[0]; }
};

struct FilledInPlace : torch::nn::Module {
  // QUIET: in place operators keep the registered handle.
  torch::Tensor pe;
  explicit FilledInPlace(int64_t n) {
    pe = register_buffer("pe", torch::zeros({n, 8}));
    pe.index_put_({torch::indexing::Slice(), 0}, torch::sin(torch::arange(n)));
    pe += 1;
    pe.copy_(torch::rand({n, 8}));
    pe.set_data(torch::rand({n, 8}));
  }
  torch::Tensor forward(torch::Tensor x) { return x + pe; }
};
