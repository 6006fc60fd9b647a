// RUN: %check %s -- -nocudainc -std=c++17 -isystem %S/../../mock/include
// Kernels run on the current device, wherever their tensors are.
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
  // QUIET: here a device reads its own memory
}

void unguarded(torch::Tensor x) {
  int n = x.numel();
  scale<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), n);
  // CHECK: likely torch-missing-device-guard: 'scale' is launched with no device guard before it; it runs on the current device, which may not be that of 'x'
  // NOTE: guard the function before it touches the device
}

void checked_only(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "x must be on a GPU");
  scale<<<1, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), 3);
  // CHECK: likely torch-missing-device-guard: 'scale' is launched with no device guard
}

template <typename T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }

void in_lambda(torch::Tensor x) {
  [&] {
    using scalar_t = float;
    fill<scalar_t><<<1, 256>>>(x.data_ptr<scalar_t>(), 1);
    // CHECK: likely torch-missing-device-guard: 'fill' is launched with no device guard
  }();
}

void guarded(torch::Tensor x) {
  const at::cuda::OptionalCUDAGuard guard(at::device_of(x));
  scale<<<1, 256>>>(x.data_ptr<float>(), 3);
  [&] { fill<float><<<1, 256>>>(x.data_ptr<float>(), 1); }();
  // QUIET: the tensor's device is the current one
}

void guarded_otherwise(torch::Tensor x) {
  c10::DeviceGuard guard(x.device());
  scale<<<1, 256>>>(x.data_ptr<float>(), 3);
  // QUIET: any guard does
}

void set_before(torch::Tensor x) {
  cudaSetDevice(x.get_device());
  scale<<<1, 256>>>(x.data_ptr<float>(), 3);
  // QUIET: without an object, but on the tensor's device
}

struct Use {
  explicit Use(const torch::Tensor &t) : guard(t.device()) {}
  c10::cuda::CUDAGuard guard;
};
void guarded_by_own(torch::Tensor x) {
  Use use(x);
  scale<<<1, 256>>>(x.data_ptr<float>(), 3);
  // QUIET: the project's own guard
}

static void helper(torch::Tensor x) { scale<<<1, 256>>>(x.data_ptr<float>(), 3); }
void entry(torch::Tensor x) {
  c10::cuda::CUDAGuard guard(x.device());
  helper(x);
  // QUIET: its only caller holds the guard
}

static void launcher(float *p, int n) { scale<<<1, n>>>(p, n); }
void through_pointer(torch::Tensor x) {
  launcher(x.data_ptr<float>(), 3);
  // CHECK: likely torch-missing-device-guard: 'launcher' is launched with no device guard
}

void plain(float *p) {
  scale<<<1, 256>>>(p, 3);
  // QUIET: no tensor, whose device would be meant
}

torch::Tensor forward(torch::Tensor x) {
  auto y = x.clone();
  scale<<<1, 256>>>(y.data_ptr<float>(), 3);
  // CHECK: certain torch-missing-device-guard: 'scale' is launched with no device guard
  return y;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward); }

namespace mine {
struct CUDAGuard {
  explicit CUDAGuard(int) {}
};
} // namespace mine
void namesake(torch::Tensor x) {
  mine::CUDAGuard guard(0);
  scale<<<1, 256>>>(x.data_ptr<float>(), 3);
  // CHECK: likely torch-missing-device-guard: 'scale' is launched with no device guard
}
