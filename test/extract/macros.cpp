// Places in macros: an argument as spelled, a body at the expansion.
// RUN: %facts %s -- %mock | %FileCheck %s
#include <torch/torch.h>

#define RUN(E) E
#define MOVE(T) T.cuda()
#define EXPECT_THROW(S, E)  \
  try { S; } catch (const E &) {}

// CHECK-LABEL: function inMacros
// CHECK: call at::Tensor::cpu {{.*}} discarded @[[@LINE+5]]:7-[[@LINE+5]]:14{{$}}
// CHECK: call at::Tensor::cuda {{.*}} discarded @[[@LINE+5]]:3-[[@LINE+5]]:10m
// CHECK: call at::Tensor::cuda {{.*}} discarded @[[@LINE+5]]:3-[[@LINE+5]]:15m
// CHECK: call at::Tensor::neg {{.*}} voided
void inMacros(torch::Tensor x) {
  RUN(x.cpu());
  MOVE(x);
  RUN(MOVE(x));
  EXPECT_THROW(x.neg(), int);
}
