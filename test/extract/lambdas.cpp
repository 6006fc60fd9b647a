// Lambdas: captures, calls, generic ones, and those that macros repeat.
// RUN: %facts %s -- %mock | %FileCheck %s
#include <torch/torch.h>

// CHECK-LABEL: function caller::lambda (lambda) -> Tensor
// CHECK: id c:@F@caller#{{.*}}@L[[@LINE+15]]:12
// CHECK: parent c:@F@caller#
// CHECK: param q#0
// CHECK: capture x#1 : Tensor by-ref
// CHECK-NEXT: capture w#2 : Tensor{{$}}
// CHECK: call at::operator+

// CHECK: function caller::lambda (lambda) from-template -> Tensor
// CHECK-LABEL: function caller (free)
// CHECK: [[X:%[0-9]+]] = var x#0
// CHECK: [[W:%[0-9]+]] = call at::Tensor::clone
// CHECK: lambda [id c:@F@caller#{{.*}}@L[[@LINE+4]]:12] [[X]] [[W]]
// CHECK: call operator() [id c:@F@caller#{{.*}}@L[[@LINE+3]]:12] on
// CHECK: call ? on
void caller(torch::Tensor x) {
  auto f = [&x, w = x.clone()](torch::Tensor q) { return q + x + w; };
  f(x);
  auto g = [&](auto q) { return q + x; };
  g(x);
  std::function<torch::Tensor(torch::Tensor)> h = f;
  h(x);
}

#define TWICE(...) ((void)__VA_ARGS__(), (void)__VA_ARGS__())
// CHECK-LABEL: function repeated (free)
// CHECK: lambda [id [[ID:c:@F@repeated#.*@L[0-9]+:[0-9]+]]]
// CHECK: lambda [id [[ID]]]
void repeated(torch::Tensor x) { TWICE([&] { x = x.cuda(); }); }

struct Net : torch::nn::Module {
  torch::Tensor scale;
  // CHECK-LABEL: function Net::method::lambda (lambda)
  // CHECK: class c:@S@Net
  // CHECK: [[T:%[0-9]+]] = this
  // CHECK: field scale [[T]]
  void method() {
    auto f = [this](torch::Tensor x) { return x * scale; };
  }
};
