// Modules that are frozen, and moved then: their state is constants.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

torch::jit::Module frozen(const std::string &path) {
  auto m = torch::jit::load(path);
  m.eval();
  m = torch::jit::freeze(m); // @frozen
  m.to(torch::kCUDA);
  // CHECK: certain torch-move-order: 'to' after 'torch::jit::freeze' moves nothing
  // NOTE @frozen: frozen here
  // NOTE: move first, then freeze: m.to(torch::kCUDA)
  return m;
}

torch::jit::Module optimized(torch::jit::Module m, torch::Device d) {
  auto fast = torch::jit::optimize_for_inference(m);
  fast.to(d);
  // CHECK: likely torch-move-order: 'torch::jit::optimize_for_inference' may move nothing
  return fast;
}

torch::jit::Module inference(torch::jit::Module m) { return torch::jit::freeze(m); }
torch::jit::Module byHelper(torch::jit::Module m, torch::Device d) {
  auto fast = inference(m);
  fast.to(d);
  // CHECK: likely torch-move-order: may move nothing
  return fast;
}

torch::jit::Module twice(const std::string &path, torch::Device d) {
  auto m = torch::jit::load(path);
  auto fast = torch::jit::optimize_for_inference(m);
  auto faster = torch::jit::freeze(fast);
  faster.to(d);
  // CHECK: certain torch-move-order: moves nothing
  return faster;
}

struct Detector {
  torch::jit::Module model;
  explicit Detector(const std::string &path) {
    model = torch::jit::load(path);
    model.eval();
    model = torch::jit::freeze(model);
  }
  void to(torch::Device d) {
    model.to(d);
    // CHECK: likely torch-move-order: may move nothing
  }
};

torch::jit::Module first(torch::jit::Module m, torch::Device d) {
  m.to(d);
  m.eval();
  auto fast = torch::jit::freeze(m);
  // QUIET: moved, then frozen
  return fast;
}

torch::jit::Module both(torch::jit::Module m, torch::Device d) {
  m.to(d);
  auto fast = torch::jit::optimize_for_inference(m);
  fast = torch::jit::freeze(fast);
  fast.to(d);
  // QUIET: it was there before it was frozen
  return fast;
}

torch::jit::Module loadedThere(const std::string &path, torch::Device d) {
  auto m = torch::jit::freeze(torch::jit::load(path, d));
  m.to(d);
  // QUIET: loaded there
  return m;
}

void theOriginal(torch::jit::Module m, torch::Device d) {
  auto fast = torch::jit::freeze(m);
  m.to(d);
  // QUIET: what was frozen is a copy; this is the module itself
}

torch::jit::Module toCpu(torch::jit::Module m) {
  auto fast = torch::jit::freeze(m);
  fast.to(torch::kCPU);
  // QUIET: nothing says that it was elsewhere
  return fast;
}

struct Unfrozen {
  torch::jit::Module model;
  explicit Unfrozen(const std::string &path) { model = torch::jit::freeze(torch::jit::load(path)); }
  void reload(const std::string &path) { model = torch::jit::load(path); }
  void to(torch::Device d) {
    model.to(d);
    // QUIET: it may be one that isn't frozen
  }
};

namespace mine {
torch::jit::Module freeze(torch::jit::Module m) { return m; }
} // namespace mine
void namesake(torch::jit::Module m) {
  auto cold = mine::freeze(m);
  cold.to(torch::kCUDA); // QUIET: not LibTorch's
}
