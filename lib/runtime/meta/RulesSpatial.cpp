//===- RulesSpatial.cpp - convolution, pooling, padding, resampling -------===//
#include "runtime/meta/RuleTools.h"
#include <ATen/Functions.h>
#include <ATen/ops/empty.h>

using c10::optional;

namespace torchtidy {
namespace rt {
namespace {

/// The \p D-th of a parameter that may be given once for all dimensions.
int64_t each(IntArrayRef Of, size_t D, int64_t Default = 1) {
  return Of.empty() ? Default : Of[Of.size() == 1 ? 0 : D];
}

//===- Convolution --------------------------------------------------------===//

struct Window {
  IntArrayRef stride, padding, dilation;
};

void checkParameters(size_t Spatial, const Window &W) {
  for (IntArrayRef P : {W.stride, W.padding, W.dilation})
    TORCH_CHECK(P.size() == 1 || P.size() == Spatial,
                "expected a parameter of ", Spatial, " or one values, got ", P);
  for (int64_t S : W.stride)
    TORCH_CHECK(S > 0, "non-positive stride is not supported");
  for (int64_t P : W.padding)
    TORCH_CHECK(P >= 0, "negative padding is not supported");
  for (int64_t D : W.dilation)
    TORCH_CHECK(D > 0, "dilation should be greater than zero");
}

void checkChannels(const Tensor &X, const Tensor &W, const MaybeTensor &Bias,
                   bool Transposed, int64_t Groups) {
  TORCH_CHECK(Groups > 0, "non-positive groups is not supported");
  TORCH_CHECK(W.size(0) % Groups == 0 && W.size(0) >= Groups,
              "Given groups=", Groups, ", expected weight to be divisible by ",
              Groups, " at dimension 0, but got weight of size [", W.sizes(),
              "] instead");
  int64_t Wanted = Transposed ? W.size(0) : W.size(1) * Groups;
  TORCH_CHECK(X.size(1) == Wanted, "Given ", Transposed ? "transposed=1, " : "",
              "groups=", Groups, ", weight of size ", W.sizes(),
              ", expected input", X.sizes(), " to have ", Wanted,
              " channels, but got ", X.size(1), " channels instead");
  int64_t Out = Transposed ? W.size(1) * Groups : W.size(0);
  TORCH_CHECK(!Bias || (Bias->dim() == 1 && Bias->size(0) == Out),
              "Given weight of size ", W.sizes(),
              ", expected bias to be 1-dimensional with ", Out,
              " elements, but got bias of size ",
              Bias ? Bias->sizes() : IntArrayRef(), " instead");
}

int64_t convolved(int64_t In, int64_t Kernel, int64_t Stride, int64_t Padding,
                  int64_t Dilation) {
  int64_t Extent = Dilation * (Kernel - 1) + 1;
  TORCH_CHECK(In + 2 * Padding >= Extent,
              "Calculated padded input size per channel: (", In + 2 * Padding,
              "). Kernel size: (", Extent,
              "). Kernel size can't be greater than actual input size");
  return (In + 2 * Padding - Extent) / Stride + 1;
}

bool channelsLast(const Tensor &T) {
  auto F = T.suggest_memory_format();
  return F == at::MemoryFormat::ChannelsLast ||
         F == at::MemoryFormat::ChannelsLast3d;
}

Tensor convolution(const Tensor &X, const Tensor &W, const MaybeTensor &Bias,
                   IntArrayRef Stride, IntArrayRef Padding,
                   IntArrayRef Dilation, bool Transposed,
                   IntArrayRef OutputPadding, int64_t Groups) {
  TORCH_CHECK(X.dim() == W.dim() && X.dim() >= 3, "Expected ", W.dim(),
              "-dimensional input for ", W.dim(), "-dimensional weight ",
              W.sizes(), ", but got ", X.dim(), "-dimensional input of size ",
              X.sizes(), " instead");
  TORCH_CHECK(X.scalar_type() == W.scalar_type(), "Input type (", X.toString(),
              ") and weight type (", W.toString(), ") should be the same");
  size_t Spatial = X.dim() - 2;
  Window P{Stride, Padding, Dilation};
  checkParameters(Spatial, P);
  checkChannels(X, W, Bias, Transposed, Groups);
  Dims Sizes{X.size(0), Transposed ? W.size(1) * Groups : W.size(0)};
  for (size_t D = 0; D != Spatial; ++D) {
    int64_t In = X.size(D + 2), K = W.size(D + 2), S = each(Stride, D),
            Pad = each(Padding, D), Dil = each(Dilation, D);
    Sizes.push_back(Transposed ? (In - 1) * S - 2 * Pad + Dil * (K - 1) +
                                     each(OutputPadding, D, 0) + 1
                               : convolved(In, K, S, Pad, Dil));
  }
  optional<at::MemoryFormat> Format;
  if (Spatial >= 2 && (channelsLast(X) || channelsLast(W)))
    Format = Spatial == 2 ? at::MemoryFormat::ChannelsLast
                          : at::MemoryFormat::ChannelsLast3d;
  return Tensor(at::detail::empty_meta(Sizes, X.scalar_type(), Format));
}

Triple convolutionBackward(const Tensor &Grad, const Tensor &X, const Tensor &W,
                           MaybeDims, IntArrayRef, IntArrayRef, IntArrayRef,
                           bool, IntArrayRef, int64_t,
                           std::array<bool, 3> Wanted) {
  return {Wanted[0] ? like(X) : Tensor(), Wanted[1] ? like(W) : Tensor(),
          Wanted[2] ? make({Grad.size(1)}, Grad.scalar_type()) : Tensor()};
}

Tensor convTbc(const Tensor &X, const Tensor &W, const Tensor &, int64_t Pad) {
  TORCH_CHECK(X.dim() == 3 && W.dim() == 3,
              "Input must have 3 dims: time, batch, in_channel");
  return make({X.size(0) - W.size(0) + 1 + 2 * Pad, X.size(1), W.size(2)},
              X.scalar_type());
}

//===- Pooling ------------------------------------------------------------===//

int64_t pooled(int64_t In, int64_t Kernel, int64_t Stride, int64_t Padding,
               int64_t Dilation, bool Ceil) {
  TORCH_CHECK(Stride > 0, "stride should not be zero");
  TORCH_CHECK(Padding >= 0 && Padding <= Kernel / 2,
              "pad should be at most half of kernel size");
  int64_t Room = In + 2 * Padding - Dilation * (Kernel - 1) - 1;
  int64_t Out = (Room + (Ceil ? Stride - 1 : 0)) / Stride + 1;
  if (Ceil && (Out - 1) * Stride >= In + Padding)
    --Out;
  TORCH_CHECK(Room >= 0 && Out >= 1, "max_pool: output size is too small");
  return Out;
}

/// All but the last \p N sizes, and then \p Last.
Dims withLast(const Tensor &X, IntArrayRef Last) {
  TORCH_CHECK(X.dim() >= static_cast<int64_t>(Last.size()) + 1, "expected ",
              Last.size() + 1, " or more dimensions, got ", X.dim());
  Dims Sizes(X.sizes().begin(), X.sizes().end() - Last.size());
  Sizes.insert(Sizes.end(), Last.begin(), Last.end());
  return Sizes;
}

Pair maxPool3d(const Tensor &X, IntArrayRef Kernel, IntArrayRef Stride,
               IntArrayRef Padding, IntArrayRef Dilation, bool Ceil) {
  TORCH_CHECK(X.dim() == 4 || X.dim() == 5,
              "max_pool3d: expected 4 or 5 dimensions, got ", X.dim());
  Dims Last;
  for (size_t D = 0; D != 3; ++D)
    Last.push_back(pooled(X.size(X.dim() - 3 + D), each(Kernel, D),
                          each(Stride, D, each(Kernel, D)), each(Padding, D, 0),
                          each(Dilation, D), Ceil));
  Dims Sizes = withLast(X, Last);
  return {make(Sizes, X.scalar_type()), make(Sizes, at::kLong)};
}

Tensor adaptivePool2d(const Tensor &X, IntArrayRef Size) {
  TORCH_CHECK((X.dim() == 3 || X.dim() == 4) && Size.size() == 2,
              "adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got ",
              X.sizes());
  Dims Sizes = withLast(X, Size);
  optional<at::MemoryFormat> Format;
  if (X.dim() == 4)
    Format = X.suggest_memory_format();
  return Tensor(at::detail::empty_meta(Sizes, X.scalar_type(), Format));
}
Tensor adaptivePool3d(const Tensor &X, IntArrayRef Size) {
  TORCH_CHECK((X.dim() == 4 || X.dim() == 5) && Size.size() == 3,
              "adaptive_avg_pool3d(): Expected 4D or 5D tensor, but got ",
              X.sizes());
  return make(withLast(X, Size), X.scalar_type());
}

Tensor unpool2d(const Tensor &X, const Tensor &Indices, IntArrayRef Size) {
  TORCH_CHECK(X.sizes() == Indices.sizes() && Size.size() == 2,
              "Expected shape of indices to be: ", X.sizes(),
              " but got: ", Indices.sizes());
  return make(withLast(X, Size), X.scalar_type());
}
Tensor unpool3d(const Tensor &X, const Tensor &Indices, IntArrayRef Size,
                IntArrayRef, IntArrayRef) {
  TORCH_CHECK(X.sizes() == Indices.sizes() && Size.size() == 3,
              "Expected shape of indices to be same as that of input");
  return make(withLast(X, Size), X.scalar_type());
}

//===- Columns, padding, pixels -------------------------------------------===//

int64_t blocks(int64_t In, size_t D, IntArrayRef Kernel, IntArrayRef Dilation,
               IntArrayRef Padding, IntArrayRef Stride) {
  return convolved(In, each(Kernel, D), each(Stride, D), each(Padding, D, 0),
                   each(Dilation, D));
}

Tensor im2col(const Tensor &X, IntArrayRef Kernel, IntArrayRef Dilation,
              IntArrayRef Padding, IntArrayRef Stride) {
  TORCH_CHECK(X.dim() == 3 || X.dim() == 4,
              "Expected 3D or 4D (batch mode) tensor, but got ", X.sizes());
  int64_t C = X.size(X.dim() - 3), L = 1;
  for (size_t D = 0; D != 2; ++D)
    L *= blocks(X.size(X.dim() - 2 + D), D, Kernel, Dilation, Padding, Stride);
  Dims Sizes{C * each(Kernel, 0) * each(Kernel, 1), L};
  if (X.dim() == 4)
    Sizes.insert(Sizes.begin(), X.size(0));
  return make(Sizes, X.scalar_type());
}

Tensor col2im(const Tensor &X, IntArrayRef Size, IntArrayRef Kernel,
              IntArrayRef Dilation, IntArrayRef Padding, IntArrayRef Stride) {
  TORCH_CHECK((X.dim() == 2 || X.dim() == 3) && Size.size() == 2,
              "Expected 2D or 3D (batch mode) tensor for input, got ",
              X.sizes());
  int64_t Area = each(Kernel, 0) * each(Kernel, 1), L = 1;
  for (size_t D = 0; D != 2; ++D)
    L *= blocks(Size[D], D, Kernel, Dilation, Padding, Stride);
  TORCH_CHECK(X.size(-2) % Area == 0 && X.size(-1) == L,
              "Given output_size=", Size, ", expected ", L,
              " blocks of a size divisible by ", Area, ", but got input ",
              X.sizes());
  Dims Sizes{X.size(-2) / Area, Size[0], Size[1]};
  if (X.dim() == 3)
    Sizes.insert(Sizes.begin(), X.size(0));
  return make(Sizes, X.scalar_type());
}

Tensor reflectionPad2d(const Tensor &X, IntArrayRef P) {
  TORCH_CHECK(X.dim() == 3 || X.dim() == 4,
              "Expected 3D or 4D (batch mode) tensor, but got ", X.sizes());
  TORCH_CHECK(P.size() == 4, "padding size is expected to be 4");
  int64_t H = X.size(-2), W = X.size(-1);
  TORCH_CHECK(P[0] < W && P[1] < W && P[2] < H && P[3] < H,
              "Padding size should be less than the corresponding input "
              "dimension, but got padding ",
              P, " for input ", X.sizes());
  return make(withLast(X, {H + P[2] + P[3], W + P[0] + P[1]}), X.scalar_type());
}

Tensor pixelShuffle(const Tensor &X, int64_t Factor) {
  TORCH_CHECK(X.dim() >= 3 && Factor > 0 && X.size(-3) % (Factor * Factor) == 0,
              "pixel_shuffle expects its input's 'channel' dimension to be "
              "divisible by the square of upscale_factor, but got ",
              X.sizes());
  return make(withLast(X, {X.size(-3) / Factor / Factor, X.size(-2) * Factor,
                           X.size(-1) * Factor}),
              X.scalar_type());
}
Tensor pixelUnshuffle(const Tensor &X, int64_t Factor) {
  TORCH_CHECK(X.dim() >= 3 && Factor > 0 && X.size(-1) % Factor == 0 &&
                  X.size(-2) % Factor == 0,
              "pixel_unshuffle expects height and width to be divisible by "
              "downscale_factor, but got ",
              X.sizes());
  return make(withLast(X, {X.size(-3) * Factor * Factor, X.size(-2) / Factor,
                           X.size(-1) / Factor}),
              X.scalar_type());
}

//===- Resampling ---------------------------------------------------------===//

template <size_t Spatial>
Tensor gridSample(const Tensor &X, const Tensor &Grid, int64_t, int64_t, bool) {
  TORCH_CHECK(X.dim() == int64_t(Spatial) + 2 && Grid.dim() == X.dim() &&
                  X.size(0) == Grid.size(0) &&
                  Grid.size(-1) == int64_t(Spatial),
              "grid_sampler(): expected grid and input to have same batch size "
              "and ",
              Spatial + 2, " dimensions, but got input with sizes ", X.sizes(),
              " and grid with sizes ", Grid.sizes());
  Dims Sizes{X.size(0), X.size(1)};
  for (size_t D = 0; D != Spatial; ++D)
    Sizes.push_back(Grid.size(D + 1));
  return make(Sizes, X.scalar_type());
}
Pair gridSampleBackward(const Tensor &, const Tensor &X, const Tensor &Grid,
                        int64_t, int64_t, bool, std::array<bool, 2> Wanted) {
  return {Wanted[0] ? like(X) : Tensor(), like(Grid)};
}

Tensor nearest3d(const Tensor &X, MaybeDims Size,
                 c10::OptionalArray<double> Scale) {
  TORCH_CHECK(X.dim() == 5, "expected 5D input, got ", X.sizes());
  Dims Sizes{X.size(0), X.size(1)};
  for (size_t D = 0; D != 3; ++D) {
    TORCH_CHECK(Size || Scale.list,
                "Must specify exactly one of output_size and scale_factors");
    Sizes.push_back(
        Size ? (*Size)[D]
             : static_cast<int64_t>(X.size(D + 2) * (*Scale.list)[D]));
  }
  return make(Sizes, X.scalar_type());
}
Tensor nearest3dBackward(const Tensor &Grad, MaybeDims, IntArrayRef Size,
                         c10::OptionalArray<double>) {
  return make(Size, Grad.scalar_type());
}

const RuleRow Rows[] = {
    {"convolution", &boxed<&convolution>},
    {"convolution_overrideable", &boxed<&convolution>},
    {"convolution_backward", &boxed<&convolutionBackward>},
    {"conv_tbc", &boxed<&convTbc>},
    {"max_pool3d_with_indices", &boxed<&maxPool3d>},
    {"_adaptive_avg_pool2d", &boxed<&adaptivePool2d>},
    {"_adaptive_avg_pool3d", &boxed<&adaptivePool3d>},
    {"max_unpool2d", &boxed<&unpool2d>},
    {"max_unpool3d", &boxed<&unpool3d>},
    {"im2col", &boxed<&im2col>},
    {"col2im", &boxed<&col2im>},
    {"reflection_pad2d", &boxed<&reflectionPad2d>},
    {"pixel_shuffle", &boxed<&pixelShuffle>},
    {"pixel_unshuffle", &boxed<&pixelUnshuffle>},
    {"grid_sampler_2d", &boxed<&gridSample<2>>},
    {"grid_sampler_3d", &boxed<&gridSample<3>>},
    {"grid_sampler_2d_backward", &boxed<&gridSampleBackward>},
    {"grid_sampler_3d_backward", &boxed<&gridSampleBackward>},
    {"upsample_nearest3d.vec", &boxed<&nearest3d>},
    {"_upsample_nearest_exact3d.vec", &boxed<&nearest3d>},
    {"upsample_nearest3d_backward.vec", &boxed<&nearest3dBackward>},
    {"_upsample_nearest_exact3d_backward.vec", &boxed<&nearest3dBackward>},
};

} // namespace

RuleTable spatialRules() { return Rows; }

} // namespace rt
} // namespace torchtidy
