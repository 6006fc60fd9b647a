// The fix assigns the result, where that compiles and changes no registration.
// RUN: %check-fix %s -- %mock
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Sample {
  torch::Tensor image, label;
};

torch::Tensor upload(torch::Tensor x, Sample &s, torch::Device d) {
  x.to(d);
  // CHECK: certain torch-discarded-move: 'x'
  // FIX: x = x.to(d);
  s.image.to(d, torch::kHalf);
  // CHECK: certain torch-discarded-move: 's.image'
  // FIX: s.image = s.image.to(d, torch::kHalf);
  auto y = x * 2;
  y.cpu();
  // CHECK: certain torch-discarded-move: 'y'
  // FIX: y = y.cpu();
  auto o = torch::TensorOptions();
  o.device(d);
  // CHECK: certain torch-discarded-move: 'o'
  // FIX: o = o.device(d);
  s.label = torch::zeros({4}, o);
  return y + s.image;
}

void constants(const torch::Tensor &c, const Sample &s) {
  c.cuda();
  // CHECK: certain torch-discarded-move: 'c'
  // NOFIX
  s.label.cuda();
  // CHECK: certain torch-discarded-move: 's.label'
  // NOFIX
}
