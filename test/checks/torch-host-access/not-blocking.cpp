// RUN: %check %s -- %mock
// Copies that were begun without blocking, and read.
#include <cuda_runtime.h>
#include <torch/torch.h>

float peek(torch::Tensor g) {
  auto c = g.to(torch::kCPU, /*non_blocking=*/true); // @begun
  return c.data_ptr<float>()[0];
  // CHECK: likely torch-host-access: the host reads a copy that may not have arrived
  // NOTE @begun: begun here
  // NOTE: wait before the first read
}

float known(torch::Tensor x) {
  auto g = x.cuda();
  auto c = g.to(torch::kCPU, true);
  auto a = c.accessor<float, 1>();
  return a[0];
  // CHECK: certain torch-host-access: the host reads a copy that has not been waited for
}

void into(torch::Tensor x) {
  auto g = x.cuda();
  auto h = torch::empty({3});
  h.copy_(g, true);
  if (h.data_ptr<float>()[0] > 0)
    // CHECK: certain torch-host-access: the host reads a copy that has not been waited for
    h.zero_();
}

float waited(torch::Tensor g) {
  auto c = g.to(torch::kCPU, true);
  cudaDeviceSynchronize();
  return c.data_ptr<float>()[0];
  // QUIET: the copy has arrived
}

struct Streams {
  void wait() { cudaStreamSynchronize(stream); }
  float read(torch::Tensor g) {
    auto c = g.to(torch::kCPU, true);
    wait();
    return c.data_ptr<float>()[0];
    // QUIET: it waits in a function of its own
  }
  cudaStream_t stream;
};

float by_value(torch::Tensor g) {
  auto c = g.to(torch::kCPU, true);
  float s = g.sum().item<float>();
  return c.data_ptr<float>()[0] + s;
  // QUIET: item() waits for all that was begun before it
}

float blocking(torch::Tensor g) {
  auto c = g.to(torch::kCPU, false);
  return c.data_ptr<float>()[0];
  // QUIET: it blocks
}

torch::Tensor upload(torch::Tensor h) {
  return h.pin_memory().to(torch::kCUDA, true);
  // QUIET: the next operator on the stream waits by itself
}
