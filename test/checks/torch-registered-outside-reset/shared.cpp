// RUN: %check %s -- %mock
#include <torch/torch.h>

struct Same : torch::nn::Cloneable<Same> {
  torch::Tensor table, other;
  Same() {
    table = torch::arange(512);
    other = torch::arange(512);
    reset();
  }
  void reset() override {
    register_buffer("table", table);
    // CHECK: likely torch-registered-outside-reset: 'reset()' registers the 'table' that 'Same' has made before; a clone shares it, and 'clone(device)' may move the original, too
    // NOTE: made here
    // NOTE: make it in 'reset()'
    register_buffer("other", other);
    // QUIET: told once
  }
  torch::Tensor forward(torch::Tensor x) { return x + table + other; }
};

struct Made : torch::nn::Cloneable<Made> {
  torch::Tensor table;
  Made() { reset(); }
  void reset() override {
    table = torch::arange(512);
    register_buffer("table", table);
    // QUIET: each clone makes its own
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct Copied : torch::nn::Cloneable<Copied> {
  torch::Tensor table;
  Copied() {
    table = torch::arange(512);
    reset();
  }
  void reset() override {
    table = register_buffer("table", table.clone());
    // QUIET: a copy of its own
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct IfAbsent : torch::nn::Cloneable<IfAbsent> {
  torch::nn::Linear fc{nullptr};
  IfAbsent() { reset(); }
  void reset() override {
    fc = torch::nn::Linear(4, 4);
    register_module("fc", fc);
    // QUIET: made anew
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

// Not LibTorch's.
struct Plain {
  torch::Tensor table = torch::arange(512);
  void register_buffer(std::string, torch::Tensor) {}
  void reset() { register_buffer("table", table); }
  // QUIET: a namesake
};

// Half of it is in another file.
struct Half : torch::nn::Cloneable<Half> {
  torch::Tensor table;
  Half() {
    table = torch::arange(512);
    register_buffer("table", table);
  }
  void elsewhere();
  void reset() override {
    register_buffer("table", table);
    // CHECK: likely torch-registered-outside-reset: 'reset()' registers the 'table' that 'Half' has made before
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct HalfAndMade : torch::nn::Cloneable<HalfAndMade> {
  torch::Tensor table;
  HalfAndMade() {
    table = torch::arange(512);
    register_buffer("table", table);
  }
  void make(); // may give it another
  void reset() override {
    make();
    register_buffer("table", table);
    // QUIET: what 'make' leaves in it isn't seen
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct HalfAndGiven : torch::nn::Cloneable<HalfAndGiven> {
  torch::Tensor table;
  HalfAndGiven() { table = torch::arange(512); }
  void make(); // may be what calls reset(), with another table
  void reset() override {
    register_buffer("table", table);
    // QUIET: the constructor doesn't register it
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
