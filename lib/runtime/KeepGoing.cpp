//===- KeepGoing.cpp - after a mismatch, as if the tensor had been moved --===//
#include "runtime/KeepGoing.h"
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

using torch::autograd::Node;
using torch::autograd::variable_list;

namespace torchtidy {
namespace rt {
namespace {

thread_local std::vector<c10::weak_intrusive_ptr<c10::TensorImpl>> Pending;

/// What the backward of `to` does, on every edge that needs it.
struct MoveBack : torch::autograd::FunctionPostHook {
  Node *node; // owns this hook
  explicit MoveBack(Node *N) : node(N) {}

  variable_list operator()(const variable_list &Outputs,
                           const variable_list &) override {
    variable_list Moved = Outputs;
    for (size_t I = 0; I != Moved.size() && I != node->num_outputs(); ++I) {
      const auto &Edge = node->next_edge(I);
      if (!Edge.is_valid() || !Moved[I].defined() ||
          Edge.input_nr >= Edge.function->num_inputs())
        continue;
      c10::Device Wanted = Edge.function->input_metadata(Edge.input_nr).device();
      if (Moved[I].device() != Wanted)
        Moved[I] = Moved[I].to(Wanted);
    }
    return Moved;
  }
};

bool hasHook(Node &N) {
  for (const auto &Hook : N.post_hooks())
    if (dynamic_cast<MoveBack *>(Hook.get()))
      return true;
  return false;
}

} // namespace

void moveGradientsBack(const at::Tensor &Result) {
  if (Result.defined())
    Pending.push_back(c10::weak_intrusive_ptr<c10::TensorImpl>(
        Result.getIntrusivePtr()));
}

void settleGradients() {
  if (Pending.empty())
    return;
  auto Now = std::move(Pending);
  Pending.clear();
  for (auto &Weak : Now) {
    auto Impl = Weak.lock();
    if (!Impl)
      continue;
    at::Tensor T(std::move(Impl));
    fprintf(stderr,"settle inf=%d rg=%d fn=%p\n",(int)T.is_inference(),(int)T.requires_grad(),(void*)T.grad_fn().get());
    if (T.is_inference() || !T.requires_grad())
      continue;
    if (auto Function = T.grad_fn())
      if (!hasHook(*Function))
        Function->add_post_hook(std::make_unique<MoveBack>(Function.get()));
  }
}

} // namespace rt
} // namespace torchtidy
