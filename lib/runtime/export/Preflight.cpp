//===- Preflight.cpp - what an export would keep or fail on ---------------===//
#include "runtime/Words.h"
#include "runtime/archive/Load.h"
#include "runtime/archive/Run.h"
#include "runtime/archive/Tensors.h"
#include "runtime/export/ExportScript.h"
#include "runtime/export/Members.h"
#include "runtime/export/Trace.h"
#include "torch_tidy/rehearsal.h"
#include <torch/optim/optimizer.h>

using torchtidy::archive::NamedTensors;

namespace torchtidy {
namespace {

const char *const WayOut =
    "export on CPU, then move: model->to(torch::kCPU); auto traced = "
    "torchtidy::trace(*model, input.cpu()); traced.to(device)";

std::string quoted(const std::string &S) { return "'" + S + "'"; }

Note plain(std::string Message) {
  Note N;
  N.message = std::move(Message);
  return N;
}

/// A tensor that takes part in the export, by its name.
struct Party {
  std::string what; ///< "parameter 'fc.weight'", "input 1"
  std::string kind, member;
  torch::Device device = torch::kCPU;
};

class Checks {
public:
  Checks(torch::nn::Module &M, const detail::Tensors &Inputs,
         const ExportOptions &O)
      : M(M), Inputs(Inputs), O(O) {}

  std::vector<Finding> run() {
    auto Own = partiesOf(M, "");
    Home = mostly(Own);
    together(Own, "the module");
    for (const torch::nn::Module *Loss : O.losses)
      together(partiesOf(*Loss, "loss "), "the module");
    together(inputs(), "the module");
    together(optimizer(), "the module");
    if (!Home.is_cpu() && Out.empty())
      onAccelerator(Own);
    return std::move(Out);
  }

private:
  torch::nn::Module &M;
  const detail::Tensors &Inputs;
  const ExportOptions &O;
  torch::Device Home = torch::kCPU;
  std::vector<Finding> Out;

  static std::vector<Party> partiesOf(const torch::nn::Module &M,
                                      const std::string &Prefix) {
    std::vector<Party> All;
    for (const auto &E : device_census(M).entries)
      All.push_back(
          {Prefix + (E.buffer ? "buffer " : "parameter ") + quoted(E.path),
           E.buffer ? "buffer" : "parameter", E.path, E.device});
    return All;
  }

  std::vector<Party> inputs() const {
    std::vector<Party> All;
    for (size_t N = 0; N != Inputs.size(); ++N)
      if (Inputs[N].defined())
        All.push_back({"example input " + std::to_string(N + 1), "argument", "",
                       Inputs[N].device()});
    return All;
  }

  /// Its parameters, which are others than the module's when it was made
  /// before the module was moved by hand, and its state.
  std::vector<Party> optimizer() const {
    std::vector<Party> All;
    if (!O.optimizer)
      return All;
    size_t N = 0;
    for (const auto &Group : O.optimizer->param_groups())
      for (const auto &P : Group.params())
        All.push_back({"parameter " + std::to_string(++N) + " of the optimizer",
                       "parameter", "", P.device()});
    return All;
  }

  static torch::Device mostly(const std::vector<Party> &All) {
    torch::Device Best = torch::kCPU;
    size_t Most = 0;
    for (const Party &P : All) {
      size_t Count = 0;
      for (const Party &Q : All)
        Count += Q.device == P.device;
      if (Count > Most) {
        Most = Count;
        Best = P.device;
      }
    }
    return Best;
  }

  Finding start(std::string Message) const {
    Finding F;
    F.rule = "export-device";
    F.level = Level::Certain;
    F.message = std::move(Message);
    return F;
  }

  void together(const std::vector<Party> &All, const char *Others) {
    const Party *Odd = nullptr;
    size_t More = 0;
    for (const Party &P : All)
      if (P.device != Home) {
        More += Odd != nullptr;
        Odd = Odd ? Odd : &P;
      }
    if (!Odd)
      return;
    Finding F =
        start(Odd->what +
              (More ? " and " + std::to_string(More) + " more are" : " is") +
              " on " + Odd->device.str() + ", " + Others + " on " + Home.str() +
              "; the export keeps both devices, or fails on them");
    F.devices = {Odd->device.str(), Home.str()};
    Origin From;
    From.kind = Odd->kind;
    From.member = Odd->member;
    F.origins.push_back(From);
    F.notes.push_back(plain(WayOut));
    Out.push_back(std::move(F));
  }

  void onAccelerator(const std::vector<Party> &Own) {
    Finding F = start("the module and its example inputs are on " + Home.str() +
                      "; every tensor that forward makes beside them would be "
                      "kept there by the export");
    F.devices = {Home.str()};
    if (!Own.empty()) {
      Origin From;
      From.kind = Own.front().kind;
      From.member = Own.front().member;
      F.origins.push_back(From);
    }
    F.notes.push_back(plain(WayOut));
    F.notes.push_back(
        plain("so it is in every LibTorch from 1.13 to 2.14: a trace keeps "
              "devices, and only torch.export has a pass that changes them "
              "(move_to_device_pass, from 2.6 on, in Python)"));
    Out.push_back(std::move(F));
  }
};

bool sameValues(const at::Tensor &A, const at::Tensor &B) {
  return A.scalar_type() == B.scalar_type() && A.sizes() == B.sizes() &&
         A.is_cpu() && B.is_cpu() && at::equal(A, B);
}

/// The members that a trace has made constants of, by their own names.
class Names {
public:
  explicit Names(const torch::nn::Module &M)
      : Members(exporting::unregisteredMembers(M)), Used(Members.size()) {}

