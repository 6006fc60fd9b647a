//===- Assigning.cpp - results that could be kept ---------------*- C++ -*-===//
#include "checks/common/Assigning.h"
#include "checks/common/Clashes.h"
#include "checks/common/Edits.h"
#include "checks/common/LostCopies.h"

namespace torchtidy {

static std::string assignableVariable(const facts::VarFact &V) {
  bool CopiedCapture = V.storage == facts::Storage::Capture && !V.captureByRef;
  // A copy of the loop's: assigning it changes nothing there.
  bool LoopsCopy = V.rangeFor && !V.type.reference;
  return V.type.isConst || CopiedCapture || LoopsCopy ? "" : V.name;
}

/// A member of *this that nobody registered.
static std::string assignableMember(const Judge &J, const Instr &I) {
  const flow::Paths &P = J.flow.paths;
  bool Registered = J.registeredPath(P.field(P.self(), I.cls, I.name));
  return Registered ? "" : I.name;
}

/// A member of a plain object that may be written to.
static std::string assignablePart(const FunctionFacts &F, int Id) {
  const Instr &I = F.instrs[Id];
  int Root = rootVar(F, Id);
  TypeRole Object = F.instrs[I.operands[0]].type.role;
  if (Root < 0 || (Object != TypeRole::Record && Object != TypeRole::Tuple))
    return "";
  const facts::VarFact &V = F.vars[Root];
  bool LoopsCopy = V.rangeFor && !V.type.reference;
  return V.type.isConst || LoopsCopy ? "" : I.text;
}

/// `list[i]` of a list that others see; an index that does something can't be
/// written twice.
static std::string assignableElement(const FunctionFacts &F, int Id) {
  const Instr &I = F.instrs[Id];
  const int Root = rootVar(F, Id);
  const Instr &List = F.instrs[I.operands[0]];
  bool Seen = Root < 0 || F.vars[Root].type.reference ||
              F.vars[Root].storage == facts::Storage::Local;
  bool Plain = !I.name.empty() && I.name.back() == ']' &&
               I.name.find_first_of("(=") == std::string::npos &&
               I.name.find("++") == std::string::npos &&
               I.name.find("--") == std::string::npos;
  return Seen && Plain && List.type.role == TypeRole::Container &&
                 !List.type.isConst && !(Root >= 0 && F.vars[Root].rangeFor)
             ? I.name
             : "";
}

std::string assignable(const Judge &J, const FunctionFacts &F, int Id) {
  if (Id < 0 || F.instrs[Id].type.isConst)
    return "";
  const Instr &I = F.instrs[Id];
  if (I.op == Op::Var)
    return assignableVariable(F.vars[I.var]);
  if (I.operands.empty() || I.operands[0] < 0)
    return "";
  if (I.op == Op::Element)
    return assignableElement(F, Id);
  if (I.op != Op::Field)
    return "";
  if (F.instrs[I.operands[0]].op == Op::This && !F.isConst)
    return assignableMember(J, I);
  return assignablePart(F, Id);
}

/// The receiver of a chain of moves, or of setters: `x` of `x.to(d).cpu()`.
static int chainRoot(const FunctionFacts &F, const Instr &Call) {
  int Id = Call.receiver;
  while (Id >= 0 && (hasRole(F.instrs[Id], api::Role::MoveTensor) ||
                     hasRole(F.instrs[Id], api::Role::OptionsSetter)))
    Id = F.instrs[Id].receiver;
  return Id;
}

/// Assigning it would replace what is registered.
static bool namesRegistered(const Judge &J, int Fn, const Instr &Target,
                            int Id) {
  const FunctionFacts &F = J.flow.function(Fn);
  if (Target.op == Op::Var && !F.vars[Target.var].type.reference)
    return false;
  const auto &Values = J.flow.of(Fn).values;
  for (const Alt &A : Values[Id].alts)
    for (const Source &S : A.sources)
      if (S.kind == Source::Field && !A.fresh && J.registeredPath(S.path))
        return true;
  return false;
}

/// The target as it is written before the move; "" if it isn't written there,
/// or if what is assigned would reach nobody.
static std::string keptIn(const Judge &J, int Fn, int Move, int Id) {
  const FunctionFacts &F = J.flow.function(Fn);
  const Instr &I = F.instrs[Id];
  const size_t Written = I.span.endOffset - I.span.offset;
  if (assignable(J, F, Id).empty() || namesRegistered(J, Fn, I, Id))
    return "";
  if (I.op != Op::Var) {
    const std::string &Text = I.op == Op::Element ? I.name : I.text;
    return Text.size() == Written ? Text : "";
  }
  const facts::VarFact &V = F.vars[I.var];
  // `::x` isn't x, of another type `x.to(d)` may be nothing to assign, and a
  // static tensor may not outlive the device.
  bool Static = V.storage == facts::Storage::Global ||
                V.storage == facts::Storage::StaticLocal;
  bool Kept = !Static && !V.fromTemplate && V.name.size() == Written &&
              isReadAfter(J, Fn, I.var, Move) &&
              !refersIntoReturnedList(J, Fn, I.var);
  return Kept ? V.name : "";
}

std::optional<Fix> keepResult(const Judge &J, int Fn, int Id) {
  const FunctionFacts &F = J.flow.function(Fn);
  const Instr &Call = F.instrs[Id];
  const int Root = chainRoot(F, Call);
  if (Root < 0 || Call.span.macro || !Call.span.valid() ||
      F.instrs[Root].type.role != Call.type.role ||
      F.instrs[Root].span.offset != Call.span.offset)
    return std::nullopt;
  const std::string Target = keptIn(J, Fn, Id, Root);
  if (Target.empty())
    return std::nullopt;
  return insert("keep the result", beginOf(J.span(Call.span)), Target + " = ");
}

static bool isTensor(const facts::TypeFact &T) {
  return T.role == TypeRole::Tensor || T.role == TypeRole::PackedSequence;
}

bool isDroppedCopy(const FunctionFacts &F, int Id) {
  const Instr &I = F.instrs[Id];
  if (I.use != facts::Use::Discarded || I.receiver < 0)
    return false;
  return (hasRole(I, api::Role::MoveTensor) && isTensor(I.type)) ||
         (hasRole(I, api::Role::OptionsSetter) &&
          I.type.role == TypeRole::TensorOptions && !I.operands.empty());
}

bool isGivenDevice(const Instr &Move) {
  const std::string_view Info = rowOf(Move)->info;
  if (Info != "args")
    return Info != "type";
  return std::any_of(Move.args.begin(), Move.args.end(),
                     [](const facts::ArgFact &A) {
                       return flow::namesDevice(A.type.role) ||
                              A.type.role == TypeRole::Tensor ||
                              A.type.role == TypeRole::Optional;
                     });
}

Site factoryBehind(const Judge &J, Site Move) {
  const Instr &I = J.flow.instr(Move);
  const auto &Values = J.flow.of(Move.fn).values;
  Site First;
  if (!isGivenDevice(I) || I.receiver < 0 || I.receiver >= int(Values.size()))
    return First;
  for (const Alt &A : Values[I.receiver].alts)
    for (const Source &S : A.sources)
      if (madeWithoutDevice(S) && S.instr >= 0 &&
          (First.instr < 0 || Site{S.fn, S.instr} < First))
        First = {S.fn, S.instr};
  return First;
}

bool isIdleOperator(const FunctionFacts &F, const Instr &I) {
  if (I.op != Op::Call || I.api.empty() || I.use != facts::Use::Discarded ||
      I.receiver < 0 || !isTensor(I.type) || I.type.reference ||
      !isTensor(F.instrs[I.receiver].type) ||
      api::roleOf(I.api) != api::Role::Operator)
    return false;
  const std::string Name = lastNameOf(I);
  bool InPlace = api::operatorOf(I.api).back() == '_' ||
                 (!Name.empty() && Name.back() == '_');
  bool Spelled = !Name.empty() && Name.compare(0, 8, "operator") != 0;
  const api::Row *R = api::findRow(I.api);
  bool Handle = R && std::string_view(R->info) == "handle";
  return Spelled && !InPlace && !Handle;
}

std::string lastNameOf(const Instr &Call) {
  return Call.api.substr(Call.api.rfind("::") + 2);
}

} // namespace torchtidy
