// Moves whose result is dropped.
// RUN: %check %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>

void train(torch::nn::Linear &net, torch::Tensor x, torch::Tensor y) {
  net->to(torch::kCUDA); // QUIET: modules move in place
  x.to(torch::kCUDA);
  // CHECK: certain torch-discarded-move: 'x'
  // FIX: x = x.to(torch::kCUDA);
  y.cuda();
  // CHECK: certain torch-discarded-move: 'y'
  // FIX: y = y.cuda();
  auto z = x.sum() + y.sum();
}

void used(torch::Tensor x, torch::Device d) {
  // QUIET: the result goes somewhere.
  x = x.to(d);
  auto y = x.cpu();
  auto z = x.to(d).sum() + y.cuda().mean();
  // MAYBE: likely torch-hardcoded-device:
  x.to(d).add_(z);
  std::vector<torch::Tensor> all{x.to(d), x.cpu()};
  x.copy_(y.to(x.device()));
}

struct Batch {
  torch::Tensor data, target;
};
void members(Batch &b, torch::Device d) {
  b.data = b.data.to(d);
  b.target.to(d);
  // CHECK: certain torch-discarded-move: 'b.target'
  // FIX: b.target = b.target.to(d);
}

void perBranch(torch::jit::Module &m, void *in, bool gpu) {
  auto t = torch::from_blob(in, {1, 3, 8, 8}, torch::kFloat);
  if (gpu)
    t.to(torch::kCUDA);
    // CHECK: certain torch-discarded-move: 't'
  m.to(torch::kCUDA); // QUIET: jit::Module moves in place
  auto out = m.forward({t}).toTensor();
  if (gpu)
    out.to(torch::kCPU);
    // CHECK: certain torch-discarded-move: 'out'
}

void dtypes(torch::Tensor scaled) {
  scaled.to(torch::kFloat);
  // CHECK: certain|likely torch-discarded-move: 'scaled'
  scaled.toType(torch::kInt);
  // CHECK: certain|likely torch-discarded-move: 'scaled'
  scaled.contiguous();
  // CHECK: certain|likely torch-discarded-move: 'scaled'
  scaled.toType(torch::kFloat).to(torch::kCPU);
  // CHECK: certain torch-discarded-move: 'scaled
  scaled.to(torch::kCUDA, torch::kFloat);
  // CHECK: certain torch-discarded-move: 'scaled'
  scaled.to(torch::TensorOptions().device(torch::kCUDA));
  // CHECK: certain torch-discarded-move: 'scaled'
}

void other(torch::Tensor a, const torch::Tensor &b) {
  a.to(b);
  // CHECK: certain torch-discarded-move: 'a'
  b.to(a.device());
  // CHECK: certain torch-discarded-move: 'b'
  // NOFIX
}

torch::Tensor options(int n) {
  torch::TensorOptions o;
  o.device(torch::kCUDA);
  // CHECK: certain torch-discarded-move: 'o'
  // FIX: o = o.device(torch::kCUDA);
  o.dtype(torch::kHalf);
  // CHECK: certain torch-discarded-move: 'o'
  o.requires_grad(true);
  // CHECK: certain torch-discarded-move: 'o'
  return torch::zeros({n}, o);
}

torch::Tensor chained(int n) {
  // QUIET: chained setters, and getters.
  auto o = torch::TensorOptions().device(torch::kCUDA).dtype(torch::kHalf);
  o = o.requires_grad(true);
  o.device();
  o.dtype();
  return torch::zeros({n}, o.layout(torch::kStrided));
}

// By the receiver's type, never by its name.
struct Block {
  void to(torch::Device) {}
  Block &cuda() { return *this; }
};
struct Storage {
  std::vector<torch::Tensor> all;
  void to(torch::Device d) {
    for (auto &t : all)
      t = t.to(d);
  }
};
struct NetImpl : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  NetImpl() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
};
TORCH_MODULE(Net);
void inPlace(Block &input, Storage &tensor, NetImpl &raw, std::shared_ptr<NetImpl> shared, Net holder, torch::nn::Sequential seq) {
  // QUIET: user types, modules and holders move in place.
  input.to(torch::kCUDA);
  input.cuda();
  tensor.to(torch::kCUDA);
  raw.to(torch::kCUDA);
  shared->to(torch::kCUDA, torch::kHalf);
  holder->to(torch::kCUDA);
  seq->to(torch::kCUDA);
}

void voided(torch::Tensor x) {
  // QUIET: dropped on purpose.
  (void)x.to(torch::kCUDA);
  static_cast<void>(x.cuda());
  std::ignore = x.cpu();
}

#define EXPECT_THROW(statement, type) \
  try {                               \
    statement;                        \
  } catch (const type &) {            \
  }
void tested(torch::Tensor x) {
  EXPECT_THROW(x.to(torch::kMPS), c10::Error); // QUIET: a move that is expected to throw
}

#define MOVE(t, d) (t).to(d)
void inMacro(torch::Tensor x) {
  MOVE(x, torch::kCUDA);
  // CHECK: certain torch-discarded-move: 'x'
  // NOFIX
}

template <typename T> void action(T scaled, torch::Dtype t) {
  scaled.to(t);
  // CHECK: certain|likely torch-discarded-move: 'scaled'
}
template void action<torch::Tensor>(torch::Tensor, torch::Dtype);

struct Holder : torch::nn::Module {
  torch::Tensor w;
  Holder() { w = register_buffer("w", torch::rand({4})); }
  torch::Tensor forward(torch::Tensor x) {
    w.to(x.device());
    // CHECK: certain torch-discarded-move: 'w'
    // NOFIX
    return x * w;
  }
};

auto lambda = [](torch::Tensor x) {
  x.cpu();
  // CHECK: certain torch-discarded-move: 'x'
  return x;
};

void commaAndLoop(torch::Tensor x, int n) {
  for (int i = 0; i < n; i++, x.cuda())
    // CHECK: certain torch-discarded-move: 'x'
    x = x + 1;
}

void packed(torch::nn::utils::rnn::PackedSequence s) {
  s.to(torch::kCUDA);
  // CHECK: certain torch-discarded-move: 's'
}

torch::Tensor inPlaceOperators(torch::Tensor a, torch::Tensor b) {
  // QUIET: in place operators, and pure ones that aren't moves.
  a.add_(b);
  a.zero_();
  a.requires_grad_();
  a.resize_({4});
  return a;
}

torch::Tensor conditional(torch::Tensor x, bool gpu) {
  gpu ? x.cuda() : x.cpu();
  // CHECK: certain|likely torch-discarded-move: 'x'
  // MAYBE: certain|likely torch-discarded-move: 'x'
  return gpu ? x.cuda() : x.cpu(); // QUIET: used
}
