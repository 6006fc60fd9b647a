// Members: registered ones go where the module goes, others stay.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::Tensor table, mask, cache;
  // KNOWN: member 'table' of 'Net': registered
  // KNOWN: member 'mask' of 'Net': no registration was seen
  torch::Tensor constant = torch::ones({3});
  // KNOWN: member 'constant' of 'Net': no registration was seen
  Net() {
    fc = register_module("fc", torch::nn::Linear(3, 3));
    // KNOWN: 'register_module("fc", torch::nn::Linear(3, 3))': on cpu
    table = register_buffer("table", torch::zeros({3}));
    mask = torch::ones({3});
    show(table, mask, constant);
    // KNOWN: 'mask': on cpu
    // KNOWN: 'table': on cpu
    // KNOWN: 'constant': on cpu
  }
  torch::Tensor forward(torch::Tensor x) {
    show(table, mask);
    // KNOWN: 'table': on the device of 'table'
    // KNOWN: 'mask': on the device of 'mask'
    auto y = fc->forward(x);
    auto z = y + mask;
    // KNOWN: (on the device of 'x') meets 'mask' (on the device of 'mask')
    show(y, z);
    // KNOWN: 'y': on the device of 'x'
    // KNOWN: 'z': on the device of 'x'
    mask = mask.to(x.device());
    show(mask);
    // KNOWN: 'mask': on the device of 'x'
    return z;
  }
  torch::Tensor idiom(torch::Tensor x) {
    if (!cache.defined() || cache.device() != x.device())
      cache = torch::zeros({3}, x.options());
    return x + cache;
    // SILENT: meets 'cache'
  }
  torch::Tensor helper() { return torch::zeros({3}, table.options()); }
  torch::Tensor uses(torch::Tensor x) {
    auto h = helper();
    show(h);
    // KNOWN: 'h': on the device of 'table'
    return h;
  }
};

void moves(torch::Device d) {
  Net net;
  auto first = net.table;
  show(first);
  // KNOWN: 'first': on cpu
  net.to(d);
  auto table = net.table, mask = net.mask;
  show(table, mask);
  // KNOWN: 'table': on 'd'
  // KNOWN: 'mask': on cpu
}

struct Plain {
  torch::Tensor weight;
  torch::Device device;
  Plain(torch::Device d) : weight(torch::zeros({3}, d)), device(d) {
    show(weight, device);
    // KNOWN: 'weight': on 'd'
    // KNOWN: 'device': on 'd'
  }
  void use(torch::Tensor x) {
    auto h = torch::zeros({3}, device);
    auto y = x.to(device);
    show(h, y);
    // KNOWN: 'h': on the device of 'device'
    // KNOWN: 'y': on the device of 'device'
  }
};

void plain() {
  Plain p(torch::kCUDA);
  auto w = p.weight;
  auto h = torch::zeros({3}, p.device);
  show(w, h);
  // KNOWN: 'w': on cuda
  // KNOWN: 'h': on cuda
}

struct Setter {
  torch::Tensor t;
  void set(torch::Tensor x) { t = x; }
  void bring(torch::Device d) { t = t.to(d); }
  torch::Tensor get() const { return t; }
};

void methods(torch::Tensor x) {
  Setter s;
  s.set(torch::zeros({3}));
  auto a = s.get();
  s.bring(x.device());
  auto b = s.get();
  show(a, b);
  // KNOWN: 'a': on cpu
  // KNOWN: 'b': on the device of 'x'
}
