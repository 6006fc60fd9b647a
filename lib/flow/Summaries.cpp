//===- Summaries.cpp - calls of the project's own functions -----*- C++ -*-===//
#include "flow/Interp.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

using facts::NoValue;

/// The callee's symbols, identities and places in the caller's terms.
struct Interp::Subst {
  Interp &I;
  int callee, call; ///< function; instruction of the caller
  int receiver;     ///< place of the object, -1: unknown
  const std::vector<Value> *args;
  const std::vector<Value> *captures;
  bool changed = false; ///< the last alt spoke of an argument or a member

  /// What the caller has for a root variable of the callee; null: not an
  /// argument.
  const Value *argument(int Path) const {
    const Paths::Node &N = I.F.paths[I.F.paths.root(Path)];
    if (N.kind != Paths::Var)
      return nullptr;
    const facts::FunctionFacts &C = I.F.function(callee);
    if (N.index < int(C.numParams))
      return N.index < int(args->size()) ? &(*args)[N.index] : nullptr;
    if (!captures)
      return nullptr;
    int K = 0;
    for (int V = C.numParams; V < int(C.vars.size()); ++V)
      if (C.vars[V].storage == facts::Storage::Capture) {
        if (V == N.index)
          return K < int(captures->size()) ? &(*captures)[K] : nullptr;
        ++K;
      }
    return nullptr;
  }

  /// The caller's value for a field of an argument.
  Value field(int Path, const Value &Whole) {
    if (Whole.path >= 0)
      return I.readPath(
          I.F.paths.rebase(Path, I.F.paths.root(Path), Whole.path));
    const Paths::Node &N = I.F.paths[Path];
    Value Of = I.F.paths[N.parent].parent >= 0 ? field(N.parent, Whole) : Whole;
    const facts::ClassFacts *C = I.F.classOf(N.cls);
    const Value *Part = C ? partOf(*C, Of, N.name) : nullptr;
    return Part ? *Part : Value();
  }

  /// The caller's value for a member of the callee's object.
  Value member(int Path) {
    if (receiver < 0)
      return Value();
    Value V = I.readPath(I.F.paths.rebase(Path, I.F.paths.self(), receiver));
    V.path = -1;
    return V;
  }

  int identity(int Id) {
    return Id ? I.F.names.identity(CalledBy, call, Id, I.fn) : 0;
  }

  /// The callee's factory got options, and they name no device.
  void withoutDevice(Alt A, Value &To) {
    A.device = Device::concrete("cpu");
    std::vector<Source> Sources;
    Sources.swap(A.sources);
    for (Source S : Sources) {
      if (S.kind == Source::Explicit)
        S.kind = Source::Factory;
      addSources(A.sources, {S});
    }
    A.identity = identity(A.identity);
    addAlt(To, A);
  }

  void alt(const Alt &A, Value &To) {
    Value With;
    bool Known = false;
    if (A.device.kind == Device::Symbol) {
      const Symbol S = I.F.names[A.device.symbol];
      if (S.kind == Symbol::Param && S.fn == callee) {
        const Value *V = argument(S.path);
        Value Part;
        if (V && I.F.paths[S.path].parent >= 0) {
          Part = field(S.path, *V);
          V = &Part;
        }
        changed = true;
        Known = true;
        if (V && V->role == TypeRole::TensorOptions &&
            V->hasDevice == Tri::No) {
          withoutDevice(A, To);
          return;
        }
        if (V)
          With = *V;
      } else if (S.kind == Symbol::Field && receiver >= 0) {
        With = member(S.path);
        Known = changed = true;
      } else if (S.kind == Symbol::Self && receiver >= 0 &&
                 receiver != I.F.paths.self()) {
        With = I.readPath(receiver);
        Known = changed = true;
      }
    }
    bool Itself = false;
    for (const Source &S : A.sources)
      Itself |=
          (S.kind == Source::Param || S.kind == Source::Field) && !A.fresh;
    if (!Known) {
      Alt R = A;
      R.identity = identity(A.identity);
      R.viewOf = identity(A.viewOf);
      R.copyOf = identity(A.copyOf);
      R.handleOf = identity(A.handleOf);
      addAlt(To, R);
      return;
    }
    if (With.elements.size() && With.alts.empty())
      for (const Value &E : With.elements)
        for (const Alt &X : E.alts)
          addAlt(With, X);
    if (With.alts.empty()) {
      Alt R = A;
      R.device = Device::unknown();
      R.sources.clear();
      R.identity = identity(A.identity);
      addAlt(To, R);
      return;
    }
    for (const Alt &X : With.alts) {
      Alt R = A;
      R.device = X.device;
      if (A.device.kind == Device::Symbol) {
        auto It = I.st.objects.find(X.identity);
        if (It != I.st.objects.end())
          R.device = It->second;
      }
      R.sources = X.sources;
      if (Itself) {
        R.identity = X.identity;
        R.viewOf = X.viewOf;
        R.zeroDim = X.zeroDim;
        R.fresh = X.fresh;
        R.moved = X.moved;
        R.undefined = X.undefined;
        R.handleOf = X.handleOf;
        R.leaf = X.leaf;
        R.lostAt = X.lostAt;
      } else {
        R.moved |= X.moved;
        R.identity = identity(A.identity);
        R.viewOf = A.viewOf ? X.identity : 0;
        R.copyOf = A.copyOf ? X.identity : 0;
        R.handleOf = A.handleOf ? X.identity : 0;
      }
      addAlt(To, R);
    }
  }

