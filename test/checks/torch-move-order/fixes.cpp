// The load is given the device where it can be written.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

void filled(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::load(net, "w.pt");
  // CHECK: certain torch-move-order: undoes
  // FIX: torch::load(net, "w.pt", d);
}

void literal() {
  torch::nn::Linear net(4, 4);
  net->to(torch::kCUDA);
  torch::load(net, "w.pt");
  // CHECK: certain torch-move-order: undoes
  // FIX: torch::load(net, "w.pt", torch::kCUDA);
}

torch::jit::Module archive(const std::string &path, const torch::Device &device) {
  auto m = torch::jit::load(path);
  // CHECK: advice torch-move-order: constants
  // FIX: auto m = torch::jit::load(path, device);
  m.to(device);
  return m;
}

torch::jit::Module decidedLater(const std::string &path, bool gpu) {
  auto m = torch::jit::load(path);
  // CHECK: advice torch-move-order: constants
  // NOFIX
  if (gpu)
    m.to(torch::kCUDA);
  return m;
}

torch::jit::Module notYetThere(const std::string &path) {
  auto m = torch::jit::load(path);
  // CHECK: advice torch-move-order: constants
  // NOFIX
  torch::Device d(torch::kCUDA, 1);
  m.to(d);
  return m;
}
