// Devices: literals, strings, indices, those of tensors, and choices.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);
int rank();
std::string setting();

void literals() {
  torch::Device type(torch::kCUDA);
  torch::Device indexed(torch::kCUDA, 1);
  torch::Device text("cuda:1");
  torch::Device host("cpu");
  torch::Device converted = torch::kMPS;
  auto copied = indexed;
  auto kind = type.type();
  show(type, indexed, text, host, converted, copied);
  // KNOWN: 'type': on cuda
  // KNOWN: 'indexed': on cuda:1
  // KNOWN: 'text': on cuda:1
  // KNOWN: 'host': on cpu
  // KNOWN: 'converted': on mps
  // KNOWN: 'copied': on cuda:1
  show(torch::zeros(3, kind));
  // KNOWN: 'torch::zeros(3, kind)': on cuda
}

void ofTensors(torch::Tensor x) {
  auto d = x.device();
  auto h = torch::zeros({3}, torch::device(d));
  auto onCpu = torch::zeros({3}).device();
  show(d, h, onCpu);
  // KNOWN: 'd': on the device of 'x'
  // KNOWN: 'h': on the device of 'x'
  // KNOWN: 'onCpu': on cpu
}

void chosen() {
  torch::Device d = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto x = torch::rand({2}, d);
  auto y = torch::rand({2}).to(d);
  show(d, x, x.device());
  // KNOWN: 'd': on a device chosen at run time
  // KNOWN: 'x': on a device chosen at run time
  // KNOWN: 'x.device()': on a device chosen at run time
  // One choice is one device: the two don't meet as strangers.
  auto z = x + y;
  show(z);
  // KNOWN: 'z': on a device chosen at run time
}

void assigned() {
  torch::Device d(torch::kCPU);
  if (torch::cuda::is_available())
    d = torch::Device(torch::kCUDA, 0);
  auto x = torch::rand({2}, d);
  show(d, x);
  // KNOWN: 'd': on a device chosen at run time
  // KNOWN: 'x': on a device chosen at run time
}

void onlyAtRunTime() {
  torch::Device name(setting());
  torch::Device index(torch::kCUDA, rank());
  show(name, index);
  // KNOWN: 'name': on a device chosen at run time
  // KNOWN: 'index': on cuda
}

const torch::Device kDevice(torch::kCUDA, 3);
static const auto kHost = torch::kCPU;
torch::Device changing(torch::kCUDA);
void setChanging() { changing = torch::Device(torch::kCPU); }

void global() {
  auto x = torch::zeros({3}, kDevice);
  auto y = torch::zeros({3}, kHost);
  auto z = torch::zeros({3}, changing);
  show(x, y);
  // KNOWN: 'x': on cuda:3
  // KNOWN: 'y': on cpu
  show(z);
  // UNKNOWN: 'z'
}
