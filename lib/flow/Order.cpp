//===- Order.cpp - what is done to an object, and when ----------*- C++ -*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using api::Row;
using facts::NoValue;

static bool isObject(TypeRole R) {
  switch (R) {
  case TypeRole::Module:
  case TypeRole::ModuleHolder:
  case TypeRole::AnyModule:
  case TypeRole::JitModule:
  case TypeRole::Optimizer:
  case TypeRole::SmartPtr:
    return true;
  default:
    return false;
  }
}

/// The new event, to be completed; null while nothing is recorded.
OrderEvent *Interp::noteOrder(OrderEvent::Kind K, int Id, const Value &Object,
                              int Path) {
  if (!recording || out.order.size() >= MaxOrder)
    return nullptr;
  OrderEvent E;
  E.kind = K;
  E.at = E.call = {fn, Id};
  E.object = Object;
  E.object.path = -1;
  if (Path >= 0) {
    int Root = F.paths.root(Path);
    E.path = F.paths[Root].kind == Paths::Global ? Path : memberPath(Path);
  }
  out.order.push_back(std::move(E));
  return &out.order.back();
}

/// What is given to a function that isn't seen may be moved there.
void Interp::noteEscapes(const Instr &I, int Id) {
  if (!recording)
    return;
  auto Note = [&](int O) {
    if (O == NoValue)
      return;
    Value V = read(vals[O]);
    std::vector<Value> All = V.elements;
    All.insert(All.end(), V.captures.begin(), V.captures.end());
    All.push_back(V);
    for (const Value &X : All)
      if (X.known() && (isObject(X.role) || X.role == TypeRole::Container ||
                        X.role == TypeRole::Pointer))
        noteOrder(OrderEvent::Escape, Id, X, vals[O].path);
  };
  Note(I.receiver);
  for (int O : I.operands)
    Note(O);
}

/// An object that outlives the function, in a place that isn't a member.
void Interp::noteKept(int Id, int Place, const Value &V) {
  if (!recording || !isObject(V.role))
    return;
  int Root = F.paths.root(Place);
  const Paths::Node &N = F.paths[Root];
  bool Outside = N.kind == Paths::Global;
  if (N.kind == Paths::Var && N.index < int(fun.vars.size())) {
    const facts::VarFact &Var = fun.vars[N.index];
    Outside |= Var.storage == facts::Storage::Capture ||
               (Var.storage == facts::Storage::Param &&
                (Root != Place || Var.type.reference ||
                 Var.type.role == TypeRole::Pointer));
  }
  if (Outside)
    noteOrder(OrderEvent::Escape, Id, V, Place);
}

/// The device among the arguments of a load, and whether there is one.
static Tri deviceGiven(const std::vector<Value> &Args, Device &D) {
  Tri Given = Tri::No;
  for (const Value &O : Args) {
    if (O.role != TypeRole::Device && O.role != TypeRole::DeviceType &&
        O.role != TypeRole::Optional)
      continue;
    bool Undefined = !O.alts.empty();
    for (const Alt &A : O.alts)
      Undefined &= A.undefined;
    if (Undefined)
      continue;
    Given = O.role == TypeRole::Optional && O.alts.empty() ? Tri::Unknown
                                                           : Tri::Yes;
    D = O.alts.size() == 1 ? O.alts[0].device : Device::unknown();
  }
  return Given;
}

