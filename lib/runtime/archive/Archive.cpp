//===- Archive.cpp - a TorchScript archive, rehearsed without its source --===//
#include "runtime/archive/Archive.h"
#include "findings/Fingerprint.h"
#include "runtime/archive/Inputs.h"
#include "runtime/archive/Judge.h"
#include "runtime/archive/Load.h"
#include "runtime/onnx/Model.h"
#include "torch_tidy/rehearsal.h"
#include <algorithm>
#include <filesystem>

using c10::Device;
using torch::jit::Module;

namespace torchtidy {
namespace archive {
namespace {

std::vector<Held> heldBy(const std::vector<SavedTensor> &Saved) {
  std::vector<Held> All;
  for (const SavedTensor &T : Saved) {
    auto It = std::find_if(All.begin(), All.end(),
                           [&](const Held &H) { return H.device == T.device; });
    if (It == All.end())
      It = All.insert(All.end(), {T.device, 0});
    ++It->tensors;
  }
  return All;
}

/// What a move to cuda:0 leaves where it was: found by moving, whatever this
/// LibTorch's rules for it are.
std::vector<NamedTensor> leftBehind(const Options &O) {
  FakeTensorMode Mode(Device(c10::kCUDA, 0), O.devices);
  Module M = loadModule(O.path, c10::kCPU);
  M.to(Device(c10::kCUDA, 0));
  NamedTensors All;
  collectTensors(M, O.path, All);
  std::vector<NamedTensor> Left;
  for (const NamedTensor &T : All.all())
    if (T.tensor.is_cpu())
      Left.push_back(T);
  return Left;
}

bool onSeveralCuda(const std::vector<SavedTensor> &Saved, int Devices) {
  std::set<std::string> Seen;
  for (const SavedTensor &T : Saved) {
    if (T.device != "cpu" && T.device.rfind("cuda:", 0) != 0)
      return false;
    if (T.device != "cpu" && std::atoi(T.device.c_str() + 5) >= Devices)
      return false;
    Seen.insert(T.device);
  }
  return Seen.size() > 1;
}

using Values = std::vector<c10::IValue>;

void checkCount(const Options &O, const Values &Inputs, const Signature &S) {
  size_t Most = S.names.size();
  if (Inputs.size() >= S.required && Inputs.size() <= Most)
    return;
  std::string Range = std::to_string(S.required);
  if (S.required != Most)
    Range += " to " + std::to_string(Most);
  throw BadArchive("'" + O.path + "': " + S.text + " takes " + Range +
                   (Most == 1 ? " input, and " : " inputs, and ") +
                   std::to_string(Inputs.size()) +
                   " were given (--input, once for each)");
}

void runAll(const Options &O, const Values &Inputs, Evidence &E) {
  E.runs.push_back(runOnce(O, Inputs, Device(c10::kCPU), Way::Move));
  for (int N = 0; N != std::min(O.devices, 2); ++N)
    E.runs.push_back(runOnce(
        O, Inputs, Device(c10::kCUDA, static_cast<int8_t>(N)), Way::Move));
}

/// Other ways of loading, where they tell something more.
struct OtherWays {
  Ran there, saved;
};

void runOtherWays(const Options &O, const Values &Inputs, Evidence &E,
                  OtherWays &Ways) {
  if (!E.left.empty()) {
    Ways.there = runOnce(O, Inputs, Device(c10::kCUDA, 0), Way::Load);
    E.loadedThere = &Ways.there;
  }
  if (onSeveralCuda(E.saved, O.devices)) {
    Ways.saved = runOnce(O, Inputs, Device(c10::kCUDA, 0), Way::AsSaved);
    E.asSaved = &Ways.saved;
  }
}

/// Says why, if the method can't be run.
bool canRun(const Options &O, const Module &M, const Values &Inputs,
            Result &R) {
  if (Inputs.empty() && M.get_methods().empty()) {
    R.notes.push_back("it has no code to run: torch::save of a C++ module "
                      "keeps tensors alone");
    return false;
  }
  Signature S = signatureOf(M, O);
  if (!Inputs.empty() || S.required == 0) {
    checkCount(O, Inputs, S);
    return true;
  }
  R.notes.push_back("not run: " + S.text +
                    " needs inputs, as --input 1x3x224x224:float32");
  return false;
}

void takeRuns(const Evidence &E, Result &R) {
  for (const Ran &One : E.runs) {
    R.runs.push_back(One.run);
    for (auto &File : One.lines)
      R.lines[File.first].insert(File.second.begin(), File.second.end());
  }
}

void rehearseTorchScript(const Options &O, const Values &Inputs, Evidence &E,
                         Result &R) {
  Module M = loadModule(O.path, c10::kCPU);
  NamedTensors All;
  collectTensors(M, O.path, All);
  E.tensors = All.all();
  E.baked = bakedDevices(M, O.path);
  E.left = leftBehind(O);
  OtherWays Ways;
  if (canRun(O, M, Inputs, R)) {
    runAll(O, Inputs, E);
    runOtherWays(O, Inputs, E, Ways);
    takeRuns(E, R);
  }
  R.findings = judge(E);
}

} // namespace

Result rehearse(const Options &O) {
  Values Inputs;
  for (const std::string &Text : O.inputs)
    Inputs.push_back(parseInput(Text));
  return rehearseWith(O, Inputs);
}

static bool isOnnx(const std::string &Path) {
  return std::filesystem::path(Path).extension() == ".onnx" &&
         std::filesystem::exists(Path);
}

static Result rehearseOnnx(const Options &O, const Values &Inputs) {
  std::vector<at::Tensor> Tensors;
  for (const c10::IValue &V : Inputs) {
    if (!V.isTensor())
      throw BadArchive("'" + O.path + "': an ONNX model takes tensors");
    Tensors.push_back(V.toTensor());
  }
  return onnxmodel::rehearse(O, Tensors);
}

Result rehearseWith(const Options &O, const Values &Inputs) {
  if (isOnnx(O.path))
    return rehearseOnnx(O, Inputs);
  Opened File = openArchive(O.path);
  Result R;
  R.saved = heldBy(File.saved);
  Evidence E;
  E.path = O.path;
  E.devices = O.devices;
  E.saved = File.saved;
  if (File.kind == FileKind::Pickle) {
    R.kind = "pickle of torch.save";
    R.notes.push_back("it has no code to run; torch.jit.save keeps code");
    R.findings = judge(E);
  } else {
    R.kind = "TorchScript archive";
    rehearseTorchScript(O, Inputs, E, R);
  }
  setFingerprints(R.findings, std::filesystem::current_path().string());
  return R;
}

} // namespace archive
} // namespace torchtidy
