//===- ExportOnnx.cpp - TorchScript to an ONNX file's bytes ---------------===//
#include "runtime/export/ExportOnnx.h"
#include "findings/TextRenderer.h"
#include "runtime/archive/Load.h"
#include "runtime/archive/Run.h"
#include "runtime/export/ExportScript.h"
#include "runtime/export/Failure.h"
#include "runtime/export/Lowering.h"
#include "runtime/onnx/Model.h"
#include <cstdio>
#include <fstream>
#include <limits>
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/jit/serialization/export.h>

using c10::IValue;

namespace torchtidy {
namespace exporting {
namespace {

constexpr int64_t Opset = 13;

[[noreturn]] void refuse(const std::vector<Unsupported> &All) {
  std::string Text = "no ONNX export for " + counted(All.size(), "operator") +
                     " of this module:";
  for (const Unsupported &U : All)
    Text += "\n  " + U.op + (U.place.empty() ? "" : " at " + U.place);
  throw ExportError(
      Text + "\n  C++ LibTorch has no way from aten to ONNX operators of its "
             "own; torch-rehearse has one for the common ones. Python's "
             "torch.onnx.export knows more: torch.onnx.export("
             "torch.jit.load(path, 'cpu'), inputs, 'model.onnx')");
}

size_t countNodes(const torch::jit::Graph &G) {
  size_t N = 0;
  for (auto *Node : G.nodes()) {
    (void)Node;
    ++N;
  }
  return N;
}

std::string serialize(Lowered &L) {
  auto Made = torch::jit::export_onnx(
      L.emitter.graph, L.emitter.initializers, Opset, /*dynamic_axes=*/{},
      /*defer_weight_export=*/false, ::torch::onnx::OperatorExportTypes::ONNX,
      /*strip_doc_string=*/true, /*keep_initializers_as_inputs=*/false);
  return torch::jit::serialize_model_proto_to_string(std::get<0>(Made));
}

std::vector<at::Tensor> tensorsOf(const std::vector<IValue> &Inputs) {
  std::vector<at::Tensor> All;
  for (const IValue &V : Inputs)
    if (V.isTensor())
      All.push_back(V.toTensor());
  return All;
}

void compare(const std::string &Bytes, const std::vector<IValue> &Inputs,
             const std::vector<at::Tensor> &Wanted,
             std::vector<std::string> &Steps) {
  if (!onnxmodel::available()) {
    Steps.push_back("not compared: this build has no libonnx to read the file "
                    "with");
    return;
  }
#ifdef TORCHTIDY_ONNX
  onnxmodel::Model Model(Bytes, "the exported model");
  auto Given = Model.evaluate(tensorsOf(Inputs));
  double Largest = Given.size() == Wanted.size()
                       ? 0
                       : std::numeric_limits<double>::infinity();
  for (size_t N = 0; N != std::min(Given.size(), Wanted.size()); ++N)
    Largest = std::max(Largest, relativeDifference(Wanted[N], Given[N]));
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.1e", Largest);
  if (!(Largest <= 1e-4))
    throw ExportError(std::string("the exported model gives other numbers: "
                                  "they differ by ") +
                      Text + " of the largest");
  Steps.push_back(std::string("gives the model's numbers, node by node by "
                              "ONNX's specification: they differ by ") +
                  Text + " of the largest at most");
#endif
}

std::string exportOrThrow(const torch::jit::Module &M, const std::string &Path,
                          const std::vector<IValue> &Inputs,
                          std::vector<std::string> &Steps) {
  archive::Options O;
  O.path = Path;
  Lowered L = lowerModule(M, Path, Inputs, archive::signatureOf(M, O).names);
  if (!L.unsupported.empty())
    refuse(L.unsupported);
  L.emitter.graph->lint();
  std::string Bytes = serialize(L);
  Steps.push_back(
      "exported on cpu: " + counted(countNodes(*L.emitter.graph), "node") +
      ", " + counted(L.emitter.initializers.size(), "constant") + ", opset " +
      std::to_string(Opset) +
      "; sizes and branches are those of the inputs given");
  torch::jit::check_onnx_proto(Bytes, /*full_check=*/true);
  Steps.push_back("valid, by ONNX's own checker and shape inference");
  compare(Bytes, Inputs, L.outputs, Steps);
  return Bytes;
}

} // namespace

std::string exportOnnx(const torch::jit::Module &M, const std::string &Path,
                       const std::vector<IValue> &Inputs,
                       std::vector<std::string> &Steps) {
  return orExportError("ONNX",
                       [&] { return exportOrThrow(M, Path, Inputs, Steps); });
}

} // namespace exporting

void export_onnx(const torch::jit::Module &Module,
                 const std::vector<torch::Tensor> &Inputs,
                 const std::string &Path) {
  std::string Odd = exporting::offCpu(Module, "the module");
  for (size_t N = 0; Odd.empty() && N != Inputs.size(); ++N)
    if (!Inputs[N].is_cpu())
      Odd = "example input " + std::to_string(N + 1) + " is on " +
            Inputs[N].device().str();
  if (!Odd.empty())
    throw ExportError(Odd +
                      "\n  export on CPU, then move: "
                      "module.to(torch::kCPU); torchtidy::export_onnx(module, "
                      "{input.cpu()}, path); an ONNX model names no device, "
                      "and goes where ONNX Runtime's provider puts it");
  std::vector<std::string> Steps;
  std::string Bytes = exporting::exportOnnx(
      Module, "the module", std::vector<IValue>(Inputs.begin(), Inputs.end()),
      Steps);
  std::ofstream Out(Path, std::ios::binary);
  Out << Bytes;
  if (!Out.flush())
    throw ExportError("cannot write '" + Path + "'");
}

} // namespace torchtidy
