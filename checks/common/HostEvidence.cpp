//===- HostEvidence.cpp - how sure is an access of the host? ----*- C++ -*-===//
#include "checks/common/HostEvidence.h"
#include <algorithm>

namespace torchtidy {

/// A tensor may be in it: a string's characters lie on the host.
static bool mayHoldTensors(const facts::TypeFact &T) {
  switch (T.role) {
  case TypeRole::Void:
  case TypeRole::Bool:
  case TypeRole::Number:
  case TypeRole::String:
  case TypeRole::Pointer:
    return false;
  case TypeRole::Container:
  case TypeRole::Optional:
  case TypeRole::Tuple:
  case TypeRole::SmartPtr:
    return T.args.empty() ||
           std::any_of(T.args.begin(), T.args.end(), mayHoldTensors);
  default:
    return true;
  }
}

static bool isTensor(const Judge &J, const Symbol &S) {
  const flow::Paths::Node &N = J.flow.paths[J.flow.paths.root(S.path)];
  return N.kind == flow::Paths::Var &&
         mayHoldTensors(J.flow.function(S.fn).vars[N.index].type);
}

/// A constructor, or what only runs in one: a lambda that it calls itself.
static bool runsInConstruction(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  int Parent =
      F.kind == FunctionKind::Lambda ? J.flow.functionIndex(F.parent) : -1;
  if (Parent < 0)
    return J.constructs(Fn);
  const std::set<int> &Callers = J.flow.of(Fn).calledBy;
  return runsInConstruction(J, Parent) &&
         std::all_of(Callers.begin(), Callers.end(), [&](int C) {
           return C == Parent || C == Fn || runsInConstruction(J, C);
         });
}

std::optional<Level> hostAccessLevel(const Judge &J, const OperatorEntries &R,
                                     int Fn, const flow::HostAccess &H) {
  const Device &D = H.tensor.device;
  // What is moved on some ways only is mostly read on the others only.
  const Level Some = H.always ? Level::Likely : Level::Advice;
  if (D.kind == Device::Concrete)
    return H.always && !D.isConcrete("meta") ? Level::Certain : Some;
  const Symbol &S = J.flow.names[D.symbol];
  if (S.chosen && S.kind != Symbol::Field)
    return Some;
  if (knowsOfDevices(J, Fn) || knowsOfDevices(J, H.at.fn))
    return std::nullopt;
  switch (S.kind) {
  case Symbol::Param:
    // Of a function that is no module's, nothing says that it gets a device's.
    if (S.fn != Fn || !isTensor(J, S) || !takesAnyDevice(J, R, Fn))
      return std::nullopt;
    return J.inModule(Fn) ? Some : Level::Advice;
  case Symbol::Field:
    return J.registeredPath(S.path) && !runsInConstruction(J, Fn) &&
                   J.inModule(Fn) && J.flow.speaksOfDevices()
               ? std::optional<Level>(Some)
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace torchtidy
