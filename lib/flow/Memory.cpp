//===- Memory.cpp - places, and what they hold ------------------*- C++ -*-===//
#include "flow/Interp.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

using facts::NoValue;
using facts::Storage;

int Interp::varPath(int Var) {
  const facts::VarFact &V = fun.vars[Var];
  int Path = V.storage == Storage::Global || V.storage == Storage::StaticLocal
                 ? F.paths.global(V.globalId)
                 : F.paths.var(Var);
  auto It = st.alias.find(Path);
  return It == st.alias.end() ? Path : It->second;
}

/// The place of an operand; what is no place gets one of its own.
int Interp::placeOf(int Operand, const Instr &I) {
  int Id = I.operands[Operand];
  if (Id == NoValue)
    return F.paths.temp(-1);
  Value &V = vals[Id];
  if (V.path >= 0)
    return V.path;
  int Temp = F.paths.temp(Id);
  st.env[Temp] = V;
  return Temp;
}

int Interp::memberPath(int Path) const {
  int Top = F.paths.topField(Path);
  if (Top < 0 || F.paths[Top].parent < 0)
    return -1;
  // Below the outermost module on the way, so that net->fc->weight is
  // LinearImpl's weight and this->opts.table is Net's opts.table.
  int Object = F.paths[Top].parent;
  for (int P = F.paths[Path].parent; P >= 0 && P != Object;
       P = F.paths[P].parent) {
    TypeRole R = roleOfPath(P);
    if (R == TypeRole::ModuleHolder || R == TypeRole::Module) {
      Object = P;
      break;
    }
  }
  return F.paths.rebase(Path, Object, F.paths.self());
}

/// What a smart pointer, pointer or optional holds.
static const facts::TypeFact *contentOf(const facts::TypeFact *T) {
  while (T && !T->args.empty() &&
         (T->role == TypeRole::SmartPtr || T->role == TypeRole::Pointer ||
          T->role == TypeRole::Optional))
    T = &T->args[0];
  return T;
}

/// The declared type of what a place holds, pointers seen through; null if it
/// isn't known.
const facts::TypeFact *Interp::typeOfPath(int Path) const {
  const facts::TypeFact *T = nullptr;
  std::vector<const Paths::Node *> Steps;
  int P = Path;
  for (; P >= 0 && F.paths[P].kind == Paths::Element; P = F.paths[P].parent)
    Steps.push_back(&F.paths[P]);
  if (P < 0)
    return nullptr;
  const Paths::Node &B = F.paths[P];
  if (B.kind == Paths::Field) {
    if (const facts::FieldFact *FF = F.field(B.cls, B.name))
      T = &FF->type;
    else
      T = F.libraryField(B.cls, B.name);
  } else if (B.kind == Paths::Var && B.index < int(fun.vars.size())) {
    T = &fun.vars[B.index].type;
  } else if (B.kind == Paths::Temp && B.index >= 0 &&
             B.index < int(fun.instrs.size())) {
    T = &fun.instrs[B.index].type;
  }
  for (size_t I = Steps.size(); T && I-- > 0;) {
    T = contentOf(T);
    // The pairs of a map share one place: an element of what it maps to.
    while (T->role == TypeRole::Tuple && Steps[I]->name == "*" &&
           !T->args.empty())
      T = contentOf(&T->args.back());
    if (T->args.empty())
      return nullptr;
    size_t At = 0;
    if (T->role == TypeRole::Tuple)
      At = std::min<size_t>(std::strtoul(Steps[I]->name.c_str(), nullptr, 10),
                            T->args.size() - 1);
    else
      At = T->args.size() - 1; // of a map: the mapped type
    T = &T->args[At];
  }
  return contentOf(T);
}

TypeRole Interp::roleOfPath(int Path) const {
  if (Path >= 0 && F.paths[Path].kind == Paths::This) {
    const facts::ClassFacts *C = F.classOf(fun.cls);
    return C && C->isModule ? TypeRole::Module : TypeRole::Record;
  }
  const facts::TypeFact *T = typeOfPath(Path);
  return T ? T->role : TypeRole::Other;
}

