//===- ExportOnnx.cpp - TorchScript to an ONNX file's bytes ---------------===//
#include "runtime/export/ExportOnnx.h"
#include "runtime/archive/Load.h"
#include "runtime/archive/Run.h"
#include "runtime/export/Lowering.h"
#include "runtime/onnx/Model.h"
#include "torch_tidy/export.h"
#include <cstdio>
#include <fstream>
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/jit/serialization/export.h>

using c10::IValue;

namespace torchtidy {
namespace exporting {
namespace {

constexpr int64_t Opset = 13;

std::string counted(size_t N, const std::string &Noun) {
  return std::to_string(N) + " " + Noun + (N == 1 ? "" : "s");
}

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

/// The largest difference, relative to the largest number.
double difference(const at::Tensor &A, const at::Tensor &B) {
  if (A.sizes() != B.sizes())
    return std::numeric_limits<double>::infinity();
  if (A.numel() == 0)
    return 0;
  at::Tensor X = A.to(at::kDouble), Y = B.to(at::kDouble);
  double Scale = std::max(1.0, X.abs().max().item<double>());
  return (X - Y).abs().max().item<double>() / Scale;
}

std::vector<at::Tensor> tensorsOf(const std::vector<IValue> &Inputs) {
  std::vector<at::Tensor> All;
  for (const IValue &V : Inputs)
    if (V.isTensor())
      All.push_back(V.toTensor());
  return All;
}

void compare(const OnnxFile &File, const std::vector<IValue> &Inputs,
             const std::vector<at::Tensor> &Wanted, OnnxFile &Out) {
  if (!onnxmodel::available()) {
    Out.steps.push_back("not compared: this build has no libonnx to read the "
                        "file with");
    return;
  }
#ifdef TORCHTIDY_ONNX
  onnxmodel::Model Model(File.bytes, "the exported model");
  auto Given = Model.evaluate(tensorsOf(Inputs));
  double Largest = Given.size() == Wanted.size()
                       ? 0
                       : std::numeric_limits<double>::infinity();
  for (size_t N = 0; N != std::min(Given.size(), Wanted.size()); ++N)
    Largest = std::max(Largest, difference(Wanted[N], Given[N]));
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.1e", Largest);
  if (!(Largest <= 1e-4))
    throw ExportError(std::string("the exported model gives other numbers: "
                                  "they differ by ") +
                      Text + " of the largest");
  Out.steps.push_back(std::string("gives the model's numbers, node by node by "
                                  "ONNX's specification: they differ by ") +
                      Text + " of the largest at most");
#endif
}

} // namespace

OnnxFile exportOnnx(const torch::jit::Module &M, const std::string &Path,
                    const std::vector<IValue> &Inputs) {
  archive::Options O;
  O.path = Path;
  std::vector<std::string> Names = archive::signatureOf(M, O).names;
  Lowered L;
  OnnxFile File;
  try {
    L = lowerModule(M, Path, Inputs, Names);
    if (!L.unsupported.empty())
      refuse(L.unsupported);
    L.emitter.graph->lint();
    File.bytes = serialize(L);
    torch::jit::check_onnx_proto(File.bytes, /*full_check=*/true);
  } catch (const ExportError &) {
    throw;
  } catch (const std::exception &E) {
    throw ExportError("the ONNX export failed: " + archive::reasonOf(E));
  }
  File.steps.push_back(
      "exported on cpu: " + counted(countNodes(*L.emitter.graph), "node") +
      ", " + counted(L.emitter.initializers.size(), "constant") + ", opset " +
      std::to_string(Opset) +
      "; sizes and branches are those of the inputs given");
  File.steps.push_back("valid, by ONNX's own checker and shape inference");
  compare(File, Inputs, L.outputs, File);
  return File;
}

} // namespace exporting

void export_onnx(const torch::jit::Module &Module,
                 const std::vector<torch::Tensor> &Inputs,
                 const std::string &Path) {
  for (const torch::Tensor &T : Inputs)
    if (!T.is_cpu())
      throw ExportError("an example input is on " + T.device().str() +
                        "\n  export on CPU, then move: input.cpu()");
  for (const auto &P : Module.named_attributes())
    if (P.value.isTensor() && !P.value.toTensor().is_cpu())
      throw ExportError("'" + P.name + "' is on " +
                        P.value.toTensor().device().str() +
                        "\n  export on CPU, then move: "
                        "module.to(torch::kCPU)");
  auto File = exporting::exportOnnx(
      Module, "the module", std::vector<IValue>(Inputs.begin(), Inputs.end()));
  std::ofstream Out(Path, std::ios::binary);
  Out << File.bytes;
  if (!Out.flush())
    throw ExportError("cannot write '" + Path + "'");
}

} // namespace torchtidy
