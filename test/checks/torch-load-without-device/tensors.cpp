// Tensors that are read with no device, and meet others.
// RUN: %check %s -- %mock
#include <torch/torch.h>

torch::Tensor normalised(torch::Tensor x, torch::Device d) {
  torch::Tensor mean;
  torch::load(mean, "mean.pt");
  // CHECK: likely torch-load-without-device: nothing moves the tensor; it may be on the device of the file, what it meets on 'd'
  // NOTE @meets: meets it here
  return x.to(d) - mean; // @meets
}

torch::Tensor moved(torch::Tensor x, torch::Device d) {
  torch::Tensor mean;
  torch::load(mean, "mean.pt");
  mean = mean.to(d);
  // QUIET: moved to where it is used
  return x.to(d) - mean;
}

torch::Tensor given(torch::Tensor x, torch::Device d) {
  torch::Tensor mean;
  torch::load(mean, "mean.pt", d);
  // QUIET: a device is given
  return x.to(d) - mean;
}

torch::Tensor asIndex(torch::Tensor x, torch::Device d) {
  torch::Tensor rows;
  torch::load(rows, "rows.pt");
  // QUIET: an index may be on the host
  return x.to(d).index({rows});
}

void copied(torch::Tensor x, torch::Device d) {
  torch::Tensor w;
  torch::load(w, "w.pt");
  auto y = x.to(d);
  // QUIET: copy_ takes any device
  y.copy_(w);
}

torch::Tensor alone() {
  torch::Tensor w;
  torch::load(w, "w.pt");
  // QUIET: it meets nothing
  return w.sum();
}

namespace mine {
void load(torch::Tensor &, const std::string &) {}
} // namespace mine
torch::Tensor namesake(torch::Tensor x, torch::Device d) {
  torch::Tensor mean;
  mine::load(mean, "mean.pt");
  return x.to(d) - mean; // QUIET: not LibTorch's
}
