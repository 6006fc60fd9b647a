// Submodules that a module keeps and doesn't register.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Policy : torch::nn::Module {
  torch::nn::Linear fc1{nullptr}, fc2{nullptr}; // @policy
  Policy() {
    fc1 = register_module("fc1", torch::nn::Linear(8, 64));
    fc2 = torch::nn::Linear(64, 2);
    // CHECK @policy: certain torch-unregistered-module: 'fc2' ... 'Policy'
  }
  torch::Tensor forward(torch::Tensor x) { return fc2->forward(torch::relu(fc1->forward(x))); }
};

struct Registered : torch::nn::Module {
  // QUIET: the same, both registered.
  torch::nn::Linear fc1{nullptr}, fc2{nullptr};
  Registered() {
    fc1 = register_module("fc1", torch::nn::Linear(8, 64));
    fc2 = register_module("fc2", torch::nn::Linear(64, 2));
  }
  torch::Tensor forward(torch::Tensor x) { return fc2->forward(torch::relu(fc1->forward(x))); }
};

struct BuiltInPlace : torch::nn::Module {
  torch::nn::Linear head{64, 10};
  // CHECK: certain torch-unregistered-module: 'head' ... 'BuiltInPlace'
  torch::Tensor forward(torch::Tensor x) { return head(x); }
};

struct BuiltInList : torch::nn::Module {
  torch::nn::Conv2d stem, tail; // @stem
  BuiltInList()
      : stem(torch::nn::Conv2dOptions(3, 16, 3)),
        // CHECK @stem: certain torch-unregistered-module: 'stem' ... 'BuiltInList'
        tail(register_module("tail", torch::nn::Conv2d(16, 16, 3))) {}
  torch::Tensor forward(torch::Tensor x) { return tail(stem(x)); }
};

struct SharedPtr : torch::nn::Module {
  std::shared_ptr<Policy> target; // @target
  SharedPtr() { target = std::make_shared<Policy>(); }
  // CHECK @target: certain torch-unregistered-module: 'target' ... 'SharedPtr'
  torch::Tensor forward(torch::Tensor x) { return target->forward(x); }
};

struct SharedPtrRegistered : torch::nn::Module {
  std::shared_ptr<Policy> target;
  SharedPtrRegistered() : target(register_module("target", std::make_shared<Policy>())) {} // QUIET: registered in the list
  torch::Tensor forward(torch::Tensor x) { return target->forward(x); }
};

struct Towers : torch::nn::Module {
  torch::nn::Sequential value{nullptr}, policy{nullptr};
  torch::nn::Sequential residual; // @residual
  Towers() {
    value = register_module("value", torch::nn::Sequential(torch::nn::Linear(8, 1), torch::nn::Tanh()));
    policy = register_module("policy", torch::nn::Sequential(torch::nn::Linear(8, 4)));
    for (int i = 0; i < 4; ++i)
      residual->push_back(torch::nn::Linear(8, 8));
      // CHECK @residual: certain torch-unregistered-module: 'residual' ... 'Towers'
  }
  torch::Tensor forward(torch::Tensor x) { return policy->forward(residual->forward(x)); }
};

struct AnyLayer : torch::nn::Module {
  torch::nn::AnyModule layer; // @any
  AnyLayer() { layer = torch::nn::AnyModule(torch::nn::Linear(4, 4)); }
  // CHECK @any: certain|likely torch-unregistered-module: 'layer' ... 'AnyLayer'
  torch::Tensor forward(torch::Tensor x) { return layer.forward(x); }
};

struct AnyLayerRegistered : torch::nn::Module {
  // QUIET: registered through the module it holds.
  torch::nn::AnyModule layer;
  AnyLayerRegistered() {
    layer = torch::nn::AnyModule(torch::nn::Linear(4, 4));
    register_module("layer", layer.ptr());
  }
  torch::Tensor forward(torch::Tensor x) { return layer.forward(x); }
};

