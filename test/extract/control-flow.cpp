// Blocks: each tests one simple condition.
// RUN: %facts %s -- %mock | %FileCheck %s
#include <torch/torch.h>

// CHECK-LABEL: function shortCircuit
// CHECK: [[A:%[0-9]+]] = call {{.*}}[api Tensor::defined]
// CHECK: [[NOT:%[0-9]+]] = not [[A]]
// CHECK-NEXT: -> if [[NOT]] b[[THEN:[0-9]+]] b[[REST:[0-9]+]]
// CHECK: b[[REST]]:
// CHECK: [[NE:%[0-9]+]] = compare !=
// CHECK-NEXT: -> if [[NE]] b[[THEN]] b[[END:[0-9]+]]
// CHECK: b[[THEN]]:
// CHECK: store assign
// CHECK-NEXT: -> b[[END]]
void shortCircuit(torch::Tensor a, torch::Tensor b) {
  if (!a.defined() || a.device() != b.device())
    a = b;
}

// CHECK-LABEL: function notAnd
// CHECK: -> if %{{[0-9]+}} b[[R:[0-9]+]] b[[T:[0-9]+]]
// CHECK: -> if %{{[0-9]+}} b[[F:[0-9]+]] b[[T]]
void notAnd(torch::Tensor a, bool p, bool q) {
  if (!(p && q))
    a.cuda();
}

// CHECK-LABEL: function choice
// CHECK: -> if %{{[0-9]+}} b1 b2
// CHECK: [[ONE:%[0-9]+]] = const "cuda"
// CHECK: [[TWO:%[0-9]+]] = const "cpu"
// CHECK: phi [[ONE]] [[TWO]] : const DeviceType
auto choice(bool c) { return torch::zeros({1}, c ? torch::kCUDA : torch::kCPU); }

// CHECK-LABEL: function value
// CHECK: const "false" : Bool
// CHECK: phi
bool value(bool p, torch::Tensor x) { return p && x.is_cuda(); }

// A failed check doesn't come back.
// CHECK-LABEL: function checked
// CHECK: call {{.*}}torchCheckFail
// CHECK-NEXT: -> no-return
void checked(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "on a GPU");
  x.neg();
}

// CHECK-LABEL: function loops
// CHECK: element [*]
// CHECK-NEXT: bind t#
// CHECK: store init {{.*}} : Tensor @
// CHECK: -> if %{{[0-9]+}} b{{[0-9]+}} b{{[0-9]+}}
void loops(std::vector<torch::Tensor> &ts) {
  for (auto &t : ts)
    t = t.cuda();
  for (auto t : ts)
    t.cuda();
  while (ts.size() > 3)
    ts.pop_back();
}

// CHECK-LABEL: function endless
// CHECK-NOT: -> end
// CHECK: function caught
void endless(int n) {
  for (;;)
    ++n;
}

// CHECK: -> b1 b[[H:[0-9]+]]
// CHECK: -> b{{[0-9]+}} b[[H]]
// CHECK: b[[H]]:
// CHECK: other "throw"
// CHECK-NEXT: -> no-return
void caught(torch::Tensor x) {
  try {
    x = x.cuda();
  } catch (const std::exception &e) {
    throw;
  }
}

// CHECK-LABEL: function cases
// CHECK: -> b[[C1:[0-9]+]] b[[C2:[0-9]+]] b[[OUT:[0-9]+]]
// CHECK: b[[C1]]:
// CHECK: -> b[[C2]]
void cases(torch::Tensor x) {
  switch (x.dim()) {
  case 1:
    x = x.t();
  case 2:
  case 3:
    x = x.cpu();
    break;
  }
}

// CHECK-LABEL: function jumps
// CHECK-SAME: incomplete
void jumps(torch::Tensor x) {
again:
  if (x.dim() > 2)
    goto again;
}

template <bool Gpu> torch::Tensor pick(torch::Tensor x) {
  if constexpr (Gpu)
    return x.cuda();
  else
    return x.cpu();
}
// CHECK-LABEL: function pick (free) from-template
// CHECK: call at::Tensor::cuda
// CHECK-NOT: at::Tensor::cpu
// CHECK: -> end
auto picked(torch::Tensor x) { return pick<true>(x); }
