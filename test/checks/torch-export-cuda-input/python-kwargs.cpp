// Python's exporters with keyword arguments, through pybind11.
// NEEDS-MOCK: pybind11 is not among LibTorch's headers
// RUN: %check %s -- %mock
#include <torch/extension.h>
#include <pybind11/embed.h>

using namespace pybind11::literals;

py::object dynamic(py::object model, py::object shapes, torch::Tensor x) {
  auto exporter = py::module_::import("torch.export").attr("export");
  return exporter(model, py::make_tuple(x.cuda()), "dynamic_shapes"_a = shapes);
  // CHECK: certain|likely torch-export-cuda-input: 'torch.export.export' is given an input on cuda
}

py::object dynamicOnCpu(py::object model, py::object shapes, torch::Tensor x) {
  auto exporter = py::module_::import("torch.export").attr("export");
  return exporter(model, py::make_tuple(x.cpu()), "dynamic_shapes"_a = shapes);
  // QUIET: on cpu, whatever its keywords
}

void byKeyword(py::object model, torch::Tensor x) {
  auto onnx = py::module_::import("torch.onnx");
  onnx.attr("export")("model"_a = model, "args"_a = py::make_tuple(x.to(torch::kCUDA)), "f"_a = "net.onnx");
  // CHECK: certain|likely torch-export-cuda-input: 'torch.onnx.export' is given an input on cuda
}

void byArg(py::object model, torch::Tensor x) {
  py::module_::import("torch").attr("jit").attr("trace")(model, py::arg("example_inputs") = x.cuda());
  // CHECK: certain|likely torch-export-cuda-input: 'torch.jit.trace' is given an input on cuda
}

void notAnInput(py::object model, torch::Tensor x, torch::Tensor reference) {
  py::module_::import("torch").attr("jit").attr("trace")(model, x.cpu(), "check_trace"_a = true);
  // QUIET: nothing of it is on a device
}