/// What a place holds may be known only as a pointer or a list of it: the
/// type of the expression says what it is.
static void settleRole(Value &V, TypeRole Static) {
  switch (Static) {
  case TypeRole::Tensor:
  case TypeRole::TensorOptions:
  case TypeRole::Device:
  case TypeRole::DeviceType:
    switch (V.role) {
    case TypeRole::SmartPtr:
    case TypeRole::Pointer:
    case TypeRole::Optional:
    case TypeRole::Container:
    case TypeRole::Tuple:
    case TypeRole::IValue:
      V.role = Static;
      break;
    default:
      break;
    }
    break;
  default:
    break;
  }
  if (V.role == TypeRole::Other)
    V.role = Static;
}

Value Interp::read(const Value &V) {
  Value R;
  if (V.path < 0) {
    R = V;
    if (st.hostOnly || !st.refined.empty())
      applyRefinements(R, st);
    return R;
  }
  R = readPath(V.path);
  settleRole(R, V.role);
  return R;
}

/// An element of a value that isn't kept apart: any of them.
static Value elementOf(const Value &Whole, const std::string &Index) {
  Value V;
  V.role = TypeRole::Other;
  if (!Whole.elements.empty()) {
    char *End = nullptr;
    unsigned long K = std::strtoul(Index.c_str(), &End, 10);
    if (!Index.empty() && !*End && K < Whole.elements.size())
      return Whole.elements[K];
    V = Whole.elements[0];
    for (size_t I = 1; I < Whole.elements.size(); ++I)
      V = joinValues(V, Whole.elements[I], Device::unknown());
    return V;
  }
  for (Alt A : Whole.alts) {
    if (!Whole.handles)
      A.identity = 0;
    A.zeroDim = Tri::Unknown;
    A.undefined = false;
    addAlt(V, A);
  }
  V.handles = false;
  return V;
}

/// The elements of a list that are kept apart, joined.
bool Interp::anyElement(int List, Value &V) {
  bool Any = false;
  for (const auto &[P, X] : st.env) {
    const Paths::Node &N = F.paths[P];
    if (N.kind != Paths::Element || N.parent != List)
      continue;
    V = Any ? joinValues(V, X, Device::unknown()) : X;
    V.path = -1;
    Any = true;
  }
  return Any;
}

/// A std map or the like, whose elements are pairs.
bool Interp::isMap(int Path) const {
  const facts::TypeFact *T = typeOfPath(Path);
  return T && T->role == TypeRole::Container && T->name.size() > 3 &&
         T->name.compare(T->name.size() - 3, 3, "map") == 0;
}

Value Interp::readPath(int Path) {
  auto It = st.env.find(Path);
  if (It != st.env.end()) {
    Value V = It->second;
    applyRefinements(V, st);
    V.path = Path;
    return V;
  }
  const Paths::Node &N = F.paths[Path];
  Value V;
  bool Known = false;
  if (N.kind == Paths::Element) {
    // Any element: those that were stored one by one, too.
    int Parent = N.parent;
    if (N.name == "*")
      Known = anyElement(Parent, V);
    if (N.name != "*") {
      auto Any = st.env.find(F.paths.element(Parent, "*"));
      if (Any != st.env.end()) {
        V = Any->second;
        Known = true;
      }
    }
    auto Whole = st.env.find(Parent);
    if (Whole != st.env.end()) {
      Value E = elementOf(Whole->second, N.name);
      if (E.known() || !E.elements.empty()) {
        V = Known ? joinValues(V, E, Device::unknown()) : E;
        Known = true;
      }
    } else if (!Known) {
      Value E = elementOf(entry(Parent), N.name);
      if (E.known()) {
        V = E;
        Known = true;
        // Elements of a field have a name, so that rules can speak of them.
        if (F.paths.topField(Path) >= 0)
          V = entry(Path);
      }
    }
    if (V.role == TypeRole::Other)
      V.role = roleOfPath(Path);
  }
  if (!Known && N.kind == Paths::Field)
    Known = partOfWhole(Path, V);
  if (!Known)
    V = entry(Path);
  applyRefinements(V, st);
  V.path = Path;
  return V;
}

static bool carriesDevice(TypeRole R) {
  switch (R) {
  case TypeRole::Tensor:
  case TypeRole::TensorOptions:
  case TypeRole::Device:
  case TypeRole::DeviceType:
  case TypeRole::Generator:
  case TypeRole::IValue:
  case TypeRole::PackedSequence:
  case TypeRole::Module:
  case TypeRole::ModuleHolder:
  case TypeRole::AnyModule:
  case TypeRole::JitModule:
  case TypeRole::Optimizer:
  case TypeRole::Container:
  case TypeRole::Tuple:
  case TypeRole::Optional:
  case TypeRole::FunctionalOptions:
    return true;
  default:
    return false;
  }
}

