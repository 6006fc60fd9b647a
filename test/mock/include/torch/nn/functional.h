// Mock of torch/nn/functional/*.h.
#pragma once
#include <torch/nn/options.h>
namespace torch {
namespace nn {
namespace functional {
inline Tensor elu(Tensor input, const ELUFuncOptions& options = {}) { return input; }
inline Tensor relu(Tensor input, const ReLUFuncOptions& options = {}) { return input; }
inline Tensor leaky_relu(Tensor input, const LeakyReLUFuncOptions& options = {}) { return input; }
inline Tensor gelu(const Tensor& input, const GELUFuncOptions& options = {}) { return input; }
inline Tensor silu(const Tensor& input) { return input; }
inline Tensor mish(const Tensor& input) { return input; }
inline Tensor logsigmoid(const Tensor& input) { return input; }
inline Tensor softplus(const Tensor& input, const SoftplusFuncOptions& options = {}) { return input; }
inline Tensor hardtanh(Tensor input, const HardtanhFuncOptions& options = {}) { return input; }
inline Tensor prelu(const Tensor& input, const Tensor& weight) { return input; }
inline Tensor gumbel_softmax(const Tensor& logits, const GumbelSoftmaxFuncOptions& options = {}) { return logits; }
inline Tensor softmax(const Tensor& input, const SoftmaxFuncOptions& options) { return input; }
inline Tensor log_softmax(const Tensor& input, const LogSoftmaxFuncOptions& options) { return input; }
inline Tensor dropout(Tensor input, const DropoutFuncOptions& options = {}) { return input; }
inline std::tuple<Tensor, Tensor> multi_head_attention_forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                                               const MultiheadAttentionForwardFuncOptions& options) { return {query, key}; }
inline Tensor batch_norm(const Tensor& input, const Tensor& running_mean, const Tensor& running_var, const BatchNormFuncOptions& options = {}) { return input; }
inline Tensor instance_norm(const Tensor& input, const InstanceNormFuncOptions& options = {}) { return input; }
inline Tensor layer_norm(const Tensor& input, const LayerNormFuncOptions& options) { return input; }
inline Tensor group_norm(const Tensor& input, const GroupNormFuncOptions& options) { return input; }
inline Tensor normalize(const Tensor& input, NormalizeFuncOptions options = {}) { return input; }
inline Tensor conv1d(const Tensor& input, const Tensor& weight, const Conv1dFuncOptions& options = {}) { return input; }
inline Tensor conv2d(const Tensor& input, const Tensor& weight, const Conv2dFuncOptions& options = {}) { return input; }
inline Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias = {}) { return input; }
inline Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias = Tensor()) { return input1; }
inline Tensor embedding(const Tensor& input, const Tensor& weight, const EmbeddingFuncOptions& options = {}) { return input; }
inline Tensor one_hot(const Tensor& tensor, int64_t num_classes = -1) { return tensor; }
inline Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, const CosineSimilarityFuncOptions& options = {}) { return x1; }
inline Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, const PairwiseDistanceFuncOptions& options = {}) { return x1; }
inline Tensor l1_loss(const Tensor& input, const Tensor& target, const L1LossFuncOptions& options = {}) { return input; }
inline Tensor mse_loss(const Tensor& input, const Tensor& target, const MSELossFuncOptions& options = {}) { return input; }
inline Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, const SmoothL1LossFuncOptions& options = {}, double beta = 1.) { return input; }
inline Tensor huber_loss(const Tensor& input, const Tensor& target, const HuberLossFuncOptions& options = {}) { return input; }
inline Tensor kl_div(const Tensor& input, const Tensor& target, const KLDivFuncOptions& options = {}) { return input; }
inline Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const BinaryCrossEntropyFuncOptions& options = {}) { return input; }
inline Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target,
                                               const BinaryCrossEntropyWithLogitsFuncOptions& options = {}) { return input; }
inline Tensor nll_loss(const Tensor& input, const Tensor& target, const NLLLossFuncOptions& options = {}) { return input; }
inline Tensor cross_entropy(const Tensor& input, const Tensor& target, const CrossEntropyFuncOptions& options = {}) { return input; }
inline Tensor multi_margin_loss(const Tensor& input, const Tensor& target, const MultiMarginLossFuncOptions& options = {}) { return input; }
inline Tensor multilabel_soft_margin_loss(const Tensor& input, const Tensor& target, const MultilabelSoftMarginLossFuncOptions& options = {}) { return input; }
inline Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, const TripletMarginLossFuncOptions& options = {}) { return anchor; }
inline Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths, const Tensor& target_lengths,
                       const CTCLossFuncOptions& options = {}) { return log_probs; }
