// RUN: %check %s -- %mock
// A module that moves itself, and nothing is registered that would move.
#include <memory>
#include <torch/torch.h>

extern torch::Device chosen;

struct SubMap : torch::nn::Module {
  SubMap(torch::Tensor at) : low(at.to(chosen)) { high = low + 1; }
  torch::Tensor inside(torch::Tensor x) { return (x > low) & (x < high); }
  torch::Tensor low, high;
};
struct EncodingMap : SubMap {
  EncodingMap(torch::Tensor at) : SubMap(at) {}
  void activate() {
    this->to(chosen);
    // CHECK: likely torch-unregistered-state: 'EncodingMap' registers nothing: 'to()' moves nothing of it and may leave 'low' where it is
  }
  void freeze() {
    this->to(torch::kCPU);
    // QUIET: told once
  }
};

struct Registers : torch::nn::Module {
  Registers(torch::Tensor at) { low = register_buffer("low", at.clone()); }
  void activate() { to(chosen); }
  // QUIET: it does
  torch::Tensor low;
};

struct Below : Registers {
  Below(torch::Tensor at) : Registers(at) {}
  void activate_more() { to(chosen); }
  // QUIET: its base does
};

struct ByOthers : torch::nn::Module {
  ByOthers(torch::Tensor at) : low(at.to(chosen)) {}
  void activate() { to(chosen); }
  // QUIET: somebody registers it from outside
  torch::Tensor low;
};
void fill(ByOthers &m) { m.register_buffer("low", m.low); }

struct Typed : torch::nn::Module {
  Typed(torch::Tensor at) : low(at.to(chosen)) {}
  void halve() { to(torch::kHalf); }
  // QUIET: no device
  torch::Tensor low;
};

struct Stateless : torch::nn::Module {
  void activate() { to(chosen); }
  // QUIET: it has nothing that could move
  int64_t size = 0;
};

struct HalfSeen : torch::nn::Module {
  HalfSeen(torch::Tensor at) : low(at.to(chosen)) { more(); }
  void more();
  void activate() { to(chosen); }
  // QUIET: 'more' may register
  torch::Tensor low;
};

// Not LibTorch's.
struct Plain {
  void to(torch::Device) {}
  void activate() { to(chosen); }
  torch::Tensor low;
};
