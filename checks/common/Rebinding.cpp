//===- Rebinding.cpp - a member no longer holds what was registered -------===//
#include "checks/common/Rebinding.h"
#include "checks/common/Clashes.h"
#include "checks/common/Edits.h"
#include "checks/common/Order.h"

namespace torchtidy {

int registrarBelow(const FunctionFacts &F, int Value) {
  for (int Id = Value; Id >= 0;) {
    const Instr &I = F.instrs[Id];
    const api::Row *R = rowOf(I);
    if (R && (R->role == api::Role::RegisterBuffer ||
              R->role == api::Role::RegisterParameter))
      return Id == Value ? -1 : Id;
    if (I.op != Op::Call)
      return -1;
    // `register_parameter("w", t) * 0.02` is a call of an operator.
    Id = I.receiver >= 0 ? I.receiver : I.operands.empty() ? -1 : I.operands[0];
  }
  return -1;
}

int copiedRegistrar(const Judge &J, const StoreEvent &E) {
  const FunctionFacts &F = J.flow.function(E.at.fn);
  const Instr &Store = F.instrs[E.at.instr];
  if (Store.op != Op::Store || Store.operands.size() < 2 || E.registered)
    return -1;
  if (int R = registrarBelow(F, Store.operands[1]); R >= 0)
    return R;
  // `auto t = register_buffer("b", …); b = t.to(d);`
  if (E.copiesRegistered)
    for (const flow::RegisterEvent &R : J.flow.of(E.at.fn).registers)
      if (R.at.fn == E.at.fn && R.name == J.flow.paths[E.path].name)
        return R.at.instr;
  return -1;
}

/// Registered somewhere else than in this very function.
static bool registeredElsewhere(const Judge &J, const StoreEvent &E) {
  if (!J.registeredPath(E.path))
    return false;
  // A plain object's tensor that some module was given: an object like it, in
  // which other tensors come and go, is no part of that module.
  const int Top = J.flow.paths.topField(E.path);
  const ClassFacts *Owner = J.flow.classOf(J.flow.paths[Top].cls);
  if (Owner && !Owner->isModule && !Owner->isTorchBind)
    return false;
  for (const flow::RegisterEvent &R : J.flow.of(E.at.fn).registers)
    if (R.path == E.path)
      return false;
  // `w = register_buffer(…)` again, in this function.
  for (const StoreEvent &S : J.flow.of(E.at.fn).stores)
    if (S.path == E.path && S.registered)
      return false;
  return true;
}

bool rebindsRegistered(const Judge &J, const StoreEvent &E) {
  if (E.at.instr < 0 || E.registered ||
      J.flow.paths[E.path].kind != flow::Paths::Field)
    return false;
  if (copiedRegistrar(J, E) >= 0)
    return true;
  return !E.init && (E.overRegistered ||
                     (!J.constructs(E.at.fn) && registeredElsewhere(J, E)));
}

namespace {
/// What a member gets instead of what was registered.
struct Replacement {
  bool fresh = false, handle = false, undefined = true, module = false;
};
} // namespace

static Replacement classify(const Judge &J, const Value &V) {
  Replacement R;
  R.undefined = !V.alts.empty();
  for (const Alt &A : V.alts) {
    R.undefined &= A.undefined;
    R.fresh |= A.fresh;
    for (const Source &S : A.sources) {
      R.handle |=
          S.kind == Source::Field && !A.fresh && J.registeredPath(S.path);
      R.module |= S.kind == Source::Module;
    }
  }
  R.handle |= V.handles;
  return R;
}

static bool storesMember(const FunctionFacts &F, const std::string &Name) {
  return std::any_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &I) {
    return I.op == Op::Store && I.operands[0] >= 0 &&
           F.instrs[I.operands[0]].op == Op::Field &&
           F.instrs[I.operands[0]].name == Name;
  });
}

/// A cache that heals itself, `if (c.device() != x.device()) c = …`: what was
/// registered is stale, and nobody reads it where that would hurt.
static bool rebuildsByDevice(const FunctionFacts &F) {
  auto AsksMember = [&](int Id) {
    bool Asks = Id >= 0 && hasRole(F.instrs[Id], api::Role::DeviceOf);
    int Of = Asks ? F.instrs[Id].receiver : -1;
    return Of >= 0 && F.instrs[Of].op == Op::Field &&
           storesMember(F, F.instrs[Of].name);
  };
  return std::any_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &I) {
    return I.op == Op::Compare &&
           std::any_of(I.operands.begin(), I.operands.end(), AsksMember);
  });
}

