//===- HostAccess.cpp - the host reads memory of a device -------*- C++ -*-===//
//
// docs/checks/torch-host-access.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/HostEvidence.h"
#include "checks/common/HostMemory.h"
#include "checks/common/Trace.h"
#include <optional>

namespace torchtidy {

using facts::FunctionKind;
using flow::Device;
using flow::HostAccess;

static constexpr const char *Rule = "torch-host-access";

static void tell(Judge &J, int Fn, const HostAccess &H, Level L,
                 std::set<flow::Site> &Told) {
  const facts::FunctionFacts &Inner = J.flow.function(H.at.fn);
  const facts::FunctionFacts &F = J.flow.function(Fn);
  // Told at the call that brings a tensor from a device; otherwise where it is
  // read. A lambda is read where it is written.
  const Device &D = H.tensor.device;
  bool Here = H.at.fn == Fn || Inner.kind == FunctionKind::Lambda ||
              (D.kind == Device::Symbol && !J.isChosen(D));
  int Taken = takenAt(Inner, H.at.instr), Argument = -1;
  if (!Here)
    Argument = argumentOf(J, Fn, H);
  flow::Site Key = !Here        ? H.call
                   : Taken >= 0 ? flow::Site{H.at.fn, Taken}
                                : H.at;
  if (!Told.insert(Key).second)
    return;
  std::string What = "a tensor";
  if (Here && Taken >= 0)
    What = "'" + nameIn(Inner, Inner.instrs[Taken].receiver) + "'";
  else if (Argument >= 0)
    What = "'" + nameIn(F, Argument) + "'";
  const std::string Where = D.kind == Device::Symbol && !J.isChosen(D)
                                ? "a device"
                                : flow::describe(J.flow, D);
  bool Sure = L == Level::Certain;
  Finding &X = J.report(Rule, L,
                        Here            ? J.flow.instr(H.at).span
                        : Argument >= 0 ? F.instrs[Argument].span
                                        : J.flow.instr(H.call).span,
                        "the host goes through a pointer into " + What +
                            ", which " + (Sure ? "is" : "may be") + " on " +
                            Where + ", where it can't reach",
                        faultOf(J, Key));
  if (!Here)
    X.notes.push_back(
        J.note("read here, in '" + Inner.name + "'", J.flow.instr(H.at).span));
  else if (Taken >= 0)
    X.notes.push_back(J.note("pointer taken here", Inner.instrs[Taken].span));
  X.notes.push_back({"copy it to cpu and keep the copy: auto host = x.cpu(); "
                     "host.data_ptr<float>()",
                     {}});
}

void checkHostAccess(Judge &J) {
  // A pointer that dangles says more than one that may be a device's.
  findDanglingPointers(J);
  std::set<flow::Site> Told;
  const OperatorEntries R(J);
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const HostAccess &H : J.flow.of(int(Fn)).hostAccesses) {
      if (J.flow.function(int(Fn)).onDevice ||
          J.flow.function(H.at.fn).onDevice)
        continue;
      if (std::optional<Level> L = hostAccessLevel(J, R, int(Fn), H))
        tell(J, int(Fn), H, *L, Told);
    }
  findWrongLabels(J);
  findUnfinishedCopies(J);
  findElementLoops(J);
  findStaticTensors(J);
}

} // namespace torchtidy
