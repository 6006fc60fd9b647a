// RUN: %check %s -- %mock
// Objects that outlive main and the driver.
#include <torch/torch.h>

static torch::Tensor cache;
// CHECK: likely torch-host-access: static tensor 'cache' keeps memory of cuda; it may be freed after the driver has shut down
// NOTE @fill: gets it here
// NOTE: free it before main returns
void warm() {
  cache = torch::ones({4}, torch::kCUDA); // @fill
}

torch::Tensor &local() {
  static torch::Tensor table = torch::ones({4}, torch::kCUDA);
  // CHECK: likely torch-host-access: static tensor 'table' keeps memory of cuda
  return table;
}

torch::nn::Linear head(2, 2);
// CHECK: likely torch-host-access: static module 'head' keeps memory of cuda
void place() { head->to(torch::kCUDA); }

static torch::Tensor freed;
void fill() { freed = torch::ones({4}, torch::kCUDA); }
// MAYBE: advice torch-unregistered-state: static tensor 'freed'
void shut_down() { freed = torch::Tensor(); }
// QUIET: freed before the end

torch::Tensor &leaked() {
  static torch::Tensor *t = new torch::Tensor(torch::ones({4}, torch::kCUDA));
  return *t;
  // QUIET: what a static pointer points to is never destroyed
}

static torch::Tensor host = torch::ones({4});
// QUIET: memory of the host

int main() {
  auto t = torch::ones({4}, torch::kCUDA);
  // QUIET: destroyed before main returns
}
