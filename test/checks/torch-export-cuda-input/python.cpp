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

void keywords(py::object model, torch::Tensor x) {
  using namespace py::literals;
  auto exporter = py::module_::import("torch.export").attr("export");
  py::dict inputs;
  inputs["x"] = py::cast(x.cuda());
  exporter(model, py::make_tuple(), **inputs);
  // CHECK: certain|likely torch-export-cuda-input: 'torch.export.export' is given an input on cuda
  exporter(model, py::make_tuple(), "kwargs"_a = py::dict("x"_a = x.to(torch::kMPS)));
  // CHECK: certain|likely torch-export-cuda-input: an input on mps
  exporter(model, py::arg("args") = py::make_tuple(x.cuda()), py::arg("dynamic_shapes") = py::none());
  // CHECK: certain|likely torch-export-cuda-input: an input on cuda
}

void keywordsOnCpu(py::object model, torch::Tensor x) {
  // QUIET: on cpu; the shapes are no inputs.
  using namespace py::literals;
  py::dict shapes, inputs;
  shapes["x"] = py::none();
  inputs["x"] = py::cast(x.cpu());
  py::module_::import("torch.export").attr("export")(model, py::make_tuple(x.cpu()), "dynamic_shapes"_a = shapes, **inputs);
}

void listed(py::object model, torch::Tensor x) {
  py::list inputs;
  inputs.append(py::cast(x.cuda()));
  py::module_::import("torch.onnx").attr("export")(model, py::tuple(inputs), "model.onnx");
  // CHECK: certain|likely torch-export-cuda-input: an input on cuda
}

void byVector(py::object model, torch::Tensor x) {
  std::vector<torch::Tensor> inputs;
  inputs.push_back(x.cuda());
  py::module_::import("torch.jit").attr("trace")(model, py::cast(inputs));
  // CHECK: certain|likely torch-export-cuda-input: an input on cuda
}

void movedInPython(py::object model, torch::Tensor x) {
  model.attr("to")("cuda");
  py::module_::import("torch.export").attr("export")(model, py::make_tuple(x.cpu()));
  // CHECK: certain|likely torch-export-cuda-input: a module on cuda
  model.attr("cpu")();
  // QUIET: back on cpu.
  py::module_::import("torch.export").attr("export")(model, py::make_tuple(x.cpu()));
}
