// Mock of torch/csrc/jit/frontend/tracer.h.
#pragma once
#include <torch/csrc/jit/api/module.h>
namespace torch {
namespace jit {
struct Node;
struct Graph {};
namespace tracer {
using ::c10::IValue;
using torch::autograd::Variable;
using Stack = std::vector<IValue>;
struct TracingState {
  std::shared_ptr<Graph> graph;
};
std::pair<std::shared_ptr<TracingState>, Stack> trace(Stack inputs, const std::function<Stack(Stack)>& traced_fn,
    std::function<std::string(const Variable&)> var_name_lookup_fn, bool strict = true, bool force_outplace = false, Module* self = nullptr,
    const std::vector<std::string>& argument_names = {});
void abandon();
} // namespace tracer
} // namespace jit
} // namespace torch
