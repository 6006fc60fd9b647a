// Operators: results, views, in-place, factories like another tensor, 0-dim.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);

void likes(torch::Tensor x) {
  auto a = torch::zeros_like(x);
  auto b = torch::rand_like(x.cuda());
  auto c = x.new_zeros({3});
  auto d = x.new_empty({3}, torch::kLong);
  auto e = torch::empty_like(x, torch::device(torch::kCPU));
  auto f = torch::full_like(x, 1.0, x.options().dtype(torch::kLong));
  auto g = x.new_full({2}, 1, torch::device(torch::kMPS));
  show(a, b, c, d, e, f, g);
  // KNOWN: 'a': on the device of 'x'
  // KNOWN: 'b': on cuda
  // KNOWN: 'c': on the device of 'x'
  // KNOWN: 'd': on the device of 'x'
  // KNOWN: 'e': on cpu
  // KNOWN: 'f': on the device of 'x'
  // KNOWN: 'g': on mps
}

void results(torch::Tensor x) {
  auto y = x.cuda();
  auto a = y * 2 + 1;
  auto b = torch::matmul(y, y.t());
  auto c = torch::softmax(y, 1).argmax(1);
  auto d = y > 0;
  auto e = -y;
  auto f = torch::where(d, y, torch::zeros_like(y));
  auto g = torch::cat({y, y}, 0);
  show(a, b, c, d, e, f, g);
  // KNOWN: 'a': on cuda
  // KNOWN: 'b': on cuda
  // KNOWN: 'c': on cuda
  // KNOWN: 'd': on cuda
  // KNOWN: 'e': on cuda
  // KNOWN: 'f': on cuda
  // KNOWN: 'g': on cuda
}

void views(torch::Tensor x) {
  auto y = x.cuda();
  auto a = y.view({1, -1});
  auto b = y[0];
  auto c = y.index({torch::indexing::Slice(), 0});
  auto d = y.transpose(0, 1).contiguous();
  auto e = y.slice(0, 1, 2).unsqueeze(0);
  auto f = y.index_select(0, torch::zeros({3}, torch::device(torch::kCUDA).dtype(torch::kLong)));
  show(a, b, c, d, e, f);
  // KNOWN: 'a': on cuda
  // KNOWN: 'b': on cuda
  // KNOWN: 'c': on cuda
  // KNOWN: 'd': on cuda
  // KNOWN: 'e': on cuda
  // KNOWN: 'f': on cuda
}

void chunks(torch::Tensor x) {
  auto parts = x.cuda().chunk(2, 0);
  auto a = parts[0];
  auto [v, i] = x.cuda().topk(3);
  auto two = torch::split(x, 2);
  auto s = two[1];
  show(a, v, i, s);
  // KNOWN: 'a': on cuda
  // KNOWN: 'v': on cuda
  // KNOWN: 'i': on cuda
  // KNOWN: 's': on the device of 'x'
}

void inPlace(torch::Tensor x) {
  auto h = torch::zeros({3});
  h.add_(1);
  h.copy_(x.cuda());
  show(h);
  // KNOWN: 'h': on cpu
  h += 1;
  auto r = h.mul_(2);
  h.zero_().fill_(3);
  show(h, r);
  // KNOWN: 'h': on cpu
  // KNOWN: 'r': on cpu
  auto d = x.cuda();
  d += torch::zeros({3});
  // KNOWN: aten::add_: a tensor on cuda (on cuda) meets a tensor on cpu (on cpu)
  show(d);
  // KNOWN: 'd': on cuda
}

void zeroDim(torch::Tensor x) {
  auto s = torch::tensor(1.0f);
  auto t = torch::zeros({});
  auto u = torch::ones({3}).sum();
  auto v = torch::scalar_tensor(2);
  auto w = torch::zeros({3}).mean(0);
  show(s, t, u, v, w);
  // KNOWN: 's': on cpu (0-dim)
  // KNOWN: 't': on cpu (0-dim)
  // KNOWN: 'u': on cpu (0-dim)
  // KNOWN: 'v': on cpu (0-dim)
  // KNOWN: 'w': on cpu
  auto y = x.cuda() * s;
  show(y);
  // KNOWN: 'y': on cuda
}

void clash(torch::Tensor x) {
  auto h = torch::zeros({3});
  auto y = h + x.cuda();
  // KNOWN: aten::add: a tensor on cpu (on cpu) meets a tensor on cuda (on cuda)
  show(y);
  // KNOWN: 'y': on cuda
  auto z = h.to(y.device()) + y;
  // SILENT: meets
}

void outOfPlace(torch::Tensor x) {
  auto out = torch::empty({3}, torch::kCUDA);
  torch::add_out(out, x.cuda(), x.cuda());
  show(out);
  // KNOWN: 'out': on cuda
}

void functional(torch::Tensor x) {
  namespace F = torch::nn::functional;
  auto a = F::relu(x.cuda());
  auto b = F::one_hot(x.cuda().to(torch::kLong), 3);
  show(a, b);
  // KNOWN: 'a': on cuda
  // KNOWN: 'b': on cuda
}