/// Two expressions that name one place: `net.fc->weight`.
static bool samePlace(const FunctionFacts &F, int A, int B) {
  if (A < 0 || B < 0)
    return A == B;
  const Instr &X = F.instrs[A], &Y = F.instrs[B];
  if (X.op != Y.op || X.name != Y.name || X.cls != Y.cls || X.var != Y.var ||
      X.operands.size() != Y.operands.size() || X.op == Op::Call)
    return false;
  for (size_t I = 0; I < X.operands.size(); ++I)
    if (!samePlace(F, X.operands[I], Y.operands[I]))
      return false;
  return samePlace(F, X.receiver, Y.receiver);
}

/// `w = assign(w, …)`: what comes back, and wasn't made there, is what was
/// handed in.
static bool comesBack(const FunctionFacts &F, const Instr &Store) {
  const Instr &Value = F.instrs[Store.operands[1]];
  return Value.op == Op::Call && Store.operands[0] >= 0 &&
         F.instrs[Store.operands[0]].op == Op::Field &&
         std::any_of(Value.operands.begin(), Value.operands.end(),
                     [&](int O) { return samePlace(F, Store.operands[0], O); });
}

/// The first instruction of \p F from \p Id on that names the member that
/// \p Field names, but for \p Field itself; the number of instructions if there
/// is none.
static size_t firstNamed(const FunctionFacts &F, const Instr &Field,
                         size_t Id = 0) {
  for (; Id < F.instrs.size(); ++Id) {
    const Instr &I = F.instrs[Id];
    if (&I != &Field && I.op == Op::Field && I.name == Field.name &&
        I.cls == Field.cls)
      break;
  }
  return Id;
}

/// `conv->weight = g * v / norm;` in each forward: computed anew from what is
/// registered or handed in, before anybody reads it. What was registered under
/// its name is stale, and nobody misses it.
static bool isRecomputed(const Judge &J, const StoreEvent &E) {
  const FunctionFacts &F = J.flow.function(E.at.fn);
  const int To = F.instrs[E.at.instr].operands[0];
  if (To < 0 || F.instrs[To].op != Op::Field || J.constructs(E.at.fn) ||
      E.value.alts.empty() || firstNamed(F, F.instrs[To]) < size_t(E.at.instr))
    return false;
  // A parameter of LibTorch's module is read by the module.
  if (J.flow.classOf(F.instrs[To].cls) &&
      firstNamed(F, F.instrs[To], size_t(E.at.instr)) == F.instrs.size())
    return false;
  for (const Alt &A : E.value.alts) {
    if (A.device.kind != Device::Symbol)
      return false;
    const Symbol &S = J.flow.names[A.device.symbol];
    if (S.kind == Symbol::Field
            ? !J.registeredPath(S.path)
            : S.kind != Symbol::Self && S.kind != Symbol::Param)
      return false;
  }
  for (int Fn : J.flow.functions())
    if (Fn != E.at.fn && !F.cls.empty() && J.flow.function(Fn).cls == F.cls &&
        !J.constructs(Fn) &&
        firstNamed(J.flow.function(Fn), F.instrs[To]) <
            J.flow.function(Fn).instrs.size())
      return false;
  return !F.cls.empty();
}

/// The place belongs to an object that the function made for itself.
static bool isOfLocal(const FunctionFacts &F, int Place) {
  while (Place >= 0 && F.instrs[Place].op != Op::Var)
    Place = F.instrs[Place].receiver >= 0      ? F.instrs[Place].receiver
            : F.instrs[Place].operands.empty() ? -1
                                               : F.instrs[Place].operands[0];
  if (Place < 0)
    return false;
  const facts::VarFact &V = F.vars[F.instrs[Place].var];
  return V.storage == facts::Storage::Local && !V.type.reference;
}

/// `fc->weight = w;` on a module of its own, in a function that neither moves,
/// saves nor trains anything, of a file without a word of devices: the module
/// computes with what it was given.
static bool isOnlyComputedWith(const Judge &J, const StoreEvent &E) {
  const flow::FunctionFlow &F = J.flow.of(E.at.fn);
  const Instr &Store = J.flow.instr(E.at);
  return !E.ownObject && !J.inModule(E.at.fn) && F.sinks.empty() &&
         F.moves.empty() &&
         isOfLocal(J.flow.function(E.at.fn), Store.operands[0]) &&
         !J.flow.speaksOfDevices(J.flow.function(E.at.fn).nameSpan.file) &&
         std::all_of(F.order.begin(), F.order.end(),
                     [](const flow::OrderEvent &X) {
                       return X.kind == flow::OrderEvent::Escape;
                     });
}

