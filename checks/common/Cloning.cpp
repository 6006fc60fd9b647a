//===- Cloning.cpp - what a clone registers again ---------------*- C++ -*-===//
#include "checks/common/Cloning.h"
#include <algorithm>

namespace torchtidy {

/// The class, or one of the user's above it, overrides clone().
static bool clonesItself(const Judge &J, const ClassFacts &C) {
  for (const ClassFacts *H : J.flow.hierarchy(C.id))
    for (const facts::MethodFact &M : H->methods)
      for (const std::string &O : M.overrides) {
        const api::Row *R = api::findRow(api::normalise(O));
        if (R && R->role == api::Role::Clone)
          return true;
      }
  return false;
}

/// `*this = Net();`
static bool replacesThis(const FunctionFacts &F) {
  auto Assigns = [&](const Instr &I) {
    std::string_view Name = I.callee;
    constexpr std::string_view Operator = "operator=";
    int Place = -1;
    if (I.op == Op::Store && !I.operands.empty())
      Place = I.operands[0];
    else if (I.op == Op::Call && Name.size() >= Operator.size() &&
             Name.substr(Name.size() - Operator.size()) == Operator)
      Place = I.receiver;
    if (Place >= 0 && F.instrs[Place].op == Op::Deref)
      Place = F.instrs[Place].operands[0];
    return Place >= 0 && F.instrs[Place].op == Op::This;
  };
  return std::any_of(F.instrs.begin(), F.instrs.end(), Assigns);
}

/// A function that runs on *this and whose body wasn't seen: it may register.
static bool callsUnseen(const Judge &J, const FunctionFacts &F) {
  return std::any_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &I) {
    return I.op == Op::Call && I.api.empty() && !I.calleeId.empty() &&
           isThis(F, I.receiver) && J.flow.functionIndex(I.calleeId) < 0;
  });
}

Reset resetOf(const Judge &J, const ClassFacts &C) {
  Reset R;
  R.unknown = clonesItself(J, C);
  bool Found = false;
  for (const ClassFacts *H : J.flow.hierarchy(C.id))
    for (const facts::MethodFact &M : H->methods)
      if (!Found && M.kind == FunctionKind::Method && M.isVirtual &&
          M.params.empty() && M.name == "reset") {
        Found = true;
        R.fn = J.flow.functionIndex(M.id);
        R.unknown |= R.fn < 0; // pure, or its body wasn't seen
      }
  R.runs = runOnThis(J, {R.fn});
  for (int Fn : R.runs) {
    R.unknown |= replacesThis(J.flow.function(Fn)) ||
                 callsUnseen(J, J.flow.function(Fn));
    for (const Registration &X : registrationsIn(J, Fn)) {
      R.names.insert(X.event->name);
      R.unknown |= X.event->name.empty();
    }
  }
  return R;
}

/// A plain value is put into a member in one of these functions.
static const StoreEvent *storeIn(const Judge &J, const std::set<int> &Fns,
                                 int Path) {
  for (int Fn : Fns)
    for (const StoreEvent &E : J.flow.of(Fn).stores)
      if (E.path == Path && E.at.fn == Fn && E.at.instr >= 0 && !E.registered &&
          std::any_of(E.value.alts.begin(), E.value.alts.end(),
                      [](const Alt &A) { return !A.undefined; }))
        return &E;
  return nullptr;
}

static bool registersIn(const Judge &J, const std::set<int> &Fns, int Path) {
  for (int Fn : Fns)
    for (const Registration &X : registrationsIn(J, Fn))
      if (X.given == Path)
        return true;
  return false;
}

std::optional<Registration> firstShared(const Judge &J, const Reset &R,
                                        const std::set<int> &Constructs,
                                        bool Closed, Site &Made) {
  for (int Fn : R.runs)
    for (const Registration &X : registrationsIn(J, Fn)) {
      const auto &Alts = X.event->value.alts;
      if (X.given < 0 || Alts.size() != 1 || Alts[0].fresh ||
          Alts[0].undefined || storeIn(J, R.runs, X.given) ||
          (!Closed && !registersIn(J, Constructs, X.given)))
        continue;
      if (const StoreEvent *E = storeIn(J, Constructs, X.given)) {
        Made = E->at;
        return X;
      }
    }
  return std::nullopt;
}

} // namespace torchtidy
