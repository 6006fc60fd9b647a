// Devices that pass through defaults, indices, guards, callables and pointers.
// RUN: %known %s -- %mock
#include <torch/torch.h>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>
template <class... T> void show(const T &...);

// Default arguments.
torch::Tensor onDefault(int n, torch::Device d = torch::kCPU) { return torch::zeros({n}, d); }
torch::Tensor onGpu(int n, torch::Device d = torch::Device(torch::kCUDA, 1)) { return torch::zeros({n}, d); }
torch::Tensor withOptions(int n, torch::TensorOptions o = torch::TensorOptions()) { return torch::zeros({n}, o); }
void defaults(torch::Tensor x) {
  auto a = onDefault(3);
  auto b = onDefault(3, x.device());
  auto c = onGpu(3);
  auto d = withOptions(3);
  show(a, b, c, d);
  // KNOWN: 'a': on cpu
  // KNOWN: 'b': on the device of 'x'
  // KNOWN: 'c': on cuda:1
  // KNOWN: 'd': on cpu
}

// Indices.
void indices() {
  auto o = torch::TensorOptions().device(torch::kCUDA, 1);
  auto a = torch::zeros({3}, o);
  auto b = torch::zeros({3}, torch::device(torch::Device("cuda:2")).dtype(torch::kFloat));
  auto c = torch::zeros({3}, torch::TensorOptions().device_index(3));
  show(a, b, c);
  // KNOWN: 'a': on cuda:1
  // KNOWN: 'b': on cuda:2
  // KNOWN: 'c': on cuda:3
  torch::Device d(torch::kCUDA, 1);
  auto e = torch::zeros({3}, torch::Device(d.type(), 0));
  auto f = torch::zeros({3}, d.type());
  show(e, f);
  // KNOWN: 'e': on cuda:0
  // KNOWN: 'f': on cuda
}

// What LibTorch's modules register.
struct Holds : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Holds() { fc = register_module("fc", torch::nn::Linear(3, 3)); }
  torch::Tensor forward(torch::Tensor x) {
    auto mask = torch::zeros({3}, fc->weight.options());
    auto moved = x.to(fc->weight.device());
    show(mask, moved);
    // KNOWN: 'mask': on the device of 'weight'
    // KNOWN: 'moved': on the device of 'weight'
    auto p = torch::zeros({3}, parameters()[0].device());
    auto q = torch::zeros({3}, parameters().front().options());
    show(p, q);
    // KNOWN: 'p': on the module's device
    // KNOWN: 'q': on the module's device
    return moved;
  }
};
void localModule(torch::Device d) {
  torch::nn::Linear net(3, 3);
  auto w = net->weight;
  auto a = torch::zeros({3}, net->weight.device());
  show(w, a);
  // KNOWN: 'w': on cpu
  // KNOWN: 'a': on cpu
  net->to(d);
  auto v = net->weight;
  auto b = torch::zeros({3}, net->parameters()[0].device());
  show(v, b);
  // KNOWN: 'v': on 'd'
  // KNOWN: 'b': on 'd'
}

// Callables that are given to a template, or kept.
template <class F> torch::Tensor apply(F f, torch::Tensor x) { return f(x); }
torch::Tensor applyStd(const std::function<torch::Tensor(torch::Tensor)> &f, torch::Tensor x) { return f(x); }
torch::Tensor toHost(torch::Tensor x) { return x.cpu(); }
void callables(torch::Tensor x, torch::Device d) {
  auto a = apply([](torch::Tensor t) { return t.cpu(); }, x);
  auto b = apply([d](torch::Tensor t) { return t.to(d); }, x);
  auto c = apply(toHost, x);
  show(a, b, c);
  // KNOWN: 'a': on cpu
  // KNOWN: 'b': on 'd'
  // KNOWN: 'c': on cpu
  auto e = applyStd([](torch::Tensor t) { return t.cpu(); }, x);
  std::function<torch::Tensor(torch::Tensor)> f = toHost;
  auto g = f(x);
  auto *p = &toHost;
  auto h = p(x);
  show(e, g, h);
  // KNOWN: 'e': on cpu
  // KNOWN: 'g': on cpu
  // KNOWN: 'h': on cpu
}

