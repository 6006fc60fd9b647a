// Tensors that are made on cpu and moved in the same breath: slow, not wrong.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

torch::Tensor direct(torch::Device d) {
  auto a = torch::zeros({2, 3}).to(d);
  // CHECK: advice torch-redundant-transfer: 'torch::zeros' makes a tensor on cpu that is moved to 'd' right away
  // FIX: auto a = torch::zeros({2, 3}, d);
  auto c = torch::arange(0, 10, torch::dtype(torch::kFloat)).to(a.device());
  // CHECK: advice torch-redundant-transfer:
  // FIX: auto c = torch::arange(0, 10, torch::dtype(torch::kFloat).device(a.device()));
  return a;
}

torch::Tensor literal() {
  auto b = torch::ones({4}, torch::kLong).to(torch::kCUDA);
  // CHECK: advice torch-redundant-transfer: moved to cuda
  // FIX: auto b = torch::ones({4}, torch::TensorOptions(torch::kLong).device(torch::kCUDA));
  return b;
}

torch::Tensor laterInTheBlock(torch::Tensor out) {
  auto p = torch::arange(0, out.size(0), 1.0);
  // CHECK: advice torch-redundant-transfer: 'torch::arange'
  // NOTE @later: moved here
  // NOFIX
  auto s = torch::cat({p.sin(), p.cos()}, -1);
  return s.to(out.device()); // @later
}

torch::Tensor random(torch::Device d) {
  return torch::randn({4}).to(d);
  // CHECK: advice torch-redundant-transfer: 'torch::randn'
  // NOTE: a seed gives other numbers
  // NOFIX
}

torch::Tensor withType(torch::Device d) {
  return torch::zeros({4}).to(d, torch::kHalf);
  // CHECK: advice torch-redundant-transfer: 'torch::zeros'
  // NOFIX
}

torch::Tensor fromHostData(std::vector<float> data, torch::Device d) {
  auto a = torch::from_blob(data.data(), {4}).to(d);
  auto b = torch::tensor({1.0f, 2.0f}).to(d);
  // QUIET: the numbers are on the host
  return a + b;
}

torch::Tensor filledOnTheHost(int64_t n, torch::Device d) {
  auto t = torch::zeros({n});
  auto a = t.accessor<float, 1>();
  for (int64_t k = 0; k < n; ++k)
    a[k] = float(k);
  return t.to(d);
  // QUIET: filled on the host first
}

torch::Tensor filledByElements(torch::Device d) {
  auto t = torch::zeros({2});
  t[0] = 1;
  t[1] = 2;
  return t.to(d);
  // QUIET: one copy is less than a kernel for each element
}

void fill(torch::Tensor t);
torch::Tensor filledByOthers(torch::Device d) {
  auto t = torch::empty({2});
  fill(t);
  return t.to(d);
  // QUIET: whoever fills it may do so on the host
}

torch::Tensor usedOnBoth(torch::Device d) {
  auto t = torch::arange(4);
  auto moved = t.to(d);
  auto host = t.sum();
  // QUIET: it is needed on the host, too
  return moved;
}

torch::Tensor pinned(torch::Device d) {
  auto t = torch::empty({2}, torch::TensorOptions().pinned_memory(true)).to(d, true);
  // QUIET: a buffer for copies
  return t;
}

torch::Tensor onOneWay(torch::Device d, bool gpu) {
  auto t = torch::zeros({2});
  if (gpu)
    t = t.to(d);
  // QUIET: moved on one way only
  return t;
}

torch::Tensor toCpu() {
  return torch::zeros({2}).to(torch::kCPU).to(torch::kFloat);
  // QUIET: no other device
}

namespace mine {
struct Tensor {
  Tensor to(torch::Device) { return *this; }
};
Tensor zeros(std::vector<int>) { return {}; }
} // namespace mine
void namesake(torch::Device d) {
  auto t = mine::zeros({2}).to(d); // QUIET: not LibTorch's
}
