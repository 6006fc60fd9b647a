// The parts of a batch are moved together, or none is.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Net() { fc = register_module("fc", torch::nn::Linear(8, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
};

// Read as written: nothing is known of the loader.
template <class Loader> void targetForgotten(torch::nn::Linear &net, Loader &loader, torch::Device d) {
  net->to(d);
  for (auto &b : loader) {
    auto y = net->forward(b.data.to(d));
    torch::nll_loss(y, b.target).backward();
    // CHECK: likely torch-mixed-device: 'b.target' was not moved ... 'b.data' was ... 'y'
  }
}

template <class Loader> void byName(Net &net, Loader &loader, torch::Device d) {
  for (auto &batch : loader) {
    auto data = batch.data.to(d);
    auto targets = batch.target.squeeze(1);
    auto output = net.forward(data);
    auto loss = torch::nll_loss(output, targets);
    // CHECK: likely torch-mixed-device: 'targets' was not moved
    auto right = output.argmax(1).eq(targets).sum();
    // QUIET: above, the same part was forgotten.
  }
}

template <class Loader> void bothMoved(Net &net, Loader &loader, torch::Device d) {
  // QUIET: nothing is left.
  for (auto &batch : loader) {
    auto data = batch.data.to(d), targets = batch.target.to(d);
    auto loss = torch::nll_loss(net.forward(data), targets);
  }
}

template <class Loader> void outputBroughtBack(Net &net, Loader &loader, torch::Device d) {
  // QUIET: the loss is taken on cpu.
  for (auto &batch : loader) {
    auto output = net.forward(batch.data.to(d)).to(torch::kCPU);
    auto loss = torch::nll_loss(output, batch.target);
  }
}

template <class Loader> void movedLater(Net &net, Loader &loader, torch::Device d) {
  // QUIET: moved under a condition, or by assignment.
  for (auto &batch : loader) {
    auto data = batch.data.to(d);
    auto target = batch.target;
    if (d.is_cuda())
      target = target.to(d);
    auto loss = torch::nll_loss(net.forward(data), target);
  }
}

template <class Loader> void onlyCounted(Net &net, Loader &loader, torch::Device d) {
  // QUIET: the other part meets nothing.
  for (auto &batch : loader) {
    auto output = net.forward(batch.data.to(d));
    auto n = batch.target.size(0);
  }
}

void instantiated(Net &net, torch::Device d) {
  auto data = torch::data::datasets::MNIST("mnist").map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(data, 64);
  for (auto &batch : *loader) {
    auto output = net.forward(batch.data.to(d));
    auto loss = torch::nll_loss(output, batch.target);
    // CHECK: likely torch-mixed-device: 'batch.target' was not moved
  }
}

void dataForgotten(torch::Device d) {
  Net net;
  net.to(d);
  auto data = torch::data::datasets::MNIST("mnist").map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(data, 64);
  for (auto &batch : *loader) {
    auto target = batch.target.to(d);
    auto output = net.forward(batch.data);
    // CHECK: likely torch-mixed-device: 'batch.data' was not moved ... 'batch.target' was
    auto loss = torch::nll_loss(output, target);
  }
}

template <class Loader> void epoch(Net &net, Loader &loader) {
  for (auto &batch : loader) {
    auto output = net.forward(batch.data);
    // CHECK: likely torch-mixed-device: a batch was not moved from cpu ... a module on
    auto loss = torch::nll_loss(output, batch.target);
  }
}
int main() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  Net net;
  net.to(device);
  auto data = torch::data::datasets::MNIST("mnist").map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(data, 64);
  epoch(net, *loader);
}

void onCpu() {
  // QUIET: the module was never moved either.
  Net net;
  auto data = torch::data::datasets::MNIST("mnist").map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(data, 64);
  for (auto &batch : *loader)
    torch::nll_loss(net.forward(batch.data), batch.target);
}

struct Pair {
  torch::Tensor x, y;
};

void ownBatch(Net &net, const Pair &b, torch::Device d) {
  auto loss = torch::mse_loss(net.forward(b.x.to(d)), b.y);
  // CHECK: likely torch-mixed-device: 'b.y' was not moved to a device as 'b.x' was
}

void structured(Net &net, std::vector<std::pair<torch::Tensor, torch::Tensor>> batches, torch::Device d) {
  for (auto &[x, y] : batches) {
    auto loss = torch::mse_loss(net.forward(x.to(d)), y);
    // CHECK: likely torch-mixed-device: 'y' was not moved to a device as 'x' was
  }
}

struct Agent {
  torch::Tensor memory, weights;
  std::vector<float> rewards;
};

void unrelated(Net &net, Agent &a, torch::Device d) {
  // QUIET: parts of one object, but of no batch.
  auto loss = torch::mse_loss(net.forward(a.memory.to(d)), a.weights);
}

void lengthsStay(const Pair &b, torch::Device d) {
  // QUIET: the other part has to be on cpu.
  auto packed = torch::nn::utils::rnn::pack_padded_sequence(b.x.to(d), b.y);
}

void separate(Net &net, torch::Tensor x, torch::Tensor y, torch::Device d) {
  // QUIET: two arguments are no batch: the caller may have moved one of them.
  auto loss = torch::mse_loss(net.forward(x.to(d)), y);
}

void onlyTheType(Net &net, const Pair &b, torch::Device d) {
  auto y = b.y.to(torch::kLong);
  // CHECK: likely torch-discarded-move: 'b.y.to(torch::kLong)' changes the type
  auto loss = torch::nll_loss(net.forward(b.x.to(d)), y);
}

template <class Loader> void neither(Net &net, Loader &loader, torch::Device d) {
  net.to(d);
  for (auto &batch : loader) {
    auto loss = torch::nll_loss(net.forward(batch.data), batch.target);
    // CHECK: likely torch-mixed-device: a batch was not moved from cpu ... a module on 'd'
  }
}

template <class Loader> void notMovedHere(Net &net, Loader &loader, torch::Device d) {
  // QUIET: where the module is, and what the loader gives, the caller knows.
  for (auto &batch : loader)
    torch::nll_loss(net.forward(batch.data), batch.target);
}

template <class Loader> void back(Net &net, Loader &loader, torch::Device d) {
  // QUIET: validated on cpu.
  net.to(d);
  net.to(torch::kCPU);
  for (auto &batch : loader)
    torch::nll_loss(net.forward(batch.data), batch.target);
}
