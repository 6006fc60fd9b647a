// Orders over the methods of a class.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

class Agent {
public:
  explicit Agent(torch::Device d) : net(4, 4) { net->to(d); } // @moved
  void resume(const std::string &path) {
    torch::load(net, path);
    // CHECK: likely torch-move-order: may undo the move
    // NOTE @moved: moved here
  }

private:
  torch::nn::Linear net;
};

class Moves {
public:
  explicit Moves(torch::Device d) : device(d), net(4, 4) { net->to(d); }
  void resume(const std::string &path) { torch::load(net, path); }
  void to(torch::Device d) { net->to(d); }
  // QUIET: another method moves, in what order nobody knows

private:
  torch::Device device;
  torch::nn::Linear net;
};

class LoadsOnto {
public:
  explicit LoadsOnto(torch::Device d) : device(d), net(4, 4) { net->to(device); }
  void resume(const std::string &path) {
    torch::load(net, path, device);
    // QUIET: the load is given the device
  }

private:
  torch::Device device;
  torch::nn::Linear net;
};

class InOne {
public:
  explicit InOne(torch::Device d) : device(d), net(4, 4) {}
  void init(const std::string &path) {
    net->to(device);
    torch::load(net, path);
    // CHECK: likely torch-move-order: may undo the move to the device of 'device'
  }

private:
  torch::Device device;
  torch::nn::Linear net;
};

class Calls {
public:
  explicit Calls(torch::Device d) : device(d), net(4, 4) {}
  void to() { net->to(device); }
  void resume() { torch::load(net, "w.pt"); } // @resume

private:
  torch::Device device;
  torch::nn::Linear net;
};
void moveThenResume() {
  Calls c(torch::kCUDA);
  c.to();
  c.resume();
  // CHECK @resume: certain|likely torch-move-order: undo
}

class CallsRight {
public:
  explicit CallsRight(torch::Device d) : device(d), net(4, 4) {}
  void to() { net->to(device); }
  void resume() { torch::load(net, "w.pt"); }

private:
  torch::Device device;
  torch::nn::Linear net;
};
void resumeThenMove() {
  CallsRight c(torch::kCUDA);
  c.resume();
  c.to();
  // QUIET: in the right order
}
