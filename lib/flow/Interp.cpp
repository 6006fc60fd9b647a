//===- Interp.cpp - blocks and plain instructions ---------------*- C++ -*-===//
#include "flow/Interp.h"
#include <algorithm>
#include <queue>

namespace torchtidy {
namespace flow {

using facts::NoValue;
using facts::Op;

Interp::Interp(ProjectFlow &F, int Fn)
    : F(F), fn(Fn), fun(F.facts.functions[Fn]), out(F.summary(Fn)) {}

Interp::Interp(ProjectFlow &F, int Fn, FunctionFlow &Out,
               std::map<int, Value> Bound)
    : F(F), fn(Fn), fun(F.facts.functions[Fn]), out(Out),
      bound(std::move(Bound)) {}

void Interp::run() {
  size_t N = fun.instrs.size();
  vals.resize(N);
  evaluated.assign(N, 0);
  findTouched();
  out.values.resize(N);
  out.reached.assign(N, 0);
  in.resize(fun.blocks.size());
  if (fun.blocks.empty())
    return;
  for (const Instr &I : fun.instrs)
    if (I.op == Op::Phi)
      ofPhi.insert(I.operands.begin(), I.operands.end());
  in[0].reachable = true;
  for (const facts::VarFact &V : fun.vars)
    if (V.onCpu && !V.globalId.empty())
      in[0].env[F.paths.global(V.globalId)] =
          onCpuAt(F.paths.var(int(&V - fun.vars.data())));
  runFieldInits();
  fixpoint();
  recording = true;
  exit = State();
  for (size_t B = 0; B < fun.blocks.size(); ++B)
    if (in[B].reachable)
      execute(int(B));
  if (exit.reachable)
    finish(exit);
}

/// A constructor begins with the default member initialisers of the fields
/// that it doesn't initialise itself.
void Interp::runFieldInits() {
  if (fun.kind != facts::FunctionKind::Constructor)
    return;
  std::set<std::string> Written;
  for (const Instr &I : fun.instrs)
    if (I.op == Op::Store && I.storeKind == facts::StoreKind::Init &&
        !I.operands.empty() && I.operands[0] != NoValue &&
        fun.instrs[I.operands[0]].op == Op::Field)
      Written.insert(fun.instrs[I.operands[0]].name);
  st = in[0];
  initFields(fun.cls, F.paths.self(), Written);
  in[0] = st;
}

/// Default member initialisers, but for the fields that are written anyway.
void Interp::initFields(const std::string &Cls, int Object,
                        const std::set<std::string> &Written) {
  const Instr Nothing;
  for (int Init : F.fieldInits(Cls))
    if (!Written.count(F.function(Init).name) &&
        !Written.count(F.function(Init).shortName) &&
        F.summary(Init).state == FunctionFlow::Done)
      applySummary(Nothing, -2 - Init, Init, Object, {}, nullptr);
}

/// Blocks in order of their numbers (the extractor numbers them in source
/// order), each again while what reaches it grows. A function that doesn't
/// settle within the cap keeps what it has, and says so.
void Interp::fixpoint() {
  constexpr unsigned VisitsPerBlock = 12;
  std::set<int> Work{0};
  std::vector<unsigned> Visits(fun.blocks.size());
  while (!Work.empty()) {
    int B = *Work.begin();
    Work.erase(Work.begin());
    if (++Visits[B] > VisitsPerBlock) {
      out.capped = true;
      continue;
    }
    std::vector<State> Before;
    for (int S : fun.blocks[B].succs)
      Before.push_back(in[S]);
    execute(B);
    for (size_t I = 0; I < fun.blocks[B].succs.size(); ++I)
      if (!(in[fun.blocks[B].succs[I]] == Before[I]))
        Work.insert(fun.blocks[B].succs[I]);
  }
}

void Interp::execute(int Block) {
  st = in[Block];
  const facts::Block &B = fun.blocks[Block];
  for (int I = B.first; I < B.last; ++I) {
    vals[I] = eval(fun.instrs[I], I);
    evaluated[I] = 1;
    // What a branch says of it holds where it is read, not where ways join.
    if (ofPhi.count(I))
      phiVals[I] = read(vals[I]);
    if (!recording)
      continue;
    Value Seen = vals[I];
    if (Seen.path >= 0) {
      int Path = Seen.path;
      Seen = readPath(Path);
      Seen.path = Path;
    }
    out.values[I] = Seen;
    out.reached[I] = 1;
  }
  if (B.noReturn)
    return;
  if (B.succs.empty()) {
    exit = joinStates(exit, st);
    return;
  }
  if (recording)
    return;
  State After = st;
  for (size_t I = 0; I < B.succs.size(); ++I) {
    if (B.cond != NoValue && B.succs.size() == 2)
      flowTo(B.succs[I], refine(After, B, I == 0));
    else
      flowTo(B.succs[I], After);
  }
}

void Interp::flowTo(int Block, const State &S) {
  in[Block] = joinStates(std::move(in[Block]), S);
}

Device Interp::choice(int Key) {
  Symbol S;
  S.kind = Symbol::Choice;
  S.fn = fn;
  S.path = Key;
  S.chosen = true;
  return Device::symbolic(F.names.symbol(S));
}

Value Interp::eval(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  switch (I.op) {
  case Op::Var:
    V.path = varPath(I.var);
    return V;
  case Op::This:
    V.path = F.paths.self();
    return V;
  case Op::Field:
    return evalField(I);
  case Op::Element:
    return evalElement(I, Id);
  case Op::Deref:
  case Op::AddressOf:
    return evalIndirection(I, Id);
  case Op::Const:
    return evalConst(I);
  case Op::Store:
    return evalStore(I, Id);
  case Op::Bind:
    return evalBind(I);
  case Op::Call:
    return evalCall(I, Id);
  case Op::Construct:
    return evalConstruct(I, Id);
  case Op::Lambda:
    return evalLambda(I, Id);
  case Op::Phi:
    return evalPhi(I, Id);
  case Op::Return:
    evalReturn(I, Id);
    return V;
  case Op::Compare:
  case Op::Not:
    return V;
  case Op::Other:
    return evalOther(I, Id);
  }
  return V;
}

Value Interp::evalField(const Instr &I) {
  Value V;
  V.role = I.type.role;
  V.path = I.operands.empty() || I.operands[0] == NoValue
               ? F.paths.global(I.cls + "::" + I.name)
               : F.paths.field(placeOf(0, I), I.cls, I.name);
  if (const api::Row *R = I.taught ? api::findRow(I.api) : nullptr)
    return taughtMemory(I, *R);
  // LibTorch's own modules register what they have.
  if (!I.operands.empty() && I.operands[0] != NoValue) {
    TypeRole Object = fun.instrs[I.operands[0]].type.role;
    if ((Object == TypeRole::Module || Object == TypeRole::ModuleHolder) &&
        !F.classOf(I.cls))
      if (int M = memberPath(V.path); M >= 0)
        F.markRegistered(M);
  }
  return V;
}

Value Interp::evalElement(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  int Base = placeOf(0, I);
  TypeRole BaseRole = fun.instrs[I.operands[0]].type.role;
  // What an optional, pointer or iterator holds is kept in its own place;
  // the pairs of a map share one place, too.
  const Paths::Node &N = F.paths[Base];
  bool PairOfMap = N.kind == Paths::Element && BaseRole == TypeRole::Tuple &&
                   (N.name == "*" || isMap(N.parent));
  if (BaseRole == TypeRole::Optional || BaseRole == TypeRole::SmartPtr ||
      BaseRole == TypeRole::Pointer || PairOfMap ||
      (BaseRole == TypeRole::Other && N.kind == Paths::Element)) {
    if (touched[Id])
      touchThrough(I.operands[0], Id);
    V.path = Base;
    return V;
  }
  // A member's list is one: which element, no rule asks.
  bool Any = I.text.empty() ||
             (BaseRole == TypeRole::Container && F.paths.topField(Base) >= 0);
  V.path = Any ? F.paths.element(Base, "*") : F.paths.element(Base, I.text);
  return V;
}

Value Interp::evalIndirection(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  if (I.operands.empty() || I.operands[0] == NoValue)
    return V;
  if (I.op == Op::Deref && touched[Id])
    touchThrough(I.operands[0], Id);
  V = vals[I.operands[0]];
  if (I.op == Op::Deref || V.role == TypeRole::Other)
    V.role = I.type.role;
  return V;
}

/// A variable that begins to live: a reference is another name of its place.
Value Interp::evalBind(const Instr &I) {
  Value V;
  V.role = I.type.role;
  int Var = F.paths.var(I.var);
  if (I.operands.empty() || I.operands[0] == NoValue) {
    st.env[Var] = V;
    return V;
  }
  const Value &Of = vals[I.operands[0]];
  if (Of.path >= 0 && Of.path != Var) {
    st.alias[Var] = Of.path;
    forgetBelow(Var);
  } else {
    assign(Var, read(Of));
  }
  V.path = varPath(I.var);
  return V;
}

/// Casts and the like of one operand pass it on; the rest is unknown.
Value Interp::evalOther(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  if (I.operands.size() == 1 && I.operands[0] != NoValue) {
    Value Of = read(vals[I.operands[0]]);
    if (Of.role == I.type.role)
      return Of;
  }
  for (int O : I.operands) {
    Value Of = O == NoValue ? Value() : read(vals[O]);
    // `p + n` points into what p points into.
    if (Of.role == TypeRole::Pointer && I.type.role == TypeRole::Pointer &&
        Of.known()) {
      Of.path = -1;
      return Of;
    }
    if (recording)
      noteUse(Of, Id, FieldUse::Passed);
  }
  return V;
}

Value Interp::evalConst(const Instr &I) {
  Value V;
  V.role = I.type.role;
  V.text = I.text;
  V.isConst = true;
  // A function by its name.
  if (V.role == TypeRole::Function && !I.calleeId.empty())
    V.lambda = F.functionIndex(I.calleeId);
  if (V.role == TypeRole::DeviceType || V.role == TypeRole::String) {
    Device D = Device::parse(I.text);
    if (D.kind == Device::Concrete && api::isDeviceType(D.type)) {
      Alt A;
      A.device = D;
      addAlt(V, A);
    }
  }
  if (V.role == TypeRole::Pointer || I.text == "nullopt") {
    Alt A;
    A.undefined = true;
    addAlt(V, A);
  }
  return V;
}

/// A member is given a value: what rules on registration ask for.
void Interp::noteStore(const Instr &I, int Id, int Place, int Member,
                       const Value &V) {
  StoreEvent E;
  E.at = {fn, Id};
  E.path = Member;
  E.value = V;
  E.init = I.op == Op::Store && I.storeKind == facts::StoreKind::Init;
  E.ownObject = F.paths.root(Place) == F.paths.self();
  E.overRegistered = !E.init && isRegisteredNow(readPath(Place));
  E.registered = isRegisteredNow(V);
  bool Move = false;
  if (I.op == Op::Store && I.operands.size() > 1 && I.operands[1] != NoValue) {
    const Instr &From = fun.instrs[I.operands[1]];
    Move = From.op == Op::Call && !From.api.empty() &&
           api::roleOf(From.api) == api::Role::MoveTensor;
    E.part = vals[I.operands[0]].path != Place;
  }
  for (const Alt &A : V.alts) {
    for (auto [Container, Content] : st.contains)
      E.partsRegistered |= A.identity && Container == A.identity &&
                           st.registered.count(Content) != 0;
    E.viewsRegistered |= closureRegistered(st, A.viewOf);
    E.copiesRegistered |= A.copyOf && closureRegistered(st, A.copyOf);
    for (const Source &S : A.sources)
      E.selfMove |= Move && S.kind == Source::Field && S.path == Member;
  }
  if (E.registered)
    F.markRegistered(Member);
  out.stores.push_back(std::move(E));
}

/// The pointer variable that a store gives another place, -1 if it gives none.
int Interp::pointerVar(const Instr &I) const {
  if (I.operands.empty() || I.operands[0] == NoValue)
    return -1;
  const Instr &To = fun.instrs[I.operands[0]];
  bool Local = To.op == Op::Var && To.type.role == TypeRole::Pointer &&
               fun.vars[To.var].storage == facts::Storage::Local;
  return Local ? F.paths.var(To.var) : -1;
}

Value Interp::evalStore(const Instr &I, int Id) {
  Value Place = I.operands.empty() || I.operands[0] == NoValue
                    ? Value()
                    : vals[I.operands[0]];
  bool HasValue = I.operands.size() > 1 && I.operands[1] != NoValue;
  Value V = HasValue ? read(vals[I.operands[1]]) : Value();
  if (V.role == TypeRole::Other)
    V.role = I.type.role;
  if (!HasValue &&
      (V.role == TypeRole::Tensor || V.role == TypeRole::ModuleHolder)) {
    Alt A;
    A.undefined = true;
    addAlt(V, A);
  }
  if (Place.path < 0)
    return Place;
  if (int Var = pointerVar(I); Var >= 0) {
    Place.path = Var;
    st.alias.erase(Var);
    const Instr *From = HasValue ? &fun.instrs[I.operands[1]] : nullptr;
    if (From && From->op == Op::AddressOf && vals[I.operands[1]].path >= 0 &&
        vals[I.operands[1]].path != Var) {
      forgetBelow(Var);
      st.env.erase(Var);
      st.alias[Var] = vals[I.operands[1]].path;
      return Place;
    }
  }
  int Member = memberPath(Place.path);
  if (recording && Member >= 0)
    noteStore(I, Id, Place.path, Member, V);
  int From = HasValue ? vals[I.operands[1]].path : -1;
  noteKept(Id, Place.path, V);
  keepOnCpu(Place.path, V, Id);
  V.path = -1;
  assign(Place.path, V);
  if (Member >= 0) {
    noteParts(I, Id, Place.path, V);
    // A callback that a module keeps runs on the module's inputs.
    if (V.lambda >= 0 && recording &&
        F.paths.root(Place.path) == F.paths.self() &&
        F.summary(V.lambda).state == FunctionFlow::Done)
      runLater(I, Id, withState(V), inputsOf(V.lambda));
  }
  // An aggregate brings its members along.
  bool MadeHere = From >= 0 && F.paths[From].kind == Paths::Temp;
  if (From >= 0 && From != Place.path &&
      (V.role == TypeRole::Record || V.role == TypeRole::Module ||
       V.role == TypeRole::Tuple || V.role == TypeRole::Container ||
       (V.role == TypeRole::SmartPtr && MadeHere))) {
    copyParts(From, Place.path);
    if (recording && Member >= 0)
      notePlaces(I, Id, Place.path);
  }
  if (F.paths.isUnder(Place.path, F.paths.self()))
    st.assigned.insert(Place.path);
  return Place;
}

Value Interp::evalPhi(const Instr &I, int Id) {
  Value V;
  bool First = true;
  for (int O : I.operands) {
    if (O == NoValue || !evaluated[O])
      continue;
    Value X = phiVals[O];
    X.path = -1;
    V = First ? X : joinValues(V, X, choice(-2 - Id));
    First = false;
  }
  if (V.role == TypeRole::Other)
    V.role = I.type.role;
  return V;
}

/// What the body of a lambda does, without a change here but that it may
/// register something.
void Interp::runLater(const Instr &I, int Id, const Value &V,
                      const std::vector<Value> &Args) {
  State Keep = st;
  applySummary(I, Id, V.lambda, F.paths.self(), Args, &V.captures);
  FlatSet<int> Registered = st.registered;
  st = Keep;
  st.registered.insert(Registered.begin(), Registered.end());
}

/// A lambda that a module keeps: what it captured and is registered goes where
/// the module goes.
Value Interp::withState(Value Lambda) {
  Symbol Self;
  Self.kind = Symbol::Self;
  for (Value &C : Lambda.captures)
    for (Alt &A : C.alts)
      if (closureRegistered(st, A.identity))
        A.device = Device::symbolic(F.names.symbol(Self));
  return Lambda;
}

/// The arguments of a lambda that a module keeps: some tensors of its inputs.
std::vector<Value> Interp::inputsOf(int Lambda) {
  const facts::FunctionFacts &L = F.function(Lambda);
  std::vector<Value> Args(L.numParams);
  for (unsigned P = 0; P < L.numParams; ++P) {
    if (L.vars[P].type.role != TypeRole::Tensor)
      continue;
    Symbol S;
    S.kind = Symbol::Param;
    S.fn = Lambda;
    S.path = F.paths.var(int(P));
    Alt A;
    A.device = Device::symbolic(F.names.symbol(S));
    Source Src;
    Src.kind = Source::Param;
    Src.fn = Lambda;
    Src.path = S.path;
    A.sources = {Src};
    Args[P].role = TypeRole::Tensor;
    addAlt(Args[P], A);
  }
  return Args;
}

Value Interp::evalLambda(const Instr &I, int Id) {
  Value V;
  V.role = TypeRole::Function;
  V.lambda = F.functionIndex(I.calleeId);
  for (int O : I.operands) {
    V.captures.push_back(O == NoValue ? Value() : read(vals[O]));
    V.captures.back().path = O == NoValue ? -1 : vals[O].path;
  }
  if (V.lambda < 0)
    return V;
  FunctionFlow &Body = F.summary(V.lambda);
  Body.calledBy.insert(fn);
  if (Body.state == FunctionFlow::Done) {
    // The body runs later, if at all: what it does with what it captured is
    // told here, its arguments are unknown.
    std::vector<Value> NoArgs(F.function(V.lambda).numParams);
    runLater(I, Id, V, NoArgs);
  }
  return V;
}

void Interp::evalReturn(const Instr &I, int Id) {
  Value V;
  if (!I.operands.empty() && I.operands[0] != NoValue) {
    V = pack(read(vals[I.operands[0]]));
    V.path = -1;
    if (V.role == TypeRole::Other)
      V.role = fun.returnType.role;
  }
  if (!recording)
    return;
  noteUse(V, Id, FieldUse::Returned);
  if (out.returns.empty())
    out.result = V;
  else
    out.result = joinValues(out.result, V, choice(-1));
  out.returns.push_back({{fn, Id}, V});
}

/// What callers see.
void Interp::finish(const State &Exit) {
  st = Exit;
  out.registered.insert(Exit.registered.begin(), Exit.registered.end());
  out.contains.insert(Exit.contains.begin(), Exit.contains.end());
  out.assigned.insert(Exit.assigned.begin(), Exit.assigned.end());
  for (const auto &[P, V] : Exit.env) {
    if (F.paths.root(P) == F.paths.self())
      out.fieldsOut[P] = V;
    const Paths::Node &N = F.paths[P];
    const Paths::Node &Root = F.paths[F.paths.root(P)];
    if (N.kind == Paths::Field && Root.kind == Paths::Var &&
        Root.index < int(fun.numParams)) {
      const facts::TypeFact &T = fun.vars[Root.index].type;
      if ((T.reference && !T.isConst) || T.role == TypeRole::Pointer)
        out.partsOut[P] = V;
    }
    if (N.kind == Paths::Var && N.index < int(fun.numParams)) {
      const facts::TypeFact &T = fun.vars[N.index].type;
      if ((T.reference && !T.isConst) || T.role == TypeRole::Pointer)
        out.paramsOut[N.index] = V;
    }
    if (N.kind == Paths::Var && N.index < int(fun.vars.size()) &&
        fun.vars[N.index].storage == facts::Storage::Capture &&
        fun.vars[N.index].captureByRef)
      out.paramsOut[N.index] = V;
    if (int M = memberPath(P); M >= 0 && isRegisteredNow(V))
      F.markRegistered(M);
  }
}

} // namespace flow
} // namespace torchtidy
