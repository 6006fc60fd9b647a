// RUN: %check %s -- %mock
// The host goes through a pointer or an accessor of a tensor on a device.
#include <torch/script.h>
#include <torch/torch.h>
#include <cstring>

float first(torch::jit::Module &m, torch::Tensor x) {
  auto y = m.forward({x.to(torch::kCUDA)}).toTensor();
  const float *p = y.data_ptr<float>(); // @pointer
  return *p;
  // CHECK: certain torch-host-access: the host goes through a pointer into 'y', which is on cuda
  // NOTE @pointer: pointer taken here
  // NOTE: copy it to cpu and keep the copy
}

float sum(torch::Tensor t) {
  auto c = t.cuda();
  auto a = c.accessor<float, 1>();
  float s = 0;
  for (int64_t i = 0; i < a.size(0); ++i)
    s += a[i];
  // CHECK: certain torch-host-access: a pointer into 'c', which is on cuda
  return s;
}

float row(torch::Tensor t) {
  auto c = t.to(torch::kMPS);
  auto a = c.accessor<float, 2>();
  auto r = a[0];
  return r[1];
  // CHECK: certain torch-host-access: which is on mps
}

void write(float v) {
  auto t = torch::zeros({4}, torch::kCUDA);
  auto *p = t.data_ptr<float>();
  for (int i = 0; i < 4; ++i)
    *(p + i) = v;
  // CHECK: certain torch-host-access: a pointer into 't'
}

void with_functions(float *out) {
  auto t = torch::zeros({4}, torch::kCUDA);
  std::memcpy(out, t.data_ptr(), 16);
  // CHECK: certain torch-host-access: a pointer into 't'
  auto u = torch::zeros({4}, torch::kCUDA);
  std::vector<float> v(u.data_ptr<float>(), u.data_ptr<float>() + 4);
  // CHECK: certain torch-host-access: a pointer into 'u'
}

float chosen(torch::Tensor x) {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  auto y = x.to(device);
  return y.data_ptr<float>()[0];
  // CHECK: likely torch-host-access: which may be on
}

void dispatched(torch::Tensor x, float *out) {
  auto c = x.cuda();
  auto read = [&] { out[0] = c.data_ptr<float>()[0]; };
  // CHECK: certain torch-host-access: a pointer into 'c'
  read();
}

float sometimes(torch::Tensor x, bool gpu) {
  auto y = torch::zeros({3});
  if (gpu)
    y = x.cuda();
  return y.data_ptr<float>()[0];
  // CHECK: advice torch-host-access: may be on cuda
}

extern void launch(float *p, int n);
void only_passed_on(torch::Tensor t) {
  auto c = t.cuda();
  float *p = c.data_ptr<float>();
  launch(p, 3);
  launch(&p[2], 1);
  // QUIET: a pointer that the host doesn't go through may be a kernel's
}

float copied(torch::Tensor t) {
  auto c = t.cuda();
  c = c.cpu();
  return c.data_ptr<float>()[0];
  // QUIET: it was copied to the host
}

float guarded(torch::Tensor x) {
  auto y = x.to(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  TORCH_CHECK(y.is_cpu(), "only on the host");
  return y.data_ptr<float>()[0];
  // QUIET: it throws elsewhere
}

float as_input(torch::jit::Module &m, torch::Tensor x) {
  auto y = m.forward({x}).toTensor();
  return y.data_ptr<float>()[0];
  // CHECK: advice torch-host-access: a pointer into 'y', which may be on a device
}

float value(torch::Tensor t) {
  auto c = t.cuda();
  return c[0].item<float>() + c.sum().item<float>();
  // QUIET: item() copies the value
}

float by_value(torch::Tensor t) {
  auto c = t.cuda();
  float s = 0;
  for (int i = 0; i < 3; ++i)
    s += c[i].item<float>();
  // CHECK: advice torch-host-access: each value of 'c' is fetched from cuda by itself
  // NOTE: copy once, before the loop
  return s;
}

float host(torch::Tensor t) {
  auto z = torch::zeros({4});
  auto a = z.accessor<float, 1>();
  return a[0] + z.data_ptr<float>()[1];
  // QUIET: made on the host
}

struct Tensor {
  Tensor cuda() const { return *this; }
  template <typename T> T *data_ptr() const { return nullptr; }
};
float namesake(Tensor t) {
  auto c = t.cuda();
  return c.data_ptr<float>()[0];
  // QUIET: not LibTorch's tensor
}
