// RUN: %check %s -- %mock
// The pack of OpenCV, and that of Torch-TensorRT.
#include <torch/script.h>
#include <torch/torch.h>

typedef unsigned char uchar;
namespace cv {
class Mat {
public:
  int rows, cols;
  uchar *data;
  uchar *ptr(int row = 0);
  template <typename T> T *ptr(int row = 0);
};
namespace cuda {
class GpuMat {
public:
  int rows, cols;
  uchar *data;
};
} // namespace cuda
} // namespace cv

bool gpu() { return torch::cuda::is_available(); }

torch::Tensor mislabelled(cv::Mat &image) {
  auto options = torch::device(torch::kCUDA).dtype(torch::kByte);
  return torch::from_blob(image.data, {image.rows, image.cols, 3}, options);
  // CHECK: certain torch-host-access: memory of the host is labelled 'cuda'
}
torch::Tensor labelled(cv::Mat &image) {
  return torch::from_blob(image.data, {image.rows, image.cols, 3}, torch::kByte)
      .to(torch::kCUDA);
  // QUIET: host memory under its own label, then moved
}
torch::Tensor on_the_gpu(cv::cuda::GpuMat &image) {
  return torch::from_blob(image.data, {image.rows, image.cols, 3},
                          torch::device(torch::kCUDA).dtype(torch::kByte));
  // QUIET: the label is the memory's
}
torch::Tensor on_the_gpu_mislabelled(cv::cuda::GpuMat &image) {
  return torch::from_blob(image.data, {image.rows, image.cols, 3}, torch::kByte);
  // CHECK: certain|likely torch-host-access: cuda
}

namespace torch_tensorrt {
namespace ts {
struct CompileSpec {};
torch::jit::Module compile(const torch::jit::Module &module, CompileSpec info);
} // namespace ts
} // namespace torch_tensorrt
torch::jit::Module engine(torch::jit::Module m) {
  m.to(torch::kCUDA);
  return torch_tensorrt::ts::compile(m, {});
  // QUIET: an engine is built for the GPU, with the module on it
}
