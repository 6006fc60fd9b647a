//===- Library.cpp - calls of std, and of the unknown -----------*- C++ -*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using facts::NoValue;

static bool anyOf(std::string_view S, std::initializer_list<const char *> L) {
  for (const char *X : L)
    if (S == X)
      return true;
  return false;
}

/// push_back, insert …: what goes into the list at \p List.
void Interp::addToList(const Instr &I, int Id, int List) {
  int Element = F.paths.element(List, "*");
  Value Added;
  bool Any = false;
  int From = -1;
  for (size_t K = 0; K < I.operands.size(); ++K) {
    Value A = pack(operand(I, K));
    const Value *What = &A;
    // (key, value) pairs, and lists given whole.
    if (A.role == TypeRole::Tuple && !A.elements.empty())
      What = &A.elements.back();
    if (What->role == TypeRole::String || What->role == TypeRole::Number ||
        What->role == TypeRole::Other)
      continue;
    Added = Any ? joinValues(Added, *What, Device::unknown()) : *What;
    From = I.operands[K] != NoValue ? vals[I.operands[K]].path : -1;
    Any = true;
  }
  if (!Any)
    return;
  int Member = memberPath(Element);
  if (recording && Member >= 0) {
    StoreEvent E;
    E.at = {fn, Id};
    E.path = Member;
    E.value = Added;
    E.ownObject = F.paths.root(Element) == F.paths.self();
    E.registered = isRegisteredNow(Added);
    out.stores.push_back(std::move(E));
    noteParts(I, Id, Element, Added);
  }
  Added.path = -1;
  assign(Element, Added);
  if (From >= 0)
    copyParts(From, Element);
}

/// clear(), reset(): nothing is there.
void Interp::empty(int Place) {
  forgetBelow(Place);
  st.env.erase(Place);
  Value Empty;
  Empty.role = roleOfPath(Place);
  Alt A;
  A.undefined = true;
  addAlt(Empty, A);
  st.env[Place] = Empty;
}

/// std::tie(a, b) = f(x): each is an element of the result.
void Interp::assignTied(const Instr &I, int Id) {
  Value From = operand(I, 0);
  const Instr &Tie = fun.instrs[I.receiver];
  for (size_t K = 0; K < Tie.operands.size(); ++K) {
    int O = Tie.operands[K];
    if (O == NoValue || vals[O].path < 0)
      continue;
    Value E;
    if (K < From.elements.size())
      E = From.elements[K];
    else
      for (Alt A : From.alts) {
        A.identity = made(Id);
        addAlt(E, A);
      }
    E.role = roleOfPath(vals[O].path);
    assign(vals[O].path, E);
    if (F.paths.isUnder(vals[O].path, F.paths.self()))
      st.assigned.insert(vals[O].path);
  }
}

/// A method of a container, optional or smart pointer at \p Place.
std::optional<Value> Interp::stdMethod(const Instr &I, int Id, int Place) {
  std::string_view Name = lastName(I.callee);
  Value V;
  V.role = I.type.role;
  if (anyOf(Name, {"push_back", "emplace_back", "push_front", "emplace_front",
                   "insert", "emplace", "push", "try_emplace",
                   "insert_or_assign", "assign"})) {
    addToList(I, Id, Place);
    if (anyOf(Name, {"emplace_back", "emplace_front"}))
      V.path = F.paths.element(Place, "*");
    return V;
  }
  if (anyOf(Name, {"begin", "end", "cbegin", "rbegin", "rend", "find", "front",
                   "back", "at", "top"})) {
    V.path = F.paths.element(Place, "*");
    return V;
  }
  if (anyOf(Name, {"value", "get", "operator*", "operator->"})) {
    V.path = Place;
    return V;
  }
  if (Name == "value_or") {
    Value A = readPath(Place), B = operand(I, 0);
    A.path = -1;
    A.role = B.role;
    return joinValues(A, B, choice(-2 - Id));
  }
  if (anyOf(Name, {"clear", "reset"}) && I.operands.empty()) {
    empty(Place);
    return V;
  }
  return std::nullopt;
}

