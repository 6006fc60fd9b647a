// Archives and modules that are read with no device and never moved.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

torch::Device pick() { return torch::cuda::is_available() ? torch::kCUDA : torch::kCPU; }

torch::Tensor neverMoved(const std::string &path, torch::Tensor x) {
  torch::Device d = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto m = torch::jit::load(path);
  // CHECK: certain torch-load-without-device: nothing moves the archive; it is on the device of the file
  // NOTE @forward: meets its input here
  // NOTE: torch::jit::load(…, device)
  m.eval();
  return m.forward({x.to(d)}).toTensor(); // @forward
}

torch::Tensor listOfInputs(const std::string &path, torch::Tensor x, torch::Device d) {
  torch::jit::script::Module m;
  try {
    m = torch::jit::load(path);
    // CHECK: likely torch-load-without-device: may be on the device of the file, its input on 'd'
  } catch (const std::exception &) {
    return x;
  }
  std::vector<torch::jit::IValue> inputs;
  inputs.push_back(x.to(d));
  return m.forward(inputs).toTensor();
}

void filled(torch::Tensor x) {
  torch::Device d = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  torch::nn::Linear net(4, 4);
  torch::load(net, "w.pt");
  // CHECK: certain torch-load-without-device: 'torch::load' takes no device and nothing moves the module
  net->forward(x.to(d));
}

torch::jit::Module read(const std::string &path) { return torch::jit::load(path); } // @read
torch::Tensor byHelper(const std::string &path, torch::Tensor x, torch::Device d) {
  auto m = read(path);
  // CHECK @read: likely torch-load-without-device: its input on 'd'
  return m.forward({x.to(d)}).toTensor();
}

void onHost(torch::Tensor x) {
  auto m = torch::jit::load("tokenizer.pt");
  // CHECK: advice torch-load-without-device: may not load without one
  m.forward({x});
}

void movedAfter(torch::Tensor x, torch::Device d) {
  auto m = torch::jit::load("m.pt");
  // CHECK: advice torch-move-order: constants
  m.to(d);
  m.forward({x.to(d)});
}

torch::jit::Module readForMoving(const std::string &path) { return torch::jit::load(path); }
void movedByTheCaller(torch::Tensor x, torch::Device d) {
  auto m = readForMoving("m.pt");
  m.to(d);
  // QUIET: the caller moves it
  m.forward({x.to(d)});
}

void moveIt(torch::jit::Module &m, torch::Device d) { m.to(d); }
void movedByHelper(torch::Tensor x, torch::Device d) {
  auto m = torch::jit::load("m.pt");
  // MAYBE: advice torch-move-order: constants
  moveIt(m, d);
  m.forward({x.to(d)});
}

torch::jit::Module handedOut(const std::string &path) {
  return torch::jit::load(path);
  // QUIET: whoever calls this moves it, or not
}

void runElsewhere(torch::jit::Module &m);
void handedOn(torch::Tensor x, torch::Device d) {
  auto m = torch::jit::load("m.pt");
  // QUIET: this may move it
  runElsewhere(m);
  m.forward({x.to(d)});
}

void givenADevice(torch::Tensor x, torch::Device d) {
  auto m = torch::jit::load("m.pt", d);
  auto n = torch::jit::load("m.pt", torch::kCPU);
  // QUIET: a device is given
  n.to(d);
  m.forward({x.to(d)});
  n.forward({x.to(d)});
}

void movedBefore(torch::Tensor x, torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::load(net, "w.pt");
  // CHECK: certain torch-move-order: undoes
  net->forward(x.to(d));
}

void shared(torch::Tensor x, torch::Device d) {
  auto m = std::make_shared<torch::jit::Module>(torch::jit::load("m.pt"));
  // MAYBE: advice torch-move-order: constants
  m->to(d);
  m->forward({x.to(d)});
}

void many(torch::Tensor x, torch::Device d) {
  std::vector<torch::jit::Module> models;
  for (int k = 0; k < 3; ++k)
    models.push_back(torch::jit::load("m.pt"));
  // MAYBE: advice torch-move-order: constants
  for (auto &m : models)
    m.to(d);
  models[0].forward({x.to(d)});
}

namespace mine {
struct Model {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
Model load(const std::string &) { return {}; }
} // namespace mine
void namesake(torch::Tensor x, torch::Device d) {
  auto m = mine::load("m.pt");
  m.forward(x.to(d)); // QUIET: not LibTorch's
}
