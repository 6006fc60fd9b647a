// A program that knows one device only.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

void gpuOnly(torch::Tensor x) {
  auto m = torch::jit::load("m-cuda.pt");
  // QUIET: it never runs without CUDA, and the file says where it goes
  m.forward({x.cuda()});
}

void cpuOnly(torch::Tensor x, torch::optim::Adam &opt) {
  auto m = torch::jit::load("m.pt");
  torch::load(opt, "opt.pt");
  // QUIET: no device anywhere
  m.forward({x});
}

void discardedHere(torch::Tensor x) {
  x.cuda();
  // CHECK: certain torch-discarded-move:
}
