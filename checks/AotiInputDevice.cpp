//===- AotiInputDevice.cpp - inputs of AOTInductor packages -----*- C++ -*-===//
//
// docs/checks/torch-aoti-input-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Trace.h"
#include <optional>

namespace torchtidy {

using flow::Alt;
using flow::Device;
using flow::SinkEvent;
using flow::Site;
using flow::Source;
using flow::Value;

namespace {

/// One input, as far as it is known.
struct Input {
  Alt alt;
  bool sure = true; ///< no other way makes it anything else
};

/// The inputs in a list. One that was filled piece by piece has one element for
/// them all.
void inputsOf(const Value &V, std::vector<Input> &To) {
  for (const Value &E : V.elements)
    inputsOf(E, To);
  if (V.elements.empty())
    for (const Alt &A : V.alts)
      if (!A.undefined)
        To.push_back({A, V.alts.size() == 1});
}

bool onCpu(const Alt &A) { return A.device.isConcrete("cpu"); }

bool onAccelerator(const Judge &J, const Alt &A) {
  return (A.device.kind == Device::Concrete && !onCpu(A) &&
          !A.device.isConcrete("meta")) ||
         J.isChosen(A.device);
}

/// The package that runs, if it was opened in sight: its device and place.
const Alt *packageOf(const SinkEvent &E) {
  for (const Alt &A : E.receiver.alts)
    for (const Source &S : A.sources)
      if (S.kind == Source::Loaded && E.receiver.alts.size() == 1)
        return &A;
  return nullptr;
}

/// The odd input, and what it is odd among.
struct Odd {
  Alt input;
  Device other;
  bool package = false; ///< the other is the package's device
  bool sure = true;
};

std::optional<Odd> findOdd(const Judge &J, const std::vector<Input> &Inputs,
                           const Alt *Package) {
  const Device Its = Package ? Package->device : Device::unknown();
  if (Its.kind == Device::Concrete)
    for (const auto &[A, Sure] : Inputs) {
      bool Known = A.device.kind == Device::Concrete;
      if (Known ? A.device.type != Its.type ||
                      (A.device.index > 0 && A.device.index != Its.index) ||
                      (A.device.index == 0 && Its.index > 0)
                : Its.isConcrete("cpu") && J.isChosen(A.device))
        return Odd{A, Its, true, Sure};
    }
  for (const auto &[A, Sure] : Inputs)
    for (const auto &[B, BSure] : Inputs)
      if (onAccelerator(J, B) &&
          (onCpu(A) ||
           (onAccelerator(J, A) &&
            api::sameDevice(A.device, B.device) == api::Tri::No)))
        return Odd{A, B.device, false, Sure && BSure};
  // A package without an index runs on the first device.
  if (Package && Its.kind == Device::Unknown)
    for (const auto &[A, Sure] : Inputs)
      if (A.device.kind == Device::Concrete && A.device.index > 0)
        return Odd{A, Device::concrete(A.device.type, 0), true, Sure};
  return std::nullopt;
}

/// Something in the function chooses the current device, or names an index.
bool choosesDevice(const Judge &J, int Fn, const Alt *Package) {
  auto Guards = [](const facts::Instr &I) {
    const api::Row *R = api::findRow(I.api.empty() ? I.callee : I.api);
    return R && R->role == api::Role::DeviceGuard;
  };
  const auto &Instrs = J.flow.function(Fn).instrs;
  bool Index = false;
  if (Package)
    for (const Source &S : Package->sources)
      if (S.instr >= 0)
        for (const facts::ArgFact &A : J.flow.instr({S.fn, S.instr}).args)
          Index |= A.param.find("device") != std::string::npos;
  return Index || std::any_of(Instrs.begin(), Instrs.end(), Guards);
}

void tell(Judge &J, const SinkEvent &E, const Odd &O, const Alt *Package,
          Level L) {
  Site Here = E.call.instr >= 0 ? E.call : E.at;
  Site Made = Here;
  for (const Source &S : O.input.sources)
    if (S.instr >= 0 && !O.input.moved &&
        (S.kind == Source::Factory || S.kind == Source::Explicit ||
         S.kind == Source::CpuHelper || S.kind == Source::Blob))
      Made = {S.fn, S.instr};
  std::string Other = flow::describe(J.flow, O.other);
  Finding &X = J.report(
      "torch-aoti-input-device", L, J.flow.instr(Made).span,
      "an input of an AOTInductor package " +
          std::string(L == Level::Certain ? "is" : "may be") + " on " +
          flow::describe(J.flow, O.input.device) +
          (O.package ? ", the package on " : ", another on ") + Other +
          "; nothing checks it, and the package reads memory that isn't there",
      Judge::fault(Made));
  if (!(Made == Here))
    X.notes.push_back(J.note("given to the package here", J.flow.instr(Here).span));
  if (Package && O.package)
    for (const Source &S : Package->sources)
      if (S.instr >= 0)
        X.notes.push_back(
            J.note("opened here", J.flow.instr({S.fn, S.instr}).span));
  X.notes.push_back({"move every input to the package's device: x.to(device); "
                     "AOTI_RUNTIME_CHECK_INPUTS=1 makes a run check them",
                     {}});
}

} // namespace

void checkAotiInputDevice(Judge &J) {
  std::set<Site> Told;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const SinkEvent &E : J.flow.of(int(Fn)).sinks) {
      if (!E.row || E.row->role != api::Role::PackageRun)
        continue;
      std::vector<Input> Inputs;
      for (const Value &V : E.args)
        inputsOf(V, Inputs);
      const Alt *Package = packageOf(E);
      std::optional<Odd> O = findOdd(J, Inputs, Package);
      if (!O)
        continue;
      bool ByIndex = O->package && O->input.device.type == O->other.type;
      if (ByIndex && choosesDevice(J, int(Fn), Package) && O->other.index <= 0)
        continue;
      bool Known = O->input.device.kind == Device::Concrete &&
                   O->other.kind == Device::Concrete;
      if (Told.insert(E.at).second)
        tell(J, E, *O, Package,
             Known && O->sure && !ByIndex ? Level::Certain : Level::Likely);
    }
}

} // namespace torchtidy
