//===- Run.cpp - one run of an archive on a device ------------------------===//
#include "runtime/archive/Run.h"
#include "runtime/archive/Inputs.h"
#include "runtime/archive/Load.h"
#include "runtime/archive/Script.h"
#include "runtime/archive/Tensors.h"
#include "torch_tidy/rehearsal.h"
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/csrc/jit/runtime/jit_exception.h>
#include <torch/csrc/jit/serialization/import.h>

using c10::Device;
using c10::IValue;
using torch::jit::Module;

namespace torchtidy {
namespace archive {
namespace {

/// While one lives, TorchScript is interpreted plainly: fused or specialized
/// graphs have lost their places. The process's own way comes back after it.
class PlainInterpretation {
public:
  PlainInterpretation()
      : Executor(torch::jit::getExecutorMode()),
        Profiling(torch::jit::getProfilingMode()),
        Optimize(torch::jit::getGraphExecutorOptimize()) {
    set(false, false, false);
  }
  ~PlainInterpretation() { set(Executor, Profiling, Optimize); }
  PlainInterpretation(const PlainInterpretation &) = delete;
  PlainInterpretation &operator=(const PlainInterpretation &) = delete;

private:
  bool Executor, Profiling, Optimize;
  static void set(bool E, bool P, bool O) {
    torch::jit::getExecutorMode() = E;
    torch::jit::getProfilingMode() = P;
    torch::jit::setGraphExecutorOptimize(O);
  }
};

Module loadFor(const Options &O, Device D, Way W) {
  switch (W) {
  case Way::Move: {
    Module M = loadModule(O.path, c10::kCPU);
    if (!D.is_cpu())
      M.to(D);
    return M;
  }
  case Way::Load:
    return loadModule(O.path, D);
  case Way::AsSaved:
    break;
  }
  return torch::jit::load(O.path);
}

Device whereSaved(const Module &M, Device Otherwise) {
  for (const auto &P : M.parameters())
    return P.device();
  return Otherwise;
}

void nameInputs(NamedTensors &Known, const std::vector<IValue> &Inputs,
                const std::vector<std::string> &Names) {
  for (size_t N = 0; N != Inputs.size(); ++N) {
    NamedTensor T;
    T.kind = TensorKind::Argument;
    T.path = N < Names.size() ? Names[N] : "#" + std::to_string(N + 1);
    if (Inputs[N].isTensor()) {
      T.tensor = Inputs[N].toTensor();
      Known.add(T);
    } else if (Inputs[N].isTensorList()) {
      std::string Path = T.path;
      size_t E = 0;
      for (const at::Tensor &One : Inputs[N].toTensorVector()) {
        T.path = Path + "[" + std::to_string(E++) + "]";
        T.tensor = One;
        Known.add(T);
      }
    }
  }
}

void runIn(const Options &O, const std::vector<IValue> &Inputs, Device D, Way W,
           Ran &R) {
  Module M = loadFor(O, D, W);
  M.eval();
  if (W == Way::AsSaved)
    D = whereSaved(M, D);
  std::vector<IValue> Moved;
  for (const IValue &V : Inputs)
    Moved.push_back(moveInput(V, D));
  NamedTensors Known;
  nameInputs(Known, Moved, signatureOf(M, O).names);
  collectTensors(M, O.path, Known);
  ScriptGuest Guest(O.path, Known);
  torch::NoGradGuard NoGrad;
  try {
    M.get_method(O.method)(Moved);
  } catch (const std::exception &E) {
    R.run.error = reasonOf(E);
  }
  R.lines = Guest.lines();
}

} // namespace

Signature signatureOf(const Module &M, const Options &O) {
  auto Method = M.find_method(O.method);
  if (!Method) {
    std::string Names;
    for (const auto &One : M.get_methods())
      Names += (Names.empty() ? "" : ", ") + One.name();
    throw BadArchive("'" + O.path + "' has no method '" + O.method + "'" +
                     (Names.empty()
                          ? "; it has none at all (torch::save of a C++ "
                            "module keeps tensors and no code)"
                          : "; it has " + Names));
  }
  Signature S;
  S.text = O.method + "(";
  const auto &Arguments = Method->function().getSchema().arguments();
  for (size_t N = 1; N < Arguments.size(); ++N) {
    const auto &A = Arguments[N];
    S.names.push_back(A.name());
    S.required += !A.default_value();
    S.text += (N > 1 ? ", " : "") + A.type()->annotation_str() + " " + A.name();
  }
  S.text += ")";
  return S;
}

Ran runOnce(const Options &O, const std::vector<IValue> &Inputs, Device D,
            Way W) {
  PlainInterpretation Plain;
  Ran R;
  R.run.device = W == Way::AsSaved ? "as saved" : D.str();
  RehearsalOptions Fake;
  Fake.device = Device(c10::kCUDA, D.is_cuda() ? D.index() : 0);
  Fake.devices = O.devices;
  Fake.keep_going = true;
  FakeTensorMode Mode(Fake);
  try {
    runIn(O, Inputs, D, W, R);
  } catch (const BadArchive &) {
    throw;
  } catch (const std::exception &E) {
    R.run.error = reasonOf(E);
  }
  R.findings = Mode.findings();
  R.run.operators = Mode.operators();
  R.run.findings = static_cast<unsigned>(R.findings.size());
  return R;
}

} // namespace archive
} // namespace torchtidy
