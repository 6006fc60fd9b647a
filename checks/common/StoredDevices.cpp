//===- StoredDevices.cpp - what devices an object can have kept -----------===//
#include "checks/common/Clashes.h"

namespace torchtidy {

/// Somebody calls \p Fn, and everybody gives it cpu for \p Param.
static bool givenCpu(const Judge &J, int Fn, unsigned Param) {
  const facts::Text &Id = J.flow.function(Fn).id;
  bool Called = false;
  for (int Caller : J.flow.functions()) {
    const auto &Values = J.flow.of(Caller).values;
    for (const Instr &I : J.flow.function(Caller).instrs) {
      if (I.calleeId != Id)
        continue;
      const int Arg = Param < I.operands.size() ? I.operands[Param] : -1;
      if (Arg < 0 || Arg >= int(Values.size()) || !isOnCpu(Values[Arg]))
        return false;
      Called = true;
    }
  }
  return Called;
}

static bool storesCpu(const Judge &J, const StoreEvent &E) {
  if (isOnCpu(E.value))
    return true;
  if (E.value.alts.size() != 1 || E.at.fn < 0)
    return false;
  const Device &D = E.value.alts[0].device;
  if (D.kind != Device::Symbol)
    return false;
  const Symbol &S = J.flow.names[D.symbol];
  if (S.kind != Symbol::Param || S.fn != E.at.fn || S.path < 0)
    return false;
  const flow::Paths::Node &N = J.flow.paths[S.path];
  return N.kind == flow::Paths::Var && N.index >= 0 &&
         givenCpu(J, S.fn, unsigned(N.index));
}

bool Judge::isCpuThroughout(const Device &D) const {
  if (D.kind != Device::Symbol || flow.names[D.symbol].kind != Symbol::Field)
    return false;
  const int Path = flow.names[D.symbol].path;
  auto [It, New] = cpuThroughout.try_emplace(Path, false);
  if (!New)
    return It->second;
  const flow::Paths &P = flow.paths;
  const ClassFacts *C =
      P[Path].kind == flow::Paths::Field ? flow.classOf(P[Path].cls) : nullptr;
  if (!C || C->isModule || !closed(*C))
    return false;
  // In its own class's eyes, whoever has the object.
  const int Own = P.field(P.self(), P[Path].cls, P[Path].name);
  auto [Begin, End] = plainStores.equal_range(Own);
  bool All = Begin != End;
  for (auto Store = Begin; Store != End && All; ++Store)
    All = storesCpu(*this, *Store->second);
  return cpuThroughout[Path] = All;
}

} // namespace torchtidy
