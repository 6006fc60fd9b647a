//===- KeepGoing.cpp - after a mismatch, as if the tensor had been moved --===//
#include "runtime/KeepGoing.h"
#include "runtime/Version.h"
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/variable.h>

using torch::autograd::Edge;
using torch::autograd::Node;
using torch::autograd::variable_list;

namespace torchtidy {
namespace rt {
namespace {

thread_local std::vector<c10::weak_intrusive_ptr<c10::TensorImpl>> Pending;

/// What the backward of `to` is.
struct MoveBack : Node {
  c10::Device device;
  explicit MoveBack(c10::Device D) : device(D) {}
  variable_list apply(variable_list &&Gradients) override {
    for (at::Tensor &G : Gradients)
      if (G.defined())
        G = G.to(device);
    return std::move(Gradients);
  }
  std::string name() const override { return "MoveBack"; }
};

/// Puts a node before each of \p N's edges that wants a gradient elsewhere than
/// on \p D. Edges are replaced in place: the result may have been used already.
void moveBack(Node &N, c10::Device D) {
  for (Edge &E : N.next_edges()) {
    if (!E.is_valid() || E.input_nr >= E.function->num_inputs())
      continue;
    const auto &Wanted = E.function->input_metadata(E.input_nr);
    if (Wanted.device() == D)
      continue;
    auto Between = makeNode<MoveBack>(Wanted.device());
    Between->add_input_metadata(
        const_cast<std::decay_t<decltype(Wanted)> &>(Wanted).zeros_like().to(
            D));
    Between->add_next_edge(E);
    E = Edge(std::move(Between), 0);
  }
}

} // namespace

void moveGradientsBack(const at::Tensor &Result) {
  if (Result.defined())
    Pending.push_back(
        c10::weak_intrusive_ptr<c10::TensorImpl>(Result.getIntrusivePtr()));
}

void settleGradients() {
  if (Pending.empty())
    return;
  auto Now = std::move(Pending);
  Pending.clear(); // what follows runs operators
  for (auto &Weak : Now) {
    auto Impl = Weak.lock();
    if (!Impl)
      continue;
    at::Tensor T(std::move(Impl));
    if (T.is_inference() || !T.requires_grad())
      continue;
    if (auto Function = T.grad_fn())
      moveBack(*Function, T.device());
  }
}

} // namespace rt
} // namespace torchtidy
