// Code that doesn't parse: what is known stays, the function says so.
// RUN: %facts %s -- %mock > %t 2>/dev/null || test $? = 2
// RUN: %FileCheck %s < %t
#include <torch/torch.h>

// CHECK-LABEL: function Net::Net (constructor) incomplete
// CHECK: call torch::nn::Module::register_buffer [api nn::Module::register_buffer] on
// CHECK: call torch::nn::Module::register_module [api nn::Module::register_module] on
struct Net : torch::nn::Module {
  Net() {
    register_buffer("b", 3, 4, 5);
    register_module("m", nosuch());
  }
  // CHECK: function Net::forward (method) incomplete
  // CHECK: store assign
  // CHECK: function Net::good (method) ->
  torch::Tensor forward(torch::Tensor x) {
    x = x.nosuch(1);
    return x;
  }
  torch::Tensor good(torch::Tensor x) { return x; }
};
