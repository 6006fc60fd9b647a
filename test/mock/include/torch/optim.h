// Mock of torch/optim.h.
#pragma once
#include <torch/arg.h>
#include <torch/serialize/archive.h>
namespace torch {
namespace optim {
class OptimizerOptions {
 public:
  virtual ~OptimizerOptions() = default;
  virtual double get_lr() const;
  virtual void set_lr(const double lr);
};
class OptimizerParamGroup {
 public:
  OptimizerParamGroup(std::vector<Tensor> params);
  OptimizerParamGroup(std::vector<Tensor> params, std::unique_ptr<OptimizerOptions> options);
  OptimizerOptions& options();
  std::vector<Tensor>& params();
};
class Optimizer {
 public:
  Optimizer(const Optimizer& optimizer) = delete;
  Optimizer(Optimizer&& optimizer) = default;
  explicit Optimizer(std::vector<OptimizerParamGroup> param_groups, std::unique_ptr<OptimizerOptions> defaults);
  explicit Optimizer(std::vector<Tensor> parameters, std::unique_ptr<OptimizerOptions> defaults);
  void add_param_group(const OptimizerParamGroup& param_group);
  virtual ~Optimizer() = default;
  using LossClosure = std::function<Tensor()>;
  virtual Tensor step(LossClosure closure = nullptr) = 0;
  void add_parameters(const std::vector<Tensor>& parameters);
  void zero_grad();
  std::vector<OptimizerParamGroup>& param_groups() noexcept;
  size_t size() const noexcept;
};
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const Optimizer& optimizer);
serialize::InputArchive& operator>>(serialize::InputArchive& archive, Optimizer& optimizer);
struct AdamOptions : public OptimizerOptions {
  AdamOptions(double lr = 1e-3);
  TORCH_ARG(double, lr) = 1e-3;
  typedef std::tuple<double, double> betas_t;
  TORCH_ARG(betas_t, betas) = std::make_tuple(0.9, 0.999);
  TORCH_ARG(double, eps) = 1e-8;
  TORCH_ARG(double, weight_decay) = 0;
  TORCH_ARG(bool, amsgrad) = false;
};
struct AdamWOptions : public OptimizerOptions {
  AdamWOptions(double lr = 1e-3);
  TORCH_ARG(double, lr) = 1e-3;
  TORCH_ARG(double, weight_decay) = 1e-2;
};
struct SGDOptions : public OptimizerOptions {
  SGDOptions(double lr);
  TORCH_ARG(double, lr);
  TORCH_ARG(double, momentum) = 0;
  TORCH_ARG(double, weight_decay) = 0;
  TORCH_ARG(bool, nesterov) = false;
};
struct AdagradOptions : public OptimizerOptions {
  AdagradOptions(double lr = 1e-2);
  TORCH_ARG(double, lr) = 1e-2;
};
struct RMSpropOptions : public OptimizerOptions {
  RMSpropOptions(double lr = 1e-2);
  TORCH_ARG(double, lr) = 1e-2;
};
#define MOCK_OPTIMIZER(Name, Default)                                                          \
  class Name : public Optimizer {                                                              \
   public:                                                                                     \
    explicit Name(std::vector<OptimizerParamGroup> param_groups, Name##Options defaults Default); \
    explicit Name(std::vector<Tensor> params, Name##Options defaults Default);                 \
    torch::Tensor step(LossClosure closure = nullptr) override;                                \
  };
MOCK_OPTIMIZER(Adam, = {})
MOCK_OPTIMIZER(AdamW, = {})
MOCK_OPTIMIZER(Adagrad, = {})
MOCK_OPTIMIZER(RMSprop, = {})
MOCK_OPTIMIZER(SGD, )
#undef MOCK_OPTIMIZER
class LRScheduler {
 public:
  LRScheduler(torch::optim::Optimizer& optimizer);
  virtual ~LRScheduler() = default;
  void step();
};
class StepLR : public LRScheduler {
 public:
  StepLR(torch::optim::Optimizer& optimizer, const unsigned step_size, const double gamma = 0.1);
};
} // namespace optim
} // namespace torch