  void tell(Finding &F, const at::Tensor &Constant) {
    for (size_t N = 0; N != Members.size(); ++N) {
      if (!sameValues(Members[N].tensor, Constant))
        continue;
      Used[N] = true;
      F.message = wordsOf(N) + "; the trace made a constant of it, which "
                               "'to()' does not move";
      Origin &From = F.origins.front();
      From.kind = "member";
      From.module = Members[N].owner;
      From.member = Members[N].path;
      for (Note &Old : F.notes)
        if (Old.message.rfind("register it before", 0) == 0)
          Old.message = "register it: " + lastName(N) +
                        " = register_buffer(\"" +
                        archive::nameToRegister(Members[N].path) + "\", " +
                        lastName(N) + ");";
      return;
    }
  }

  /// Those that the trace did not meet, or all if there was none.
  void rest(std::vector<Finding> &Out, const char *Harm) const {
    for (size_t N = 0; N != Members.size(); ++N) {
      if (Used[N] || Members[N].tensor.dim() == 0)
        continue;
      Finding F;
      F.rule = "archive-constant";
      F.level = Level::Likely;
      F.message = wordsOf(N) + Harm;
      Origin From;
      From.kind = "member";
      From.module = Members[N].owner;
      From.member = Members[N].path;
      F.origins.push_back(From);
      Out.push_back(std::move(F));
    }
  }

private:
  std::vector<exporting::UnregisteredMember> Members;
  std::vector<bool> Used;

  std::string wordsOf(size_t N) const {
    return "member " + quoted(Members[N].path) + " of " + Members[N].owner +
           " is never registered";
  }
  std::string lastName(size_t N) const {
    const std::string &Path = Members[N].path;
    size_t Dot = Path.rfind('.');
    return Dot == std::string::npos ? Path : Path.substr(Dot + 1);
  }
};

/// Looks at the trace as at an archive of unknown source, then says what its
/// constants are in the module.
void inspectTrace(const torch::jit::Module &Traced, torch::nn::Module &M,
                  const detail::Tensors &Inputs, const ExportOptions &O,
                  Preflight &P) {
  exporting::MemoryArchive File(Traced);
  archive::Options A;
  A.path = File.path();
  A.devices = O.devices;
  archive::Result R = archive::rehearseWith(
      A, std::vector<c10::IValue>(Inputs.begin(), Inputs.end()));
  for (const archive::RunOn &Run : R.runs)
    if (!Run.error.empty())
      P.error =
          "what was traced did not run on " + Run.device + ": " + Run.error;
  NamedTensors Constants;
  archive::collectTensors(archive::loadModule(A.path, c10::kCPU), A.path,
                          Constants);
  Names N(M);
  for (Finding &F : R.findings) {
    if (F.span.file == A.path)
      F.span = Span();
    if (F.rule == "archive-constant" && !F.origins.empty())
      for (const archive::NamedTensor &T : Constants.all())
        if (T.kind == archive::TensorKind::Constant &&
            T.path == F.origins.front().member &&
            T.owner == F.origins.front().module) {
          N.tell(F, T.tensor);
          break;
        }
    if (F.level != Level::Advice)
      P.findings.push_back(std::move(F));
  }
  N.rest(P.findings, "; the export leaves it out");
}

} // namespace

std::string Preflight::text() const {
  std::string Text;
  for (const Finding &F : findings)
    Text += rt::textOf(F) + "\n";
  if (!error.empty())
    Text += error + "\n";
  return Text;
}

Preflight detail::preflight(torch::nn::Module &Module, const Tensors &Inputs,
                            const ForwardFunction &Forward,
                            const ExportOptions &O) {
  Preflight P;
  P.findings = Checks(Module, Inputs, O).run();
  if (!P.findings.empty()) {
    // A trace would only repeat them. What 'to()' won't move is told at once:
    // moving the module to the CPU is what comes next.
    Names(Module).rest(P.findings, "; 'to()' does not move it, and the export "
                                   "makes a constant of it or leaves it out");
    return P;
  }
  try {
    torch::jit::Module Traced =
        exporting::traceModule(Module, Inputs, Forward, O.name);
    inspectTrace(Traced, Module, Inputs, O, P);
  } catch (const std::exception &E) {
    P.error = archive::reasonOf(E);
  }
  return P;
}

torch::jit::Module detail::trace(torch::nn::Module &Module,
                                 const Tensors &Inputs,
                                 const ForwardFunction &Forward,
                                 const ExportOptions &O) {
  Preflight P = preflight(Module, Inputs, Forward, O);
  if (!P.ok())
    throw ExportError(P.text());
  return exporting::traceModule(Module, Inputs, Forward, O.name);
}

void save(const torch::jit::Module &Module, const std::string &Path) {
  std::string Odd = exporting::offCpu(Module, Path);
  if (!Odd.empty())
    throw ExportError(
        Odd + "; the archive would load only where that device is\n  export on "
              "CPU, then move: module.to(torch::kCPU); torchtidy::save(module, "
              "path); auto served = torch::jit::load(path, device)");
  Module.save(Path);
}

} // namespace torchtidy
