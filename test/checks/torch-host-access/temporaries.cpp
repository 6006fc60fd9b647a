// RUN: %check %s -- %mock
// Pointers into tensors that die at the end of the statement.
#include <torch/script.h>
#include <torch/torch.h>
#include <algorithm>

float unknown(torch::Tensor y) {
  const float *p = y.cpu().data_ptr<float>();
  // CHECK: likely torch-host-access: pointer into the tensor that 'y.cpu()' makes may outlive it: a copy dies
  // NOTE: keep the tensor as long as the pointer
  // NOTE @read: read here
  return p[0]; // @read
}

float known(torch::Tensor x) {
  auto y = x.cuda();
  const float *p = y.cpu().data_ptr<float>();
  // CHECK: certain torch-host-access: pointer into the tensor that 'y.cpu()' makes outlives it
  return p[0];
}

void *returned(torch::Tensor t) {
  return t.to(torch::kFloat32).data_ptr();
  // CHECK: likely torch-host-access: may outlive it
  // NOTE: returned here
}

struct View {
  float *data = nullptr;
  void set(torch::Tensor a, torch::Tensor b) {
    data = (a + b).data_ptr<float>();
    // CHECK: certain torch-host-access: 'a + b' makes outlives it
  }
  void *storage(torch::Tensor a) {
    data = static_cast<float *>(a.clone().storage().data());
    // CHECK: certain torch-host-access: 'a.clone()' makes outlives it
    return data;
  }
};

float result(torch::jit::Module &m, torch::Tensor x) {
  auto *p = m.forward({x}).toTensor().data_ptr<float>();
  // CHECK: likely torch-host-access: may outlive it
  return p[1];
}

torch::Tensor blob(torch::Tensor x) {
  auto y = x.cuda();
  auto b = torch::from_blob(y.cpu().data_ptr(), {3});
  // CHECK: certain torch-host-access: outlives it
  return b;
}

void list(torch::Tensor x) {
  void *args[] = {x.contiguous().data_ptr()};
  // CHECK: likely torch-host-access: may outlive it
  (void)args;
}

std::vector<float> range(torch::Tensor t) {
  auto c = t.cuda();
  return std::vector<float>(c.cpu().data_ptr<float>(), c.cpu().data_ptr<float>() + 3);
  // CHECK: certain torch-host-access: the range begins in one tensor and ends in another: 'c.cpu()' makes a new one each time
  // NOTE: make it once and keep it
}

void copied(torch::Tensor t, float *out) {
  std::copy(t.cpu().data_ptr<float>(), t.cpu().data_ptr<float>() + t.numel(), out);
  // CHECK: likely torch-host-access: may end in another
}

extern void use(const float *p);
void within(torch::Tensor y, float *out) {
  use(y.cpu().data_ptr<float>());
  std::copy_n(y.cpu().contiguous().data_ptr<float>(), 3, out);
  float f = y.cpu().data_ptr<float>()[0];
  auto b = torch::from_blob(y.cpu().data_ptr(), {3}).clone();
  // QUIET: the pointer is gone before the tensor is
  (void)f;
}

float kept(torch::Tensor y) {
  auto c = y.cpu().contiguous();
  const float *p = c.data_ptr<float>();
  return p[0];
  // QUIET: the tensor lives as long as the pointer
}

float on_host() {
  auto x = torch::zeros({3});
  const float *p = x.cpu().data_ptr<float>();
  const float *q = x.contiguous().data_ptr<float>();
  return p[0] + q[0];
  // QUIET: no copy of what is on the host, as it was made
}

char *resized(torch::Tensor &t, size_t n) {
  t.resize_({static_cast<int64_t>(n)});
  return reinterpret_cast<char *>(t.contiguous().data_ptr());
  // QUIET: contiguous() is the tensor itself
}

float views() {
  auto x = torch::zeros({3});
  const float *p = x.view({-1}).data_ptr<float>();
  const float *q = x[0].data_ptr<float>();
  const float *r = x.add_(1).data_ptr<float>();
  return p[0] + q[0] + r[0];
  // QUIET: views, and what works in place, have the memory of 'x'
}

struct Tensor {
  Tensor cpu() const { return *this; }
  template <typename T> T *data_ptr() const { return nullptr; }
};
float namesake(Tensor y) {
  const float *p = y.cpu().data_ptr<float>();
  return p[0];
  // QUIET: not LibTorch's tensor
}