static std::optional<Rebound> rebound(const Judge &J, const StoreEvent &E) {
  if (!rebindsRegistered(J, E))
    return std::nullopt;
  const Instr &Store = J.flow.instr(E.at);
  if (Store.op != Op::Store || Store.operands.size() < 2)
    return std::nullopt;
  const Replacement R = classify(J, E.value);
  const TypeRole Role = E.value.role;
  bool Tensor = Role == TypeRole::Tensor || Role == TypeRole::Other;
  // What a function that wasn't seen returns may be the same handle.
  bool Unseen = !R.fresh && E.value.alts.empty();
  if (R.undefined || R.handle || (!Tensor && !R.module) || Unseen ||
      (!R.fresh && comesBack(J.flow.function(E.at.fn), Store)))
    return std::nullopt;
  // Moved to where it is already, a tensor stays the same.
  const bool Sure = R.fresh && !E.selfMove;
  Level L = Sure ? Level::Certain : Level::Likely;
  if (rebuildsByDevice(J.flow.function(E.at.fn)) || isRecomputed(J, E) ||
      isOnlyComputedWith(J, E))
    L = Level::Advice;
  return Rebound{&E, L, copiedRegistrar(J, E), R.module};
}

std::vector<Rebound> findRebound(const Judge &J) {
  std::vector<Rebound> R;
  for (int Fn : J.flow.functions())
    for (const StoreEvent &E : J.flow.of(Fn).stores)
      if (std::optional<Rebound> X = rebound(J, E))
        R.push_back(*X);
  return R;
}

/// `a + b` has to stand in parentheses before `.to(d)`.
static bool isOperator(const Instr &I) {
  const size_t At = I.callee.rfind("::operator");
  return I.receiver < 0 || At == std::string::npos
             ? I.callee.find("operator") != std::string::npos
             : I.callee[At + 10] != '[' && I.callee[At + 10] != '(';
}

static Span behind(const Judge &J, const Instr &Chain, const Instr &Link) {
  Span Rest = J.span(Chain.span);
  Rest.offset = Link.span.endOffset;
  Rest.line = Link.span.endLine;
  Rest.column = Link.span.endColumn;
  return Rest;
}

std::optional<Fix> moveBeforeRegistering(const Judge &J, const Rebound &R) {
  const Site At = R.store->at;
  const FunctionFacts &F = J.flow.function(At.fn);
  const int Stored = J.flow.instr(At).operands[1];
  if (R.registrar < 0 || registrarBelow(F, Stored) != R.registrar)
    return std::nullopt;
  const Instr &Call = F.instrs[R.registrar], &V = F.instrs[Stored];
  if (!Call.argsEnd.valid() || Call.span.macro || V.span.macro ||
      Call.operands.size() != 2 || Call.operands[1] < 0)
    return std::nullopt;
  const int Given = Call.operands[1];
  const Op Made = F.instrs[Given].op;
  if ((Made != Op::Call && Made != Op::Var) ||
      V.text.size() != V.span.endOffset - V.span.offset)
    return std::nullopt;
  const Span Gone = behind(J, V, Call);
  const char *Message = "move before registering";
  // A factory is given the device instead.
  if (V.receiver == R.registrar && V.operands.size() == 1 &&
      !api::isRandom(F.instrs[Given].api))
    if (std::optional<Fix> There =
            passDevice(J, {At.fn, Given},
                       deviceTextAt(J, {At.fn, Stored}, {At.fn, Given}))) {
      There->message = Message;
      There->edits.push_back({Gone, ""});
      return There;
    }
  // The whole tail moves inside.
  const size_t Tail = V.span.endOffset - Call.span.endOffset;
  const size_t Skip = Call.span.endOffset - V.span.offset;
  std::string Moved = V.text.substr(Skip, Tail);
  Fix X{Message, {}};
  if (Made == Op::Call && isOperator(F.instrs[Given])) {
    X.edits.push_back({beginOf(J.span(F.instrs[Given].span)), "("});
    Moved = ")" + Moved;
  }
  X.edits.push_back({J.span(Call.argsEnd), Moved});
  X.edits.push_back({Gone, ""});
  return X;
}

} // namespace torchtidy
