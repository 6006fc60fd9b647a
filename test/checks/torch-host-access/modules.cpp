// RUN: %check %s -- %mock
// What a module answers is where the module is.
#include <torch/script.h>
#include <torch/torch.h>

float script(torch::jit::Module m, torch::Tensor x) {
  m.to(torch::kCUDA);
  auto y = m.forward({x}).toTensor();
  return y.data_ptr<float>()[0];
  // CHECK: certain torch-host-access: a pointer into 'y', which is on cuda
}

float linear(torch::nn::Linear net, torch::Tensor x) {
  net->to(torch::kCUDA);
  auto y = net(x);
  auto a = y.accessor<float, 2>();
  return a[0][0];
  // CHECK: certain torch-host-access: a pointer into 'y', which is on cuda
}

float back(torch::nn::Linear net, torch::Tensor x) {
  net->to(torch::kCUDA);
  auto y = net(x.to(torch::kCUDA)).to(torch::kCPU);
  auto a = y.accessor<float, 2>();
  return a[0][0];
  // QUIET: copied to the host
}

float host(torch::nn::Linear net, torch::Tensor x) {
  net->to(torch::kCUDA);
  net->to(torch::kCPU);
  return net(x.cpu()).data_ptr<float>()[0];
  // QUIET: moved back before
}
