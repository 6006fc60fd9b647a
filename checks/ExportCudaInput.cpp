//===- ExportCudaInput.cpp - exports that would pin a device ----*- C++ -*-===//
//
// docs/checks/torch-export-cuda-input.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

using facts::TypeRole;
using flow::Alt;
using flow::Device;
using flow::SinkEvent;
using flow::Symbol;
using flow::Value;

static constexpr const char *Rule = "torch-export-cuda-input";

/// The first part of a value that is, or may be, on an accelerator.
static const Alt *onAccelerator(const Judge &J, const Value &V) {
  for (const Alt &A : V.alts) {
    if (A.device.isAccelerator())
      return &A;
    if (A.device.kind == Device::Symbol && J.isChosen(A.device) &&
        J.flow.names[A.device.symbol].kind != Symbol::Field)
      return &A;
  }
  for (const Value &E : V.elements)
    if (const Alt *A = onAccelerator(J, E))
      return A;
  return nullptr;
}

/// A module that was moved and, on some way, filled from a file since: most
/// likely it is where it was moved to.
static std::optional<Alt> movedBefore(const Judge &J, flow::Site Save,
                                      const Value &V) {
  std::optional<Alt> Last;
  for (const flow::ModuleMove &M : J.flow.of(Save.fn).moves)
    for (const Alt &A : V.alts)
      for (const Alt &O : M.object.alts)
        if (A.device.kind == Device::Unknown && A.identity &&
            A.identity == O.identity && M.at.instr < Save.instr) {
          Last = A;
          Last->device = M.device;
        }
  return Last;
}

static bool isModule(TypeRole R) {
  return R == TypeRole::Module || R == TypeRole::ModuleHolder ||
         R == TypeRole::JitModule || R == TypeRole::SmartPtr;
}

static void tell(Judge &J, const SinkEvent &E, const Alt &A, bool Module,
                 const facts::SourceSpan &At) {
  bool Known = A.device.kind == Device::Concrete;
  bool Saves = E.row && E.row->role == api::Role::Save;
  Level L = Saves ? Level::Advice : Known ? Level::Certain : Level::Likely;
  std::string Where = "on " + flow::describe(J.flow, A.device);
  std::string What = Module ? "a module " : "an input ";
  std::string Message =
      Saves ? "'" + E.name + "' is given " +
                  (Module ? "a module " : "a tensor ") + Where +
                  "; the file loads only where that device is, or with a "
                  "device given to 'load'"
            : "'" + E.name + "' is given " + What + Where + "; the export " +
                  (Known ? "keeps" : "may keep") + " that device for good";
  Finding &F = J.report(Rule, L, At, Message);
  Origin O;
  O.kind = Module ? "module" : "argument";
  O.factory = E.name;
  O.made = J.span(At);
  F.origins.push_back(std::move(O));
  for (const flow::Source &S : A.sources)
    if (S.instr >= 0 && S.kind != flow::Source::Param) {
      F.notes.push_back({"made here", J.span(flow::Site{S.fn, S.instr})});
      break;
    }
  if (!(E.call.instr < 0) && !(E.call == E.at))
    F.notes.push_back({"exported here", J.span(E.at)});
  F.notes.push_back(
      {Saves && !Module ? "save a copy on cpu: x.cpu()"
       : Saves          ? "save on cpu, then move back: model->to(torch::kCPU)"
       : Module         ? "export on cpu, then move the result: "
                          "model.to(torch::kCPU) before, load(path, device) after"
                        : "export on cpu, then move the result: pass "
                          "example.cpu(), and the exported module to(device)",
       {}});
}

void checkExportCudaInput(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const SinkEvent &E : J.flow.of(int(Fn)).sinks) {
      if (E.row && (E.row->role == api::Role::DeviceExport ||
                    E.row->role == api::Role::PackageRun))
        continue;
      flow::Site Here = E.call.instr >= 0 ? E.call : E.at;
      if (Here.fn != int(Fn))
        continue;
      const facts::FunctionFacts &F = J.flow.function(int(Fn));
      bool Told = false;
      for (size_t K = 0; K < E.args.size() && !Told; ++K) {
        const Alt *A = onAccelerator(J, E.args[K]);
        std::optional<Alt> Before;
        if (!A && E.row && E.row->role == api::Role::Save)
          Before = movedBefore(J, Here, E.args[K]);
        Value Moved;
        if (Before) {
          Moved.alts = {*Before};
          A = onAccelerator(J, Moved);
        }
        // A module that what is traced has caught.
        bool Caught = false;
        for (const Value &C : E.args[K].captures)
          if (!A && isModule(C.role))
            Caught = (A = onAccelerator(J, C));
        // A device among the arguments is no input.
        TypeRole R = E.args[K].role;
        if (!A || R == TypeRole::Device || R == TypeRole::DeviceType ||
            R == TypeRole::TensorOptions || R == TypeRole::String)
          continue;
        bool Module = Caught || isModule(R) || (!E.row && K == 0);
        int At = K < E.argInstrs.size() ? E.argInstrs[K] : -1;
        tell(J, E, *A, Module,
             At >= 0 && F.instrs[At].span.valid() ? F.instrs[At].span
                                                  : J.flow.instr(Here).span);
        Told = true;
      }
      if (Told || (E.row && E.row->role == api::Role::Save))
        continue;
      if (const Alt *A = onAccelerator(J, E.receiver))
        tell(J, E, *A, true, J.flow.instr(Here).span);
    }
}

} // namespace torchtidy
