// Outside modules a finding needs a device in sight.
// RUN: %check %s -- %mock
#include <torch/torch.h>

// The program below calls it with a tensor on the device.
torch::Tensor addNoise(torch::Tensor x) {
  return x + torch::randn({4});
  // CHECK: certain|likely torch-factory-without-device: 'torch::randn'
}

torch::Tensor batch(torch::Tensor data, int64_t n) {
  auto idx = torch::randint(data.size(0), {n}, torch::kLong);
  // CHECK: certain|likely torch-factory-without-device: 'torch::randint'
  return data.index_select(0, idx);
}

torch::Tensor batchByIndex(torch::Tensor data, int64_t n) {
  auto idx = torch::randint(data.size(0), {n}, torch::kLong); // QUIET: index() takes cpu indices
  return data.index({idx});
}

torch::Tensor known() {
  auto x = torch::rand({4}, torch::kCUDA);
  return x + torch::ones({4});
  // CHECK: certain torch-factory-without-device: 'torch::ones'
}

// A wrapper around a kernel, whose output is on cpu.
void launch(const float *in, float *out, int64_t n);
torch::Tensor op_cuda(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "x must be on cuda");
  auto out = torch::zeros({x.numel()}, torch::dtype(torch::kFloat32));
  // CHECK: certain|likely torch-factory-without-device: 'torch::zeros'
  launch(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

torch::Tensor op_right(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "x must be on cuda");
  auto out = torch::zeros({x.numel()}, x.options()); // QUIET: on x's device
  launch(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

torch::Tensor onHost(int64_t n) {
  // QUIET: nothing but cpu tensors of its own.
  auto a = torch::rand({n}), b = torch::ones({n});
  return a * b + torch::arange(n);
}

int main() {
  torch::Device device(torch::kCUDA);
  auto x = torch::rand({4}).to(device);
  // MAYBE: advice torch-redundant-transfer:
  addNoise(x);
  batch(x, 2);
  batchByIndex(x, 2);
  op_cuda(x);
  op_right(x);
}
