// Mock of torch/nn/modules/*.h: layers and losses.
#pragma once
#include <torch/nn/functional.h>
namespace torch {
namespace nn {
#define MOCK_BODY(Name)                            \
 public:                                           \
  void reset() override;                           \
  void pretty_print(std::ostream& stream) const override;
// layers whose constructor is (options = {}) and whose forward takes one tensor
#define MOCK_DEFAULT_LAYER(Name)                   \
  class Name##Impl : public Cloneable<Name##Impl> { \
   public:                                         \
    explicit Name##Impl(const Name##Options& options_ = {}); \
    MOCK_BODY(Name)                                \
    Tensor forward(Tensor input);                  \
    Name##Options options;                         \
  };                                               \
  TORCH_MODULE(Name);
#define MOCK_PLAIN_LAYER(Name)                     \
  class Name##Impl : public Cloneable<Name##Impl> { \
   public:                                         \
    void reset() override;                         \
    Tensor forward(const Tensor& input);           \
  };                                               \
  TORCH_MODULE(Name);
class IdentityImpl : public Cloneable<IdentityImpl> {
 public:
  void reset() override;
  Tensor forward(const Tensor& input);
};
TORCH_MODULE(Identity);
class LinearImpl : public Cloneable<LinearImpl> {
 public:
  LinearImpl(int64_t in_features, int64_t out_features) : LinearImpl(LinearOptions(in_features, out_features)) {}
  explicit LinearImpl(const LinearOptions& options_);
  MOCK_BODY(Linear)
  void reset_parameters();
  Tensor forward(const Tensor& input);
  LinearOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(Linear);
class BilinearImpl : public Cloneable<BilinearImpl> {
 public:
  BilinearImpl(int64_t in1_features, int64_t in2_features, int64_t out_features) : BilinearImpl(BilinearOptions(in1_features, in2_features, out_features)) {}
  explicit BilinearImpl(const BilinearOptions& options_);
  MOCK_BODY(Bilinear)
  Tensor forward(const Tensor& input1, const Tensor& input2);
  BilinearOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(Bilinear);
class FlattenImpl : public Cloneable<FlattenImpl> {
 public:
  explicit FlattenImpl(const FlattenOptions& options_ = {});
  MOCK_BODY(Flatten)
  Tensor forward(const Tensor& input);
  FlattenOptions options;
};
TORCH_MODULE(Flatten);
template <size_t D, typename Derived> class ConvNdImpl : public torch::nn::Cloneable<Derived> {
 public:
  explicit ConvNdImpl(detail::ConvNdOptions<D> options_) : options(std::move(options_)) {}
  void reset() override {}
  detail::ConvNdOptions<D> options;
  Tensor weight;
  Tensor bias;
};
#define MOCK_CONV(Name, D)                                                                      \
  class Name##Impl : public ConvNdImpl<D, Name##Impl> {                                         \
   public:                                                                                      \
    Name##Impl(int64_t input_channels, int64_t output_channels, ExpandingArray<D> kernel_size)  \
        : Name##Impl(Name##Options(input_channels, output_channels, kernel_size)) {}            \
    explicit Name##Impl(Name##Options options_);                                                \
    Tensor forward(const Tensor& input);                                                        \
  };                                                                                            \
  TORCH_MODULE(Name);
MOCK_CONV(Conv1d, 1)
MOCK_CONV(Conv2d, 2)
MOCK_CONV(Conv3d, 3)
MOCK_CONV(ConvTranspose1d, 1)
MOCK_CONV(ConvTranspose2d, 2)
template <size_t D, typename Derived, typename DerivedOptions> class NormImplBase : public torch::nn::Cloneable<Derived> {
 protected:
  virtual void _check_input_dim(const Tensor& input) = 0;

 public:
  NormImplBase(const DerivedOptions& options_) : options(options_) {}
  void reset() override {}
  DerivedOptions options;
  Tensor weight;
  Tensor bias;
  Tensor running_mean;
  Tensor running_var;
  Tensor num_batches_tracked;
};
template <size_t D, typename Derived> class BatchNormImplBase : public NormImplBase<D, Derived, BatchNormOptions> {
 public:
  using NormImplBase<D, Derived, BatchNormOptions>::NormImplBase;
  Tensor forward(const Tensor& input) { return input; }
};
template <size_t D, typename Derived> class InstanceNormImpl : public NormImplBase<D, Derived, InstanceNormOptions> {
 public:
  using NormImplBase<D, Derived, InstanceNormOptions>::NormImplBase;
  Tensor forward(const Tensor& input) { return input; }
};
#define MOCK_NORM(Name, Base, D)                          \
  class Name##Impl : public Base<D, Name##Impl> {         \
   protected:                                             \
    void _check_input_dim(const Tensor& input) override;  \
   public:                                                \
    using Base<D, Name##Impl>::Base;                      \
  };                                                      \
  TORCH_MODULE(Name);
