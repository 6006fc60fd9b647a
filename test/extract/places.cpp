// Places: elements, iterators, optionals, tuples, bindings, pointers.
// RUN: %facts %s -- %mock | %FileCheck %s
#include <map>
#include <optional>
#include <torch/torch.h>

// CHECK-LABEL: function sequences
// CHECK: element [0] %{{[0-9]+}} %{{[0-9]+}} : Tensor
// CHECK: element [1] %{{[0-9]+}} %{{[0-9]+}} : Tensor
// CHECK: element [*] %{{[0-9]+}} : Tensor
// CHECK: call std::vector::push_back on
// CHECK: construct torch::nn::LinearImpl::LinearImpl
// CHECK: call std::vector::emplace_back on %{{[0-9]+}} (%{{[0-9]+}})
// CHECK: [[E:%[0-9]+]] = element [*]
// CHECK-NEXT: address [[E]]
// CHECK: deref
void sequences(std::vector<torch::Tensor> v, std::vector<torch::nn::Linear> ls) {
  auto a = v[0], b = v.at(1), c = v.back();
  v.push_back(a);
  ls.emplace_back(2, 3);
  auto it = v.begin();
  *it = b;
}

// The elements of a map are pairs.
// CHECK-LABEL: function maps
// CHECK: construct (%{{[0-9]+}}, %{{[0-9]+}}) list : Tuple{String, Tensor}
// CHECK-NEXT: call std::map::emplace on
// CHECK: [[P:%[0-9]+]] = element [*] %{{[0-9]+}} : Tuple
// CHECK-NEXT: bind #
// CHECK: [[V:%[0-9]+]] = element [1]
// CHECK-NEXT: bind value#{{[0-9]+}} [[V]]
void maps(std::map<std::string, torch::Tensor> m, torch::Tensor x) {
  m.emplace("k", x);
  for (auto &[key, value] : m)
    value = x;
}

// CHECK-LABEL: function optionals
// CHECK: element [0] %{{[0-9]+}} : Tensor
// CHECK: element [0] %{{[0-9]+}} : Tensor
// CHECK-NEXT: call at::Tensor::neg
void optionals(std::optional<torch::Tensor> o) {
  auto a = *o;
  o->neg();
}

// CHECK-LABEL: function tuples
// CHECK: element [1] %{{[0-9]+}} : Tensor
// CHECK: [[PAIR:%[0-9]+]] = construct (%{{[0-9]+}}, %{{[0-9]+}}) list : Tuple
// CHECK: [[FIRST:%[0-9]+]] = element [0] [[PAIR]]
// CHECK: store assign %{{[0-9]+}} [[FIRST]]
void tuples(std::pair<torch::Tensor, torch::Tensor> p) {
  auto a = std::get<1>(p), b = a;
  std::tie(a, b) = std::make_tuple(b, a);
}

// CHECK-LABEL: function pointers
// CHECK: compare != %{{[0-9]+}} %{{[0-9]+}} : Bool
// CHECK: [[D:%[0-9]+]] = deref
// CHECK-NEXT: bind r#{{[0-9]+}} [[D]]
// CHECK: store assign %{{[0-9]+}} %{{[0-9]+}} : SmartPtr
void pointers(std::shared_ptr<torch::nn::LinearImpl> p) {
  if (p) {
    auto &r = *p;
    p.reset();
  }
}
