// Templates that nobody instantiates are read as written.
// RUN: %facts %s -- %mock | %FileCheck %s
#include <torch/torch.h>

// CHECK-LABEL: class Generic module

// CHECK-LABEL: function train (free) dependent
// CHECK: [[NET:%[0-9]+]] = deref
// CHECK: call to on
// CHECK: call torch::nn::LinearImpl::forward [api nn::LinearImpl::forward] on [[NET]] (input=%{{[0-9]+}}) : Tensor
template <class Loader> void train(torch::nn::Linear &net, Loader &loader, torch::Device d) {
  for (auto &batch : loader)
    auto y = net->forward(batch.data.to(d));
}

// CHECK-LABEL: function Generic::Generic (constructor) dependent
// CHECK: call torch::nn::Module::register_module [api nn::Module::register_module] on
template <class T> struct Generic : torch::nn::Module {
  T fc;
  torch::Tensor w;
  Generic() { fc = register_module("fc", T(1, 2)); }
  // CHECK-LABEL: function Generic::forward (method) dependent
  // CHECK: call operator* [api operator*] (%{{[0-9]+}}, %{{[0-9]+}}) : Tensor
  auto forward(T x) { return x * w; }
};
