// RUN: %check %s -- %mock
// Operators in C++ whose kernels are in another file.
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>
#include <torch/library.h>

extern torch::Tensor scatter_cuda(torch::Tensor, torch::Tensor);
torch::Tensor scatter(torch::Tensor src, torch::Tensor index) {
  TORCH_CHECK(src.is_cuda(), "src must be on a GPU"); // @checked
  return scatter_cuda(src, index);
  // CHECK: likely torch-missing-device-guard: 'src' is checked to be on a device and 'index' is not
  // NOTE @checked: checked here
  // NOTE: check every tensor
}

#define CHECK_CUDA(x) TORCH_CHECK((x).device().is_cuda(), #x " must be on a GPU")
torch::Tensor all_checked(torch::Tensor src, torch::Tensor index) {
  CHECK_CUDA(src);
  CHECK_CUDA(index);
  return scatter_cuda(src, index);
  // QUIET: both are
}

torch::Tensor compared(torch::Tensor src, torch::Tensor index) {
  TORCH_CHECK(src.is_cuda());
  TORCH_CHECK(src.device() == index.device());
  return scatter_cuda(src, index);
  // QUIET: the other is where the first is
}

torch::Tensor moved(torch::Tensor src, torch::Tensor index) {
  TORCH_CHECK(src.is_cuda());
  index = index.to(src.device());
  return scatter_cuda(src, index);
  // MAYBE: likely torch-discarded-move: the function's own copy
  // QUIET: the other goes where the first is
}

static void check(const torch::Tensor &t) { TORCH_CHECK(t.is_cuda()); }
torch::Tensor checked_in_helper(torch::Tensor src, torch::Tensor index) {
  check(src);
  check(index);
  return scatter_cuda(src, index);
  // QUIET: checked in a function of the project's
}

extern torch::Tensor scatter_cpu(torch::Tensor, torch::Tensor);
torch::Tensor dispatched(torch::Tensor src, torch::Tensor index) {
  if (src.is_cuda())
    return scatter_cuda(src, index);
  return scatter_cpu(src, index);
  // QUIET: it chooses, and leaves the checks to what it calls
}

torch::Tensor by_library(torch::Tensor src, torch::Tensor index) {
  TORCH_CHECK(src.is_cuda());
  return src.index_select(0, index);
  // QUIET: LibTorch's operators check their arguments
}

void nms_kernel_launcher(int n, const float *boxes, long *keep);
void nms(torch::Tensor boxes, torch::Tensor keep) {
  nms_kernel_launcher(boxes.size(0), boxes.data_ptr<float>(), keep.data_ptr<long>());
  // CHECK: likely torch-missing-device-guard: 'nms_kernel_launcher' is given a bare pointer with no device guard before it
}

void guarded_nms(torch::Tensor boxes, torch::Tensor keep) {
  at::cuda::CUDAGuard guard(boxes.device());
  nms_kernel_launcher(boxes.size(0), boxes.data_ptr<float>(), keep.data_ptr<long>());
  // QUIET: guarded
}

void no_operator(torch::Tensor boxes, torch::Tensor keep) {
  nms_kernel_launcher(boxes.size(0), boxes.data_ptr<float>(), keep.data_ptr<long>());
  // QUIET: its callers may hold a guard
}

TORCH_LIBRARY_IMPL(mine, CUDA, m) {
  m.impl("nms", &nms);
  m.impl("guarded_nms", &guarded_nms);
}

namespace mine {
struct Tensor {
  bool is_cuda() const { return true; }
};
extern Tensor gather_cuda(Tensor, Tensor);
Tensor namesake(Tensor src, Tensor index) {
  TORCH_CHECK(src.is_cuda());
  return gather_cuda(src, index);
  // QUIET: not LibTorch's tensors
}
} // namespace mine