// Guards.
void sameOnBothWays(torch::Tensor x, torch::Tensor y) {
  if (y.device() != x.device())
    y = y.to(x.device());
  show(y);
  // KNOWN: 'y': on the device of 'x'
}
void sameByTernary(torch::Tensor x, torch::Tensor y) {
  auto z = y.device() == x.device() ? y : y.to(x.device());
  show(z);
  // KNOWN: 'z': on the device of 'x'
}
void eitherAccelerator(torch::Tensor x) {
  if (x.is_cuda() || x.is_mps())
    return;
  auto h = torch::zeros({3});
  auto s = x + h;
  show(s);
  // KNOWN: 's': on the device of 'x'
}

// Pointers.
void pointers(torch::Tensor x, torch::Device d) {
  torch::Tensor t = torch::zeros({3});
  torch::Tensor *p = &t;
  *p = p->to(d);
  show(t, *p);
  // KNOWN: 't': on 'd'
  std::vector<torch::Tensor> list{torch::zeros({2}), torch::zeros({3})};
  for (auto &e : list)
    e = e.to(d);
  auto first = list[0];
  show(first);
  // KNOWN: 'first': on an unknown device, or on 'd'
  std::map<std::string, torch::Tensor> m;
  m["a"] = torch::zeros({2}, d);
  auto found = m.find("a")->second;
  for (auto &[name, value] : m)
    show(value);
  // KNOWN: 'value': on 'd'
  show(found);
  // KNOWN: 'found': on 'd'
}

// Aggregates that travel.
struct Batch {
  torch::Tensor data, target;
};
Batch makeBatch(torch::Device d) { return {torch::zeros({3}, d), torch::zeros({3})}; }
Batch toDevice(Batch b, torch::Device d) {
  b.data = b.data.to(d);
  b.target = b.target.to(d);
  return b;
}
void moveInPlace(Batch &b, torch::Device d) { b.target = b.target.to(d); }
torch::Tensor targetOf(const Batch &b) { return b.target; }
void batches(torch::Device d) {
  Batch b = makeBatch(d);
  show(b.data, b.target);
  // KNOWN: 'b.data': on 'd'
  // KNOWN: 'b.target': on cpu
  auto t = targetOf(b);
  show(t);
  // KNOWN: 't': on cpu
  moveInPlace(b, d);
  show(b.target);
  // KNOWN: 'b.target': on 'd'
  Batch c = toDevice(makeBatch(torch::kCPU), d);
  show(c.data, c.target);
  // KNOWN: 'c.data': on 'd'
  // KNOWN: 'c.target': on 'd'
  std::vector<Batch> all{b, c};
  all.push_back(makeBatch(torch::kCPU));
  show(all[0].data);
  // KNOWN: 'all[0].data': on 'd', or on cpu
  auto [data, target] = makeBatch(d);
  show(data, target);
  // KNOWN: 'data': on 'd'
  // KNOWN: 'target': on cpu
  auto owned = std::make_unique<Batch>(Batch{torch::zeros({3}, d), torch::zeros({3})});
  show(owned->target);
  // KNOWN: 'owned->target': on cpu
}

// Exceptions and switches.
torch::Device pick(int k) {
  switch (k) {
  case 0:
    return torch::kCPU;
  case 1:
    return torch::Device(torch::kCUDA, 1);
  default:
    throw k;
  }
}
void caught(torch::Tensor x, torch::Device d) {
  torch::Tensor t = torch::zeros({3});
  try {
    t = x.to(d);
  } catch (...) {
    t = x.cpu();
  }
  show(t);
  // KNOWN: 't': on 'd', or on cpu
}

// Recursion.
torch::Tensor halve(torch::Tensor x, int n) { return n == 0 ? x : halve(x * 0.5, n - 1); }
void recursion(torch::Tensor x) {
  auto a = halve(x, 3);
  show(a);
  // KNOWN: 'a': on the device of 'x'
}