  Value value(const Value &V) {
    Value R = V;
    R.path = -1;
    R.alts.clear();
    R.elements.clear();
    for (const Alt &A : V.alts)
      alt(A, R);
    for (const Value &E : V.elements)
      R.elements.push_back(value(E));
    bool Handle = V.role == TypeRole::Device ||
                  V.role == TypeRole::TensorOptions ||
                  V.role == TypeRole::DeviceType;
    if (Handle && R.alts.size() > 1) {
      R.alts.clear();
      addAlt(R, Alt());
    }
    if (V.role == TypeRole::TensorOptions && V.hasDevice == Tri::Unknown &&
        V.alts.size() == 1 && V.alts[0].device.kind == Device::Symbol) {
      // Options of an argument: whether they name a device is the caller's.
      const Symbol S = I.F.names[V.alts[0].device.symbol];
      if (S.kind == Symbol::Param && S.fn == callee)
        if (const Value *A = argument(S.path))
          R.hasDevice = A->hasDevice;
    }
    return R;
  }
};

/// What the callee does to objects that the caller knows, in the callee's
/// order.
void Interp::carryOrder(const FunctionFlow &S, Subst &Sub, int Id) {
  if (!recording || S.order.empty())
    return;
  std::set<int> Handed;
  auto Hand = [&](const Value &V) {
    for (const Alt &A : V.alts)
      Handed.insert(A.identity);
    for (const Value &E : V.elements)
      for (const Alt &A : E.alts)
        Handed.insert(A.identity);
  };
  Hand(S.result);
  for (const auto &[P, V] : S.fieldsOut)
    Hand(V);
  for (const auto &[P, V] : S.paramsOut)
    Hand(V);
  Handed.erase(0);
  const int Self = F.names.identity(HeldBy, -1, F.paths.self());
  bool Known = false;
  auto Carry = [&](const Value &V) {
    bool Itself = V.alts.size() == 1 && V.alts[0].identity == Self;
    if (Itself && Sub.receiver == F.paths.self()) {
      Known = true;
      return V;
    }
    if (Itself && Sub.receiver >= 0) {
      Known = true;
      Value R = readPath(Sub.receiver);
      R.path = -1;
      if (R.known())
        return R;
      // Its constructor runs.
      Alt A;
      A.identity = made(Id);
      A.sources = {{Source::Module, fn, Id}};
      addAlt(R, A);
      return R;
    }
    Sub.changed = false;
    Value R = Sub.value(V);
    Known |= Sub.changed;
    for (const Alt &A : V.alts)
      Known |= Handed.count(A.identity) != 0;
    return R;
  };
  for (const OrderEvent &E : S.order) {
    if (out.order.size() >= MaxOrder)
      return;
    Known = false;
    OrderEvent N = E;
    N.call = {fn, Id};
    N.object = Carry(E.object);
    N.other = Carry(E.other);
    if (!Known)
      continue;
    Alt D;
    D.device = E.device;
    Value To;
    Sub.alt(D, To);
    N.device = To.alts.size() == 1 ? To.alts[0].device : Device::unknown();
    out.order.push_back(std::move(N));
  }
}

