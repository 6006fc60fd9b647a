// RUN: %check %s -- %mock
// from_blob, whose options must say where the memory is.
#include <cuda_runtime.h>
#include <torch/torch.h>
#include <array>
#include <cstdlib>

torch::Tensor array() {
  std::array<int, 3> v{1, 2, 3};
  return torch::from_blob(v.data(), {3}, torch::TensorOptions().dtype(torch::kInt).device(torch::kCUDA));
  // CHECK: certain torch-host-access: memory of the host is labelled 'cuda'; a label moves nothing
  // NOTE: make it where the memory is, then move it
}

void others(std::vector<float> &v) {
  float b[3];
  auto t = torch::from_blob(b, {3}, torch::kCUDA);
  // CHECK: certain torch-host-access: memory of the host is labelled 'cuda'
  auto u = torch::from_blob(&v[0], {3}, torch::Device(torch::kCUDA, 1));
  // CHECK: certain torch-host-access: memory of the host is labelled 'cuda:1'
  float *n = new float[3];
  auto w = torch::from_blob(n, {3}, torch::kMPS);
  // CHECK: certain torch-host-access: memory of the host is labelled 'mps'
  void *m = std::malloc(12);
  auto y = torch::from_blob(m, {3}, torch::kCUDA);
  // CHECK: certain torch-host-access: memory of the host is labelled 'cuda'
  auto h = torch::zeros({3});
  auto z = torch::from_blob(h.data_ptr(), {3}, torch::kCUDA);
  // CHECK: certain torch-host-access: memory of the host is labelled 'cuda'
}

torch::Tensor chosen(std::vector<float> &v) {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  return torch::from_blob(v.data(), {3}, device);
  // CHECK: likely torch-host-access: memory of the host may be labelled
}

torch::Tensor device_memory() {
  float *p = nullptr;
  cudaMalloc(&p, 12);
  return torch::from_blob(p, {3});
  // CHECK: certain torch-host-access: memory of cuda is labelled 'cpu'
  // NOTE: name the device of the memory
}

torch::Tensor alias(torch::Tensor x) {
  auto c = x.cuda();
  return torch::from_blob(c.data_ptr(), {3}, torch::kFloat);
  // CHECK: certain torch-host-access: memory of cuda is labelled 'cpu'
}

namespace cv {
struct Mat {
  unsigned char *data;
};
} // namespace cv
torch::Tensor image(cv::Mat &m) {
  return torch::from_blob(m.data, {4}, torch::TensorOptions(torch::kCUDA).dtype(torch::kByte));
  // CHECK: certain torch-host-access: memory of the host is labelled 'cuda'
}

torch::Tensor right(std::vector<float> &v) {
  return torch::from_blob(v.data(), {3}).to(torch::kCUDA);
  // QUIET: labelled as what it is, then moved
}

torch::Tensor optioned(std::vector<float> &v, torch::TensorOptions options) {
  return torch::from_blob(v.data(), {3}, options);
  // QUIET: options that are handed in mostly say a dtype
}
std::vector<torch::Tensor> captured(std::vector<float> &v) {
  auto options = torch::TensorOptions().dtype(torch::kFloat);
  std::vector<torch::Tensor> all;
  auto keep = [&] { all.push_back(torch::from_blob(v.data(), {3}, options).to(torch::kCUDA)); };
  keep();
  return all;
  // QUIET: these name no device
}

torch::Tensor unknown(float *p) {
  return torch::from_blob(p, {3}, torch::kCUDA);
  // QUIET: nothing says what it points to
}

torch::Tensor same(torch::Tensor x) {
  return torch::from_blob(x.data_ptr(), {3}, x.options());
  // QUIET: where it is
}

torch::Tensor on_device() {
  float *p;
  cudaMalloc(&p, 12);
  return torch::from_blob(p, {3}, torch::kCUDA);
  // QUIET: where it is
}

namespace mine {
torch::Tensor from_blob(void *p, int n, torch::Device d);
}
torch::Tensor namesake(std::vector<float> &v) {
  return mine::from_blob(v.data(), 3, torch::kCUDA);
  // QUIET: not LibTorch's
}
