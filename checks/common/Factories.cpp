//===- Factories.cpp - factories that forget a device -----------*- C++ -*-===//
#include "checks/common/Factories.h"
#include "checks/common/Clashes.h"
#include "checks/common/HostMemory.h"
#include <algorithm>

namespace torchtidy {

template <class Pred>
static int parameterWhere(const FunctionFacts &F, Pred P, bool Last = false) {
  int Found = -1;
  for (int V : flow::Indices(F.numParams))
    if (P(F.vars[V].type.role) && (Last || Found < 0))
      Found = V;
  return Found;
}

static bool isModules(const Judge &J, int Fn) {
  const ClassFacts *C = J.classOf(Fn);
  return C && C->isModule;
}

/// Whatever the method returns is the last word on it: no function of the
/// project calls it and could move the result, and the module can be moved.
static bool hasTheLastWord(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  if (F.kind != FunctionKind::Method || !isModules(J, Fn) || F.isStatic ||
      J.constructs(Fn))
    return false;
  facts::TypeFact T;
  T.role = TypeRole::Module;
  T.cls = J.classOf(Fn)->id;
  const std::set<int> &Callers = J.flow.of(Fn).calledBy;
  return std::all_of(Callers.begin(), Callers.end(),
                     [&](int C) { return C == Fn; }) &&
         J.hasState(T);
}

/// Of a class in a header, a caller that isn't seen may want it on cpu.
static Level leavingLevel(const Judge &J, int Fn) {
  const facts::ProjectFacts &P = J.flow.facts;
  const bool Seen = P.mainFiles.size() > 1 ||
                    P.files[J.classOf(Fn)->nameSpan.file] == P.mainFiles[0];
  return J.flow.function(Fn).shortName == "forward" || Seen ? Level::Likely
                                                            : Level::Advice;
}

/// The host writes what the factory made, through a pointer or an accessor, and
/// the method is given no tensor: it makes an input for its callers to move.
static bool isFilledOnHost(const Judge &J, int Fn, const Source &Made) {
  const FunctionFacts &F = J.flow.function(Fn);
  const auto &Values = J.flow.of(Fn).values;
  return std::any_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &I) {
    if (!givesMemory(F, I) || I.receiver < 0 ||
        I.receiver >= int(Values.size()))
      return false;
    for (const Alt &A : Values[I.receiver].alts)
      for (const Source &S : A.sources)
        if (S.fn == Made.fn && S.instr == Made.instr)
          return true;
    return false;
  });
}

std::vector<LeavingFactory> leavingFactories(const Judge &J) {
  std::vector<LeavingFactory> R;
  for (int Fn : J.flow.functions()) {
    if (!hasTheLastWord(J, Fn))
      continue;
    const int Input = parameterWhere(
        J.flow.function(Fn), [](TypeRole T) { return T == TypeRole::Tensor; });
    for (const auto &[Out, V] : J.flow.of(Fn).returns)
      for (const Value *Part : flow::partsOf(V))
        for (const Alt &A : Part->alts)
          // What was brought to the CPU is meant to be there.
          if (A.device.isConcrete("cpu") && A.zeroDim != Tri::Yes && !A.moved)
            for (const Source &S : A.sources)
              if (madeWithoutDevice(S) && S.fn == Fn &&
                  (Input >= 0 || !isFilledOnHost(J, Fn, S)))
                R.push_back({{S.fn, S.instr}, Out, leavingLevel(J, Fn), Input});
  }
  return R;
}

/// A factory of this function makes its tensor on the device of an argument.
static bool usesGivenDevice(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  const auto &Values = J.flow.of(Fn).values;
  for (size_t I = 0; I < F.instrs.size() && I < Values.size(); ++I)
    if (hasRole(F.instrs[I], api::Role::Factory))
      for (const Alt &A : Values[I].alts)
        if (J.isChosen(A.device) &&
            J.flow.names[A.device.symbol].kind == Symbol::Param)
          return true;
  return false;
}

std::vector<IgnoredDevice> ignoredDevices(const Judge &J) {
  std::vector<IgnoredDevice> R;
  for (int Fn : J.flow.functions()) {
    const FunctionFacts &F = J.flow.function(Fn);
    if (F.kind != FunctionKind::Constructor || !isModules(J, Fn) ||
        !J.flow.of(Fn).moves.empty())
      continue;
    const int Given = parameterWhere(
        F,
        [](TypeRole T) {
          return T == TypeRole::Device || T == TypeRole::TensorOptions;
        },
        true);
    if (Given < 0)
      continue;
    const bool Used = usesGivenDevice(J, Fn);
    for (const flow::RegisterEvent &E : J.flow.of(Fn).registers)
      for (const Alt &A : E.value.alts)
        for (const Source &S : A.sources)
          if (S.kind == Source::Factory && S.fn == Fn &&
              A.device.isConcrete("cpu"))
            R.push_back({{S.fn, S.instr}, Given, Used});
  }
  return R;
}

std::set<Site> registeredFactories(const Judge &J) {
  std::set<Site> R;
  for (int Fn : J.flow.functions())
    for (const flow::RegisterEvent &E : J.flow.of(Fn).registers)
      for (const Alt &A : E.value.alts)
        for (const Source &S : A.sources)
          if (S.kind == Source::Factory || S.kind == Source::CpuHelper)
            R.insert({S.fn, S.instr});
  return R;
}

std::vector<Site> factoriesInMaking(const Judge &J) {
  std::vector<Site> R;
  for (int Fn : J.flow.functions()) {
    if (!isModules(J, Fn) || !J.constructs(Fn))
      continue;
    const FunctionFacts &F = J.flow.function(Fn);
    const auto &Values = J.flow.of(Fn).values;
    for (size_t I = 0; I < F.instrs.size() && I < Values.size(); ++I) {
      auto Without = [&](const Alt &A) {
        return std::any_of(A.sources.begin(), A.sources.end(),
                           [&](const Source &S) {
                             return S.kind == Source::Factory && S.fn == Fn &&
                                    S.instr == int(I);
                           });
      };
      if (hasRole(F.instrs[I], api::Role::Factory) &&
          std::any_of(Values[I].alts.begin(), Values[I].alts.end(), Without))
        R.push_back({Fn, int(I)});
    }
  }
  return R;
}

} // namespace torchtidy
