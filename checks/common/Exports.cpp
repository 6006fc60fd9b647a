//===- Exports.cpp - what leaves the process on a device --------*- C++ -*-===//
#include "checks/common/Exports.h"
#include <optional>

namespace torchtidy {

using flow::SinkEvent;

static bool saves(const SinkEvent &E) {
  return E.row && E.row->role == api::Role::Save;
}

bool PinnedExport::saves() const { return torchtidy::saves(*sink); }

/// What a member holds goes where the module is: that is asked of the module.
static bool isPinned(const Judge &J, const Device &D) {
  return D.isAccelerator() ||
         (J.isChosen(D) && J.flow.names[D.symbol].kind != Symbol::Field);
}

/// The first part of a value that is, or may be, on an accelerator.
static std::optional<Alt> onAccelerator(const Judge &J, const Value &V) {
  for (const Value *Part : flow::partsOf(V))
    for (const Alt &A : Part->alts)
      if (isPinned(J, A.device))
        return A;
  return std::nullopt;
}

/// A module that was moved and, on some way, filled from a file since: most
/// likely it is where it was moved to.
static std::optional<Alt> movedBefore(const Judge &J, Site Save,
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
  return Last && isPinned(J, Last->device) ? Last : std::nullopt;
}

static bool isModule(TypeRole R) {
  return R == TypeRole::Module || R == TypeRole::ModuleHolder ||
         R == TypeRole::JitModule || R == TypeRole::SmartPtr;
}

/// A module that what is traced has caught.
static std::optional<Alt> caughtModule(const Judge &J, const Value &V) {
  for (const Value &C : V.captures)
    if (isModule(C.role))
      if (std::optional<Alt> A = onAccelerator(J, C))
        return A;
  return std::nullopt;
}

static std::optional<PinnedExport>
pinnedArgument(const Judge &J, Site Here, const SinkEvent &E, size_t K) {
  const Value &V = E.args[K];
  // A device among the arguments is no input.
  if (flow::namesDevice(V.role) || V.role == TypeRole::String)
    return std::nullopt;
  std::optional<Alt> A = onAccelerator(J, V), Caught;
  if (!A && saves(E))
    A = movedBefore(J, Here, V);
  if (!A)
    A = Caught = caughtModule(J, V);
  if (!A)
    return std::nullopt;
  const FunctionFacts &F = J.flow.function(Here.fn);
  const int Arg = K < E.argInstrs.size() ? E.argInstrs[K] : -1;
  bool Module = Caught || isModule(V.role) || (!E.row && K == 0);
  return PinnedExport{&E, *A, Module,
                      Arg >= 0 && F.instrs[Arg].span.valid()
                          ? F.instrs[Arg].span
                          : J.flow.instr(Here).span};
}

static std::optional<PinnedExport> pinned(const Judge &J, Site Here,
                                          const SinkEvent &E) {
  for (size_t K = 0; K < E.args.size(); ++K)
    if (std::optional<PinnedExport> X = pinnedArgument(J, Here, E, K))
      return X;
  if (!saves(E))
    if (std::optional<Alt> A = onAccelerator(J, E.receiver))
      return PinnedExport{&E, *A, true, J.flow.instr(Here).span};
  return std::nullopt;
}

std::vector<PinnedExport> pinnedExports(const Judge &J) {
  std::vector<PinnedExport> R;
  for (int Fn : J.flow.functions())
    for (const SinkEvent &E : J.flow.of(Fn).sinks) {
      // Packages are made for one device on purpose.
      if (E.row && (E.row->role == api::Role::DeviceExport ||
                    E.row->role == api::Role::PackageRun))
        continue;
      const Site Here = E.call.instr >= 0 ? E.call : E.at;
      if (Here.fn == Fn)
        if (std::optional<PinnedExport> X = pinned(J, Here, E))
          R.push_back(std::move(*X));
    }
  return R;
}

} // namespace torchtidy