MOCK_NORM(BatchNorm1d, BatchNormImplBase, 1)
MOCK_NORM(BatchNorm2d, BatchNormImplBase, 2)
MOCK_NORM(BatchNorm3d, BatchNormImplBase, 3)
MOCK_NORM(InstanceNorm1d, InstanceNormImpl, 1)
MOCK_NORM(InstanceNorm2d, InstanceNormImpl, 2)
class LayerNormImpl : public torch::nn::Cloneable<LayerNormImpl> {
 public:
  LayerNormImpl(std::vector<int64_t> normalized_shape) : LayerNormImpl(LayerNormOptions(normalized_shape)) {}
  explicit LayerNormImpl(const LayerNormOptions& options_);
  MOCK_BODY(LayerNorm)
  Tensor forward(const Tensor& input);
  LayerNormOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(LayerNorm);
class GroupNormImpl : public torch::nn::Cloneable<GroupNormImpl> {
 public:
  GroupNormImpl(int64_t num_groups, int64_t num_channels) : GroupNormImpl(GroupNormOptions(num_groups, num_channels)) {}
  explicit GroupNormImpl(const GroupNormOptions& options_);
  MOCK_BODY(GroupNorm)
  Tensor forward(const Tensor& input);
  GroupNormOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(GroupNorm);
namespace detail {
template <typename Derived> class _DropoutNd : public torch::nn::Cloneable<Derived> {
 public:
  _DropoutNd(double p) : _DropoutNd(DropoutOptions().p(p)) {}
  explicit _DropoutNd(const DropoutOptions& options_ = {}) : options(options_) {}
  void reset() override {}
  DropoutOptions options;
};
} // namespace detail
class DropoutImpl : public detail::_DropoutNd<DropoutImpl> {
 public:
  using detail::_DropoutNd<DropoutImpl>::_DropoutNd;
  Tensor forward(Tensor input);
};
TORCH_MODULE(Dropout);
class Dropout2dImpl : public detail::_DropoutNd<Dropout2dImpl> {
 public:
  using detail::_DropoutNd<Dropout2dImpl>::_DropoutNd;
  Tensor forward(Tensor input);
};
TORCH_MODULE(Dropout2d);
class EmbeddingImpl : public torch::nn::Cloneable<EmbeddingImpl> {
 public:
  EmbeddingImpl(int64_t num_embeddings, int64_t embedding_dim) : EmbeddingImpl(EmbeddingOptions(num_embeddings, embedding_dim)) {}
  explicit EmbeddingImpl(const EmbeddingOptions& options_);
  MOCK_BODY(Embedding)
  Tensor forward(const Tensor& indices);
  EmbeddingOptions options;
  Tensor weight;
};
class Embedding : public torch::nn::ModuleHolder<EmbeddingImpl> {
 public:
  using torch::nn::ModuleHolder<EmbeddingImpl>::ModuleHolder;
  static Embedding from_pretrained(const torch::Tensor& embeddings, const EmbeddingFromPretrainedOptions& options = {});
};
namespace detail {
template <typename Derived> class RNNImplBase : public torch::nn::Cloneable<Derived> {
 public:
  void reset() override {}
  void to(torch::Device device, torch::Dtype dtype, bool non_blocking = false) override {}
  void to(torch::Dtype dtype, bool non_blocking = false) override {}
  void to(torch::Device device, bool non_blocking = false) override {}
  void flatten_parameters() {}
  std::vector<Tensor> all_weights() const { return {}; }
};
} // namespace detail
class RNNImpl : public detail::RNNImplBase<RNNImpl> {
 public:
  RNNImpl(int64_t input_size, int64_t hidden_size) : RNNImpl(RNNOptions(input_size, hidden_size)) {}
  explicit RNNImpl(const RNNOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, Tensor hx = {});
  RNNOptions options;
};
TORCH_MODULE(RNN);
class LSTMImpl : public detail::RNNImplBase<LSTMImpl> {
 public:
  LSTMImpl(int64_t input_size, int64_t hidden_size) : LSTMImpl(LSTMOptions(input_size, hidden_size)) {}
  explicit LSTMImpl(const LSTMOptions& options_);
  std::tuple<Tensor, std::tuple<Tensor, Tensor>> forward(const Tensor& input, torch::optional<std::tuple<Tensor, Tensor>> hx_opt = {});
  std::tuple<torch::nn::utils::rnn::PackedSequence, std::tuple<Tensor, Tensor>> forward_with_packed_input(
      const torch::nn::utils::rnn::PackedSequence& packed_input, torch::optional<std::tuple<Tensor, Tensor>> hx_opt = {});
  LSTMOptions options;
};
TORCH_MODULE(LSTM);
class GRUImpl : public detail::RNNImplBase<GRUImpl> {
 public:
  GRUImpl(int64_t input_size, int64_t hidden_size) : GRUImpl(GRUOptions(input_size, hidden_size)) {}
  explicit GRUImpl(const GRUOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, Tensor hx = {});
  std::tuple<torch::nn::utils::rnn::PackedSequence, Tensor> forward_with_packed_input(
      const torch::nn::utils::rnn::PackedSequence& packed_input, Tensor hx = {});
  GRUOptions options;
};
TORCH_MODULE(GRU);
namespace detail {
template <typename Derived> class RNNCellImplBase : public torch::nn::Cloneable<Derived> {
 public:
  void reset() override {}
  Tensor weight_ih;
  Tensor weight_hh;
  Tensor bias_ih;
  Tensor bias_hh;
};
} // namespace detail
class LSTMCellImpl : public detail::RNNCellImplBase<LSTMCellImpl> {
 public:
  LSTMCellImpl(int64_t input_size, int64_t hidden_size) : LSTMCellImpl(LSTMCellOptions(input_size, hidden_size)) {}
  explicit LSTMCellImpl(const LSTMCellOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, torch::optional<std::tuple<Tensor, Tensor>> hx_opt = {});
  LSTMCellOptions options;
};
TORCH_MODULE(LSTMCell);
class GRUCellImpl : public detail::RNNCellImplBase<GRUCellImpl> {
 public:
  GRUCellImpl(int64_t input_size, int64_t hidden_size) : GRUCellImpl(GRUCellOptions(input_size, hidden_size)) {}
  explicit GRUCellImpl(const GRUCellOptions& options_);
  Tensor forward(const Tensor& input, Tensor hx = {});
  GRUCellOptions options;
};
TORCH_MODULE(GRUCell);
MOCK_DEFAULT_LAYER(ELU)
MOCK_DEFAULT_LAYER(ReLU)
MOCK_DEFAULT_LAYER(LeakyReLU)
MOCK_DEFAULT_LAYER(Softplus)
MOCK_DEFAULT_LAYER(Hardtanh)
MOCK_DEFAULT_LAYER(GELU)
MOCK_DEFAULT_LAYER(Upsample)
MOCK_PLAIN_LAYER(SiLU)
MOCK_PLAIN_LAYER(Mish)
MOCK_PLAIN_LAYER(Sigmoid)
MOCK_PLAIN_LAYER(Tanh)
MOCK_PLAIN_LAYER(LogSigmoid)
MOCK_PLAIN_LAYER(Softmax2d)
class PReLUImpl : public torch::nn::Cloneable<PReLUImpl> {
 public:
  explicit PReLUImpl(const PReLUOptions& options_ = {});
  Tensor forward(const Tensor& input);
  MOCK_BODY(PReLU)
  PReLUOptions options;
  Tensor weight;
};
TORCH_MODULE(PReLU);
#define MOCK_DIM_LAYER(Name)                          \
  class Name##Impl : public Cloneable<Name##Impl> {   \
   public:                                            \
    explicit Name##Impl(int64_t dim) : Name##Impl(Name##Options(dim)) {} \
    explicit Name##Impl(const Name##Options& options_); \
    Tensor forward(const Tensor& input);              \
    MOCK_BODY(Name)                                   \
    Name##Options options;                            \
  };                                                  \
  TORCH_MODULE(Name);
MOCK_DIM_LAYER(Softmax)
MOCK_DIM_LAYER(LogSoftmax)
MOCK_DIM_LAYER(PixelShuffle)
#define MOCK_POOL(Name, Base, D)                      \
  class Name##Impl : public Base<D, Name##Impl> {     \
   public:                                            \
    using Base<D, Name##Impl>::Base;                  \
    Tensor forward(const Tensor& input);              \
  };                                                  \
  TORCH_MODULE(Name);
