// Python's exporters, called through pybind11.
// NEEDS-MOCK: pybind11 is not among LibTorch's headers
// RUN: %check %s -- %mock
#include <torch/extension.h>
#include <pybind11/embed.h>

void onnx(py::object model, torch::Tensor x) {
  auto torch_ = py::module_::import("torch");
  torch_.attr("onnx").attr("export")(model, py::make_tuple(x.cuda()), "model.onnx");
  // CHECK: certain|likely torch-export-cuda-input:
}

void onnxOnCpu(py::object model, torch::Tensor x) {
  // QUIET: on cpu.
  auto torch_ = py::module_::import("torch");
  torch_.attr("onnx").attr("export")(model, py::make_tuple(x.cpu()), "model.onnx");
}

void exported(py::object model) {
  auto example = torch::randn({1, 3, 224, 224}, torch::kCUDA);
  py::module_::import("torch").attr("export").attr("export")(model, py::make_tuple(example));
  // CHECK: certain|likely torch-export-cuda-input:
}

void traced(py::object model, torch::Tensor x) {
  py::module_::import("torch.jit").attr("trace")(model, x.to(torch::kCUDA));
  // CHECK: certain|likely torch-export-cuda-input:
}

void another(py::object model, torch::Tensor x) {
  // QUIET: no exporter.
  py::module_::import("mytools").attr("trace")(model, x.cuda());
  py::module_::import("torch").attr("sum")(x.cuda());
}
