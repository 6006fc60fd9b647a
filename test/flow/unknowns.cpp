// What must stay unknown, however likely a guess would be.
// RUN: %known %s -- %mock
#include <torch/torch.h>
#include <functional>
#include <vector>
template <class... T> void show(const T &...);

torch::Tensor elsewhere(torch::Tensor x);
torch::Device pick();
torch::TensorOptions someOptions();
void writes(torch::Tensor &t);
void reads(const torch::Tensor &t);
void writesPointer(torch::Tensor *t);

void notSeen(torch::Tensor x) {
  auto a = elsewhere(x);
  auto b = torch::zeros({3}, pick());
  auto c = torch::zeros({3}, someOptions());
  auto d = x.to(pick());
  show(a, b, c, d);
  // UNKNOWN: 'a'
  // UNKNOWN: 'b'
  // UNKNOWN: 'c'
  // UNKNOWN: 'd'
  auto e = torch::zeros({3});
  reads(e);
  show(e);
  // KNOWN: 'e': on cpu
  writes(e);
  auto f = torch::zeros({3});
  writesPointer(&f);
  show(e, f);
  // UNKNOWN: 'e'
  // UNKNOWN: 'f'
  auto g = a * 2;
  show(g);
  // UNKNOWN: 'g'
}

struct Base {
  virtual torch::Tensor pure(torch::Tensor x) = 0;
};
struct Derived final : Base {
  torch::Tensor pure(torch::Tensor x) override { return x.cpu(); }
};

void virtualCalls(Base &b, Derived &d, torch::Tensor x) {
  auto p = b.pure(x);
  auto q = d.pure(x);
  show(p, q);
  // UNKNOWN: 'p'
  // KNOWN: 'q': on cpu
}

void pointers(torch::Tensor (*f)(torch::Tensor), std::function<torch::Tensor()> g, torch::Tensor x) {
  auto a = f(x);
  auto b = g();
  show(a, b);
  // UNKNOWN: 'a'
  // UNKNOWN: 'b'
}

void conditionalMove(torch::Tensor x, bool gpu) {
  auto h = torch::zeros({3});
  if (gpu)
    h = h.cuda();
  auto y = h + x;
  show(h, y);
  // KNOWN: 'h': on an unknown device, or on cuda
  auto k = gpu ? x.cuda() : x;
  show(k);
  // KNOWN: 'k': on cuda, or on the device of 'x'
}

extern torch::Tensor globalTensor;
torch::Tensor changed = torch::zeros({3});
void change() { changed = changed.cuda(); }

void globals() {
  auto a = globalTensor;
  auto b = changed;
  show(a, b);
  // UNKNOWN: 'a'
  // UNKNOWN: 'b'
}

void loaded() {
  torch::Tensor t;
  torch::load(t, "t.pt");
  show(t);
  // UNKNOWN: 't'
}

void undefined(bool b) {
  torch::Tensor t;
  show(t);
  // KNOWN: 't': undefined
  if (b)
    t = torch::zeros({3});
  show(t);
  // KNOWN: 't': undefined, or on cpu
}
