// RUN: %check %s -- %mock
// A framework with its own base class of modules: .torch-tidy.yaml, beside this
// file, says how it registers and moves.
#include <map>
#include <memory>
#include <string>
#include <torch/torch.h>

namespace fw {
class Block {
public:
  virtual ~Block() = default;
  torch::Tensor &keep_buffer(const std::string &name, torch::Tensor value);
  torch::Tensor &keep_parameter(const std::string &name, torch::Tensor value);
  void keep_block(const std::string &name, std::shared_ptr<Block> block);
  virtual void move_to(torch::Device device);

private:
  // The base's own tables are how it registers.
  std::map<std::string, torch::Tensor> state_;
};
} // namespace fw

class Positions : public fw::Block {
public:
  Positions() {
    table = torch::zeros({512, 8});
    // CHECK: certain|likely torch-unregistered-state: 'table' ... never registered
    kept = keep_buffer("kept", torch::zeros({512, 8}));
    weight = keep_parameter("weight", torch::randn({8, 8}));
    // QUIET: registered in the framework's way
  }
  torch::Tensor forward(torch::Tensor x) { return x + table + kept + weight; }

private:
  torch::Tensor table;
  torch::Tensor kept;
  torch::Tensor weight;
};

class Deeper : public Positions {
public:
  Deeper() { more = torch::zeros({8, 8}); }
  // CHECK: certain|likely torch-unregistered-state: 'more' ... never registered
  torch::Tensor forward2(torch::Tensor x) { return x.matmul(more); }

private:
  torch::Tensor more;
};

class MovesItself : public fw::Block {
public:
  MovesItself() { table = torch::zeros({8, 8}); }
  void move_to(torch::Device device) override {
    fw::Block::move_to(device);
    table = table.to(device);
    // QUIET: the overridden move brings it along
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(table); }

private:
  torch::Tensor table;
};

// A class of that name, of nobody's framework.
namespace other {
struct Block {
  torch::Tensor table = torch::zeros({8, 8});
};
struct Net : Block {
  torch::Tensor forward(torch::Tensor x) { return x.matmul(table); }
};
} // namespace other
