// Mock of torch/data.h.
#pragma once
#include <torch/arg.h>
#include <torch/types.h>
namespace torch {
namespace data {
namespace example { using NoTarget = void; }
template <typename Data = Tensor, typename Target = Tensor> struct Example {
  using DataType = Data;
  using TargetType = Target;
  Example() = default;
  Example(Data data, Target target) : data(std::move(data)), target(std::move(target)) {}
  Data data;
  Target target;
};
template <typename Data> struct Example<Data, example::NoTarget> {
  Example() = default;
  Example(Data data) : data(std::move(data)) {}
  operator Data&() { return data; }
  operator const Data&() const { return data; }
  Data data;
};
using TensorExample = Example<Tensor, example::NoTarget>;
struct DataLoaderOptions {
  DataLoaderOptions() = default;
  DataLoaderOptions(size_t batch_size) : batch_size_(batch_size) {}
  TORCH_ARG(size_t, batch_size) = 1;
  TORCH_ARG(size_t, workers) = 0;
};
namespace transforms {
template <typename InputBatch, typename OutputBatch> class BatchTransform {
 public:
  using InputBatchType = InputBatch;
  using OutputBatchType = OutputBatch;
  virtual ~BatchTransform() = default;
  virtual OutputBatch apply_batch(InputBatch input_batch) = 0;
};
template <typename Input, typename Output> class Transform : public BatchTransform<std::vector<Input>, std::vector<Output>> {
 public:
  using InputType = Input;
  using OutputType = Output;
  virtual OutputType apply(InputType input) = 0;
  std::vector<Output> apply_batch(std::vector<Input> input_batch) override { return {}; }
};
template <typename Target = Tensor> class TensorTransform : public Transform<Example<Tensor, Target>, Example<Tensor, Target>> {
 public:
  using E = Example<Tensor, Target>;
  using typename Transform<E, E>::InputType;
  using typename Transform<E, E>::OutputType;
  virtual Tensor operator()(Tensor input) = 0;
  OutputType apply(InputType input) override { return input; }
};
template <typename Target = Tensor> struct Normalize : public TensorTransform<Target> {
  Normalize(ArrayRef<double> mean, ArrayRef<double> stddev) {}
  torch::Tensor operator()(Tensor input) override { return input; }
  torch::Tensor mean, stddev;
};
template <typename T = Example<>> class Collation : public BatchTransform<std::vector<T>, T> {};
template <typename T = Example<>> struct Stack;
template <> struct Stack<Example<>> : public Collation<Example<>> {
  Example<> apply_batch(std::vector<Example<>> examples) override;
};
} // namespace transforms
namespace datasets {
template <typename S, typename T> class MapDataset;
template <typename Self, typename Batch = std::vector<Example<>>, typename BatchRequest = ArrayRef<size_t>> class BatchDataset {
 public:
  using SelfType = Self;
  using BatchType = Batch;
  using BatchRequestType = BatchRequest;
  virtual ~BatchDataset() = default;
  virtual Batch get_batch(BatchRequest request) = 0;
  virtual optional<size_t> size() const = 0;
  template <typename TransformType> MapDataset<Self, TransformType> map(TransformType transform) {
    return MapDataset<Self, TransformType>(static_cast<Self&>(*this), std::move(transform));
  }
};
template <typename S, typename T> class MapDataset : public BatchDataset<MapDataset<S, T>, typename T::OutputBatchType, typename S::BatchRequestType> {
 public:
  MapDataset(S dataset, T transform);
  typename T::OutputBatchType get_batch(typename S::BatchRequestType indices) override;
  optional<size_t> size() const noexcept override;
};
template <typename Self, typename SingleExample = Example<>> class Dataset : public BatchDataset<Self, std::vector<SingleExample>> {
 public:
  using ExampleType = SingleExample;
  virtual ExampleType get(size_t index) = 0;
  std::vector<ExampleType> get_batch(ArrayRef<size_t> indices) override { return {}; }
};
class MNIST : public Dataset<MNIST> {
 public:
  enum class Mode { kTrain, kTest };
  explicit MNIST(const std::string& root, Mode mode = Mode::kTrain);
  Example<> get(size_t index) override;
  optional<size_t> size() const override;
};
} // namespace datasets
namespace samplers {
class RandomSampler {
 public:
  explicit RandomSampler(int64_t size, Dtype index_dtype = torch::kInt64);
};
class SequentialSampler {
 public:
  explicit SequentialSampler(size_t size);
};
} // namespace samplers
template <typename Batch> struct Iterator {
  Batch& operator*();
  Batch* operator->();
  Iterator& operator++();
  bool operator!=(const Iterator&) const;
  bool operator==(const Iterator&) const;
};
template <typename Dataset, typename Sampler> class StatelessDataLoader {
 public:
  using BatchType = typename Dataset::BatchType;
  Iterator<BatchType> begin();
  Iterator<BatchType> end();
};
template <typename Dataset, typename Sampler>
std::unique_ptr<StatelessDataLoader<Dataset, Sampler>> make_data_loader(Dataset dataset, Sampler sampler, DataLoaderOptions options);
template <typename Sampler = samplers::RandomSampler, typename Dataset>
std::unique_ptr<StatelessDataLoader<Dataset, Sampler>> make_data_loader(Dataset dataset, DataLoaderOptions options = DataLoaderOptions());
} // namespace data
} // namespace torch
