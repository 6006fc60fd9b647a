// Adds two tensors; one of them is left behind when told so.
#include <ATen/core/Tensor.h>
#include <ATen/ops/add.h>
#include <ATen/ops/ones.h>
#include <cstdio>
#include <cstring>

int main(int, char **argv) {
  // On a machine without a GPU, as a program that asks is_available() is.
  const bool gpu = at::globalContext().hasCUDA();
  const at::Device device(gpu ? at::kCUDA : at::kCPU);
  at::Tensor x = at::ones({2, 3}, device);
  at::Tensor bias = at::ones({2, 3});
  if (std::strcmp(argv[1], "both") == 0)
    bias = bias.to(device);
  at::Tensor y = at::add(x, bias);
  std::printf("on %s: %g\n", y.device().str().c_str(), y.sum().item<double>());
}
