// Calls: names, arguments by parameter, constants, conversions, dropped results.
// RUN: %facts %s -- %mock | %FileCheck %s
#include <torch/torch.h>

torch::Tensor helper(torch::Tensor t, bool gpu = false);

// CHECK-LABEL: function factories
// CHECK: [[SIZE:%[0-9]+]] = construct (%{{[0-9]+}}, %{{[0-9]+}}) list
// CHECK: [[KIND:%[0-9]+]] = const "cuda" : const DeviceType
// CHECK: [[OPTS:%[0-9]+]] = construct c10::TensorOptions::TensorOptions [api TensorOptions::TensorOptions] ({{.*}}[[KIND]]) : TensorOptions
// CHECK: call torch::zeros [api zeros] (size=[[SIZE]], options=[[OPTS]]) : Tensor
// CHECK: const "kFloat" : const Dtype
// CHECK: const "cuda:1" : const String
// CHECK: construct c10::Device::Device
void factories() {
  auto a = torch::zeros({2, 3}, torch::kCUDA);
  auto b = torch::ones({1}, torch::kFloat);
  torch::Device d("cuda:1");
}

// An argument left to its default is no operand.
// CHECK-LABEL: function users
// CHECK: call helper [id c:@F@helper#{{.*}}] (t=%{{[0-9]+}}) : Tensor discarded @[[@LINE+2]]:3-[[@LINE+2]]:12
void users(torch::Tensor x) {
  helper(x);
}

// CHECK-LABEL: function dropped
// CHECK: call at::Tensor::to [api Tensor::to] on %{{[0-9]+}} (options=%{{[0-9]+}}) : Tensor discarded
// CHECK: call at::Tensor::cpu [api Tensor::cpu] on %{{[0-9]+}} () : Tensor voided
// CHECK: call at::Tensor::neg [api Tensor::neg] on %{{[0-9]+}} () : Tensor discarded
// CHECK: call at::Tensor::cuda [api Tensor::cuda] on %{{[0-9]+}} () : Tensor @
void dropped(torch::Tensor x, torch::Device d, bool c) {
  if (c)
    x.to(d);
  (void)x.cpu();
  x.neg(), x = x.cuda();
}

// Assigning to a temporary tensor copies into it; to a named one rebinds it.
// CHECK-LABEL: function assigned
// CHECK: call at::Tensor::operator= [api Tensor::copy_] on
// CHECK: call at::Tensor::operator= [api Tensor::fill_] on
// CHECK: store assign
// CHECK: call at::Tensor::operator+= [api Tensor::operator+=] on
void assigned(torch::Tensor x, torch::Tensor y) {
  x.data() = y;
  x[0] = 1;
  x = y;
  x += y;
}

namespace other {
struct Tensor {
  Tensor to(int) { return *this; }
};
} // namespace other

// A namesake of the user's own is none of LibTorch's.
// CHECK-LABEL: function namesake
// CHECK: call other::Tensor::to [id c:@N@other@S@Tensor@F@to#I#] on
void namesake(other::Tensor t) { t.to(1); }

// CHECK-LABEL: function modules
// CHECK: construct torch::nn::LinearImpl::LinearImpl [api nn::LinearImpl::LinearImpl] (in_features=%{{[0-9]+}}, out_features=%{{[0-9]+}}) : ModuleHolder<torch::nn::Linear>{Module<torch::nn::LinearImpl>}
// CHECK: [[IMPL:%[0-9]+]] = deref
// CHECK: call torch::nn::LinearImpl::forward [api nn::LinearImpl::forward] on [[IMPL]] (input=
// CHECK: call torch::nn::Module::to [api nn::Module::to] on %{{[0-9]+}} (device=%{{[0-9]+}}) : Void discarded virtual
void modules(torch::Tensor x) {
  torch::nn::Linear fc(1, 2);
  x = fc(x);
  fc->to(torch::kCUDA);
}

struct Twice : torch::autograd::Function<Twice> {
  static torch::Tensor forward(torch::autograd::AutogradContext *ctx, torch::Tensor x) { return x + x; }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext *ctx, torch::autograd::variable_list g) { return g; }
};
// CHECK-LABEL: function autograd
// CHECK: call torch::autograd::Function::apply [api autograd::Function::apply] [id c:@S@Twice@F@forward#{{.*}}] (ctx={{.*}}, x=%{{[0-9]+}}) : Tensor
auto autograd(torch::Tensor x) { return Twice::apply(x); }
