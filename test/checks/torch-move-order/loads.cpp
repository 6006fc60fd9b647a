// A module that is moved and then filled from a file: the file's device wins.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

void movedThenFilled(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d); // @moved
  torch::load(net, "w.pt");
  // CHECK: certain torch-move-order: 'torch::load' ... undoes the move to 'd'
  // NOTE @moved: moved here
  // NOTE: torch::load(…, d)
  net->forward(torch::ones({1, 4}, d));
}

void givenByTheCaller(torch::nn::Linear &net) {
  net->to(torch::kCUDA);
  torch::load(net, "w.pt");
  // CHECK: likely torch-move-order: may undo the move to cuda
}

void resumed(torch::Device d, bool resume) {
  auto net = std::make_shared<torch::nn::LinearImpl>(4, 4);
  net->to(d);
  if (resume)
    torch::load(net, "w.pt");
  // CHECK: certain torch-move-order: undoes
}

void throughAnArchive(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::serialize::InputArchive archive;
  archive.load_from("w.pt");
  net->load(archive);
  // CHECK: certain torch-move-order: undoes
}

void prepare(torch::nn::Linear net, torch::Device d) { net->to(d); }
void fill(torch::nn::Linear net) { torch::load(net, "w.pt"); } // @fill
void byHelpers(torch::Device d) {
  torch::nn::Linear net(4, 4);
  prepare(net, d);
  fill(net);
  // CHECK @fill: certain torch-move-order: undoes
}

void trainElsewhere(torch::nn::Linear net);
void handedOn(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::load(net, "w.pt");
  // CHECK: likely torch-move-order: may undo
  trainElsewhere(net); // what this does isn't seen
}

void deviceGiven(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::load(net, "w.pt", d);
  // QUIET: the load is given the device
}

void movedAfter(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(torch::kCPU);
  torch::load(net, "w.pt");
  net->to(d);
  // QUIET: moved after the load
}

void movedAgain(torch::Device d) {
  torch::nn::Linear net(4, 4);
  net->to(d);
  torch::load(net, "w.pt");
  net->to(d);
  // QUIET: moved after the load, too
}

void movedByTheCaller(torch::nn::Linear net, torch::Device d) {
  net->to(d);
  torch::load(net, "w.pt");
  // QUIET: its only caller moves it
}
void theCaller(torch::Device d) {
  torch::nn::Linear net(4, 4);
  movedByTheCaller(net, d);
  net->to(d);
}

void onOtherWays(torch::Device d, bool resume) {
  torch::nn::Linear net(4, 4);
  if (resume)
    torch::load(net, "w.pt");
  else
    net->to(d);
  // QUIET: one or the other
}

void otherModule(torch::Device d) {
  torch::nn::Linear net(4, 4), other(4, 4);
  net->to(d);
  torch::load(other, "w.pt");
  // QUIET: another module
  other->to(d);
}

void toCpu() {
  torch::nn::Linear net(4, 4);
  net->to(torch::kCPU);
  torch::load(net, "w.pt");
  // QUIET: it was on cpu all the time
}

void toType() {
  torch::nn::Linear net(4, 4);
  net->to(torch::kHalf);
  torch::load(net, "w.pt");
  // MAYBE: advice torch-load-without-device:
}

void theWholeIsMoved(torch::Device d) {
  torch::nn::Sequential net(torch::nn::Linear(4, 4));
  torch::nn::Linear head(4, 4);
  net->push_back(head);
  head->to(d);
  torch::load(head, "w.pt");
  net->to(d);
  // QUIET: with the whole
}

// Archives of TorchScript: most have no constants, so it is advice.
torch::Tensor detect(const std::string &path, torch::Tensor x) {
  auto m = torch::jit::load(path);
  // CHECK: advice torch-move-order: 'torch::jit::load' takes no device ... constants
  // NOTE @later: moved here
  // NOTE: torch::jit::load(…, torch::kCUDA)
  m.eval();
  m.to(torch::kCUDA); // @later
  return m.forward({x.to(torch::kCUDA)}).toTensor();
}

torch::jit::Module scripted(const std::string &path, torch::Device d) {
  auto m = torch::jit::load(path, d);
  m.to(d);
  // QUIET: the load is given the device
  return m;
}

torch::jit::Module read(const std::string &path) { return torch::jit::load(path); }
void readAndMove(torch::Device d) {
  auto m = read("m.pt");
  m.to(d);
  // QUIET: the load's function has no device to give
}

// Namesakes.
namespace mine {
struct Net {
  void to(torch::Device) {}
};
void load(Net &, const std::string &) {}
} // namespace mine
void namesake(torch::Device d) {
  mine::Net net;
  net.to(d);
  mine::load(net, "w.pt"); // QUIET: not LibTorch's
}