/// What a place held when the function began.
Value Interp::entry(int Path) {
  if (carriesDevice(roleOfPath(Path)) && isOnCpu(Path))
    return onCpuAt(Path);
  int Root = F.paths.root(Path);
  const Paths::Node &R = F.paths[Root];
  if (R.kind == Paths::Global && Root == Path)
    return F.globalValue(R.name, roleOfPath(Path));
  if (F.paths.topField(Path) >= 0)
    return entryOfField(Path);
  if (R.kind == Paths::Var && R.index < int(fun.vars.size())) {
    Storage S = fun.vars[R.index].storage;
    if (S == Storage::Param || S == Storage::Capture)
      return entryOfParam(Path);
  }
  Value V;
  V.role = roleOfPath(Path);
  if (R.kind == Paths::This) {
    Symbol S;
    S.kind = Symbol::Self;
    Alt A;
    A.device = Device::symbolic(F.names.symbol(S));
    A.identity = F.names.identity(HeldBy, -1, F.paths.self());
    addAlt(V, A);
  }
  return V;
}

Value Interp::entryOfField(int Path) {
  Value V;
  V.role = roleOfPath(Path);
  if (partOfLoaded(Path, V))
    return V;
  int Member = memberPath(Path);
  if (Member < 0 || !carriesDevice(V.role))
    return V;
  // A member of an argument that is no module goes where the argument goes.
  const Paths::Node &R = F.paths[F.paths.root(Path)];
  if (R.kind == Paths::Var && R.index < int(fun.vars.size()) &&
      fun.vars[R.index].storage == Storage::Param) {
    int Object = F.paths[F.paths.topField(Path)].parent;
    TypeRole O = roleOfPath(Object);
    const Paths::Node &N = F.paths[Path];
    const facts::FieldFact *Known =
        N.kind == Paths::Field ? F.field(N.cls, N.name) : nullptr;
    // … unless its class says what it holds.
    bool SelfMade = Known && Known->hasInit;
    if (O != TypeRole::Module && O != TypeRole::ModuleHolder && !SelfMade) {
      V = entryOfParam(Path);
      return V;
    }
  }
  // What another object has registered is where that object is.
  int Owner = F.paths[F.paths.topField(Path)].parent;
  if (Owner != F.paths.self() && F.isRegistered(Member)) {
    for (Alt O : readPath(Owner).alts) {
      auto It = st.objects.find(O.identity);
      Alt A;
      A.device = It != st.objects.end() ? It->second : O.device;
      A.identity = F.names.identity(HeldBy, O.identity, Member);
      addAlt(V, A);
    }
    if (!V.known())
      addAlt(V, Alt());
    return V;
  }
  Symbol S;
  S.kind = Symbol::Field;
  S.path = Member;
  S.chosen = namesDevice(V.role);
  Alt A;
  A.device = Device::symbolic(F.names.symbol(S));
  A.identity = F.names.identity(HeldBy, -1, Member);
  Source Src;
  Src.kind = Source::Field;
  Src.path = Member;
  A.sources = {Src};
  V.hasDevice = Tri::Unknown;
  addAlt(V, A);
  return V;
}

Value Interp::entryOfParam(int Path) {
  if (auto It = bound.find(F.paths[Path].index);
      It != bound.end() && F.paths[Path].kind == Paths::Var)
    return It->second;
  Value V;
  V.role = roleOfPath(Path);
  int Root = F.paths.root(Path);
  // A pointer to numbers lies where its caller's tensor lies.
  const facts::TypeFact &Whole = fun.vars[F.paths[Root].index].type;
  bool Memory = Path == Root && pointsToNumbers(Whole);
  if (Memory)
    V.role = TypeRole::Pointer;
  bool Loose = V.role == TypeRole::Record || V.role == TypeRole::Other ||
               V.role == TypeRole::Dependent;
  if (!carriesDevice(V.role) && !Loose && !Memory)
    return V;
  // The fields of an object are told apart.
  const Paths::Node &N = F.paths[Path];
  int Part = N.kind == Paths::Field && recordAt(N.parent) ? Path : Root;
  Symbol S;
  S.kind = Symbol::Param;
  S.fn = fn;
  S.path = Part;
  S.chosen = namesDevice(V.role);
  Alt A;
  A.device = Device::symbolic(F.names.symbol(S));
  A.identity = F.names.identity(HeldBy, fn, Path);
  Source Src;
  Src.kind = Source::Param;
  Src.fn = fn;
  Src.path = Part;
  A.sources = {Src};
  addAlt(V, A);
  return V;
}

