//===- ExportScript.cpp - an archive with every tensor on the CPU ---------===//
#include "runtime/export/ExportScript.h"
#include "findings/TextRenderer.h"
#include "runtime/archive/Inputs.h"
#include "runtime/archive/Load.h"
#include "runtime/archive/Tensors.h"
#include "runtime/export/Failure.h"
#include <algorithm>
#include <cstdio>
#include <limits>
#include <sstream>
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/jit/serialization/import.h>

using c10::Device;
using c10::IValue;
using torch::jit::Module;

namespace torchtidy {
namespace exporting {

std::string offCpu(const Module &M, const std::string &Path) {
  archive::NamedTensors All;
  archive::collectTensors(M, Path, All);
  for (const archive::NamedTensor &T : All.all())
    if (!T.tensor.is_cpu())
      return T.words() + " is on " + T.tensor.device().str();
  return "";
}

double relativeDifference(const at::Tensor &A, const at::Tensor &B) {
  if (A.sizes() != B.sizes())
    return std::numeric_limits<double>::infinity();
  if (A.numel() == 0)
    return 0;
  at::Tensor X = A.to(at::kDouble), Y = B.to(at::kDouble);
  double Scale = std::max(1.0, X.abs().max().item<double>());
  return (X - Y).abs().max().item<double>() / Scale;
}

namespace {

constexpr double Allowed = 1e-4;

void collectOutputs(const IValue &V, std::vector<at::Tensor> &Out) {
  if (V.isTensor())
    Out.push_back(V.toTensor().cpu());
  else if (V.isTuple())
    for (const IValue &E : V.toTupleRef().elements())
      collectOutputs(E, Out);
  else if (V.isList())
    for (const IValue &E : V.toListRef())
      collectOutputs(E, Out);
  else if (V.isGenericDict())
    for (const auto &E : V.toGenericDict())
      collectOutputs(E.value(), Out);
}

/// Inputs are moved to \p D, results come back on the CPU.
std::vector<at::Tensor> run(Module M, const archive::Options &O,
                            const std::vector<IValue> &Inputs, Device D) {
  M.eval();
  torch::NoGradGuard NoGrad;
  std::vector<IValue> Moved;
  for (const IValue &V : Inputs)
    Moved.push_back(archive::moveInput(V, D));
  std::vector<at::Tensor> Out;
  collectOutputs(M.get_method(O.method)(Moved), Out);
  return Out;
}

Module loadBytes(const std::string &Bytes, Device D) {
  std::istringstream In(Bytes);
  return torch::jit::load(In, D);
}

/// "they differ by 1.0e-07 of the largest at most". Throws ExportError.
std::string compare(const std::vector<at::Tensor> &Wanted,
                    const std::vector<at::Tensor> &Given, const char *What) {
  double Largest = Given.size() == Wanted.size()
                       ? 0
                       : std::numeric_limits<double>::infinity();
  for (size_t N = 0; N != std::min(Given.size(), Wanted.size()); ++N)
    Largest = std::max(Largest, relativeDifference(Wanted[N], Given[N]));
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.1e", Largest);
  if (!(Largest <= Allowed))
    throw ExportError(std::string(What) +
                      " gives other numbers: they differ by " + Text +
                      " of the largest");
  return std::string("they differ by ") + Text + " of the largest at most";
}

std::string rehearseOn(const std::string &Bytes, const archive::Options &O,
                       const std::vector<IValue> &Inputs,
                       const std::vector<at::Tensor> &Wanted, Device D) {
  RehearsalOptions Fake;
  Fake.device = D;
  Fake.devices = std::max(O.devices, D.index() + 1);
  Fake.keep_going = true;
  FakeTensorMode Mode(Fake);
  std::vector<at::Tensor> Given = run(loadBytes(Bytes, D), O, Inputs, D);
  auto Findings = Mode.findings();
  if (!Findings.empty())
    throw ExportError("loaded onto " + D.str() +
                      " it clashes: " + Findings.front().message);
  return "moved: torch::jit::load(path, \"" + D.str() +
         "\"), rehearsed: " + counted(Mode.operators(), "operator") +
         " there, no clash; " +
         compare(Wanted, Given, ("the archive on " + D.str()).c_str());
}

std::string exportOrThrow(const archive::Options &O,
                          const std::vector<IValue> &Inputs, Device Wanted,
                          std::vector<std::string> &Steps) {
  Module M = archive::loadModule(O.path, c10::kCPU);
  std::vector<at::Tensor> Before = run(M, O, Inputs, c10::kCPU);
  // As it was loaded: a run may have changed its state.
  M = archive::loadModule(O.path, c10::kCPU);
  std::string Odd = offCpu(M, O.path);
  if (!Odd.empty())
    throw ExportError(Odd + " even when it is loaded onto the cpu");
  archive::NamedTensors All;
  archive::collectTensors(M, O.path, All);
  std::ostringstream Out;
  M.save(Out);
  std::string Bytes = Out.str();
  auto After = run(loadBytes(Bytes, c10::kCPU), O, Inputs, c10::kCPU);
  Steps.push_back(
      "saved as TorchScript from cpu: " + counted(All.all().size(), "tensor") +
      ", all on cpu; loaded again, it gives the archive's numbers: " +
      compare(Before, After, "the saved archive"));
  if (!Wanted.is_cpu())
    Steps.push_back(rehearseOn(Bytes, O, Inputs, Before, Wanted));
  return Bytes;
}

} // namespace

std::string exportScript(const archive::Options &O,
                         const std::vector<IValue> &Inputs, Device Wanted,
                         std::vector<std::string> &Steps) {
  return orExportError("TorchScript",
                       [&] { return exportOrThrow(O, Inputs, Wanted, Steps); });
}

} // namespace exporting
} // namespace torchtidy
