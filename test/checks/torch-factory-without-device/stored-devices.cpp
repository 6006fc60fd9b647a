// RUN: %check %s -- %mock
// A device that a plain object keeps, and that is cpu wherever it is set.
#include <memory>
#include <torch/torch.h>

class Source {
public:
  explicit Source(torch::Device device) : device(device) {}
  torch::Tensor bits() { return torch::rand({4}, device); }

private:
  torch::Device device = torch::kCPU;
};
class Channel {
public:
  Channel() { source = std::make_unique<Source>(torch::kCPU); }
  torch::Tensor run() {
    auto sum = torch::zeros({4});
    sum += source->bits();
    return sum;
    // QUIET: the program never uses another
  }

private:
  std::unique_ptr<Source> source;
};

class Chosen {
public:
  explicit Chosen(torch::Device device) : device(device) {}
  torch::Tensor bits() { return torch::rand({4}, device); }

private:
  torch::Device device = torch::kCPU;
};
class Other {
public:
  explicit Other(bool gpu)
      : source(std::make_unique<Chosen>(gpu ? torch::kCUDA : torch::kCPU)) {}
  torch::Tensor run() {
    auto sum = torch::zeros({4});
    // CHECK: likely torch-factory-without-device: 'torch::zeros' makes a tensor on cpu; it may meet a tensor on the device of 'source.device'
    sum += source->bits();
    return sum;
  }

private:
  std::unique_ptr<Chosen> source;
};