// The member is a module, not a handle of one.
struct ByValue : torch::nn::Module {
  Registered trunk;
  // CHECK: certain torch-unregistered-module: 'trunk' ... 'ByValue'
  torch::Tensor forward(torch::Tensor x) { return trunk.forward(x); }
};

struct BlockImpl : torch::nn::Module {
  torch::nn::Conv2d conv{nullptr};
  BlockImpl(int64_t in, int64_t out) { conv = register_module("conv", torch::nn::Conv2d(in, out, 3)); }
  torch::Tensor forward(torch::Tensor x) { return conv(x).relu(); }
};
TORCH_MODULE(Block);

// A holder of the user's own.
struct Backbone : torch::nn::Module {
  Block first{nullptr}, second{nullptr}; // @blocks
  Backbone() {
    first = register_module("first", Block(3, 16));
    second = Block(16, 32);
    // CHECK @blocks: certain torch-unregistered-module: 'second' ... 'Backbone'
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)); }
};

// Out of line.
class Critic : public torch::nn::Module {
public:
  Critic();
  torch::Tensor forward(torch::Tensor x);

private:
  torch::nn::LSTM lstm_{nullptr};
  torch::nn::Linear value_{nullptr}; // @value
};
Critic::Critic() {
  lstm_ = register_module("lstm", torch::nn::LSTM(8, 16));
  value_ = torch::nn::Linear(16, 1);
  // CHECK @value: certain torch-unregistered-module: 'value_' ... 'Critic'
}
torch::Tensor Critic::forward(torch::Tensor x) { return value_(std::get<0>(lstm_(x))); }

// Normalisation and activations with parameters count, the others don't.
struct Activations : torch::nn::Module {
  torch::nn::BatchNorm2d norm{16};
  // CHECK: certain torch-unregistered-module: 'norm' ... 'Activations'
  torch::nn::PReLU prelu;
  // CHECK: certain torch-unregistered-module: 'prelu' ... 'Activations'
  torch::nn::ReLU relu; // QUIET: no parameters, no buffers
  torch::nn::LeakyReLU leaky{torch::nn::LeakyReLUOptions().negative_slope(0.1)};
  torch::nn::MaxPool2d pool{2};
  torch::nn::AdaptiveAvgPool2d gap{1};
  torch::nn::Upsample up{torch::nn::UpsampleOptions().scale_factor(std::vector<double>{2, 2})};
  torch::nn::Dropout drop{0.5};
  torch::nn::Flatten flat;
  torch::nn::Softmax softmax{1};
  torch::nn::Identity identity;
  torch::Tensor forward(torch::Tensor x) {
    x = leaky(relu(prelu(norm(x))));
    return softmax(flat(identity(drop(up(pool(gap(x)))))));
  }
};

struct Losses : torch::nn::Module {
  // QUIET: losses without state.
  torch::nn::MSELoss mse;
  torch::nn::L1Loss l1{torch::nn::L1LossOptions(torch::kSum)};
  torch::nn::CrossEntropyLoss ce;
  torch::nn::SmoothL1Loss huber;
  torch::Tensor loss(torch::Tensor a, torch::Tensor b) { return mse(a, b) + l1(a, b) + ce(a, b) + huber(a, b); }
};

// Through a unique_ptr and a raw pointer that this class makes.
struct Pointers : torch::nn::Module {
  std::unique_ptr<Registered> unique; // @unique
  Registered *raw = nullptr;          // @raw
  Pointers() {
    unique = std::make_unique<Registered>();
    // CHECK @unique: certain|likely torch-unregistered-module: 'unique' ... 'Pointers'
    raw = new Registered;
    // MAYBE @raw: certain|likely torch-unregistered-module: 'raw' ... 'Pointers'
  }
  torch::Tensor forward(torch::Tensor x) { return unique->forward(x) + raw->forward(x); }
};

namespace mine {
// A namesake: no module of LibTorch's.
struct Linear {
  Linear(int, int) {}
  double forward(double x) { return x; }
};
struct Model : torch::nn::Module {
  Linear fc{4, 4}; // QUIET: a class of another library
  double forward(double x) { return fc.forward(x); }
};
} // namespace mine
