// RUN: %check %s -- %mock
// Under a question for the program's device.
#include <torch/torch.h>

float raster(torch::Tensor xy) { return xy.data_ptr<float>()[0]; }

struct Model {
  explicit Model(torch::Device device) : device(device) {}
  float forward(torch::Tensor x) {
    if (device == torch::kCPU)
      return raster(x);
    // QUIET: the program runs on the host there
    return x.sum().item<float>();
  }
  float wrong(torch::Tensor x) {
    if (device != torch::kCPU)
      return raster(x.to(torch::kCUDA));
    // CHECK: certain torch-host-access: the host goes through a pointer into
    return 0;
  }
  torch::Device device;
};

float run(torch::Tensor x, bool gpu) {
  torch::Device device = torch::kCPU;
  if (gpu)
    device = torch::kCUDA;
  Model m(device);
  return m.forward(x.to(device)) + m.wrong(x);
}
