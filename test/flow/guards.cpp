// Guards: what a branch says of devices.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);

// On the way where x is on cpu, what is on cpu is on x's device.
void isCuda(torch::Tensor x) {
  auto h = torch::zeros({3});
  if (x.is_cuda()) {
    show(h, x);
    // KNOWN: 'h': on cpu
    // KNOWN: 'x': on the device of 'x'
  } else {
    show(h);
    // KNOWN: 'h': on the device of 'x'
  }
}

void onlyCuda(torch::Tensor x) {
  if (!x.is_cuda())
    return;
  auto h = torch::zeros({3});
  show(h);
  // KNOWN: 'h': on cpu
}

void onlyHost(torch::Tensor x) {
  if (x.is_cuda())
    return;
  show(torch::zeros({3}) + x);
  // KNOWN: 'torch::zeros({3}) + x': on the device of 'x'
  // SILENT: meets
}

void isCpu(torch::Tensor x) {
  auto h = torch::zeros({3});
  if (x.device().is_cpu()) {
    show(h);
    // KNOWN: 'h': on the device of 'x'
  }
  // What comes after either way is where it was, or where x is.
  show(h);
  // KNOWN: 'h': on cpu, or on the device of 'x'
}

void checked(torch::Tensor x) {
  TORCH_CHECK(x.is_cpu(), "on the host, please");
  auto h = torch::zeros({3});
  show(h, h + x);
  // KNOWN: 'h': on the device of 'x'
  // SILENT: aten::add
}

void checkedOther(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "on the device, please");
  auto h = torch::zeros({3});
  show(h + x);
  // KNOWN: aten::add: a tensor on cpu (on cpu) meets 'x' (on the device of 'x')
}

void comparedWithLiteral(torch::Tensor x, torch::Device d) {
  auto h = torch::zeros({3});
  if (x.device().type() == torch::kCUDA) {
    show(h);
    // KNOWN: 'h': on cpu
  } else {
    show(h);
    // KNOWN: 'h': on the device of 'x'
  }
}

void comparedWithCpu(torch::Tensor x, torch::Device d) {
  if (d == torch::kCPU) {
    auto h = torch::zeros({3});
    show(h);
    // KNOWN: 'h': on 'd'
  }
  if (x.device().type() != torch::kCPU)
    return;
  auto h = torch::zeros({3});
  show(h);
  // KNOWN: 'h': on the device of 'x'
}

void choiceByTensor(torch::Tensor x) {
  torch::Device d = x.is_cuda() ? torch::kCUDA : torch::kCPU;
  auto h = torch::zeros({3}, d);
  show(d, h);
  // KNOWN: 'd': on a device chosen at run time
  // KNOWN: 'h': on a device chosen at run time
}

void comparedWithAnother(torch::Tensor x, torch::Tensor y) {
  TORCH_CHECK(x.device() == y.device());
  show(x + y);
  // KNOWN: 'x + y': on the device of 'y'
  // SILENT: aten::add
}

void available(torch::Tensor x) {
  auto h = torch::zeros({3});
  if (torch::cuda::is_available()) {
    show(h);
    // KNOWN: 'h': on cpu
    h = h.cuda();
    show(h);
    // KNOWN: 'h': on cuda
  } else {
    // Without an accelerator everything is where everything else is.
    show(h);
    // UNKNOWN: 'h'
  }
}

void notAvailable() {
  bool gpu = torch::cuda::is_available();
  if (!gpu)
    return;
  auto h = torch::zeros({3});
  show(h);
  // KNOWN: 'h': on cpu
}

void both(torch::Tensor x, torch::Tensor y) {
  auto h = torch::zeros({3});
  if (!x.is_cuda() && !y.is_cuda()) {
    show(h + y);
    // SILENT: meets 'y'
  }
}