/// What a member's own method does to the parts of that member.
void Interp::noteStoresOf(const FunctionFlow &S, Subst &Sub, int Id,
                          int Receiver) {
  if (memberPath(Receiver) < 0 || roleOfPath(Receiver) == TypeRole::Module ||
      roleOfPath(Receiver) == TypeRole::ModuleHolder)
    return;
  size_t Budget = 100;
  for (const StoreEvent &E : S.stores) {
    int M = memberPath(F.paths.rebase(E.path, F.paths.self(), Receiver));
    if (M < 0 || E.at.instr < 0 || !Budget--)
      continue;
    StoreEvent N = E;
    N.at = {fn, Id};
    N.path = M;
    N.value = Sub.value(E.value);
    N.part = true;
    N.ownObject = false;
    out.stores.push_back(std::move(N));
  }
}

/// The arguments, with the devices that default arguments name.
std::vector<Value> Interp::withDefaults(int Callee,
                                        std::vector<Value> Args) const {
  const facts::FunctionFacts &C = F.function(Callee);
  for (size_t P = Args.size(); P < C.numParams; ++P) {
    const facts::VarFact &Param = C.vars[P];
    Value V;
    V.role = Param.type.role;
    if (Param.defaultDevice == "none") {
      V.hasDevice = Tri::No;
    } else if (Device D = Device::parse(Param.defaultDevice);
               D.kind == Device::Concrete) {
      Alt A;
      A.device = D;
      V.hasDevice = Tri::Yes;
      addAlt(V, A);
    }
    Args.push_back(std::move(V));
  }
  return Args;
}

