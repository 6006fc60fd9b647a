// Operators and modules that get two devices, both known.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Net() { fc = register_module("fc", torch::nn::Linear(8, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
};

void neverMoved() {
  Net net;
  auto x = torch::rand({2, 8}, torch::kCUDA);
  auto y = net.forward(x);
  // CHECK: certain torch-mixed-device: never moved ... cuda
}

void onlyTheOutput(torch::Tensor in, torch::Device device) {
  Net net;
  auto x = in.to(device);
  auto y = net.forward(x).to(device);
  // CHECK: likely torch-mixed-device: never moved ... 'device'
}

torch::Tensor embedding(torch::Tensor x) {
  auto e = torch::nn::Embedding(10, 4);
  return e->forward(x.to(torch::kMPS));
  // CHECK: certain torch-mixed-device: never moved ... mps
}

torch::Tensor broughtBack(torch::Tensor x) {
  auto host = x.cpu();
  auto device = x.to(torch::kCUDA);
  return torch::matmul(host, device);
  // CHECK: certain torch-mixed-device: 'host' on cpu meets 'device' on cuda
}

void moved() {
  // QUIET: the module goes first.
  Net net;
  net.to(torch::kCUDA);
  auto y = net.forward(torch::rand({2, 8}, torch::kCUDA));
}

void movedByPointer(torch::Device device) {
  // QUIET: so does the module behind a pointer.
  auto net = std::make_shared<Net>();
  net->to(device);
  auto y = net->forward(torch::rand({2, 8}, device));
}

void recurrent(torch::Device device) {
  // QUIET: recurrent layers have a to() of their own.
  auto net = torch::nn::LSTM(torch::nn::LSTMOptions(8, 8));
  net->to(device);
  auto y = net->forward(torch::rand({2, 3, 8}, device));
}

torch::Tensor copied(torch::Tensor x) {
  // QUIET: copy_ crosses devices, and an index on cpu is legal.
  auto host = x.cpu();
  auto device = x.to(torch::kCUDA);
  host.copy_(device);
  auto picked = device.index({host.argmax(0)});
  return picked;
}

torch::Tensor scalar(torch::Tensor x) {
  // QUIET: a 0-dim tensor on cpu meets any device.
  auto mean = x.cpu().mean();
  return x.to(torch::kCUDA) * mean;
}

void filled(torch::Tensor x) {
  // QUIET: the file says where the module is.
  auto net = std::make_shared<Net>();
  torch::load(net, "net.pt");
  // MAYBE: advice torch-load-without-device:
  auto y = net->forward(x.to(torch::kCUDA));
}

void anyDevice(Net &net, torch::Tensor x) {
  // QUIET: where an argument is, nobody here knows.
  auto y = net.forward(x.to(torch::kCUDA));
}

// A namesake: another library's module and its own devices.
namespace mine {
enum Device { kCUDA };
struct Tensor {
  Tensor to(Device) const { return *this; }
};
struct Net {
  Tensor forward(Tensor x) { return x; }
};
Tensor run(Tensor x) {
  Net net;
  return net.forward(x.to(kCUDA));
}
} // namespace mine

// Modules of plain classes.
class Fixed {
public:
  Fixed() : net(4, 4) {}
  torch::Tensor act(torch::Tensor x) { return net->forward(x.to(torch::kCUDA)); }
  // CHECK: certain torch-mixed-device: 'net' was never moved and is on cpu

private:
  torch::nn::Linear net;
};

class Mover {
public:
  // QUIET: moved where it is made, or by another method.
  explicit Mover(torch::Device d) : device(d) {
    auto made = std::make_shared<Net>();
    made->to(d);
    first = made;
    second = std::make_shared<Net>();
    second->to(device);
    third = std::make_shared<Net>();
  }
  void move() { third->to(device); }
  torch::Tensor act(torch::Tensor x) { return first->forward(x.to(device)) + second->forward(x.to(device)) + third->forward(x.to(device)); }

private:
  torch::Device device;
  std::shared_ptr<Net> first, second, third;
};

class Resumed {
public:
  // QUIET: the file may bring it to the device.
  explicit Resumed(torch::Device d) : device(d), net(4, 4) {}
  void resume() { torch::load(net, "w.pt"); }
  // MAYBE: certain|likely torch-load-without-device:
  torch::Tensor act(torch::Tensor x) { return net->forward(x.to(device)); }

private:
  torch::Device device;
  torch::nn::Linear net;
};

// Moves of which the flow loses track: that there is one is enough.
struct Layered : torch::nn::Module {
  torch::nn::Sequential layers{torch::nn::Linear(8, 8), torch::nn::ReLU()};
  Layered() { register_module("layers", layers); }
  torch::Tensor forward(torch::Tensor x) {
    for (auto m : *layers)
      x = m.forward<torch::Tensor>(x);
    return x;
  }
};
void layerByLayer(torch::Tensor x, torch::Device device) {
  // QUIET: the move of the whole moves each.
  auto net = std::make_shared<Layered>();
  net->to(device);
  auto y = net->forward(x.to(device));
}
void throughAnotherHandle(torch::Tensor x, bool gpu) {
  // QUIET: moved on one way, by the handle that both copy.
  std::shared_ptr<Net> chosen;
  auto net = std::make_shared<Net>();
  if (gpu)
    net->to(torch::kCUDA);
  chosen = net;
  auto y = chosen->forward(x.to(torch::kCUDA));
}
template <class F> void expect_throw(F f) { f(); }
void meant(torch::Tensor x) {
  // QUIET: a test that the clash throws.
  expect_throw([&] { return torch::matmul(x.cpu(), x.cuda()); });
  Net net;
  expect_throw([&] { return net.forward(x.cuda()); });
  expect_throw([&] { return torch::matmul(torch::ones({3, 3}), x.cuda()); });
}

struct Placed : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  explicit Placed(torch::Device d) { fc = register_module("fc", torch::nn::Linear(8, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
};
std::shared_ptr<Placed> place(torch::Device d) {
  auto net = std::make_shared<Placed>(d);
  net->to(d);
  return net;
}
void placed(torch::Tensor x) {
  // QUIET: it was made for a device.
  auto net = place(torch::kCUDA);
  auto y = net->forward(x.cuda());
}

struct Config {
  torch::Device device = torch::kCPU;
  int width = 8;
};
void configured(Config config) {
  // QUIET: what an object keeps as its device, its class or anybody decides.
  torch::nn::Linear net(config.width, 4);
  auto y = net->forward(torch::rand({2, 8}, config.device));
}
struct Outer : torch::nn::Module {
  std::shared_ptr<Net> head;
  Outer() { head = register_module("head", std::make_shared<Net>()); }
};
std::shared_ptr<Outer> outer(torch::Device d);
std::shared_ptr<Outer> made(torch::Device d) {
  auto net = std::make_shared<Outer>();
  for (auto &p : net->parameters())
    p.set_data(p.to(d));
  return net;
}
void partOf(torch::Tensor x) {
  // QUIET: the head is where the whole was made for.
  auto net = made(torch::kCUDA);
  auto y = net->head->forward(x.cuda());
}
