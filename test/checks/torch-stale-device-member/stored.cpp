// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Moves : torch::nn::Module {
  torch::Device dev;
  torch::nn::Linear fc{nullptr};
  explicit Moves(torch::Device d) : dev(d) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(dev));
    // CHECK: certain torch-stale-device-member: stored device 'dev' of 'Moves' decides here, and 'to()' does not update it; after a move it is wrong
    // NOTE: 'dev' is declared here
    // NOTE: ask what moves: parameters().front().device(), or the input's x.device()
  }
};

struct Makes : torch::nn::Module {
  torch::DeviceType type;
  torch::nn::GRU gru{nullptr};
  explicit Makes(torch::DeviceType t) : type(t) { gru = register_module("gru", torch::nn::GRU(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    auto h = torch::zeros({1, 2, 4}, torch::device(type));
    // CHECK: certain torch-stale-device-member: stored device 'type' of 'Makes'
    auto c = torch::zeros({1, 2, 4}, type);
    // QUIET: one member is one finding
    return std::get<0>(gru(x, h + c));
  }
};

struct InOptions : torch::nn::Module {
  torch::TensorOptions opts;
  torch::Tensor w;
  explicit InOptions(torch::Device d) : opts(torch::dtype(torch::kFloat).device(d)) {
    w = register_parameter("w", torch::ones({4}));
  }
  torch::Tensor forward(torch::Tensor x) {
    return x * w + torch::arange(4, opts);
    // CHECK: certain torch-stale-device-member: stored options 'opts' of 'InOptions'
  }
};

struct GivenOptions : torch::nn::Module {
  torch::TensorOptions opts;
  torch::Tensor w;
  explicit GivenOptions(torch::TensorOptions o) : opts(o) { w = register_parameter("w", torch::ones({4})); }
  torch::Tensor forward(torch::Tensor x) {
    return x * w + torch::arange(4, opts);
    // CHECK: likely torch-stale-device-member: stored options 'opts' of 'GivenOptions' decides here, and 'to()' does not update it; after a move it may be wrong
  }
};

struct Literal : torch::nn::Module {
  torch::Device device{torch::kCUDA};
  torch::nn::Linear fc{nullptr};
  Literal() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(device));
    // CHECK: certain torch-stale-device-member: stored device 'device' of 'Literal'
  }
};

static torch::Tensor noise(torch::Tensor x, torch::Device d) { return x + torch::randn({4}, d); }

struct Helper : torch::nn::Module {
  torch::Device dev;
  torch::nn::Linear fc{nullptr};
  explicit Helper(torch::Device d) : dev(d) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(noise(x, dev));
    // CHECK: certain torch-stale-device-member: stored device 'dev' of 'Helper'
  }
};

struct MovesItself : torch::nn::Module {
  torch::Device dev;
  torch::nn::Linear fc{nullptr};
  explicit MovesItself(torch::Device d) : dev(d) {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    to(dev);
  }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(dev));
    // CHECK: likely torch-stale-device-member: stored device 'dev' of 'MovesItself'
  }
};

struct Index : torch::nn::Module {
  int gpu;
  torch::nn::Linear fc{nullptr};
  explicit Index(int g) : gpu(g) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(torch::Device(torch::kCUDA, gpu)));
    // CHECK: certain torch-stale-device-member: stored index 'gpu' of 'Index'
  }
};

struct Name : torch::nn::Module {
  std::string where;
  torch::nn::Linear fc{nullptr};
  explicit Name(std::string w) : where(w) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x + torch::ones({4}, torch::Device(where)));
    // CHECK: certain torch-stale-device-member: stored name 'where' of 'Name'
  }
};

struct Config {
  torch::Device device = torch::kCPU;
  int64_t size = 4;
};
struct Configured : torch::nn::Module {
  Config config;
  torch::nn::Linear fc{nullptr};
  explicit Configured(Config c) : config(c) { fc = register_module("fc", torch::nn::Linear(c.size, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(config.device));
    // CHECK: certain|likely torch-stale-device-member: stored device 'config.device' of 'Configured'
  }
};
struct ConfiguredThere : torch::nn::Module {
  Config config;
  torch::nn::Linear fc{nullptr};
  explicit ConfiguredThere(Config c) : config(c) {
    fc = register_module("fc", torch::nn::Linear(c.size, 4));
    this->to(config.device);
  }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(config.device));
    // CHECK: likely torch-stale-device-member: stored device 'config.device' of 'ConfiguredThere'
  }
};

