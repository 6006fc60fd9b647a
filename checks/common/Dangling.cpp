//===- Dangling.cpp - pointers into tensors that are gone -------*- C++ -*-===//
#include "checks/common/Edits.h"
#include "checks/common/HostMemory.h"
#include "checks/common/Trace.h"
#include <algorithm>
#include <optional>

namespace torchtidy {

namespace {

/// How sure it is that a move copies: not where it comes from is where it goes.
std::optional<Level> copies(const Value &From, const Value &To) {
  if (To.alts.size() != 1 || From.alts.empty() ||
      To.alts[0].device.kind != Device::Concrete)
    return Level::Likely;
  bool Same = true, Differs = true;
  for (const Alt &A : From.alts) {
    api::Tri T = api::sameDevice(A.device, To.alts[0].device);
    Same &= T == api::Tri::Yes;
    Differs &= T == api::Tri::No;
  }
  if (Same)
    return std::nullopt;
  return Differs ? Level::Certain : Level::Likely;
}

/// It has the type and layout that people made it with.
bool madeByFactory(const FunctionFacts &F, int Id) {
  std::vector<int> From = originsOf(F, Id);
  return std::all_of(From.begin(), From.end(), [&](int O) {
    const api::Row *R = rowOf(F.instrs[O]);
    return R && (R->role == api::Role::Factory ||
                 R->role == api::Role::FactoryLike ||
                 R->role == api::Role::FromBlob);
  });
}

/// `t.resize_(n); t.contiguous()`: what was resized lies in one piece.
bool isResized(const FunctionFacts &F, int Id, int Before) {
  for (int K = 0; K < Before; ++K) {
    const api::Row *R = rowOf(F.instrs[K]);
    if (R && std::string_view(R->info) == "dense" &&
        F.instrs[K].receiver >= 0 &&
        nameIn(F, F.instrs[K].receiver) == nameIn(F, Id))
      return true;
  }
  return false;
}

/// How sure it is that the call answers with a tensor that has memory of its
/// own, which dies with it; nothing: it is a view, or unknown.
std::optional<Level> makesMemory(const Judge &J, int Fn, int Id) {
  const FunctionFacts &F = J.flow.function(Fn);
  const std::vector<Value> &Values = J.flow.of(Fn).values;
  const Instr &I = F.instrs[Id];
  if (I.op != Op::Call || I.type.reference || I.api.empty())
    return std::nullopt;
  const api::Row *R = rowOf(I);
  switch (api::roleOf(I.api)) {
  case api::Role::Factory:
    return Level::Certain;
  case api::Role::MoveTensor: {
    if (I.receiver < 0)
      return std::nullopt;
    // Of a temporary: it had memory of its own already.
    if (std::optional<Level> Before = makesMemory(J, Fn, I.receiver))
      return Before;
    bool Moves = std::any_of(Values[Id].alts.begin(), Values[Id].alts.end(),
                             [](const Alt &A) { return A.moved; });
    bool KeepsDevice = std::string_view(R->info) == "type" || !Moves;
    if (KeepsDevice &&
        (madeByFactory(F, I.receiver) || isResized(F, I.receiver, Id)))
      return std::nullopt;
    return KeepsDevice ? Level::Likely : copies(Values[I.receiver], Values[Id]);
  }
  case api::Role::Forward:
    return Level::Likely;
  case api::Role::Operator: {
    if (R && std::string_view(R->info) == "fresh")
      return Level::Certain;
    bool View = R && std::string_view(R->info).substr(0, 4) == "view";
    // A view of a temporary, or the tensor in an IValue that is one.
    bool Holds =
        I.receiver >= 0 && F.instrs[I.receiver].type.role == TypeRole::IValue;
    return I.receiver >= 0 && (View || Holds) ? makesMemory(J, Fn, I.receiver)
                                              : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// A list of what is kept, or a tensor over the memory.
bool carries(const Instr &I) {
  if (I.op == Op::Construct)
    return I.name == "{}";
  if (I.op == Op::Other || I.op == Op::Phi)
    return I.type.role == TypeRole::Pointer;
  const api::Row *R = rowOf(I);
  return R && R->role == api::Role::FromBlob;
}

/// Where a pointer goes that lives longer than its statement; -1: nowhere.
int keptBy(const FunctionFacts &F, int Id) {
  for (int U : usersOf(F, Id)) {
    const Instr &I = F.instrs[U];
    switch (I.op) {
    case Op::Store:
      if (I.operands.size() > 1 && I.operands[1] == Id)
        return U;
      break;
    case Op::Return:
      return U;
    case Op::Call:
    case Op::Construct:
    case Op::Other:
    case Op::Phi:
      if (carries(I))
        if (int By = keptBy(F, U); By >= 0)
          return By;
      break;
    default:
      break;
    }
  }
  return -1;
}

/// The call that a pointer (or one computed from it) came from, if it is of a
/// temporary tensor with memory of its own.
int ofTemporary(const Judge &J, int Fn, int Pointer, std::optional<Level> &L) {
  const FunctionFacts &F = J.flow.function(Fn);
  while (Pointer >= 0 && F.instrs[Pointer].op == Op::Other) {
    const std::vector<int> &From = F.instrs[Pointer].operands;
    auto At = std::find_if(From.begin(), From.end(), [&](int O) {
      return O >= 0 && F.instrs[O].type.role == TypeRole::Pointer;
    });
    Pointer = At == From.end() ? -1 : *At;
  }
  if (Pointer < 0 || !givesMemory(F, F.instrs[Pointer]) ||
      F.instrs[F.instrs[Pointer].receiver].op != Op::Call)
    return -1;
  L = makesMemory(J, Fn, F.instrs[Pointer].receiver);
  return L ? Pointer : -1;
}

/// `vector(x.cpu().data_ptr(), x.cpu().data_ptr() + n)`: on a device these are
/// two copies, and the range begins in one and ends in the other.
void findSplitRange(Judge &J, int Fn, int Id) {
  const FunctionFacts &F = J.flow.function(Fn);
  const Instr &I = F.instrs[Id];
  const api::Row *R = I.op == Op::Call || I.op == Op::Construct
                          ? api::findRow(I.callee)
                          : nullptr;
  if (!R || R->role != api::Role::HostReader || I.name == "{}" ||
      I.operands.size() < 2)
    return;
  std::optional<Level> First, Last;
  int Begin = ofTemporary(J, Fn, I.operands[0], First);
  int End = ofTemporary(J, Fn, I.operands[1], Last);
  if (Begin < 0 || End < 0)
    return;
  std::string Made = nameIn(F, F.instrs[Begin].receiver);
  if (Made != nameIn(F, F.instrs[End].receiver))
    return;
  bool Sure = *First == Level::Certain && *Last == Level::Certain;
  J.report("torch-host-access", Sure ? Level::Certain : Level::Likely,
           F.instrs[Begin].span,
           std::string("the range begins in one tensor and ") +
               (Sure ? "ends" : "may end") + " in another: '" + Made +
               "' makes a new one each time",
           Judge::fault({Fn, Begin}))
      .note("ends here", F.instrs[End].span)
      .advise("make it once and keep it: auto kept = " + Made +
              "; kept.data_ptr()");
}

} // namespace

void findDanglingPointers(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      const Instr &I = F.instrs[Id];
      findSplitRange(J, int(Fn), int(Id));
      if (!givesMemory(F, I) || I.type.role != TypeRole::Pointer)
        continue;
      // data_ptr() of a temporary, or of its storage.
      int Tensor = I.receiver;
      while (Tensor >= 0 && F.instrs[Tensor].type.role != TypeRole::Tensor)
        Tensor = F.instrs[Tensor].receiver;
      if (Tensor < 0 || F.instrs[Tensor].op != Op::Call)
        continue;
      std::optional<Level> L = makesMemory(J, int(Fn), Tensor);
      int Kept = L ? keptBy(F, int(Id)) : -1;
      if (Kept < 0)
        continue;
      std::string Made = nameIn(F, Tensor);
      bool Sure = *L == Level::Certain;
      Report X = J.report("torch-host-access", *L, Site{int(Fn), int(Id)},
                          "pointer into the tensor that '" + Made +
                              (Sure ? "' makes outlives it: the tensor dies"
                                    : "' makes may outlive it: a copy dies") +
                              " at the end of the statement");
      if (F.instrs[Kept].op == Op::Return)
        X.note("returned here", F.instrs[Kept].span);
      else if (int At = firstTouch(F, int(Id)); At >= 0)
        X.note("read here", F.instrs[At].span);
      X.advise("keep the tensor as long as the pointer: auto kept = " + Made +
               "; kept.data_ptr()");
    }
  }
}

} // namespace torchtidy
