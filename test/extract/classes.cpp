// Classes: hierarchy, fields, constructors, default member initialisers.
// RUN: %facts %s -- %mock | %FileCheck %s
#include <torch/torch.h>

// CHECK-LABEL: class NetImpl module @
// CHECK: base torch::nn::Module
// CHECK-NEXT: field fc : ModuleHolder<torch::nn::Linear>{Module<torch::nn::LinearImpl>} init
// CHECK-NEXT: field cache : Container{Tuple{String, Tensor}}
// CHECK-NEXT: field table : Tensor static
// CHECK: method to (method) virtual body overrides torch::nn::Module::to
struct NetImpl : torch::nn::Module {
  NetImpl(int n, torch::Device d) : NetImpl(n) { to(d); }
  explicit NetImpl(int n);
  void to(torch::Device d, bool b = false) override { torch::nn::Module::to(d, b); }
  torch::Tensor forward(torch::Tensor x);
  torch::nn::Linear fc{nullptr};
  std::map<std::string, torch::Tensor> cache;
  static torch::Tensor table;
};
// CHECK-LABEL: class Net holder
// CHECK: holds c:@S@NetImpl
TORCH_MODULE(Net);

// CHECK-LABEL: class Layer module cloneable from-template
// CHECK: field w : Tensor init
template <class T> struct Layer : torch::nn::Cloneable<Layer<T>> {
  torch::Tensor w = torch::zeros({1});
  void reset() override { w = this->register_parameter("w", w); }
};
Layer<float> layer;

// CHECK-LABEL: class Plain @
struct Plain {
  torch::Device device = torch::kCPU;
};

// CHECK-LABEL: function NetImpl::table (global-init)
// CHECK: [[TABLE:%[0-9]+]] = field table
// CHECK-NEXT: store init [[TABLE]]
torch::Tensor NetImpl::table = torch::zeros({3});

// CHECK-LABEL: function NetImpl::fc (field-init)
// CHECK: [[NULL:%[0-9]+]] = const "nullptr"
// CHECK: [[NONE:%[0-9]+]] = construct ([[NULL]]) : ModuleHolder
// CHECK: [[FC:%[0-9]+]] = field fc
// CHECK: store init [[FC]] [[NONE]]

// CHECK-LABEL: function Layer::w (field-init) from-template

// A holder's own constructors pass everything on.
// CHECK-LABEL: function use (free)
// CHECK: construct NetImpl::NetImpl [id c:@S@NetImpl@F@NetImpl#I#] (n=%{{[0-9]+}}) : ModuleHolder<Net>
// CHECK: construct std::make_shared [id c:@S@NetImpl@F@NetImpl#I#$@N@c10@S@Device#] (n=%{{[0-9]+}}, d=%{{[0-9]+}}) : SmartPtr{Module<NetImpl>}
// CHECK: call NetImpl::forward [id c:@S@NetImpl@F@forward#{{.*}}] on
// CHECK: construct NetImpl::NetImpl {{.*}} : Pointer{Module<NetImpl>}
void use(torch::Tensor x) {
  Net net(3);
  auto p = std::make_shared<NetImpl>(3, torch::kCUDA);
  net(x);
  auto *raw = new NetImpl(1);
}

// CHECK-LABEL: function NetImpl::NetImpl (constructor)
// CHECK: call torch::nn::Module::register_module
// CHECK: [[THIS:%[0-9]+]] = this
// CHECK: [[FIELD:%[0-9]+]] = field fc [[THIS]]
// CHECK: store init [[FIELD]]
NetImpl::NetImpl(int n) : fc(register_module("fc", torch::nn::Linear(n, n))) {}

// CHECK-LABEL: function NetImpl::forward
// CHECK: [[M:%[0-9]+]] = field cache
// CHECK: [[PAIR:%[0-9]+]] = element [a] [[M]]
// CHECK: [[VALUE:%[0-9]+]] = element [1] [[PAIR]] : Tensor
// CHECK: store assign [[VALUE]]
torch::Tensor NetImpl::forward(torch::Tensor x) {
  cache["a"] = x;
  return fc->forward(x) + table;
}

// A delegating constructor is a call on this.
// CHECK-LABEL: function NetImpl::NetImpl (constructor)
// CHECK: call NetImpl::NetImpl [id c:@S@NetImpl@F@NetImpl#I#] on %{{[0-9]+}} (n=
// CHECK: call NetImpl::to
