//===- DiscardedMove.cpp - a copy on the device, dropped --------*- C++ -*-===//
//
// docs/checks/torch-discarded-move.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Batches.h"
#include "checks/common/Edits.h"
#include "checks/common/LostCopies.h"
#include "checks/common/Operands.h"

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
    O.member = sourceOf(F, I.receiver);
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
  std::string Name = sourceOf(F, I.receiver);
  Name = Name.empty() ? "the tensor" : "'" + Name + "'";
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

static void movedCopies(Judge &J, int Fn) {
  for (const LostCopy &C : lostCopies(J, Fn)) {
    const Instr &I = J.flow.instr({Fn, C.at});
    Finding &X = J.report(Rule, Level::Certain, I.span, C.message,
                          Judge::fault({Fn, C.at}));
    Origin O;
    O.kind = "result";
    O.member = C.name;
    O.made = J.span(I.span);
    X.origins.push_back(std::move(O));
    X.notes.push_back({C.advice, {}});
  }
}

/// A part of a batch got another type where its sibling got a device.
static void onlyTyped(Judge &J) {
  for (const LostPart &P : lostParts(J)) {
    if (P.typed.instr < 0)
      continue;
    const Instr &I = J.flow.instr(P.typed);
    Finding &X = J.report(Rule, Level::Likely, I.span,
                          "'" + oneLine(I.text) +
                              "' changes the type and leaves the tensor where "
                              "it was; it may meet its moved sibling",
                          Judge::fault(P.at));
    Origin O;
    O.kind = "result";
    O.member = P.name;
    O.made = J.span(I.span);
    X.origins.push_back(std::move(O));
    X.notes.push_back({"its sibling is moved here", J.span(P.sibling)});
    X.notes.push_back({"meets it here", J.span(P.at)});
    X.notes.push_back({"give both: x.to(device, torch::kLong)", {}});
  }
}

void checkDiscardedMove(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      dropped(J, F, int(Fn), int(Id));
      droppedOperator(J, F, int(Fn), int(Id));
    }
    movedCopies(J, int(Fn));
  }
  onlyTyped(J);
}

} // namespace torchtidy
