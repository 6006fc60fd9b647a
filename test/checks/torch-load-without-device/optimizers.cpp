// The state of an optimizer: only the load can say where it goes.
// RUN: %check %s -- %mock
#include <torch/torch.h>

void resume(torch::optim::Adam &opt, torch::nn::Linear &net, torch::Device d) {
  torch::load(net, "net.pt", d); // @net
  torch::load(opt, "opt.pt");
  // CHECK: certain torch-load-without-device: 'torch::load' of an optimizer takes no device; its state comes back on the device of the file
  // NOTE @net: a device is given here
  // NOTE: torch::load(…, device)
}

void resumeAndMove(torch::optim::Adam &opt, torch::nn::Linear &net, torch::Device d) {
  torch::load(net, "net.pt");
  torch::load(opt, "opt.pt");
  // CHECK: likely torch-load-without-device: may come back
  net->to(d);
}

void deviceGiven(torch::optim::Adam &opt, torch::nn::Linear &net, torch::Device d) {
  torch::load(net, "net.pt", d);
  torch::load(opt, "opt.pt", d);
  // QUIET: the device is given
}

void onCpu(torch::optim::Adam &opt, torch::nn::Linear &net) {
  torch::load(net, "net.pt", torch::kCPU);
  torch::load(opt, "opt.pt", torch::kCPU);
  // QUIET: a device is given
}

namespace mine {
void load(torch::optim::Adam &, const std::string &) {}
} // namespace mine
void namesake(torch::optim::Adam &opt, torch::nn::Linear &net, torch::Device d) {
  torch::load(net, "net.pt", d);
  mine::load(opt, "opt.pt"); // QUIET: not LibTorch's
}
