// Lambdas: captures, arguments and what they return.
// RUN: %known %s -- %mock
#include <torch/torch.h>
#include <functional>
template <class... T> void show(const T &...);

void returns(torch::Tensor x, torch::Device d) {
  std::function<torch::Tensor()> make = [&] { return torch::zeros({3}, d); };
  auto host = [] { return torch::zeros({3}); }; // @host
  std::function<torch::Tensor(torch::Tensor)> move = [d](torch::Tensor t) { return t.to(d); };
  auto same = [](const torch::Tensor &t) { return t * 2; };
  auto a = make();
  auto b = host();
  auto c = move(torch::zeros({3}));
  auto e = same(x);
  auto f = same(b);
  show(a, b, c, e, f);
  // KNOWN: 'a': on 'd'
  // KNOWN @host: 'b': on cpu
  // KNOWN: 'c': on 'd'
  // KNOWN: 'e': on the device of 'x'
  // KNOWN: 'f': on cpu
}

void inside(torch::Tensor x) {
  auto h = torch::zeros({3});
  auto byValue = [h](torch::Tensor t) {
    show(h, t);
    // KNOWN: 'h': on the device of 'h'
    // KNOWN: 't': on the device of 't'
    return t + h;
  };
  auto r = byValue(x);
  show(r);
  // KNOWN: 'r': on the device of 'x'
}

void atOnce(torch::Tensor x, bool b) {
  const auto y = [&] {
    if (b)
      return x.cuda();
    return torch::zeros({3});
  }();
  show(y);
  // KNOWN: 'y': on cpu, or on cuda
}

void optionsInside(torch::Tensor x) {
  auto o = x.options();
  std::function<torch::Tensor(int)> like = [o](int n) { return torch::zeros({n}, o); };
  show(like(3));
  // KNOWN: 'like(3)': on the device of 'x'
}