Value Interp::applySummary(const Instr &I, int Id, int Callee, int Receiver,
                           const std::vector<Value> &Given,
                           const std::vector<Value> *Captures) {
  const std::vector<Value> Args = withDefaults(Callee, Given);
  FunctionFlow Special;
  const FunctionFlow &S = *withCallables(Callee, Args, Special);
  Subst Sub{*this, Callee, Id, Receiver, &Args, Captures};
  // Identities of arguments and members that the callee registers.
  auto MapIdentity = [&](int Identity) -> std::set<int> {
    std::set<int> R;
    auto Try = [&](int CalleePath, const Value &With) {
      int Held = F.names.identity(HeldBy, Callee, CalleePath);
      if (Held == Identity)
        for (const Alt &A : With.alts)
          if (A.identity)
            R.insert(A.identity);
    };
    const facts::FunctionFacts &C = F.function(Callee);
    for (size_t V = 0; V < C.vars.size(); ++V)
      if (const Value *A = Sub.argument(F.paths.var(int(V)))) {
        Try(F.paths.var(int(V)), *A);
        Value Any;
        for (const Value &E : A->elements)
          for (const Alt &X : E.alts)
            addAlt(Any, X);
        Try(F.paths.element(F.paths.var(int(V)), "*"), Any);
      }
    if (R.empty())
      R.insert(Sub.identity(Identity));
    return R;
  };
  for (int Identity : S.registered) {
    std::set<int> Mine = MapIdentity(Identity);
    st.registered.insert(Mine.begin(), Mine.end());
  }
  // A member that the callee registers by its name, on the same object.
  for (const RegisterEvent &E : S.registers)
    if (E.path >= 0 && Receiver >= 0) {
      int Mine = F.paths.rebase(E.path, F.paths.self(), Receiver);
      for (const Alt &A : readPath(Mine).alts)
        if (A.identity)
          st.registered.insert(A.identity);
    }
  for (auto [Container, Content] : S.contains)
    for (int X : MapIdentity(Container))
      for (int Y : MapIdentity(Content))
        st.contains.insert({X, Y});
  if (recording) {
    size_t Budget = 200;
    for (const Meeting &M : S.meetings) {
      if (!Budget--)
        break;
      Value A, B;
      Sub.changed = false;
      Sub.alt(M.a, A);
      Sub.alt(M.b, B);
      if (!Sub.changed)
        continue;
      for (const Alt &X : A.alts)
        for (const Alt &Y : B.alts) {
          if (X.undefined || Y.undefined || X.device.kind == Device::Unknown ||
              Y.device.kind == Device::Unknown ||
              api::sameDevice(X.device, Y.device) == Tri::Yes ||
              out.meetings.size() >= 400)
            continue;
          Meeting N = M;
          N.call = {fn, Id};
          N.a = X;
          N.b = Y;
          N.onlyA &= A.alts.size() == 1;
          N.onlyB &= B.alts.size() == 1;
          out.meetings.push_back(std::move(N));
        }
    }
    for (const HostArgument &H : S.hostArguments) {
      Value V;
      Sub.changed = false;
      Sub.alt(H.value, V);
      for (const Alt &X : V.alts)
        if (Sub.changed && !X.undefined && X.device.kind != Device::Unknown &&
            !X.device.isConcrete("cpu"))
          out.hostArguments.push_back(
              {H.at, {fn, Id}, H.op, H.arg, X, H.only && V.alts.size() == 1});
    }
    for (const HostAccess &H : S.hostAccesses) {
      Value A;
      Sub.changed = false;
      Sub.alt(H.tensor, A);
      if (Sub.changed)
        touch(A, H.at, Id, H.always);
    }
    for (const SinkEvent &E : S.sinks) {
      SinkEvent N = E;
      Sub.changed = false;
      for (Value &A : N.args)
        A = Sub.value(A);
      N.receiver = Sub.value(N.receiver);
      N.call = {fn, Id};
      N.argInstrs.assign(N.args.size(), -1);
      if (Sub.changed)
        out.sinks.push_back(std::move(N));
    }
    carryOrder(S, Sub, Id);
    if (Receiver == F.paths.self())
      out.escapesThis |= S.escapesThis;
    else if (Receiver >= 0 && Id >= 0)
      noteStoresOf(S, Sub, Id, Receiver);
  }
  for (const ModuleMove &M : S.moves) {
    Value Object = Sub.value(M.object), To;
    Alt D;
    D.device = M.device;
    Sub.alt(D, To);
    Device Where = To.alts.size() == 1 ? To.alts[0].device : Device::unknown();
    bool Itself = M.object.alts.size() == 1 && Receiver >= 0 &&
                  M.object.alts[0].identity ==
                      F.names.identity(HeldBy, -1, F.paths.self());
    if (Itself)
      Object = readPath(Receiver);
    int Place = Itself ? Receiver : -1;
    // An argument that the callee moves.
    for (size_t K = 0; !Itself && K < I.operands.size(); ++K)
      if (I.operands[K] != NoValue && vals[I.operands[K]].path >= 0)
        for (const Alt &A : readPath(vals[I.operands[K]].path).alts)
          for (const Alt &O : Object.alts)
            if (A.identity && A.identity == O.identity)
              Place = vals[I.operands[K]].path;
    moveObject(Object, Place, Where);
  }
  // Stores to members, unless the object is unknown. All are read in the old
  // state before any is written.
  Value Result = Sub.value(S.result);
  std::vector<std::pair<int, Value>> Stores;
  if (Receiver >= 0 && F.function(Callee).kind != facts::FunctionKind::Lambda)
    for (const auto &[P, V] : S.fieldsOut) {
      int Mine = F.paths.rebase(P, F.paths.self(), Receiver);
      Value New = Sub.value(V);
      if (!S.assigned.count(P)) {
        Value Old = readPath(Mine);
        Old.path = -1;
        New = joinValues(Old, New, choice(Mine));
      }
      Stores.emplace_back(Mine, std::move(New));
    }
  const facts::FunctionFacts &Body = F.function(Callee);
  for (const auto &[P, V] : S.paramsOut)
    if (P >= int(Body.numParams) && Body.parent == fun.id) {
      // What a lambda made here wrote through its captures.
      const Value *C = Sub.argument(F.paths.var(P));
      if (C && C->path >= 0)
        Stores.emplace_back(C->path, Sub.value(V));
    } else if (P < int(I.operands.size()) && I.operands[P] != NoValue &&
               vals[I.operands[P]].path >= 0)
      Stores.emplace_back(vals[I.operands[P]].path, Sub.value(V));
  for (const auto &[P, V] : S.partsOut) {
    int Root = F.paths.root(P);
    int Param = F.paths[Root].index;
    if (Param < int(I.operands.size()) && I.operands[Param] != NoValue &&
        vals[I.operands[Param]].path >= 0)
      Stores.emplace_back(F.paths.rebase(P, Root, vals[I.operands[Param]].path),
                          Sub.value(V));
  }
  std::stable_sort(
      Stores.begin(), Stores.end(),
      [](const auto &A, const auto &B) { return A.first < B.first; });
  for (auto &[P, V] : Stores) {
    V.path = -1;
    st.env[P] = V;
  }
  if (Receiver == F.paths.self())
    for (int P : S.assigned)
      st.assigned.insert(P);
  if (Result.role == TypeRole::Other)
    Result.role = I.type.role;
  if (S.result.text == "available")
    Result.text = "available";
  Result.path = -1;
  return Result;
}

} // namespace flow
} // namespace torchtidy