void Interp::forgetBelow(int Path) {
  st.env.eraseIf([&](int P) { return P != Path && F.paths.isUnder(P, Path); });
}

void Interp::assign(int Path, Value V) {
  V.path = -1;
  if (F.paths.isWeak(Path)) {
    auto It = st.env.find(Path);
    if (It != st.env.end())
      V = joinValues(It->second, V, choice(Path));
    st.env[Path] = std::move(V);
    return;
  }
  forgetBelow(Path);
  st.env[Path] = std::move(V);
}

/// Somebody else may have written here.
void Interp::havoc(int Path) {
  forgetBelow(Path);
  Value V;
  V.role = roleOfPath(Path);
  st.env[Path] = V;
  if (recording)
    if (int M = memberPath(Path); M >= 0) {
      StoreEvent E;
      E.at = {fn, -1};
      E.path = M;
      E.value = V;
      out.stores.push_back(std::move(E));
    }
}

State Interp::joinStates(State A, State B) {
  if (!A.reachable)
    return B;
  if (!B.reachable)
    return A;
  State R;
  R.reachable = true;
  // What one way holds and the other doesn't mention is what it was at entry
  // there; refinements that only one way has are put into its values first.
  auto Settle = [&](State &S, const State &O) {
    std::swap(st, S);
    for (const auto &[P, V] : O.env)
      if (!st.env.count(P) && F.paths[F.paths.root(P)].kind != Paths::Temp) {
        Value E = readPath(P);
        E.path = -1;
        if (F.paths.root(P) == F.paths.self() ||
            F.paths[F.paths.root(P)].kind != Paths::Var || E.known())
          st.env[P] = E;
      }
    if (st.refines())
      st.env.update([](const Value &) { return true; },
                    [&](Value &V) { applyRefinements(V, st); });
    std::swap(st, S);
  };
  Settle(A, B);
  Settle(B, A);
  R.env = Env::join(A.env, B.env,
                    [&](int P, const Value &X, const Value &Y) {
                      return joinValues(X, Y, choice(P));
                    });
  R.alias = A.alias;
  for (const auto &[P, To] : B.alias) {
    auto [It, New] = R.alias.try_emplace(P, To);
    if (!New && It->second != To)
      R.alias.erase(It);
  }
  std::set_union(A.registered.begin(), A.registered.end(), B.registered.begin(),
                 B.registered.end(),
                 std::inserter(R.registered, R.registered.end()));
  std::set_union(A.contains.begin(), A.contains.end(), B.contains.begin(),
                 B.contains.end(), std::inserter(R.contains, R.contains.end()));
  std::set_intersection(A.assigned.begin(), A.assigned.end(),
                        B.assigned.begin(), B.assigned.end(),
                        std::inserter(R.assigned, R.assigned.end()));
  for (const auto &[Id, D] : A.objects) {
    auto It = B.objects.find(Id);
    bool Same =
        It != B.objects.end() && api::sameDevice(D, It->second) == Tri::Yes;
    R.objects[Id] = Same ? D : Device::unknown();
  }
  for (const auto &[Id, D] : B.objects)
    R.objects.try_emplace(Id, Device::unknown());
  for (const auto &[S, D] : A.refined) {
    auto It = B.refined.find(S);
    if (It != B.refined.end() && api::sameDevice(D, It->second) == Tri::Yes)
      R.refined[S] = D;
  }
  R.hostOnly = A.hostOnly && B.hostOnly;
  return R;
}

bool Interp::closureRegistered(const State &S, int Identity) const {
  std::set<int> Seen;
  std::vector<int> Work{Identity};
  while (!Work.empty()) {
    int Id = Work.back();
    Work.pop_back();
    if (!Id || !Seen.insert(Id).second)
      continue;
    if (S.registered.count(Id))
      return true;
    for (const auto &[Container, Content] : S.contains)
      if (Content == Id)
        Work.push_back(Container);
  }
  return false;
}

bool Interp::isRegisteredNow(const Value &V) const {
  for (const Alt &A : V.alts)
    if (closureRegistered(st, A.identity))
      return true;
  for (const Value &E : V.elements)
    if (isRegisteredNow(E))
      return true;
  return V.handles;
}

} // namespace flow
} // namespace torchtidy
