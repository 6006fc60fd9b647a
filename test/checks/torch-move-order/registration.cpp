// Parts that a module gets after it was moved.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Lazy : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::Tensor forward(torch::Tensor x) {
    if (!fc)
      fc = register_module("fc", torch::nn::Linear(x.size(-1), 4));
    // CHECK: certain torch-move-order: 'torch::nn::Module::register_module' adds is made on cpu
    // NOTE @bites: meets the input here
    // NOTE: part->to(x.device())
    return fc->forward(x); // @bites
  }
};

void used(torch::Tensor x) {
  Lazy lazy;
  lazy.to(torch::kCUDA);
}

struct LazyMoved : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::Tensor forward(torch::Tensor x) {
    if (!fc) {
      fc = register_module("fc", torch::nn::Linear(x.size(-1), 4));
      fc->to(x.device());
      // QUIET: moved to where the input is
    }
    return fc->forward(x);
  }
};

struct LazyFirst : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::Tensor forward(torch::Tensor x) {
    if (!fc) {
      torch::nn::Linear made(x.size(-1), 4);
      made->to(x.device());
      fc = register_module("fc", made);
      // QUIET: moved before it is registered
    }
    return fc->forward(x);
  }
};

struct LazyStateless : torch::nn::Module {
  torch::nn::ReLU act{nullptr};
  torch::Tensor forward(torch::Tensor x) {
    if (!act)
      act = register_module("act", torch::nn::ReLU());
    // QUIET: it has no state
    return act->forward(x);
  }
};

struct Built : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  void build(int64_t n) {
    fc = register_module("fc", torch::nn::Linear(n, 4));
    // QUIET: called before anybody moves the module
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
};

void grown(torch::Device d) {
  torch::nn::Sequential net(torch::nn::Linear(4, 4));
  net->to(d); // @moved
  net->push_back(torch::nn::Linear(4, 2));
  // CHECK: certain torch-move-order: 'torch::nn::SequentialImpl::push_back' adds is on cpu
  // NOTE @moved: moved here
}

struct Headed : torch::nn::Module {
  torch::nn::Linear body{nullptr}, head{nullptr};
  Headed() { body = register_module("body", torch::nn::Linear(4, 4)); }
  void addHead(int64_t n) { head = register_module("head", torch::nn::Linear(4, n)); } // @head
  torch::Tensor forward(torch::Tensor x) { return head(body(x)); }
};
void headLater(torch::Device d) {
  auto net = std::make_shared<Headed>();
  net->to(d);
  net->addHead(3);
  // CHECK @head: certain torch-move-order: adds is on cpu
}

struct HeadedFirst : torch::nn::Module {
  torch::nn::Linear body{nullptr}, head{nullptr};
  HeadedFirst() { body = register_module("body", torch::nn::Linear(4, 4)); }
  void addHead(int64_t n) { head = register_module("head", torch::nn::Linear(4, n)); }
  torch::Tensor forward(torch::Tensor x) { return head(body(x)); }
};
void headFirst(torch::Device d) {
  auto net = std::make_shared<HeadedFirst>();
  net->addHead(3);
  // QUIET: then moved
  net->to(d);
}

struct Stack : torch::nn::Module {
  std::vector<torch::nn::Linear> layers;
  void add(int64_t n) { layers.push_back(register_module("l", torch::nn::Linear(n, n))); } // @add
};
void beforeAndAfter() {
  Stack stack;
  stack.add(2);
  stack.to(torch::kCUDA);
  stack.add(2);
  // CHECK @add: certain torch-move-order: adds is on cpu
}

struct InConstructor : torch::nn::Module {
  torch::nn::Linear a{nullptr}, b{nullptr};
  InConstructor(torch::Device d) {
    a = register_module("a", torch::nn::Linear(4, 4));
    to(d);
    b = register_module("b", torch::nn::Linear(4, 4));
    // CHECK: certain torch-move-order: adds is on cpu
  }
};

struct AllInConstructor : torch::nn::Module {
  torch::nn::Linear a{nullptr}, b{nullptr};
  AllInConstructor(torch::Device d) {
    a = register_module("a", torch::nn::Linear(4, 4));
    a->to(d);
    b = register_module("b", torch::nn::Linear(4, 4));
    // QUIET: the whole is moved after it
    to(d);
  }
};

void grownThenMoved(torch::Device d) {
  torch::nn::Sequential net(torch::nn::Linear(4, 4));
  net->to(d);
  net->push_back(torch::nn::Linear(4, 2));
  // QUIET: moved again
  net->to(d);
}

void grownByMoved(torch::Device d) {
  torch::nn::Sequential net(torch::nn::Linear(4, 4));
  net->to(d);
  torch::nn::Linear head(4, 2);
  head->to(d);
  net->push_back(head);
  net->push_back(torch::nn::ReLU());
  // QUIET: one was moved, the other has no state
}

void inALoop(torch::Device d) {
  torch::nn::Sequential net;
  for (int k = 0; k < 3; ++k)
    net->push_back(torch::nn::Linear(4, 4));
  // QUIET: before the move
  net->to(d);
}

namespace mine {
struct Sequential {
  void push_back(torch::nn::Linear) {}
  void to(torch::Device) {}
};
} // namespace mine
void namesake(torch::Device d) {
  mine::Sequential net;
  net.to(d);
  net.push_back(torch::nn::Linear(4, 4)); // QUIET: not LibTorch's
}
