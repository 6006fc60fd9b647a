// Example inputs on an accelerator that are given to an export.
// RUN: %check %s -- %mock
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/serialization/export.h>
#include <torch/script.h>
#include <torch/torch.h>

using torch::jit::Stack;
using torch::jit::tracer::trace;
static std::string noName(const torch::autograd::Variable &) { return ""; }

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Net() { fc = register_module("fc", torch::nn::Linear(10, 2)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

void example(std::shared_ptr<Net> net) {
  auto example = torch::randn({2, 10}, torch::kCUDA);
  auto traced = trace(
      {example},
      // CHECK: certain torch-export-cuda-input: 'torch::jit::tracer::trace' ... cuda
      [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
}

void onCpu(std::shared_ptr<Net> net) {
  // QUIET: exported on cpu, moved after.
  net->to(torch::kCPU);
  auto example = torch::randn({2, 10});
  auto traced = trace({example}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  net->to(torch::kCUDA);
}

void moved(std::shared_ptr<Net> net, torch::Tensor sample) {
  auto traced = trace({sample.to(torch::kCUDA)}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  // CHECK: certain torch-export-cuda-input:
}

void movedBack(std::shared_ptr<Net> net, torch::Tensor sample) {
  // QUIET: back on cpu.
  auto onGpu = sample.cuda();
  auto traced = trace({onGpu.cpu()}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
}

void throughVariables(std::shared_ptr<Net> net) {
  torch::Device device(torch::kCUDA, 0);
  auto options = torch::TensorOptions().dtype(torch::kFloat).device(device);
  Stack inputs;
  inputs.push_back(torch::rand({1, 10}, options));
  trace(inputs, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  // CHECK: certain|likely torch-export-cuda-input:
}

void literal(std::shared_ptr<Net> net) {
  Stack inputs{torch::ones({1, 10}).cuda(), torch::ones({1})};
  // MAYBE: advice torch-redundant-transfer:
  trace(inputs, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  // CHECK: certain|likely torch-export-cuda-input:
}

void unknown(std::shared_ptr<Net> net, torch::Tensor sample) {
  // QUIET: nothing says where the sample is.
  trace({sample}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
}

void otherAccelerators(std::shared_ptr<Net> net, torch::Tensor x) {
  trace({x.to(torch::kMPS)}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  // CHECK: certain torch-export-cuda-input:
  trace({x.to("cuda:1")}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  // CHECK: certain|likely torch-export-cuda-input:
}

torch::Tensor onGpu(torch::Tensor x) { return x.cuda(); }
void byHelper(std::shared_ptr<Net> net, torch::Tensor x) {
  trace({onGpu(x)}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  // CHECK: certain|likely torch-export-cuda-input:
}

void toOnnx(std::shared_ptr<torch::jit::Graph> graph, torch::Tensor w) {
  std::map<std::string, torch::Tensor> initializers{{"w", w.cuda()}};
  torch::jit::export_onnx(graph, initializers, 13, {});
  // CHECK: certain|likely torch-export-cuda-input:
}

void toOnnxOnCpu(std::shared_ptr<torch::jit::Graph> graph, torch::Tensor w) {
  // QUIET: on cpu.
  std::map<std::string, torch::Tensor> initializers{{"w", w.cpu()}};
  torch::jit::export_onnx(graph, initializers, 13, {});
}

void caught(std::shared_ptr<Net> net) {
  net->to(torch::kCUDA);
  trace({torch::ones({1, 10})}, [net](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
  // CHECK: certain|likely torch-export-cuda-input: a module on cuda
}

void caughtOnCpu(std::shared_ptr<Net> net) {
  // QUIET: back on cpu.
  net->to(torch::kCUDA);
  net->to(torch::kCPU);
  trace({torch::ones({1, 10})}, [&](Stack in) -> Stack { return {net->forward(in[0].toTensor())}; }, noName);
}

namespace mine {
// A namesake.
void trace(std::vector<torch::Tensor> values) {}
void log(torch::Tensor x) { mine::trace({x.cuda()}); } // QUIET: not an export
} // namespace mine
