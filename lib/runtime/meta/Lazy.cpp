//===- Lazy.cpp - shapes that LibTorch's lazy tensors know ----------------===//
//
// torch::lazy::compute_shape_* look at sizes and types only, and check little:
// here are those that can't go wrong on any sizes, and have no rule of ours.
//
//===----------------------------------------------------------------------===//
#include "runtime/meta/RuleTools.h"
#include "runtime/meta/Ways.h"
#include <torch/csrc/lazy/core/shape_inference.h>

namespace torchtidy {
namespace rt {
namespace {

using Shapes = std::vector<torch::lazy::Shape>;
namespace lazy = torch::lazy;

Tensor ofShape(const lazy::Shape &S) {
  return make(S.sizes(), S.scalar_type());
}

template <auto F> void shaped(const OpInfo &, torch::jit::Stack &S) {
  Shapes All = unboxing::pop(F, S);
  for (const lazy::Shape &One : All)
    S.emplace_back(ofShape(One));
}

template <typename... A> using Fn = Shapes (*)(A...);
using T = const Tensor &;

const RuleRow Rows[] = {
    {"hardswish_backward", &shaped<&lazy::compute_shape_hardswish_backward>},
    {"glu_backward", &shaped<&lazy::compute_shape_glu_backward>},
    {"glu_jvp", &shaped<&lazy::compute_shape_glu_jvp>},
    {"binary_cross_entropy_backward",
     &shaped<&lazy::compute_shape_binary_cross_entropy_backward>},
    {"nll_loss2d_backward", &shaped<&lazy::compute_shape_nll_loss2d_backward>},
    {"smooth_l1_loss_backward",
     &shaped<&lazy::compute_shape_smooth_l1_loss_backward>},
    {"_adaptive_avg_pool2d_backward",
     &shaped<&lazy::compute_shape__adaptive_avg_pool2d_backward>},
    {"_adaptive_avg_pool3d_backward",
     &shaped<&lazy::compute_shape__adaptive_avg_pool3d_backward>},
    {"selu", &shaped<&lazy::compute_shape_selu>},
    {"logdet", &shaped<&lazy::compute_shape_logdet>},
    {"random",
     &shaped<Fn<T, c10::optional<at::Generator>>(&lazy::compute_shape_random)>},
    {"slogdet", &shaped<&lazy::compute_shape_slogdet>},
};

} // namespace

ShapeRule findLazyShape(const std::string &Name, const std::string &Overload) {
  static const auto *All = new RuleIndex({RuleTable(Rows)});
  return All->find(Name, Overload);
}

} // namespace rt
} // namespace torchtidy
