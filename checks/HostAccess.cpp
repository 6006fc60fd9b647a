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

using flow::HostAccess;

static constexpr const char *Rule = "torch-host-access";

/// Told at the call that brings a tensor from a device; otherwise where it is
/// read. A lambda is read where it is written.
static bool isToldHere(const Judge &J, int Fn, const HostAccess &H) {
  const Device &D = H.tensor.device;
  return H.at.fn == Fn ||
         J.flow.function(H.at.fn).kind == FunctionKind::Lambda ||
         (D.kind == Device::Symbol && !J.isChosen(D));
}

static void tell(Judge &J, int Fn, const HostAccess &H, Level L,
                 std::map<Site, Level> &Told) {
  const FunctionFacts &Inner = J.flow.function(H.at.fn);
  const FunctionFacts &F = J.flow.function(Fn);
  const Device &D = H.tensor.device;
  const bool Here = isToldHere(J, Fn, H);
  int Taken = takenAt(Inner, H.at.instr), Argument = -1;
  if (!Here)
    Argument = argumentOf(J, Fn, H);
  const Site Read = Taken >= 0 ? Site{H.at.fn, Taken} : H.at;
  const Site Key = Here ? Read : H.call;
  // The function brought it there itself: no fault of its callers.
  if (auto Known = Told.find(Read); Known != Told.end() && Known->second <= L)
    return;
  if (!Told.emplace(Key, L).second)
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
  Report X = J.report(Rule, L,
                      Here            ? J.flow.instr(H.at).span
                      : Argument >= 0 ? F.instrs[Argument].span
                                      : J.flow.instr(H.call).span,
                      "the host goes through a pointer into " + What +
                          ", which " + (Sure ? "is" : "may be") + " on " +
                          Where + ", where it can't reach",
                      faultOf(J, Key));
  if (!Here)
    X.noteIn("read here", H.at);
  else if (Taken >= 0)
    X.note("pointer taken here", Site{H.at.fn, Taken});
  X.advise("copy it to cpu and keep the copy: auto host = x.cpu(); "
           "host.data_ptr<float>()");
}

void checkHostAccess(Judge &J) {
  // A pointer that dangles says more than one that may be a device's.
  findDanglingPointers(J);
  std::map<Site, Level> Told;
  const OperatorEntries R(J);
  for (const bool Here : {true, false})
    for (int Fn : J.flow.functions())
      for (const HostAccess &H : J.flow.of(Fn).hostAccesses) {
        if (isToldHere(J, Fn, H) != Here || J.flow.function(Fn).onDevice ||
            J.flow.function(H.at.fn).onDevice)
          continue;
        if (std::optional<Level> L = hostAccessLevel(J, R, Fn, H))
          tell(J, Fn, H, *L, Told);
      }
  findWrongLabels(J);
  findUnfinishedCopies(J);
  findElementLoops(J);
  findStaticTensors(J);
}

} // namespace torchtidy
