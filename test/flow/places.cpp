// Places: references, structured bindings, containers, tuples, pointers.
// RUN: %known %s -- %mock
#include <torch/torch.h>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>
template <class... T> void show(const T &...);

void references(torch::Tensor x) {
  auto h = torch::zeros({3});
  torch::Tensor &alias = h;
  alias = alias.to(x.device());
  show(h, alias);
  // KNOWN: 'h': on the device of 'x'
  // KNOWN: 'alias': on the device of 'x'
  torch::Tensor copy = h;
  copy = copy.cpu();
  show(h, copy);
  // KNOWN: 'h': on the device of 'x'
  // KNOWN: 'copy': on cpu
}

void bindings(torch::Tensor x) {
  auto [values, indices] = torch::max(x, 1);
  show(values, indices);
  // KNOWN: 'values': on the device of 'x'
  // KNOWN: 'indices': on the device of 'x'
  auto pair = std::make_pair(torch::zeros({3}), x.cuda());
  auto &[host, device] = pair;
  show(host, device);
  // KNOWN: 'host': on cpu
  // KNOWN: 'device': on cuda
}

void tuples(torch::Tensor x) {
  auto t = std::make_tuple(x.cpu(), x.cuda(), 3);
  auto a = std::get<0>(t);
  auto b = std::get<1>(t);
  show(a, b);
  // KNOWN: 'a': on cpu
  // KNOWN: 'b': on cuda
  torch::Tensor c, d;
  std::tie(c, d) = std::make_tuple(x.cuda(), torch::zeros({2}));
  show(c, d);
  // KNOWN: 'c': on cuda
  // KNOWN: 'd': on cpu
  std::pair<torch::Tensor, torch::Tensor> p{x.cpu(), x};
  auto e = p.first, f = p.second;
  show(e, f);
  // KNOWN: 'e': on cpu
  // KNOWN: 'f': on the device of 'x'
}

void lists(torch::Tensor x) {
  std::vector<torch::Tensor> v;
  v.push_back(torch::zeros({3}, x.options()));
  v.push_back(x * 2);
  auto first = v[0];
  auto last = v.back();
  auto all = torch::cat(v);
  show(first, all, last);
  // KNOWN: 'first': on the device of 'x'
  // KNOWN: 'all': on the device of 'x'
  // KNOWN: 'last': on the device of 'x'
  std::vector<torch::Tensor> w{torch::zeros({3}), torch::ones({3})};
  for (auto &t : w) {
    show(t);
    // KNOWN: 't': on cpu
  }
  auto stacked = torch::stack({x.cuda(), x.cuda()});
  show(stacked);
  // KNOWN: 'stacked': on cuda
}

void mixedList(torch::Tensor x) {
  std::vector<torch::Tensor> v;
  v.push_back(torch::zeros({3}));
  v.push_back(x.cuda());
  auto t = v[1];
  show(t);
  // KNOWN: 't': on cpu, or on cuda
}

void maps(torch::Tensor x) {
  std::map<std::string, torch::Tensor> m;
  m["a"] = x.cuda();
  m["b"] = torch::zeros({3}).to(x.device());
  auto a = m["a"];
  show(a);
  // KNOWN: 'a': on cuda
  auto b = m.at("b");
  show(b);
  // KNOWN: 'b': on the device of 'x'
}

void arrays(torch::Tensor x) {
  std::array<torch::Tensor, 2> a{x.cpu(), x.cuda()};
  auto b = a[0], c = a[1];
  show(b, c);
  // KNOWN: 'b': on cpu
  // KNOWN: 'c': on cuda
  torch::Tensor plain[2] = {x.cuda(), x.cpu()};
  auto d = plain[0], e = plain[1];
  show(d, e);
  // KNOWN: 'd': on cuda
  // KNOWN: 'e': on cpu
}

void optionals(torch::Tensor x) {
  std::optional<torch::Tensor> o = x.cuda();
  auto a = *o, b = o.value();
  show(a, b);
  // KNOWN: 'a': on cuda
  // KNOWN: 'b': on cuda
  std::optional<torch::Tensor> later;
  later = torch::zeros({3});
  show(later->sum());
  // KNOWN: 'later->sum()': on cpu (0-dim)
  o.reset();
  show(o.value_or(x.cpu()));
  // KNOWN: 'o.value_or(x.cpu())': undefined, or on cpu
}

void shared(torch::Tensor x) {
  auto p = std::make_shared<torch::Tensor>(torch::zeros({3}));
  auto a = *p;
  *p = p->to(x.device());
  auto b = *p;
  show(a, b);
  // KNOWN: 'a': on cpu
  // KNOWN: 'b': on the device of 'x'
}

void bound(torch::Tensor x) {
  const auto &temporary = x.cuda();
  auto &&forwarding = x.cpu();
  static auto once = torch::zeros({3}, torch::kCUDA);
  torch::Tensor a, b = a = x.cuda();
  show(temporary, forwarding, once, a, b);
  // KNOWN: 'temporary': on cuda
  // KNOWN: 'forwarding': on cpu
  // KNOWN: 'once': on cuda
  // KNOWN: 'a': on cuda
  // KNOWN: 'b': on cuda
}

struct Batch {
  torch::Tensor data, target;
};

void records(torch::Tensor x) {
  Batch b;
  b.data = x.cuda();
  b.target = torch::zeros({3});
  show(b.data, b.target);
  // KNOWN: 'b.data': on cuda
  // KNOWN: 'b.target': on cpu
  b.target = b.target.to(b.data.device());
  Batch c = b;
  auto [data, target] = c;
  show(c.target, target);
  // KNOWN: 'c.target': on cuda
  // KNOWN: 'target': on cuda
}

void moved(torch::Tensor x) {
  auto h = x.cuda();
  auto k = std::move(h);
  show(k, std::forward<torch::Tensor>(k));
  // KNOWN: 'k': on cuda
  auto e = std::exchange(k, torch::Tensor());
  show(k);
  // UNKNOWN: 'k'
}
