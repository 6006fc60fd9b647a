//===- DiscardedMove.cpp - a copy on the device, dropped --------*- C++ -*-===//
//
// docs/checks/torch-discarded-move.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Edits.h"
#include "checks/common/Judge.h"

namespace torchtidy {

using facts::FunctionFacts;
using facts::Instr;
using facts::Op;
using facts::TypeRole;

static constexpr const char *Rule = "torch-discarded-move";

static bool isTensor(const facts::TypeFact &T) {
  return T.role == TypeRole::Tensor || T.role == TypeRole::PackedSequence;
}

/// A variable or member that may be assigned; "" if the receiver is no such.
/// The variable that a chain of members, elements and calls begins with.
static int rootVar(const FunctionFacts &F, int Id) {
  while (Id >= 0 && F.instrs[Id].op != Op::Var) {
    const Instr &I = F.instrs[Id];
    Id = I.receiver >= 0 ? I.receiver : I.operands.empty() ? -1 : I.operands[0];
  }
  return Id < 0 ? -1 : F.instrs[Id].var;
}

static std::string assignable(const Judge &J, const FunctionFacts &F, int Id) {
  if (Id < 0)
    return "";
  const Instr &I = F.instrs[Id];
  if (I.type.isConst)
    return "";
  if (I.op == Op::Var) {
    const facts::VarFact &V = F.vars[I.var];
    bool CopiedCapture =
        V.storage == facts::Storage::Capture && !V.captureByRef;
    // A copy of the loop's or the caller's: assigning it changes nothing there.
    bool Copy =
        !V.type.reference && (V.rangeFor || V.storage == facts::Storage::Param);
    return V.type.isConst || CopiedCapture || (Copy && V.rangeFor) ? ""
                                                                   : V.name;
  }
  if (I.op == Op::Field && !I.operands.empty() && I.operands[0] >= 0 &&
      F.instrs[I.operands[0]].op == Op::This && !F.isConst) {
    auto &Paths = const_cast<flow::Paths &>(J.flow.paths);
    bool Registered =
        J.registeredPath(Paths.field(Paths.self(), I.cls, I.name));
    return Registered ? "" : I.name;
  }
  // A member of a plain object that may be written to.
  if (I.op == Op::Field && !I.operands.empty() && I.operands[0] >= 0) {
    int Root = rootVar(F, Id);
    TypeRole Object = F.instrs[I.operands[0]].type.role;
    if (Root < 0 || (Object != TypeRole::Record && Object != TypeRole::Tuple) ||
        F.vars[Root].type.isConst ||
        (F.vars[Root].rangeFor && !F.vars[Root].type.reference))
      return "";
    return I.text;
  }
  return "";
}

static Finding &tell(Judge &J, const FunctionFacts &F, int Fn, int Id,
                     std::string Message) {
  const Instr &I = F.instrs[Id];
  Finding &X = J.report(Rule, Level::Certain, I.span, std::move(Message),
                        Judge::fault({Fn, Id}));
  Origin O;
  O.kind = "result";
  O.made = J.span(I.span);
  if (I.receiver >= 0)
    O.member = F.instrs[I.receiver].text;
  X.origins.push_back(std::move(O));
  return X;
}

/// A device is among what it is given, not only a type.
static bool movesDevice(const Instr &I, const api::Row &R) {
  std::string_view Info = R.info;
  if (Info != "args")
    return Info != "type";
  for (const facts::ArgFact &A : I.args)
    if (A.type.role == TypeRole::Device ||
        A.type.role == TypeRole::DeviceType ||
        A.type.role == TypeRole::TensorOptions ||
        A.type.role == TypeRole::Tensor || A.type.role == TypeRole::Optional)
      return true;
  return false;
}

static void dropped(Judge &J, const FunctionFacts &F, int Fn, int Id) {
  const Instr &I = F.instrs[Id];
  const api::Row *R = rowOf(I);
  if (!R || I.use != facts::Use::Discarded || I.receiver < 0)
    return;
  const Instr &Receiver = F.instrs[I.receiver];
  bool Move = R->role == api::Role::MoveTensor && isTensor(I.type);
  bool Setter = R->role == api::Role::OptionsSetter &&
                I.type.role == TypeRole::TensorOptions && !I.operands.empty();
  if (!Move && !Setter)
    return;
  std::string Name =
      Receiver.text.empty() ? "the tensor" : "'" + Receiver.text + "'";
  std::string Call = I.api.substr(I.api.rfind("::") + 2);
  std::string Message =
      Setter ? "result of '" + Call +
                   "()' is dropped; it returns new options and "
                   "leaves " +
                   Name + " as it was"
             : "result of '" + Call +
                   "()' is dropped; it returns a copy and leaves " + Name +
                   (movesDevice(I, *R) ? " where it was" : " as it was");
  Finding &X = tell(J, F, Fn, Id, Message);
  std::string Target = assignable(J, F, I.receiver);
  int Root = rootVar(F, I.receiver);
  std::string Say = !Target.empty() ? Target
                    : Root >= 0     ? F.vars[Root].name
                                    : "x";
  X.notes.push_back(
      {"keep the result: " + Say + " = " +
           (I.text.empty() ? Say + "." + Call + "(…)" : oneLine(I.text)),
       {}});
  // Assigning changes what the caller holds only if it was meant; a by-value
  // parameter is this function's own.
  if (!Target.empty() && !I.span.macro && I.span.valid() &&
      Receiver.span.offset == I.span.offset)
    X.fixes.push_back(
        insert("keep the result", beginOf(J.span(I.span)), Target + " = "));
}

/// An operator without a side effect whose result nobody takes.
static void droppedOperator(Judge &J, const FunctionFacts &F, int Fn, int Id) {
  const Instr &I = F.instrs[Id];
  if (I.op != Op::Call || I.api.empty() || I.use != facts::Use::Discarded ||
      I.receiver < 0 || !isTensor(I.type) || I.type.reference ||
      !isTensor(F.instrs[I.receiver].type) ||
      api::roleOf(I.api) != api::Role::Operator)
    return;
  std::string Op = api::operatorOf(I.api);
  std::string Call = I.api.substr(I.api.rfind("::") + 2);
  bool Named = !Call.empty() && Call.compare(0, 8, "operator") != 0;
  if (Op.back() == '_' || !Named || Call.back() == '_')
    return;
  const api::Row *R = api::findRow(I.api);
  if (R && R->info == std::string_view("handle"))
    return;
  Finding &X = tell(J, F, Fn, Id,
                    "result of '" + Call +
                        "()' is dropped; it "
                        "changes nothing");
  X.level = Level::Advice;
  X.notes.push_back(
      {"keep the result, or use the in-place '" + Call + "_()'", {}});
}

static bool sameVar(const FunctionFacts &F, int Id, int Var) {
  return Id >= 0 && F.instrs[Id].op == Op::Var && F.instrs[Id].var == Var;
}

/// Whether a variable's value can still be read after an instruction.
static bool readAfter(const FunctionFacts &F, int Var, int Store) {
  if (F.incomplete)
    return true; // by a part that isn't seen, perhaps
  auto Reads = [&](int Id) {
    const Instr &I = F.instrs[Id];
    for (size_t K = 0; K < I.operands.size(); ++K)
      if (sameVar(F, I.operands[K], Var) && !(I.op == Op::Store && K == 0))
        return true;
    return sameVar(F, I.receiver, Var);
  };
  std::vector<char> Seen(F.blocks.size());
  std::vector<std::pair<int, int>> Work; // block, first instruction
  for (size_t B = 0; B < F.blocks.size(); ++B)
    if (Store >= F.blocks[B].first && Store < F.blocks[B].last)
      Work.push_back({int(B), Store + 1});
  while (!Work.empty()) {
    auto [B, First] = Work.back();
    Work.pop_back();
    bool Killed = false;
    for (int I = First; I < F.blocks[B].last && !Killed; ++I) {
      if (Reads(I))
        return true;
      const Instr &X = F.instrs[I];
      Killed = X.op == Op::Bind ? X.var == Var
                                : X.op == Op::Store && !X.operands.empty() &&
                                      sameVar(F, X.operands[0], Var);
    }
    if (sameVar(F, F.blocks[B].cond, Var))
      return true;
    if (Killed)
      continue;
    for (int S : F.blocks[B].succs)
      if (!Seen[S]) {
        Seen[S] = 1;
        Work.push_back({S, F.blocks[S].first});
      }
  }
  return false;
}

/// `p = p.to(d)` where p is a copy: a loop's variable or a parameter.
static void movedCopy(Judge &J, const FunctionFacts &F, int Fn, int Id) {
  const Instr &I = F.instrs[Id];
  if (I.op != Op::Store || I.storeKind != facts::StoreKind::Assign ||
      I.operands.size() < 2 || I.operands[0] < 0 || I.operands[1] < 0)
    return;
  const Instr &Target = F.instrs[I.operands[0]];
  const Instr &Moved = F.instrs[I.operands[1]];
  const api::Row *R = rowOf(Moved);
  int Var = rootVar(F, I.operands[0]);
  if (!R || R->role != api::Role::MoveTensor || Moved.receiver < 0 || Var < 0)
    return;
  const facts::VarFact &V = F.vars[Var];
  // `item.value() = item.value().to(d)` of a list of handles, too.
  bool Itself = Target.op == Op::Var
                    ? sameVar(F, Moved.receiver, Var)
                    : V.rangeFor && !Target.text.empty() &&
                          Target.text == F.instrs[Moved.receiver].text;
  if (!Itself)
    return;
  bool ByReference = V.type.reference;
  bool Temporary = false;
  if (V.rangeFor && (ByReference || Target.op != Op::Var)) {
    // A reference into the list that parameters() returned.
    for (const Instr &B : F.instrs)
      if ((B.op == Op::Bind && B.var == Var && !B.operands.empty() &&
           B.operands[0] >= 0) ||
          (B.op == Op::Store && B.operands.size() > 1 && B.operands[1] >= 0 &&
           sameVar(F, B.operands[0], Var))) {
        int Call = findInTree(F, B.operands.back(), [](const Instr &X) {
          const api::Row *L = rowOf(X);
          return L && L->role == api::Role::Handles;
        });
        Temporary |= Call >= 0;
      }
    if (!Temporary)
      return;
  } else if (ByReference || V.type.rvalueReference) {
    return;
  } else if (!V.rangeFor && V.storage != facts::Storage::Param) {
    return;
  } else if (readAfter(F, Var, Id)) {
    return;
  }
  std::string What = Temporary    ? "an element of the list that was returned"
                     : V.rangeFor ? "the loop's own copy"
                                  : "the function's own copy";
  Finding &X = J.report(Rule, Level::Certain, I.span,
                        "'" + V.name + "' is " + What +
                            "; moving it leaves the original where it was",
                        Judge::fault({Fn, Id}));
  Origin O;
  O.kind = "result";
  O.member = V.name;
  O.made = J.span(I.span);
  X.origins.push_back(std::move(O));
  X.notes.push_back(
      {Temporary    ? "move the module: net->to(device)"
       : V.rangeFor ? "take each by reference: for (auto &" + V.name + " : …)"
                    : "return the moved tensor, or take it by reference",
       {}});
}

void checkDiscardedMove(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      dropped(J, F, int(Fn), int(Id));
      droppedOperator(J, F, int(Fn), int(Id));
      movedCopy(J, F, int(Fn), int(Id));
    }
  }
}

} // namespace torchtidy
