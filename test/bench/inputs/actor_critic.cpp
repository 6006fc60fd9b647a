// Proximal policy optimisation: a network, a store of steps, an update.
#include "common.h"
#include <memory>
#include <random>
#include <torch/torch.h>

namespace bench_actor_critic {

struct ActorCriticImpl : torch::nn::Module {
  ActorCriticImpl(int64_t inputs, int64_t outputs, double deviation)
      : base(torch::nn::Linear(inputs, 64), torch::nn::Functional(torch::tanh),
             torch::nn::Linear(64, 64), torch::nn::Functional(torch::tanh)),
        actor(torch::nn::Linear(64, outputs)),
        critic(torch::nn::Linear(64, 1)) {
    register_module("base", base);
    register_module("actor", actor);
    register_module("critic", critic);
    logDeviation = register_parameter(
        "log_deviation", torch::full({outputs}, std::log(deviation)));
    low = torch::full({outputs}, -1.0);
    high = torch::full({outputs}, 1.0);
    normal();
  }

  void normal() {
    torch::NoGradGuard guard;
    for (auto &p : parameters())
      if (p.dim() > 1)
        torch::nn::init::orthogonal_(p, 0.5);
  }

  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    x = base->forward(x);
    auto mean = actor->forward(x);
    if (is_training())
      mean = mean + torch::randn(mean.sizes()) * logDeviation.exp();
    mean = torch::max(torch::min(mean, high), low);
    return std::make_tuple(mean, critic->forward(x));
  }

  torch::Tensor logProbability(torch::Tensor mean, torch::Tensor action) {
    auto variance = (2 * logDeviation).exp();
    return -((action - mean).pow(2) / (2 * variance)) - logDeviation -
           0.5 * std::log(2 * M_PI);
  }

  torch::Tensor entropy() {
    return (0.5 + 0.5 * std::log(2 * M_PI) + logDeviation).sum();
  }

  torch::nn::Sequential base;
  torch::nn::Linear actor, critic;
  torch::Tensor logDeviation;
  torch::Tensor low, high;
};
TORCH_MODULE(ActorCritic);

class RolloutStorage {
public:
  RolloutStorage(int64_t steps, int64_t processes, int64_t width,
                 torch::Device device)
      : device(device) {
    observations = torch::zeros({steps + 1, processes, width}, device);
    rewards = torch::zeros({steps, processes, 1}, device);
    values = torch::zeros({steps + 1, processes, 1}, device);
    returns = torch::zeros({steps + 1, processes, 1}, device);
    masks = torch::ones({steps + 1, processes, 1}, device);
  }

  void insert(torch::Tensor observation, torch::Tensor reward,
              torch::Tensor value, torch::Tensor mask) {
    observations[step + 1].copy_(observation);
    rewards[step].copy_(reward);
    values[step].copy_(value);
    masks[step + 1].copy_(mask);
    step = (step + 1) % rewards.size(0);
  }

  void computeReturns(torch::Tensor next, float gamma, float tau) {
    values[-1] = next;
    torch::Tensor gae = torch::zeros({rewards.size(1), 1}, device);
    for (int64_t i = rewards.size(0) - 1; i >= 0; --i) {
      auto delta =
          rewards[i] + gamma * values[i + 1] * masks[i + 1] - values[i];
      gae = delta + gamma * tau * masks[i + 1] * gae;
      returns[i] = gae + values[i];
    }
  }

  void to(torch::Device target) {
    device = target;
    observations = observations.to(target);
    rewards = rewards.to(target);
    values = values.to(target);
    returns = returns.to(target);
    masks = masks.to(target);
  }

  torch::Tensor observations, rewards, values, returns, masks;

private:
  torch::Device device;
  int64_t step = 0;
};

struct RunningMeanImpl : torch::nn::Module {
  explicit RunningMeanImpl(int64_t size)
      : mean(register_buffer("mean", torch::zeros({size}))),
        variance(register_buffer("variance", torch::ones({size}))),
        count(register_buffer("count", torch::full({1}, 1e-4))) {}

  void update(torch::Tensor x) {
    auto delta = x.mean(0) - mean;
    auto total = count + x.size(0);
    mean.copy_(mean + delta * x.size(0) / total);
    variance.copy_((variance * count + x.var(0, false) * x.size(0)) / total);
    count = total;
  }

  torch::Tensor forward(torch::Tensor x) {
    return ((x - mean) / (variance + 1e-8).sqrt()).clamp(-10, 10);
  }

  torch::Tensor mean, variance, count;
};
TORCH_MODULE(RunningMean);

class Agent {
public:
  Agent(int64_t inputs, int64_t outputs, const bench::TrainOptions &options)
      : device(bench::pickDevice()), net(inputs, outputs, 0.5), scaler(inputs),
        storage(128, 8, inputs, device),
        optimizer(std::make_unique<torch::optim::Adam>(
            net->parameters(),
            torch::optim::AdamOptions(options.learningRate).eps(1e-5))) {
    net->to(device);
    scaler->to(device);
  }

  torch::Tensor act(const std::vector<float> &observation) {
    torch::NoGradGuard guard;
    auto x = torch::from_blob(const_cast<float *>(observation.data()),
                              {1, static_cast<int64_t>(observation.size())})
                 .clone()
                 .to(device);
    auto [action, value] = net->forward(scaler->forward(x));
    lastValue = value;
    return action.cpu();
  }

  void update(const torch::Tensor &actions, const torch::Tensor &advantages) {
    auto [mean, value] = net->forward(storage.observations.slice(0, 0, -1));
    auto ratio = (net->logProbability(mean, actions) - old).exp();
    auto clipped = ratio.clamp(0.8, 1.2);
    auto loss = -torch::min(ratio * advantages, clipped * advantages).mean() +
                0.5 * (storage.returns - value).pow(2).mean() -
                0.01 * net->entropy();
    optimizer->zero_grad();
    loss.backward();
    optimizer->step();
  }

private:
  torch::Device device;
  ActorCritic net;
  RunningMean scaler;
  RolloutStorage storage;
  std::unique_ptr<torch::optim::Adam> optimizer;
  torch::Tensor lastValue, old;
};

void train(const bench::TrainOptions &options) {
  Agent agent(24, 4, options);
  std::mt19937 random(7);
  std::vector<float> observation(24);
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    for (float &o : observation)
      o = std::uniform_real_distribution<float>(-1, 1)(random);
    agent.act(observation);
  }
}

} // namespace bench_actor_critic
