//===- Registering.cpp - how to register what a member is given -*- C++ -*-===//
#include "checks/common/Registering.h"
#include "checks/common/Edits.h"
#include "checks/common/Operands.h"

namespace torchtidy {

/// The class and the user's own classes above it.
static std::vector<const ClassFacts *> hierarchy(const Judge &J,
                                                 const ClassFacts &C) {
  std::vector<const ClassFacts *> R{&C};
  for (size_t I = 0; I < R.size(); ++I)
    for (const facts::BaseFact &B : R[I]->bases)
      if (const ClassFacts *Base = J.flow.classOf(B.id);
          Base && std::find(R.begin(), R.end(), Base) == R.end())
        R.push_back(Base);
  return R;
}

/// `register_buffer` isn't LibTorch's there, or the name is taken.
static bool isHindered(const Judge &J, const Member &M,
                       const std::string &Registrar) {
  for (const ClassFacts *C : hierarchy(J, *M.cls)) {
    for (const facts::MethodFact &X : C->methods)
      if (X.name == Registrar)
        return true;
    for (int Fn : J.flow.functions())
      if (J.flow.function(Fn).cls == C->id)
        for (const flow::RegisterEvent &E : J.flow.of(Fn).registers)
          if (E.name == M.name)
            return true;
  }
  return false;
}

/// A second turn would register the name again, which throws.
static bool inLoop(const FunctionFacts &F, int Id) {
  std::vector<int> Work;
  std::set<int> Seen;
  int Block = -1;
  for (size_t B = 0; B < F.blocks.size(); ++B)
    if (Id >= F.blocks[B].first && Id < F.blocks[B].last)
      Work = F.blocks[Block = int(B)].succs;
  while (!Work.empty()) {
    int B = Work.back();
    Work.pop_back();
    if (B == Block)
      return true;
    if (Seen.insert(B).second)
      Work.insert(Work.end(), F.blocks[B].succs.begin(),
                  F.blocks[B].succs.end());
  }
  return false;
}

/// The store is in the class's own code, of the member as a whole, runs once
/// and stays: what it gives the member may be registered.
static bool canRegister(const Judge &J, const Member &M, const StoreEvent &E,
                        const std::string &Registrar) {
  const FunctionFacts &F = J.flow.function(E.at.fn);
  // A clone registers in reset(), and only there.
  bool ForClone = !M.cls->isCloneable || F.shortName == "reset";
  if (!E.ownObject || M.name != M.field->name || !ForClone ||
      F.kind == FunctionKind::Lambda || !J.constructs(E.at.fn) ||
      J.flow.instr(E.at).span.macro || inLoop(F, E.at.instr) ||
      isHindered(J, M, Registrar))
    return false;
  return std::all_of(M.stores.begin(), M.stores.end(),
                     [&](const StoreEvent *X) {
                       return X->init || X->at == E.at || X->at.instr < 0;
                     });
}

/// Where the bracket opens of what makes a member in place: `l(3, 4)` in a
/// constructor's list, `{3, 4}` at its declaration; npos: of nothing such.
static size_t openBracket(const Member &M, const Instr &Made) {
  size_t At =
      Made.text.compare(0, M.name.size(), M.name) == 0 ? M.name.size() : 0;
  bool InPlace = Made.op == Op::Construct && At < Made.text.size() &&
                 (Made.text[At] == '{' || (Made.text[At] == '(' && At));
  return InPlace ? At : std::string::npos;
}

/// `l(3, 4)` becomes `l(register_module("l", torch::nn::Linear(3, 4)))`.
static Fix registerInPlace(const char *Message, const Span &Made, size_t Open,
                           char Bracket, const std::string &Call) {
  Span Begin = beginOf(Made), End = endOf(Made);
  for (unsigned *X :
       {&Begin.offset, &Begin.endOffset, &Begin.column, &Begin.endColumn})
    *X += unsigned(Open) + 1;
  for (unsigned *X : {&End.offset, &End.endOffset, &End.column, &End.endColumn})
    *X -= 1;
  return {Message,
          {{Begin, Call + Bracket}, {End, Bracket == '{' ? "})" : "))"}}};
}

/// \p Registrar gets what is stored; the fix-it only with \p Message.
static void hand(const Judge &J, const Member &M, const StoreEvent &E,
                 const std::string &Registrar, const char *Message,
                 Report &To) {
  const Instr &Store = J.flow.instr(E.at);
  const Instr &V = J.flow.function(E.at.fn).instrs[Store.operands[1]];
  const std::string Call = (M.cls->dependentBase ? "this->" : "") + Registrar +
                           "(\"" + M.name + "\", ";
  const std::string &Type = M.field->type.spelling;
  const size_t Open =
      Store.nameSpan.valid() ? std::string::npos : openBracket(M, V);
  const bool InPlace = Open != std::string::npos;
  std::string Given = sourceOf(J.flow.function(E.at.fn), Store.operands[1]);
  if (InPlace)
    Given = Type + oneLine(V.text.substr(Open));
  To.advise("register it: " + M.name + " = " + Call +
            (Given.empty() ? M.name : Given) + ")");
  if (!Message || !canRegister(J, M, E, Registrar) || V.span.macro)
    return;
  if (InPlace)
    To.fix(registerInPlace(Message, J.span(V.span), Open, V.text[Open],
                           Call + Type));
  else if (Store.nameSpan.valid() && !Store.nameSpan.macro)
    To.fix(wrap(Message, J.span(Store.nameSpan), Call, ")"));
}

namespace {
/// Whether what is stored is a leaf that asks for a gradient.
enum class Asks { No, Yes, Unknown };
} // namespace

static bool setsGradient(const Instr &I) {
  return hasRole(I, api::Role::OptionsSetter, "requires_grad") ||
         hasRole(I, api::Role::OptionsMaker, "requires_grad") ||
         hasRole(I, api::Role::RequiresGrad);
}

/// `requires_grad()`, `requires_grad(true)`.
static Asks asks(const FunctionFacts &F, const Instr &Setter) {
  if (Setter.operands.empty())
    return Asks::Yes;
  const int Given = Setter.operands[0];
  const bool Literal = Given >= 0 && F.instrs[Given].op == Op::Const;
  return !Literal                          ? Asks::Unknown
         : F.instrs[Given].text == "true"  ? Asks::Yes
         : F.instrs[Given].text == "false" ? Asks::No
                                           : Asks::Unknown;
}

static Asks asksForGradient(const Judge &J, const Member &M,
                            const StoreEvent &E) {
  const FunctionFacts &F = J.flow.function(E.at.fn);
  const int Value = J.flow.instr(E.at).operands[1];
  const Instr &V = F.instrs[Value];
  // Later, of the member itself.
  for (const Instr &I : F.instrs)
    if (hasRole(I, api::Role::RequiresGrad) && I.receiver >= 0 &&
        F.instrs[I.receiver].op == Op::Field &&
        F.instrs[I.receiver].name == M.name)
      return Asks::Unknown;
  const int Setter = findInTree(F, Value, setsGradient);
  if (Setter < 0)
    return Asks::No;
  const Asks A = asks(F, F.instrs[Setter]);
  // What was computed from a leaf is none.
  bool OfLeaf = Setter == Value || hasRole(V, api::Role::Factory);
  return A == Asks::Yes && !OfLeaf ? Asks::Unknown : A;
}

void registerStored(const Judge &J, const Member &M, const StoreEvent &E,
                    Report &To) {
  const Instr &Store = J.flow.instr(E.at);
  if (Store.op != Op::Store || Store.operands.size() < 2 ||
      Store.operands[1] < 0)
    return;
  const Asks Gradient = asksForGradient(J, M, E);
  bool Plain = Gradient != Asks::Unknown &&
               M.field->type.role == TypeRole::Tensor && !M.cls->isTorchBind;
  const char *Message = Gradient == Asks::Yes ? "register it as a parameter"
                                              : "register it as a buffer";
  hand(J, M, E, Gradient == Asks::No ? "register_buffer" : "register_parameter",
       Plain ? Message : nullptr, To);
}

void registerSubmodule(const Judge &J, const Member &M, const StoreEvent &E,
                       Report &To) {
  const FunctionFacts &F = J.flow.function(E.at.fn);
  const Instr &V = F.instrs[J.flow.instr(E.at).operands[1]];
  const facts::TypeFact &T = M.field->type;
  // No registrar takes a unique_ptr, or an AnyModule.
  bool Taken = T.role == TypeRole::ModuleHolder ||
               (T.role == TypeRole::SmartPtr && T.name == "std::shared_ptr" &&
                !T.args.empty() && T.args[0].role == TypeRole::Module);
  hand(J, M, E, "register_module",
       Taken && V.type.role == T.role ? "register it as a submodule" : nullptr,
       To);
}

} // namespace torchtidy