template <size_t D, typename Derived> class MaxPoolImpl : public torch::nn::Cloneable<Derived> {
 public:
  MaxPoolImpl(ExpandingArray<D> kernel_size) : MaxPoolImpl(MaxPoolOptions<D>(kernel_size)) {}
  explicit MaxPoolImpl(const MaxPoolOptions<D>& options_) : options(options_) {}
  void reset() override {}
  MaxPoolOptions<D> options;
};
template <size_t D, typename Derived> class AvgPoolImpl : public torch::nn::Cloneable<Derived> {
 public:
  AvgPoolImpl(ExpandingArray<D> kernel_size) : AvgPoolImpl(AvgPoolOptions<D>(kernel_size)) {}
  explicit AvgPoolImpl(const AvgPoolOptions<D>& options_) : options(options_) {}
  void reset() override {}
  AvgPoolOptions<D> options;
};
template <size_t D, typename output_size_t, typename Derived> class AdaptiveAvgPoolImpl : public torch::nn::Cloneable<Derived> {
 public:
  AdaptiveAvgPoolImpl(output_size_t output_size) : AdaptiveAvgPoolImpl(AdaptiveAvgPoolOptions<output_size_t>(output_size)) {}
  explicit AdaptiveAvgPoolImpl(const AdaptiveAvgPoolOptions<output_size_t>& options_) : options(options_) {}
  void reset() override {}
  AdaptiveAvgPoolOptions<output_size_t> options;
};
MOCK_POOL(MaxPool1d, MaxPoolImpl, 1)
MOCK_POOL(MaxPool2d, MaxPoolImpl, 2)
MOCK_POOL(AvgPool1d, AvgPoolImpl, 1)
MOCK_POOL(AvgPool2d, AvgPoolImpl, 2)
class AdaptiveAvgPool2dImpl : public AdaptiveAvgPoolImpl<2, ExpandingArray<2>, AdaptiveAvgPool2dImpl> {
 public:
  using AdaptiveAvgPoolImpl<2, ExpandingArray<2>, AdaptiveAvgPool2dImpl>::AdaptiveAvgPoolImpl;
  Tensor forward(const Tensor& input);
};
TORCH_MODULE(AdaptiveAvgPool2d);
class ReflectionPad2dImpl : public torch::nn::Cloneable<ReflectionPad2dImpl> {
 public:
  ReflectionPad2dImpl(ExpandingArray<4> padding) : ReflectionPad2dImpl(ReflectionPadOptions<2>(padding)) {}
  explicit ReflectionPad2dImpl(const ReflectionPadOptions<2>& options_);
  MOCK_BODY(ReflectionPad2d)
  Tensor forward(const Tensor& input);
};
TORCH_MODULE(ReflectionPad2d);
class ZeroPad2dImpl : public Cloneable<ZeroPad2dImpl> {
 public:
  ZeroPad2dImpl(ExpandingArray<4> padding) : ZeroPad2dImpl(ZeroPad2dOptions(padding)) {}
  explicit ZeroPad2dImpl(const ZeroPad2dOptions& options_);
  MOCK_BODY(ZeroPad2d)
  Tensor forward(const Tensor& input);
};
TORCH_MODULE(ZeroPad2d);
class CosineSimilarityImpl : public Cloneable<CosineSimilarityImpl> {
 public:
  explicit CosineSimilarityImpl(const CosineSimilarityOptions& options_ = {});
  MOCK_BODY(CosineSimilarity)
  Tensor forward(const Tensor& input1, const Tensor& input2);
};
TORCH_MODULE(CosineSimilarity);
class MultiheadAttentionImpl : public torch::nn::Cloneable<MultiheadAttentionImpl> {
 public:
  MultiheadAttentionImpl(int64_t embed_dim, int64_t num_heads) : MultiheadAttentionImpl(MultiheadAttentionOptions(embed_dim, num_heads)) {}
  explicit MultiheadAttentionImpl(const MultiheadAttentionOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& key_padding_mask = {},
                                     bool need_weights = true, const Tensor& attn_mask = {}, bool average_attn_weights = true);
  MOCK_BODY(MultiheadAttention)
  MultiheadAttentionOptions options;
  Tensor in_proj_weight;
  Tensor in_proj_bias;
  Linear out_proj = nullptr;
};
TORCH_MODULE(MultiheadAttention);
class TransformerEncoderLayerImpl : public Cloneable<TransformerEncoderLayerImpl> {
 public:
  TransformerEncoderLayerImpl(int64_t d_model, int64_t nhead) : TransformerEncoderLayerImpl(TransformerEncoderLayerOptions(d_model, nhead)) {}
  explicit TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions& options_);
  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});
  void reset() override;
};
TORCH_MODULE(TransformerEncoderLayer);
class TransformerDecoderLayerImpl : public Cloneable<TransformerDecoderLayerImpl> {
 public:
  TransformerDecoderLayerImpl(int64_t d_model, int64_t nhead) : TransformerDecoderLayerImpl(TransformerDecoderLayerOptions(d_model, nhead)) {}
  explicit TransformerDecoderLayerImpl(const TransformerDecoderLayerOptions& options_);
  void reset() override;
  Tensor forward(Tensor tgt, const Tensor& memory, const Tensor& tgt_mask = {}, const Tensor& memory_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});
};
TORCH_MODULE(TransformerDecoderLayer);
struct TransformerEncoderOptions {
  TransformerEncoderOptions(TransformerEncoderLayer encoder_layer, int64_t num_layers);
  TransformerEncoderOptions(const TransformerEncoderLayerOptions& encoder_layer_options, int64_t num_layers);
  TORCH_ARG(TransformerEncoderLayer, encoder_layer) = nullptr;
  TORCH_ARG(int64_t, num_layers);
  TORCH_ARG(AnyModule, norm);
};
struct TransformerDecoderOptions {
  TransformerDecoderOptions(TransformerDecoderLayer decoder_layer, int64_t num_layers);
  TransformerDecoderOptions(const TransformerDecoderLayerOptions& decoder_layer_options, int64_t num_layers);
};
class TransformerEncoderImpl : public Cloneable<TransformerEncoderImpl> {
 public:
  TransformerEncoderImpl(TransformerEncoderLayer encoder_layer, int64_t num_layers)
      : TransformerEncoderImpl(TransformerEncoderOptions(encoder_layer, num_layers)) {}
  explicit TransformerEncoderImpl(TransformerEncoderOptions options_);
  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});
  void reset() override;
};
TORCH_MODULE(TransformerEncoder);
class TransformerDecoderImpl : public Cloneable<TransformerDecoderImpl> {
 public:
  TransformerDecoderImpl(TransformerDecoderLayer decoder_layer, int64_t num_layers)
      : TransformerDecoderImpl(TransformerDecoderOptions(decoder_layer, num_layers)) {}
  explicit TransformerDecoderImpl(TransformerDecoderOptions options_);
  void reset() override;
  Tensor forward(const Tensor& tgt, const Tensor& memory, const Tensor& tgt_mask = {}, const Tensor& memory_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});
};
TORCH_MODULE(TransformerDecoder);
class TransformerImpl : public Cloneable<TransformerImpl> {
 public:
  explicit TransformerImpl(TransformerOptions options_);
  Tensor forward(const Tensor& src, const Tensor& tgt, const Tensor& src_mask = {}, const Tensor& tgt_mask = {}, const Tensor& memory_mask = {},
                 const Tensor& src_key_padding_mask = {}, const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});
  void reset() override;
  static Tensor generate_square_subsequent_mask(int64_t sz);
};
TORCH_MODULE(Transformer);
// losses
#define MOCK_LOSS(Name)                                              \
  struct Name##Impl : Cloneable<Name##Impl> {                        \
    explicit Name##Impl(const Name##Options& options_ = {});         \
    void reset() override;                                           \
    Tensor forward(const Tensor& input, const Tensor& target);       \
    Name##Options options;                                           \
  };                                                                 \
  TORCH_MODULE(Name);
