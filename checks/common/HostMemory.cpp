//===- HostMemory.cpp - pointers of tensors ---------------------*- C++ -*-===//
#include "checks/common/HostMemory.h"
#include "checks/common/Edits.h"
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

bool givesMemory(const FunctionFacts &F, const Instr &I) {
  if (I.op != Op::Call || I.receiver < 0)
    return false;
  const api::Row *R = rowOf(I);
  if (R && R->role == api::Role::HostValue)
    return I.type.role == TypeRole::Pointer || I.type.role == TypeRole::Record;
  // Whatever it is called.
  return I.type.role == TypeRole::Pointer && !I.api.empty() &&
         F.instrs[I.receiver].type.role == TypeRole::Tensor &&
         api::roleOf(I.api) == api::Role::Operator;
}

std::string nameIn(const FunctionFacts &F, int Id) {
  const Instr &I = F.instrs[Id];
  if (I.op == Op::Var && I.var >= 0)
    return F.vars[I.var].name;
  return oneLine(I.text);
}

/// \p I goes through its operand or receiver \p Id.
static bool goesThrough(const FunctionFacts &F, const Instr &I, int Self,
                        int Id) {
  if (I.op == Op::Deref || I.op == Op::Element) {
    if (I.operands.empty() || I.operands[0] != Id ||
        F.instrs[Id].type.role != TypeRole::Pointer)
      return false;
    // `&p[3]` only names it.
    std::vector<int> Users = usersOf(F, Self);
    return Users.empty() || std::any_of(Users.begin(), Users.end(), [&](int U) {
             return F.instrs[U].op != Op::AddressOf;
           });
  }
  if (I.op != Op::Call && I.op != Op::Construct)
    return false;
  const api::Row *R = api::findRow(I.api.empty() ? I.callee : I.api);
  return R && I.name != "{}" &&
         (R->role == api::Role::HostReader ||
          (R->role == api::Role::HostElement && I.type.reference));
}

static int firstTouch(const FunctionFacts &F, int Id, std::set<int> &Seen) {
  int First = -1;
  auto Better = [&](int At) {
    if (At >= 0 && (First < 0 || At < First))
      First = At;
  };
  if (!Seen.insert(Id).second)
    return -1;
  for (int U : usersOf(F, Id)) {
    const Instr &I = F.instrs[U];
    if (goesThrough(F, I, U, Id))
      Better(U);
    else if (I.op == Op::Store && I.operands.size() > 1 &&
             I.operands[1] == Id && F.instrs[I.operands[0]].op == Op::Var) {
      for (size_t K = U; K < F.instrs.size(); ++K)
        if (F.instrs[K].op == Op::Var &&
            F.instrs[K].var == F.instrs[I.operands[0]].var)
          Better(firstTouch(F, int(K), Seen));
    } else if ((I.op == Op::Other && I.type.role == TypeRole::Pointer) ||
               I.op == Op::Phi || givesMemory(F, I) ||
               (I.op == Op::Call && !I.type.reference &&
                F.instrs[U].type.role == TypeRole::Record && rowOf(I) &&
                rowOf(I)->role == api::Role::HostElement))
      Better(firstTouch(F, U, Seen));
  }
  return First;
}

int firstTouch(const FunctionFacts &F, int Id) {
  std::set<int> Seen;
  return firstTouch(F, Id, Seen);
}

/// The call that gave the pointer or accessor which instruction \p At goes
/// through; -1: another function's.
int takenAt(const FunctionFacts &F, int At) {
  const Instr &I = F.instrs[At];
  std::vector<int> From = I.operands;
  From.push_back(I.receiver);
  for (int X : From)
    for (int O : X < 0 ? std::vector<int>() : originsOf(F, X)) {
      if (givesMemory(F, F.instrs[O]))
        return O;
      // A row of an accessor.
      if (F.instrs[O].op == Op::Call && F.instrs[O].receiver >= 0 &&
          rowOf(F.instrs[O]))
        return takenAt(F, O);
    }
  return -1;
}

/// The argument that the callee reaches through, for messages; else the call.
int argumentOf(const Judge &J, int Fn, const flow::HostAccess &H) {
  const Instr &Call = J.flow.instr(H.call);
  for (int O : Call.operands)
    if (O >= 0)
      for (const Alt &A : J.flow.of(Fn).values[O].alts)
        if (A == H.tensor)
          return O;
  return -1;
}

std::string faultOf(const Judge &J, Site Access) {
  const FunctionFacts &F = J.flow.function(Access.fn);
  const Instr &At = F.instrs[Access.instr];
  for (size_t K = 0; K < F.instrs.size() && At.receiver >= 0; ++K) {
    const Instr &I = F.instrs[K];
    const api::Row *R = rowOf(I);
    if (R && R->role == api::Role::MoveTensor && I.receiver >= 0 &&
        I.use == facts::Use::Discarded &&
        nameIn(F, I.receiver) == nameIn(F, At.receiver))
      return Judge::fault({Access.fn, int(K)});
  }
  return Judge::fault(Access);
}

} // namespace torchtidy