struct Available : torch::nn::Module {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  torch::nn::Linear fc{nullptr};
  Available() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    to(device);
  }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x.to(device));
    // CHECK: likely torch-stale-device-member: stored device 'device' of 'Available'
  }
};

struct BuiltThere : torch::nn::Module {
  torch::TensorOptions opts;
  torch::Tensor w;
  explicit BuiltThere(torch::TensorOptions o) : opts(o) { w = register_parameter("w", torch::ones({4}, o)); }
  torch::Tensor forward(torch::Tensor x) {
    return x * w + torch::arange(4, opts);
    // CHECK: advice torch-stale-device-member: stored options 'opts' of 'BuiltThere'
  }
};

struct Loss : torch::nn::Module {
  torch::Device dev;
  explicit Loss(torch::Device d) : dev(d) {}
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    return (x - y.to(dev)).pow(2).mean();
    // CHECK: advice torch-stale-device-member: stored device 'dev' of 'Loss'
  }
};

struct OnlyBuilds : torch::nn::Module {
  torch::Device dev;
  torch::Tensor w;
  explicit OnlyBuilds(torch::Device d) : dev(d) {
    w = register_parameter("w", torch::ones({4}, dev));
    init();
  }
  void init() { w.data().copy_(torch::rand({4}, dev)); }
  torch::Tensor forward(torch::Tensor x) { return x * w; }
  // QUIET: only what the constructor calls reads it
};

struct Updated : torch::nn::Module {
  torch::Device dev;
  torch::nn::Linear fc{nullptr};
  explicit Updated(torch::Device d) : dev(d) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  void to(torch::Device d, bool non_blocking = false) override {
    dev = d;
    torch::nn::Module::to(d, non_blocking);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x.to(dev)); }
  // QUIET: the overridden 'to' updates it
};

struct Setter : torch::nn::Module {
  torch::Device dev;
  torch::nn::Linear fc{nullptr};
  explicit Setter(torch::Device d) : dev(d) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  void set_device(torch::Device d) {
    dev = d;
    to(d);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x.to(dev)); }
  // QUIET: there is a way to update it
};

struct Outside : torch::nn::Module {
  torch::Device dev = torch::kCPU;
  torch::nn::Linear fc{nullptr};
  Outside() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x.to(dev)); }
  // QUIET: who moves it sets it
};
void use(std::shared_ptr<Outside> net, torch::Device d) {
  net->to(d);
  net->dev = d;
}

struct EachCall : torch::nn::Module {
  torch::Device dev = torch::kCPU;
  torch::nn::Linear fc{nullptr};
  EachCall() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    dev = x.device();
    return fc(x) + torch::zeros({4}, dev);
    // QUIET: it is the input's
  }
};

struct DtypeOnly : torch::nn::Module {
  torch::TensorOptions opts = torch::dtype(torch::kDouble);
  torch::nn::Linear fc{nullptr};
  DtypeOnly() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    return fc(x + torch::zeros({4}, opts.device(x.device())));
    // QUIET: these options say no device of their own
  }
};

struct Asked : torch::nn::Module {
  torch::Device dev;
  torch::nn::Linear fc{nullptr};
  explicit Asked(torch::Device d) : dev(d) { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Device device() const { return dev; }
  bool here(torch::Tensor x) const { return x.device() == dev; }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  // QUIET: nothing is made or moved by it
};

struct Half;
// A module whose constructor is elsewhere.
struct Half : torch::nn::Module {
  torch::Device dev;
  explicit Half(torch::Device d);
  torch::Tensor forward(torch::Tensor x) { return x.to(dev); }
  // QUIET: who sets it isn't seen
};

// No module: nobody moves it behind its back.
class Detector {
public:
  explicit Detector(torch::Device d) : dev(d) {}
  torch::Tensor run(torch::Tensor x) { return x.to(dev); }
  // QUIET: there is no 'to()' that forgets it

private:
  torch::Device dev;
};

// Not LibTorch's.
namespace mine {
struct Device {};
struct Module {};
} // namespace mine
struct Namesake : mine::Module {
  torch::Device dev;
  explicit Namesake(torch::Device d) : dev(d) {}
  torch::Tensor forward(torch::Tensor x) { return x.to(dev); }
  // QUIET: a namesake of Module
};