#define MOCK_WEIGHTED_LOSS(Name)                                     \
  struct Name##Impl : Cloneable<Name##Impl> {                        \
    explicit Name##Impl(const Name##Options& options_ = {});         \
    void reset() override;                                           \
    Tensor forward(const Tensor& input, const Tensor& target);       \
    Name##Options options;                                           \
    Tensor weight;                                                   \
  };                                                                 \
  TORCH_MODULE(Name);
MOCK_LOSS(L1Loss)
MOCK_LOSS(MSELoss)
MOCK_LOSS(SmoothL1Loss)
MOCK_LOSS(HuberLoss)
MOCK_LOSS(KLDivLoss)
MOCK_LOSS(BCELoss)
MOCK_LOSS(MultiMarginLoss)
MOCK_LOSS(MultiLabelSoftMarginLoss)
MOCK_WEIGHTED_LOSS(NLLLoss)
MOCK_WEIGHTED_LOSS(CrossEntropyLoss)
struct BCEWithLogitsLossImpl : public Cloneable<BCEWithLogitsLossImpl> {
  explicit BCEWithLogitsLossImpl(const BCEWithLogitsLossOptions& options_ = {});
  void reset() override;
  Tensor forward(const Tensor& input, const Tensor& target);
  BCEWithLogitsLossOptions options;
  Tensor weight;
  Tensor pos_weight;
};
TORCH_MODULE(BCEWithLogitsLoss);
struct TripletMarginLossImpl : public Cloneable<TripletMarginLossImpl> {
  explicit TripletMarginLossImpl(const TripletMarginLossOptions& options_ = {});
  void reset() override;
  Tensor forward(const Tensor& anchor, const Tensor& positive, const Tensor& negative);
};
TORCH_MODULE(TripletMarginLoss);
} // namespace nn
} // namespace torch
