//===- Registrations.cpp - who registers what under which name --*- C++ -*-===//
#include "checks/common/Registrations.h"

namespace torchtidy {

bool isThis(const FunctionFacts &F, int Id) {
  while (Id >= 0 && F.instrs[Id].op == Op::Deref &&
         !F.instrs[Id].operands.empty())
    Id = F.instrs[Id].operands[0];
  return Id >= 0 && F.instrs[Id].op == Op::This;
}

/// \p Id is the result of \p Call, or a holder made from it.
static bool isResult(const FunctionFacts &F, int Id, int Call) {
  for (; Id >= 0 && Id != Call; Id = F.instrs[Id].operands[0]) {
    const Instr &I = F.instrs[Id];
    bool Wraps = I.op == Op::Construct || I.op == Op::Other;
    if (!Wraps || I.operands.size() != 1)
      return false;
  }
  return Id >= 0;
}

/// The member that the result of a call is stored in: `w = register_…(…)`.
static int storedMember(const Judge &J, int Fn, int Call) {
  const FunctionFacts &F = J.flow.function(Fn);
  for (const StoreEvent &E : J.flow.of(Fn).stores) {
    if (E.at.fn != Fn || E.at.instr < 0 || !E.ownObject || E.part)
      continue;
    const Instr &S = F.instrs[E.at.instr];
    if (S.op == Op::Store && S.operands.size() > 1 &&
        isResult(F, S.operands[1], Call))
      return E.path;
  }
  return -1;
}

std::vector<Registration> registrationsIn(const Judge &J, int Fn) {
  std::vector<Registration> R;
  const FunctionFacts &F = J.flow.function(Fn);
  for (const flow::RegisterEvent &E : J.flow.of(Fn).registers) {
    if (E.at.fn != Fn || E.at.instr < 0)
      continue;
    const Instr &I = F.instrs[E.at.instr];
    if (!isThis(F, I.receiver))
      continue;
    Registration X;
    X.event = &E;
    X.call = &I;
    X.given = E.path;
    X.stored = storedMember(J, Fn, E.at.instr);
    R.push_back(X);
  }
  return R;
}

std::set<int> runOnThis(const Judge &J, std::vector<int> Roots) {
  std::set<int> Seen;
  while (!Roots.empty()) {
    int Fn = Roots.back();
    Roots.pop_back();
    if (Fn < 0 || !Seen.insert(Fn).second)
      continue;
    const FunctionFacts &F = J.flow.function(Fn);
    for (const Instr &I : F.instrs)
      if (!I.calleeId.empty() &&
          (I.op == Op::Lambda || (I.op == Op::Call && isThis(F, I.receiver))))
        Roots.push_back(J.flow.functionIndex(I.calleeId));
  }
  return Seen;
}

std::vector<int> constructorsOf(const Judge &J, const ClassFacts &C) {
  std::vector<int> R = J.flow.fieldInits(C.id);
  for (const facts::MethodFact &M : C.methods)
    if (M.kind == FunctionKind::Constructor)
      if (int Fn = J.flow.functionIndex(M.id); Fn >= 0)
        R.push_back(Fn);
  return R;
}

std::string plainName(const std::string &Name) {
  std::string R;
  for (size_t At = Name.compare(0, 2, "m_") == 0 ? 2 : 0; At < Name.size();
       ++At) {
    char C = Name[At];
    if (C != '_')
      R += C >= 'A' && C <= 'Z' ? char(C - 'A' + 'a') : C;
  }
  return R;
}

} // namespace torchtidy