Value Interp::stdCall(const Instr &I, int Id) {
  std::string_view Name = lastName(I.callee);
  Value V;
  V.role = I.type.role;
  int Receiver = I.receiver != NoValue ? vals[I.receiver].path : -1;
  if (Receiver >= 0)
    if (std::optional<Value> R = stdMethod(I, Id, Receiver))
      return *R;
  if (anyOf(Name, {"swap", "exchange"})) {
    for (int O : I.operands)
      if (O != NoValue && vals[O].path >= 0)
        havoc(vals[O].path);
    return V;
  }
  if (anyOf(Name, {"make_tuple", "make_pair", "tie", "forward_as_tuple"})) {
    V.role = TypeRole::Tuple;
    for (const Value &A : operands(I)) {
      V.elements.push_back(pack(A));
      V.elements.back().path = -1;
    }
    return V;
  }
  if (anyOf(Name, {"has_value", "empty", "size", "count", "contains", "reserve",
                   "operator bool"}))
    return V;
  if (anyOf(Name, {"min", "max"}) && I.operands.size() == 2)
    return joinValues(operand(I, 0), operand(I, 1), choice(-2 - Id));
  if (Name == "operator=" && Receiver < 0 && I.receiver != NoValue) {
    assignTied(I, Id);
    return V;
  }
  return unknownCall(I, Id);
}

/// Nothing is known of it: what it may write is unknown afterwards, and what
/// it is given may meet anything.
Value Interp::unknownCall(const Instr &I, int Id) {
  noteUses(I, Id, FieldUse::Passed);
  noteEscapes(I, Id);
  // A launcher of the project's, declared here and defined where no C++ is
  // read: its pointers belong to one device.
  if (!I.calleeId.empty() && I.receiver == NoValue) {
    std::vector<Arg> Pointers;
    for (size_t K = 0; K < I.operands.size(); ++K) {
      Value V = operand(I, K);
      if (V.role == TypeRole::Pointer && V.known() && I.operands[K] >= 0 &&
          fun.instrs[I.operands[K]].op == facts::Op::Call) {
        V.role = TypeRole::Tensor;
        addArg(Pointers, K < I.args.size() ? I.args[K].param : "", V);
      }
    }
    meet(Id, "a call of '" + I.callee + "'", Pointers, true);
  }
  for (size_t K = 0; K < I.operands.size(); ++K) {
    int O = I.operands[K];
    if (O == NoValue || vals[O].path < 0)
      continue;
    bool Mutable = K < I.args.size() && I.args[K].mutableRef;
    if (vals[O].path == F.paths.self()) {
      out.escapesThis |= recording;
      continue;
    }
    if (!Mutable)
      continue;
    // A module that is handed out keeps its members; a tensor may be another.
    TypeRole R = roleOfPath(vals[O].path);
    if (R == TypeRole::Module || R == TypeRole::ModuleHolder ||
        R == TypeRole::SmartPtr || R == TypeRole::Optimizer) {
      for (const Alt &A : readPath(vals[O].path).alts)
        if (A.identity)
          st.objects[A.identity] = Device::unknown();
      continue;
    }
    havoc(vals[O].path);
  }
  Value V;
  V.role = I.type.role;
  return V;
}

void Interp::noteUse(const Value &V, int Id, FieldUse::Kind K) {
  auto Note = [&](const Value &X) {
    for (const Alt &A : X.alts)
      for (const Source &S : A.sources)
        if (S.kind == Source::Field && A.device.kind == Device::Symbol)
          out.uses.push_back({{fn, Id}, K, S.path});
  };
  Note(V);
  for (const Value &E : V.elements)
    Note(E);
  for (const Value &C : V.captures)
    Note(C);
}

void Interp::noteUses(const Instr &I, int Id, FieldUse::Kind K) {
  if (!recording)
    return;
  for (const Value &V : operands(I))
    noteUse(V, Id, K);
}

} // namespace flow
} // namespace torchtidy
