//===- RulesLayers.cpp - norms, losses, embeddings, attention -------------===//
#include "runtime/meta/RuleTools.h"
#include <ATen/ExpandUtils.h>
#include <ATen/Functions.h>
#include <ATen/core/Reduction.h>

using c10::optional;
using Mask3 = std::array<bool, 3>;

namespace torchtidy {
namespace rt {
namespace {

Tensor maybe(bool Wanted, Tensor T) { return Wanted ? T : Tensor(); }

//===- Norms --------------------------------------------------------------===//

int64_t channels(const Tensor &X) {
  TORCH_CHECK(X.dim() >= 2, "batch_norm: expected at least 2 dimensions, got ",
              X.dim());
  return X.size(1);
}

void checkChannels(const MaybeTensor &T, const char *Name, int64_t N) {
  TORCH_CHECK(!T || T->numel() == N, Name, " should contain ", N,
              " elements not ", T ? T->numel() : 0);
}

Triple batchNorm(const Tensor &X, const MaybeTensor &Weight,
                 const MaybeTensor &Bias, const MaybeTensor &Mean,
                 const MaybeTensor &Variance, bool Training, double, double) {
  int64_t C = channels(X);
  checkChannels(Weight, "weight", C);
  checkChannels(Bias, "bias", C);
  checkChannels(Mean, "running_mean", C);
  checkChannels(Variance, "running_var", C);
  Dims Saved{Training || onAccelerator() ? C : 0};
  auto Type = statisticsType(X);
  return {like(X), make(Saved, Type), make(Saved, Type)};
}

Triple batchNormBackward(const Tensor &, const Tensor &X,
                         const MaybeTensor &Weight, const MaybeTensor &,
                         const MaybeTensor &, const MaybeTensor &,
                         const MaybeTensor &, bool, double, Mask3 Wanted) {
  auto Type = Weight ? Weight->scalar_type() : statisticsType(X);
  Dims C{channels(X)};
  return {maybe(Wanted[0], like(X)), maybe(Wanted[1], make(C, Type)),
          maybe(Wanted[2], make(C, Type))};
}

/// How many leading dimensions aren't normalized.
int64_t outerDims(const Tensor &X, IntArrayRef Normalized) {
  int64_t Outer = X.dim() - static_cast<int64_t>(Normalized.size());
  TORCH_CHECK(
      !Normalized.empty() && Outer >= 0 && X.sizes().slice(Outer) == Normalized,
      "Given normalized_shape=", Normalized, ", expected input with shape [*, ",
      Normalized, "], but got input of size", X.sizes());
  return Outer;
}

Triple layerNorm(const Tensor &X, IntArrayRef Normalized, const MaybeTensor &W,
                 const MaybeTensor &B, double) {
  int64_t Outer = outerDims(X, Normalized);
  TORCH_CHECK((!W || W->sizes() == Normalized) &&
                  (!B || B->sizes() == Normalized),
              "Expected weight and bias to be of same shape as "
              "normalized_shape, but got normalized_shape = ",
              Normalized);
  Dims Saved(X.sizes().begin(), X.sizes().begin() + Outer);
  Saved.resize(X.dim(), 1);
  auto Type = statisticsType(X);
  return {make(X.sizes(), X.scalar_type()), make(Saved, Type),
          make(Saved, Type)};
}

Triple layerNormBackward(const Tensor &, const Tensor &X,
                         IntArrayRef Normalized, const Tensor &, const Tensor &,
                         const MaybeTensor &W, const MaybeTensor &B,
                         Mask3 Wanted) {
  outerDims(X, Normalized);
  auto Type = W ? W->scalar_type() : X.scalar_type();
  return {maybe(Wanted[0], make(X.sizes(), X.scalar_type())),
          maybe(Wanted[1], make(Normalized, Type)),
          maybe(Wanted[2], make(Normalized, B ? B->scalar_type() : Type))};
}

Triple groupNorm(const Tensor &X, const MaybeTensor &W, const MaybeTensor &B,
                 int64_t N, int64_t C, int64_t Inner, int64_t Groups, double) {
  TORCH_CHECK(Groups > 0 && C % Groups == 0,
              "Expected number of channels in input to be divisible by "
              "num_groups, but got input of shape ",
              X.sizes(), " and num_groups=", Groups);
  TORCH_CHECK(X.numel() == N * C * Inner, "Expected input of ", N * C * Inner,
              " elements");
  checkChannels(W, "weight", C);
  checkChannels(B, "bias", C);
  auto Type = statisticsType(X);
  return {make(X.sizes(), X.scalar_type()), make({N, Groups}, Type),
          make({N, Groups}, Type)};
}

Triple groupNormBackward(const Tensor &, const Tensor &X, const Tensor &,
                         const Tensor &, const MaybeTensor &W, int64_t,
                         int64_t C, int64_t, int64_t, Mask3 Wanted) {
  auto Type = W ? W->scalar_type() : X.scalar_type();
  return {maybe(Wanted[0], make(X.sizes(), X.scalar_type())),
          maybe(Wanted[1], make({C}, Type)), maybe(Wanted[2], make({C}, Type))};
}

Pair weightNorm(const Tensor &V, const Tensor &G, int64_t) {
  auto Type = G.scalar_type() == at::kBFloat16 ? at::kFloat : G.scalar_type();
  return {like(V), like(G, Type)};
}
Pair weightNormBackward(const Tensor &, const Tensor &V, const Tensor &G,
                        const Tensor &, int64_t) {
  return {like(V), like(G)};
}

Pair batchNormUpdate(const Tensor &X, const MaybeTensor &, const MaybeTensor &,
                     double) {
  Dims C{channels(X)};
  return {make(C, statisticsType(X)), make(C, statisticsType(X))};
}

//===- Losses -------------------------------------------------------------===//

Tensor loss(const Tensor &X, const Tensor &Target, int64_t Reduction) {
  Tensor All = broadcast(X, Target, at::result_type(X, Target));
  return Reduction == at::Reduction::None ? All : scalar(All.scalar_type());
}
Tensor huberLoss(const Tensor &X, const Tensor &Target, int64_t Reduction,
                 double) {
  return loss(X, Target, Reduction);
}
Tensor huberBackward(const Tensor &, const Tensor &X, const Tensor &Target,
                     int64_t, double) {
  return broadcast(X, Target, X.scalar_type());
}
Tensor crossEntropyOfTwo(const Tensor &X, const Tensor &Target,
                         const MaybeTensor &, int64_t Reduction) {
  TORCH_CHECK(X.sizes() == Target.sizes(), "Using a target size (",
              Target.sizes(), ") that is different to the input size (",
              X.sizes(),
              ") is deprecated. Please ensure they have the same "
              "size.");
  return loss(X, X, Reduction);
}
Tensor marginLoss(const Tensor &X, const Tensor &Target, const at::Scalar &,
                  const at::Scalar &, const MaybeTensor &, int64_t Reduction) {
  return Reduction == at::Reduction::None && Target.dim()
             ? make(Target.sizes(), X.scalar_type())
             : scalar(X.scalar_type());
}
Pair multilabelLoss(const Tensor &X, const Tensor &Target, int64_t Reduction) {
  Tensor Value = Reduction == at::Reduction::None && Target.dim() > 1
                     ? make({X.size(0)}, X.scalar_type())
                     : scalar(X.scalar_type());
  return {Value, make(Target.sizes(), X.scalar_type())};
}
Pair pixelLoss(const Tensor &X, const Tensor &Target, const MaybeTensor &W,
               int64_t Reduction, int64_t) {
  TORCH_CHECK(Target.dim() == 3,
              "only batches of spatial targets supported (3D tensors) but got "
              "targets of dimension: ",
              Target.dim());
  TORCH_CHECK(X.dim() == 4,
              "only batches of spatial inputs supported (4D tensors), but got "
              "input of dimension: ",
              X.dim());
  TORCH_CHECK(X.size(0) == Target.size(0) && X.size(2) == Target.size(1) &&
                  X.size(3) == Target.size(2),
              "size mismatch (got input: ", X.sizes(),
              " , target: ", Target.sizes());
  checkChannels(W,
                "weight tensor should be defined either for all classes or "
                "no classes: it",
                X.size(1));
  Tensor Weight = scalar(X.scalar_type());
  return {Reduction == at::Reduction::None
              ? make(Target.sizes(), X.scalar_type())
              : scalar(X.scalar_type()),
          Weight};
}
Pair ctcLoss(const Tensor &LogProbs, const Tensor &, IntArrayRef,
             IntArrayRef Lengths, int64_t, bool) {
  TORCH_CHECK(LogProbs.dim() == 3, "log_probs must be of 3 dimensions");
  int64_t Most = 0;
  for (int64_t L : Lengths)
    Most = std::max(Most, L);
  auto Type = LogProbs.scalar_type();
  return {make({LogProbs.size(1)}, Type),
          make({LogProbs.size(1), LogProbs.size(0), 2 * Most + 1}, Type)};
}

//===- Embeddings ---------------------------------------------------------===//

Tensor embeddingBackward(const Tensor &Grad, const Tensor &, int64_t Count,
                         int64_t, bool) {
  return make({Count, Grad.size(-1)}, Grad.scalar_type());
}

using Four = std::tuple<Tensor, Tensor, Tensor, Tensor>;
Four embeddingBag(const Tensor &Weight, const Tensor &Indices,
                  const Tensor &Offsets, bool, int64_t Mode, bool,
                  const MaybeTensor &, bool LastToo, int64_t) {
  TORCH_CHECK(Weight.dim() == 2 && Indices.dim() == 1 && Offsets.dim() == 1,
              "embedding_bag: expected a 2-dimensional weight, 1-dimensional "
              "input and offsets");
  int64_t Bags = Offsets.size(0) - LastToo;
  auto Type = Indices.scalar_type();
  constexpr int64_t ModeMax = 2;
  return {make({Bags, Weight.size(1)}, Weight.scalar_type()),
          make({Indices.size(0)}, Type), make({Bags}, Type),
          Mode == ModeMax ? make({Bags, Weight.size(1)}, Type)
                          : make({Bags}, Type)};
}

Four embeddingBagForward(const Tensor &Weight, const Tensor &Indices,
                         const Tensor &Offsets, bool Scale, int64_t Mode,
                         bool Sparse, const MaybeTensor &PerSample,
                         bool LastToo, int64_t Padding) {
  Four R = embeddingBag(Weight, Indices, Offsets, Scale, Mode, Sparse,
                        PerSample, LastToo, Padding);
  constexpr int64_t ModeSum = 0, ModeMax = 2;
  std::get<2>(R) = make(Offsets.sizes(), Indices.scalar_type());
  if (onAccelerator()) {
    if (Mode != ModeMax)
      std::get<3>(R) = make({0}, Indices.scalar_type());
  } else if (Mode == ModeSum) {
    std::get<1>(R) = make({0}, Indices.scalar_type());
  }
  return R;
}

//===- Attention ----------------------------------------------------------===//

Pair selfAttention(const Tensor &Q, const Tensor &K, const Tensor &,
                   int64_t Embed, int64_t Heads, const Tensor &, const Tensor &,
                   const Tensor &, const Tensor &, const MaybeTensor &,
                   bool NeedWeights, bool Average, optional<int64_t>) {
  TORCH_CHECK(Q.dim() == 3, "expected 3-D query, got ", Q.dim(), "-D tensor");
  Tensor Weights;
  if (NeedWeights)
    Weights = Average ? make({Q.size(0), Q.size(1), K.size(1)}, Q.scalar_type())
                      : make({Q.size(0), Heads, Q.size(1), K.size(1)},
                             Q.scalar_type());
  return {make({Q.size(0), Q.size(1), Embed}, Q.scalar_type()), Weights};
}

void encoderLayer(const OpInfo &Op, torch::jit::Stack &S) {
  size_t Begin = S.size() - Op.numArguments();
  const Tensor Source = S[Begin].toTensor();
  S.resize(Begin);
  S.emplace_back(make(Source.sizes(), Source.scalar_type()));
}

Triple splitHeads(const Tensor &X, const Tensor &, int64_t Heads) {
  TORCH_CHECK(X.dim() == 3 && Heads > 0 && X.size(2) % (3 * Heads) == 0,
              "expected a packed projection of ", Heads, " heads");
  Dims Sizes{X.size(0), Heads, X.size(1), X.size(2) / 3 / Heads};
  auto One = [&] { return make(Sizes, X.scalar_type()); };
  return {One(), One(), One()};
}

const RuleRow Rows[] = {
    {"native_batch_norm", &boxed<&batchNorm>},
    {"native_batch_norm_backward", &boxed<&batchNormBackward>},
    {"batch_norm_update_stats", &boxed<&batchNormUpdate>},
    {"native_layer_norm", &boxed<&layerNorm>},
    {"native_layer_norm_backward", &boxed<&layerNormBackward>},
    {"native_group_norm", &boxed<&groupNorm>},
    {"native_group_norm_backward", &boxed<&groupNormBackward>},
    {"_weight_norm_interface", &boxed<&weightNorm>},
    {"_weight_norm_interface_backward", &boxed<&weightNormBackward>},
    {"huber_loss", &boxed<&huberLoss>},
    {"huber_loss_backward", &boxed<&huberBackward>},
    {"binary_cross_entropy", &boxed<&crossEntropyOfTwo>},
    {"multi_margin_loss", &boxed<&marginLoss>},
    {"multilabel_margin_loss_forward", &boxed<&multilabelLoss>},
    {"nll_loss2d_forward", &boxed<&pixelLoss>},
    {"_ctc_loss", &boxed<&ctcLoss>},
    {"embedding_dense_backward", &boxed<&embeddingBackward>},
    {"_embedding_bag", &boxed<&embeddingBagForward>},
    {"_embedding_bag_forward_only", &boxed<&embeddingBagForward>},
    {"_native_multi_head_attention", &boxed<&selfAttention>},
    {"_transformer_encoder_layer_fwd", &encoderLayer},
    {"_transform_bias_rescale_qkv", &boxed<&splitHeads>},
};

} // namespace

RuleTable layerRules() { return Rows; }

} // namespace rt
} // namespace torchtidy