Value Interp::load(const Instr &I, int Id, const Row *R) {
  Value V;
  V.role = I.type.role;
  Alt A;
  A.identity = made(Id);
  A.fresh = true;
  Source S;
  S.kind = Source::Loaded;
  S.fn = fn;
  S.instr = Id;
  A.sources = {S};
  Tri Given = deviceGiven(operands(I), A.device);
  std::string_view Kind = R->info;
  Value Archive;
  Archive.hasDevice = Given;
  addAlt(Archive, A);
  // archive.load_from(path) keeps what it read.
  if (Kind == "archive" && I.receiver != NoValue) {
    if (int Path = vals[I.receiver].path; Path >= 0)
      assign(Path, Archive);
    return V;
  }
  if (Kind == "from") {
    Archive = operand(I, 0);
    Given = Archive.known() ? Archive.hasDevice : Tri::Unknown;
    A.device =
        Archive.alts.size() == 1 ? Archive.alts[0].device : Device::unknown();
  }
  int Into = Kind == "from"                                    ? I.receiver
             : V.role == TypeRole::Void && !I.operands.empty() ? I.operands[0]
                                                               : NoValue;
  if (Into == NoValue) {
    addAlt(V, A);
    if (OrderEvent *E = noteOrder(OrderEvent::Load, Id, V, -1)) {
      E->device = A.device;
      E->given = Given;
    }
    return V;
  }
  int Path = vals[Into].path;
  Value To = read(vals[Into]);
  if (To.role == TypeRole::Other)
    To.role = fun.instrs[Into].type.role;
  if (Path >= 0 && To.role == TypeRole::Tensor) {
    To.alts.clear();
    addAlt(To, A);
    if (int M = memberPath(Path); recording && M >= 0)
      noteStore(I, Id, Path, M, To);
    assign(Path, To);
  } else if (isObject(To.role)) {
    // The file's devices win over what the module was moved to.
    moveObject(To, Path, A.device);
    if (OrderEvent *E = noteOrder(OrderEvent::Fill, Id, To, Path)) {
      E->device = A.device;
      E->given = Given;
    }
  }
  return V;
}

/// A copy of a module; of a frozen one the state is constants.
Value Interp::clone(const Instr &I, int Id, const Row *R) {
  Value Of = I.receiver != NoValue ? read(vals[I.receiver]) : operand(I, 0);
  Value V = Of;
  V.role = I.type.role;
  V.path = -1;
  V.elements.clear();
  for (Alt &A : V.alts) {
    A.identity = made(Id);
    A.device = Device::unknown();
  }
  if (std::string_view(R->info) != "freeze")
    return V;
  if (!V.known()) {
    Alt A;
    A.identity = made(Id);
    addAlt(V, A);
  }
  if (OrderEvent *E = noteOrder(OrderEvent::Freeze, Id, V, -1))
    E->other = Of;
  return V;
}

/// An optimizer begins to hold parameters.
void Interp::optimizer(const Instr &I, int Id, const Value &V,
                       const std::vector<Value> &Parameters) {
  OrderEvent *E = noteOrder(OrderEvent::Optimize, Id, V, -1);
  if (!E)
    return;
  E->other.role = TypeRole::Container;
  for (size_t K = 0; K < Parameters.size(); ++K) {
    E->other.elements.push_back(Parameters[K]);
    // The elements of a local list that was filled one by one.
    int O = K < I.operands.size() ? I.operands[K] : NoValue;
    if (O == NoValue || vals[O].path < 0 || !Parameters[K].elements.empty())
      continue;
    Value Any = readPath(F.paths.element(vals[O].path, "*"));
    if (Any.known())
      E->other.elements.push_back(Any);
  }
}

/// x.requires_grad_(), x.set_requires_grad(true): x is a leaf from here on, if
/// it is one that was made here.
Value Interp::requiresGrad(const Instr &I, int Id, const Row *R) {
  Value Self = operatorCall(I, Id, R);
  bool On = I.operands.empty() || operand(I, 0).text == "true";
  if (I.receiver == NoValue)
    return Self;
  Value V = read(vals[I.receiver]);
  bool Changed = false;
  for (Alt &A : V.alts) {
    bool Leaf = On && A.fresh && A.lostAt.second < 0 && !A.undefined;
    Changed |= A.leaf != Leaf;
    A.leaf = Leaf;
  }
  if (!Changed)
    return Self;
  int Path = vals[I.receiver].path;
  V.path = -1;
  if (Path >= 0 && !F.paths.isWeak(Path))
    st.env[Path] = V;
  V.path = Path;
  V.role = Self.role;
  return V;
}

/// A leaf that moves between devices stays behind; what moves is a copy, which
/// autograd knows by what it was made from.
void Interp::loseLeaf(Alt &A, const Device &To, int Id) const {
  bool Moves = A.device.kind == Device::Concrete &&
               api::sameDevice(A.device, To) != Tri::Yes;
  if (A.leaf && Moves)
    A.lostAt = {fn, Id};
  A.leaf = false;
}

} // namespace flow
} // namespace torchtidy