inline Tensor pad(const Tensor& input, const PadFuncOptions& options) { return input; }
inline Tensor pixel_shuffle(const Tensor& input, const PixelShuffleFuncOptions& options) { return input; }
inline Tensor max_pool1d(const Tensor& input, const MaxPool1dFuncOptions& options) { return input; }
inline Tensor max_pool2d(const Tensor& input, const MaxPool2dFuncOptions& options) { return input; }
inline Tensor avg_pool1d(const Tensor& input, const AvgPool1dFuncOptions& options) { return input; }
inline Tensor avg_pool2d(const Tensor& input, const AvgPool2dFuncOptions& options) { return input; }
inline Tensor adaptive_avg_pool1d(const Tensor& input, const AdaptiveAvgPool1dFuncOptions& options) { return input; }
inline Tensor adaptive_avg_pool2d(const Tensor& input, const AdaptiveAvgPool2dFuncOptions& options) { return input; }
inline Tensor interpolate(const Tensor& input, const InterpolateFuncOptions& options = {}) { return input; }
inline Tensor affine_grid(const Tensor& theta, const IntArrayRef& size, bool align_corners = false) { return theta; }
inline Tensor grid_sample(const Tensor& input, const Tensor& grid, const GridSampleFuncOptions& options = {}) { return input; }
} // namespace functional
namespace init {
using NonlinearityType = c10::variant<enumtype::kLinear, enumtype::kConv2D, enumtype::kSigmoid, enumtype::kTanh, enumtype::kReLU, enumtype::kLeakyReLU>;
using FanModeType = c10::variant<enumtype::kFanIn, enumtype::kFanOut>;
Tensor constant_(Tensor tensor, Scalar value);
Tensor eye_(Tensor matrix);
Tensor normal_(Tensor tensor, double mean = 0, double std = 1);
Tensor ones_(Tensor tensor);
Tensor orthogonal_(Tensor tensor, double gain = 1.0);
Tensor uniform_(Tensor tensor, double low = 0, double high = 1);
Tensor kaiming_normal_(Tensor tensor, double a = 0, FanModeType mode = torch::kFanIn, NonlinearityType nonlinearity = torch::kLeakyReLU);
Tensor kaiming_uniform_(Tensor tensor, double a = 0, FanModeType mode = torch::kFanIn, NonlinearityType nonlinearity = torch::kLeakyReLU);
Tensor xavier_normal_(Tensor tensor, double gain = 1.0);
Tensor xavier_uniform_(Tensor tensor, double gain = 1.0);
Tensor zeros_(Tensor tensor);
} // namespace init
namespace utils {
double clip_grad_norm_(std::vector<Tensor> parameters, double max_norm, double norm_type = 2.0, bool error_if_nonfinite = false);
void clip_grad_value_(std::vector<Tensor> parameters, double clip_value);
Tensor parameters_to_vector(const std::vector<Tensor>& parameters);
void vector_to_parameters(const Tensor& vec, std::vector<Tensor> parameters);
namespace rnn {
class PackedSequence {
 public:
  explicit PackedSequence(Tensor data, Tensor batch_sizes, Tensor sorted_indices = {}, Tensor unsorted_indices = {});
  const Tensor& data() const;
  const Tensor& batch_sizes() const;
  PackedSequence pin_memory() const;
  PackedSequence to(TensorOptions options) const;
  PackedSequence cuda() const;
  PackedSequence cpu() const;
  bool is_cuda() const;
};
inline PackedSequence pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first = false, bool enforce_sorted = true) {
  return PackedSequence(input, lengths);
}
inline std::tuple<Tensor, Tensor> pad_packed_sequence(PackedSequence sequence, bool batch_first = false, double padding_value = 0.0,
                                                      c10::optional<int64_t> total_length = torch::nullopt) {
  return {sequence.data(), sequence.batch_sizes()};
}
inline Tensor pad_sequence(ArrayRef<Tensor> sequences, bool batch_first = false, double padding_value = 0) { return sequences[0]; }
} // namespace rnn
} // namespace utils
} // namespace nn
} // namespace torch
