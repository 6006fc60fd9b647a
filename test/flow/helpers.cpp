// Helpers of the project: known by their summaries.
// RUN: %known %s -- %mock
#include <torch/torch.h>
#include <tuple>
#include <utility>
template <class... T> void show(const T &...);

torch::Tensor host() { return torch::zeros({3}); } // @host
torch::Tensor device() { return torch::zeros({3}, torch::kCUDA); }
torch::Tensor on(torch::Device d) { return torch::zeros({3}, d); }
torch::Tensor with(torch::TensorOptions o) { return torch::zeros({3}, o); }
torch::Tensor with2(const torch::TensorOptions &o) { return with(o.dtype(torch::kLong)); }
torch::Tensor defaulted(torch::TensorOptions o = {}) { return torch::zeros({3}, o); }
torch::Tensor twice(const torch::Tensor &t) { return t * 2; }
torch::Tensor itself(torch::Tensor t) { return t; }
torch::Tensor second(torch::Tensor, torch::Tensor t) { return t; }
torch::Tensor either(torch::Tensor a, torch::Tensor b, bool c) { return c ? a : b; }
torch::TensorOptions optionsFor(torch::Tensor t) { return t.options().dtype(torch::kLong); }
torch::Device pick() { return torch::cuda::is_available() ? torch::kCUDA : torch::kCPU; }

void returns(torch::Tensor x, torch::Device d) {
  auto a = host();
  auto b = device();
  auto c = on(d);
  auto e = on(x.device());
  auto f = twice(x);
  auto g = itself(a);
  auto h = second(x, b);
  auto i = either(x, b, true);
  show(a, b, c, e, f, g, h, i);
  // KNOWN @host: 'a': on cpu
  // KNOWN: 'b': on cuda
  // KNOWN: 'c': on 'd'
  // KNOWN: 'e': on the device of 'x'
  // KNOWN: 'f': on the device of 'x'
  // KNOWN: 'g': on cpu
  // KNOWN: 'h': on cuda
  // KNOWN: 'i': on cuda, or on the device of 'x'
}

void options(torch::Tensor x, torch::TensorOptions o) {
  auto a = with(x.options());
  auto b = with(torch::dtype(torch::kLong));
  auto c = with2(torch::device(torch::kCUDA));
  auto d = with2(torch::TensorOptions());
  auto e = with(o);
  auto g = defaulted(torch::kCUDA);
  auto i = torch::zeros({3}, optionsFor(x));
  auto j = torch::zeros({3}, pick());
  show(a, b, c, d, e, g, i, j);
  // KNOWN: 'a': on the device of 'x'
  // KNOWN: 'b': on cpu
  // KNOWN: 'c': on cuda
  // KNOWN: 'd': on cpu
  // KNOWN: 'e': on 'o'
  // KNOWN: 'g': on cuda
  // KNOWN: 'i': on the device of 'x'
  // KNOWN: 'j': on a device chosen at run time
}

void fill(torch::Tensor &out) { out = torch::zeros({3}); }
void bring(torch::Tensor &t, torch::Device d) { t = t.to(d); }
void bringPointer(torch::Tensor *t) { *t = t->cuda(); }
void byValue(torch::Tensor t) { t = t.cuda(); }
void maybe(torch::Tensor &t, bool b) {
  if (b)
    t = torch::zeros({3});
}
void both(torch::Tensor &a, torch::Tensor &b, const torch::Tensor &x) {
  a = x.cpu();
  b = a.to(x.device());
}

void outParameters(torch::Tensor x) {
  torch::Tensor a = x, b = torch::zeros({3}), c = torch::zeros({3}), d = torch::zeros({3}), e = x, f, g;
  fill(a);
  bring(b, x.device());
  bringPointer(&c);
  byValue(d);
  maybe(e, true);
  both(f, g, x);
  show(a, b, c, d, e, f, g);
  // KNOWN: 'a': on cpu
  // KNOWN: 'b': on the device of 'x'
  // KNOWN: 'c': on cuda
  // KNOWN: 'd': on cpu
  // KNOWN: 'e': on cpu, or on the device of 'x'
  // KNOWN: 'f': on cpu
  // KNOWN: 'g': on the device of 'x'
}

std::tuple<torch::Tensor, torch::Tensor> split(torch::Tensor x) { return {x.cpu(), x.cuda()}; }
std::pair<torch::Tensor, torch::Tensor> halves(torch::Tensor x) { return std::make_pair(x, torch::zeros({3})); }

void several(torch::Tensor x) {
  auto [a, b] = split(x);
  torch::Tensor c, d;
  std::tie(c, d) = halves(x);
  auto p = halves(x.cuda());
  auto e = p.first;
  show(a, b, c, d, e);
  // KNOWN: 'a': on cpu
  // KNOWN: 'b': on cuda
  // KNOWN: 'c': on the device of 'x'
  // KNOWN: 'd': on cpu
  // KNOWN: 'e': on cuda
}

torch::Tensor recursive(torch::Tensor x, int n) {
  if (n == 0)
    return x.cuda();
  return recursive(x, n - 1);
}

void recursion(torch::Tensor x) {
  auto r = recursive(x, 3);
  show(r);
  // KNOWN: 'r': on cuda
}

torch::Tensor even(torch::Tensor x, int n);
torch::Tensor odd(torch::Tensor x, int n) { return n ? even(x, n - 1) : x; }
torch::Tensor even(torch::Tensor x, int n) { return n ? odd(x, n - 1) : x; }

void mutualRecursion(torch::Tensor x) {
  auto r = odd(x, 3);
  show(r);
  // KNOWN: 'r': on the device of 'x', or on an unknown device
}

torch::Tensor outer(torch::Tensor x) { return twice(itself(x)) + twice(x); }
void deep(torch::Tensor x) {
  show(outer(x.cuda()), outer(x));
  // KNOWN: 'outer(x.cuda())': on cuda
  // KNOWN: 'outer(x)': on the device of 'x'
}

torch::Tensor checkedMatch(torch::Tensor a, torch::Tensor b) { return a + b; }
void meetsInside(torch::Tensor x) {
  checkedMatch(torch::zeros({3}), x.cuda());
  // KNOWN: aten::add: a tensor on cpu (on cpu) meets a tensor on cuda (on cuda)
}
