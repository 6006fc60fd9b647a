// Templates: each instantiation is one function.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);

template <class T> T same(T t) { return t; }
template <class T> torch::Tensor zerosLike(const T &t) { return torch::zeros({3}, t.options()); }
template <int N> torch::Tensor sized(torch::Device d) { return torch::zeros({N}, d); }
template <bool Host> torch::Tensor choose(torch::Tensor x) {
  if constexpr (Host)
    return x.cpu();
  else
    return x.cuda();
}

void instantiated(torch::Tensor x) {
  auto a = same(x.cuda());
  auto b = zerosLike(x);
  auto c = sized<3>(x.device());
  auto d = choose<true>(x);
  auto e = choose<false>(x);
  show(a, b, c, d, e);
  // KNOWN: 'a': on cuda
  // KNOWN: 'b': on the device of 'x'
  // KNOWN: 'c': on the device of 'x'
  // KNOWN: 'd': on cpu
  // KNOWN: 'e': on cuda
}

template <class T> struct Holder {
  T value;
  Holder(T v) : value(v) {}
  T get() const { return value; }
};

void holders(torch::Tensor x) {
  Holder<torch::Tensor> h(x.cuda());
  auto t = h.get();
  show(t);
  // KNOWN: 't': on cuda
}

void genericLambda(torch::Tensor x) {
  auto local = [](auto t) { return t.to(torch::kCUDA); };
  auto a = local(x);
  show(a);
  // KNOWN: 'a': on cuda
}
