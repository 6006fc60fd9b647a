// What the calculus decides: which operators refuse what, and on which ways.
// RUN: %check %s -- %mock
#include <torch/torch.h>

torch::Tensor twoAccelerators(torch::Tensor x, torch::Tensor y) {
  auto a = x.to(torch::Device("cuda:0"));
  auto b = y.to(torch::Device(torch::kCUDA, 1));
  return a + b;
  // CHECK: certain torch-mixed-device: 'a' on cuda:0 meets 'b' on cuda:1
}

torch::Tensor twoTypes(torch::Tensor x, torch::Tensor y) {
  return torch::matmul(x.to(torch::kMPS), y.to(torch::kCUDA));
  // CHECK: certain torch-mixed-device: 'x.to(torch::kMPS)' on mps meets 'y.to(torch::kCUDA)' on cuda
}

torch::Tensor sameAccelerator(torch::Tensor x, torch::Tensor y) {
  // QUIET: without an index it is the current device, 0 in most programs.
  return x.to(torch::kCUDA) + y.to(torch::Device("cuda:0"));
}

torch::Tensor numbersOrNot(torch::Tensor x, torch::Tensor y) {
  return x.cpu() * y.cuda();
  // CHECK: likely torch-mixed-device: 'x.cpu()' on cpu may meet 'y.cuda()' on cuda
}

torch::Tensor anElement(torch::Tensor x, torch::Tensor y) {
  // QUIET: an element of a 1-D tensor has no dimensions, and may meet any.
  return x.cpu()[0] * y.cuda();
}

torch::Tensor indexOfATable(torch::Tensor x) {
  auto table = x.cpu();
  auto index = torch::zeros({4}, torch::TensorOptions().dtype(torch::kLong).device(torch::kCUDA));
  // MAYBE: advice torch-hardcoded-device:
  return table.index({index});
  // CHECK: certain torch-mixed-device: 'table' on cpu
}

torch::Tensor rowsOfATable(torch::Tensor x) {
  auto table = x.cpu();
  auto index = torch::zeros({4}, torch::TensorOptions().dtype(torch::kLong).device(torch::kCUDA));
  // MAYBE: advice torch-hardcoded-device:
  return table.index_select(0, index);
  // CHECK: certain torch-mixed-device: 'table' on cpu meets 'index' on cuda
}

torch::Tensor putValues(torch::Tensor x, torch::Tensor v) {
  auto table = x.cuda();
  auto values = torch::ones({3}, torch::kCPU);
  // The index is allowed, the values aren't.
  return table.index_put_({v.argmax(0).cpu()}, values);
  // CHECK: certain torch-mixed-device: 'values' on cpu meets 'table' on cuda
}

torch::Tensor putANumber(torch::Tensor x, torch::Tensor v) {
  // QUIET: a 0-dim value is taken from the cpu.
  return x.cuda().index_put_({v.argmax(0).cpu()}, torch::ones({}, torch::kCPU));
}

torch::Tensor joined(torch::Tensor x, torch::Tensor y) {
  return torch::cat({x.cpu(), y.cuda()}, 0);
  // CHECK: certain torch-mixed-device: a tensor on cpu meets one on cuda
}

void into(torch::Tensor x) {
  auto v = torch::empty({10}, torch::kCUDA), i = torch::empty({10}, torch::TensorOptions(torch::kCPU).dtype(torch::kLong));
  // MAYBE: advice torch-hardcoded-device:
  torch::max_out(v, i, x.cuda(), 0);
  // CHECK: certain torch-mixed-device: 'i' on cpu
}

void gradient(torch::Tensor x, torch::Tensor g) {
  auto y = x.cuda() * 2;
  y.backward(g.cpu());
  // CHECK: likely torch-mixed-device: 'g.cpu()' on cpu may meet 'y' on cuda
}

void ownGradient(torch::Tensor x) {
  // QUIET: a loss of its own device; a 0-dim gradient is brought along.
  auto loss = x.cuda().sum();
  loss.backward();
  loss.backward(torch::ones({}, torch::kCPU));
}

void crossing(torch::Tensor x, torch::Tensor y) {
  // QUIET: copies cross devices.
  auto host = x.cpu();
  host.copy_(y.cuda());
  host.slice(0, 0, 1) = y.cuda();
  host[0] = y.cuda();
  host = host.expand_as(y.cuda());
}

torch::Tensor together(torch::Tensor x, torch::Tensor y, bool gpu) {
  // QUIET: which goes with which, the condition says.
  auto a = gpu ? x.cuda() : x.cpu();
  auto b = gpu ? y.cuda() : y.cpu();
  return torch::matmul(a, b);
}

torch::Tensor togetherMade(bool gpu) {
  // QUIET: so it does here.
  torch::Tensor a, b;
  if (gpu) {
    a = torch::zeros({3}, torch::kCUDA);
    b = torch::ones({3}, torch::kCUDA);
  } else {
    a = torch::zeros({3});
    b = torch::ones({3});
  }
  return a + b;
}

torch::Tensor onOneWay(torch::Tensor x, torch::Tensor y, bool gpu) {
  auto a = gpu ? x.cuda() : x.cpu();
  return torch::matmul(a, y.cuda());
  // CHECK: likely torch-mixed-device: 'a' on cpu may meet 'y.cuda()' on cuda
}

void moreThanOnce(torch::Tensor x, torch::Tensor y) {
  auto host = x.cpu();
  auto device = y.cuda();
  auto a = torch::matmul(host, device);
  // CHECK: certain torch-mixed-device: 'host' on cpu
  // QUIET: below, the same tensor is in the same wrong place.
  auto b = torch::matmul(device, host);
}

struct Table {
  // A plain class whose tensor is made on cpu and never moved.
  torch::Tensor rows = torch::ones({10, 3}, torch::kCPU);
  torch::Tensor at(torch::Tensor x) { return torch::matmul(rows, x.to(torch::kCUDA)); }
  // MAYBE: likely torch-hardcoded-device:
  // CHECK: certain torch-mixed-device: 'rows' on cpu meets 'x.to(torch::kCUDA)' on cuda
};
