// What the result is assigned to is written as the code writes it; there is no fix where the
// assignment would reach nobody, or would replace what is registered.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>
#include <vector>

struct Net : torch::nn::Module {
  torch::Tensor x;
  torch::nn::Linear l{nullptr};
  Net() { l = register_module("l", torch::nn::Linear(3, 4)); }
  // The parameter hides the member.
  torch::Tensor hidden(torch::Tensor x, torch::Device d) {
    this->x.to(d);
    // CHECK: certain torch-discarded-move: 'this->x'
    // FIX: this->x = this->x.to(d);
    return x + 1;
  }
  void alias(torch::Device d) {
    auto &w = l->weight;
    w.to(d);
    // CHECK: certain torch-discarded-move: 'w'
    // NOFIX
  }
  void loop(torch::Device d) {
    for (auto &p : parameters())
      p.to(d);
    // CHECK: certain torch-discarded-move: 'p'
    // NOTE: move the module
    // NOFIX
  }
};

struct Sample {
  torch::Tensor image;
  Sample *next;
};

torch::Tensor global;

torch::Tensor forms(Sample *s, torch::Tensor y, torch::Device d, bool c, std::vector<torch::Tensor> &list) {
  s->next->image.to(d);
  // CHECK: certain torch-discarded-move: 's->next->image'
  // FIX: s->next->image = s->next->image.to(d);
  y.to(
  // CHECK: certain torch-discarded-move: 'y'
  // FIX: y = y.to(
      d);
  y.to(d).contiguous();
  // CHECK: certain torch-discarded-move: 'contiguous()'
  // FIX: y = y.to(d).contiguous();
  if (c) y.cpu(); else y.to(d);
  // CHECK: certain torch-discarded-move: 'cpu()'
  // FIX: if (c) y = y.cpu(); else y.to(d);
  // CHECK: certain torch-discarded-move: 'to()'
  // FIX: if (c) y.cpu(); else y = y.to(d);
  for (auto &t : list)
    t.to(d);
  // CHECK: certain torch-discarded-move: 't'
  // FIX: t = t.to(d);
  list[0].to(d);
  // CHECK: certain torch-discarded-move: 'list[0]'
  // FIX: list[0] = list[0].to(d);
  size_t i = 0;
  list[i++].to(d);
  // CHECK: certain torch-discarded-move: 'list[i++]'
  // NOFIX
  torch::TensorOptions o;
  o.dtype(torch::kHalf).requires_grad(true);
  // CHECK: certain torch-discarded-move: 'requires_grad()'
  // FIX: o = o.dtype(torch::kHalf).requires_grad(true);
  // A tensor that lives as long as the process may outlive the device's driver.
  ::global.to(d);
  // CHECK: certain torch-discarded-move: 'global'
  // NOFIX
  static torch::Tensor kept = torch::zeros({2}, d);
  kept.to(d);
  // CHECK: certain torch-discarded-move: 'kept'
  // NOFIX
  return y + kept + torch::zeros({2}, o.device(d));
}

// Nobody reads it after: keeping the result helps nobody.
void nobody(torch::Tensor x, torch::Device d) {
  x.to(d);
  // CHECK: certain torch-discarded-move: 'x'
  // NOFIX
}

// Of a module, `to` gives nothing back.
template <class T> void generic(T &x, torch::Device d) {
  x.to(d);
  // CHECK: certain torch-discarded-move: 'x'
  // NOFIX
}
void instantiate(torch::Tensor x, Net net, torch::Device d) {
  generic(x, d);
  generic(net, d);
}
