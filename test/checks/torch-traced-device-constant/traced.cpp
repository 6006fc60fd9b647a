// Devices that a trace writes into its graph.
// RUN: %check %s -- %mock
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/script.h>
#include <torch/torch.h>

using torch::jit::Stack;
using torch::jit::tracer::trace;
static std::string noName(const torch::autograd::Variable &) { return ""; }

struct Head : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = torch::arange(x.size(2), x.options());
    // CHECK: likely torch-traced-device-constant: 'torch::arange' makes a tensor on the device of 'x' in what is traced
    // NOTE @head: traced here
    // NOTE: x.new_zeros
    return x - a.view({-1, 1});
  }
};

void head(std::shared_ptr<Head> net) {
  trace({torch::randn({1, 2, 3})}, // @head
        [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
}

struct Careful : torch::nn::Module {
  torch::Tensor noise(torch::Tensor x) { return torch::randn({1}).to(x.device()); }
  // MAYBE: advice torch-redundant-transfer:
  // CHECK: likely torch-traced-device-constant: 'at::Tensor::to' moves to the device of 'x'
  torch::Tensor forward(torch::Tensor x) { return x + noise(x); }
};

void careful(std::shared_ptr<Careful> net, Stack example) {
  std::function<Stack(Stack)> run = [net](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; };
  trace(example, run, noName);
}

Stack literal(Stack in) {
  auto x = in[0].toTensor();
  auto mask = torch::ones({3}, torch::kCUDA);
  // CHECK: likely torch-traced-device-constant: 'torch::ones' makes a tensor on cuda
  return {x.cuda() * mask};
  // CHECK: likely torch-traced-device-constant: moves to cuda
}
void literals(Stack example) { trace(example, literal, noName); }

struct Asks : torch::nn::Module {
  // QUIET: the graph asks its own tensors when it runs.
  torch::Tensor shift;
  Asks() { shift = register_buffer("shift", torch::ones({3})); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    auto a = torch::zeros_like(x) + x.new_ones({3});
    auto b = y.to(x) + y.type_as(x);
    auto c = x.to(torch::kFloat).cpu();
    return a + b + shift;
  }
};
void asks(std::shared_ptr<Asks> net, Stack example) {
  trace(example, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor(), in[1].toTensor())}; }, noName);
}

struct Eager : torch::nn::Module {
  // QUIET: nobody traces it, and in C++ the device is asked at every call.
  torch::Tensor forward(torch::Tensor x) { return x + torch::arange(x.size(0), x.options()); }
};

struct Built : torch::nn::Module {
  // QUIET: a constructor runs before the trace.
  torch::Tensor table;
  Built(torch::Device d) { table = register_buffer("table", torch::zeros({3}, d)); }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
void built(Stack example) {
  auto net = std::make_shared<Built>(torch::kCPU);
  trace(example, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
}

namespace mine {
template <class F> void trace(torch::Tensor x, F f) { f(x); }
void namesake(torch::Tensor x) {
  // QUIET: not LibTorch's trace.
  mine::trace(x, [](torch::Tensor t) { return t + torch::ones({3}, t.options()); });
}
} // namespace mine
