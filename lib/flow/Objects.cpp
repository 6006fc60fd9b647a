//===- Objects.cpp - objects that are made ----------------------*- C++ -*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using facts::NoValue;

Value Interp::evalConstruct(const Instr &I, int Id) {
  if (isPython(I.type.name))
    return pythonObject(I);
  std::vector<Value> Args = operands(I);
  for (const Value &A : Args)
    if (A.role == TypeRole::Function && recording)
      noteUse(A, Id, FieldUse::Captured);
  if (const api::Row *R = api::findRow(I.callee);
      R && R->role == api::Role::HostReader && I.name.empty())
    touchArguments(I, Id);
  switch (I.type.role) {
  case TypeRole::Device:
    return makeDevice(I);
  case TypeRole::TensorOptions:
    return makeOptions(Args);
  case TypeRole::Tensor:
  case TypeRole::Optional:
  case TypeRole::IValue:
  case TypeRole::String:
  case TypeRole::DeviceType:
    return makeValue(I, Args);
  case TypeRole::Container:
  case TypeRole::Tuple:
    return makeList(I, Args);
  case TypeRole::FunctionalOptions: {
    Value V;
    V.role = I.type.role;
    for (Value &A : Args)
      if (A.tensorLike() || A.role == TypeRole::FunctionalOptions)
        V.elements.push_back(A);
    return V;
  }
  default:
    break;
  }
  if (std::optional<Value> Same = sameObject(I, Args))
    return *Same;
  return makeObject(I, Id, Args);
}

/// A tensor, or something that holds one value: made of what it holds.
Value Interp::makeValue(const Instr &I, const std::vector<Value> &Args) {
  Value V;
  V.role = I.type.role;
  if (V.role == TypeRole::Tensor) {
    if (Args.size() == 1 && (Args[0].tensorLike() || Args[0].known()))
      return Args[0];
  } else if (Args.size() == 1) {
    Value R = Args[0];
    if (V.role == TypeRole::IValue || R.role == TypeRole::Other)
      R.role =
          R.tensorLike() || R.role == TypeRole::Container ? R.role : V.role;
    return R;
  } else if (!Args.empty()) {
    return V;
  }
  Alt A;
  A.undefined = Args.empty();
  addAlt(V, A);
  return V;
}

/// A container made from one is that one; else these are its elements.
Value Interp::makeList(const Instr &I, const std::vector<Value> &Args) {
  Value V;
  V.role = I.type.role;
  if (Args.size() == 1 && (Args[0].role == TypeRole::Container ||
                           !Args[0].elements.empty() || Args[0].handles)) {
    Value R = Args[0];
    if (I.operands[0] != NoValue && vals[I.operands[0]].path >= 0 &&
        R.elements.empty() && !R.known()) {
      Value E = readPath(F.paths.element(vals[I.operands[0]].path, "*"));
      E.path = -1;
      if (E.known())
        R.elements = {E};
    }
    R.role = V.role;
    return R;
  }
  for (const Value &A : Args) {
    if (V.elements.size() >= MaxElements) {
      V.elements.back() = joinValues(V.elements.back(), A, Device::unknown());
      continue;
    }
    V.elements.push_back(pack(A));
    V.elements.back().path = -1;
  }
  return V;
}

/// Made of nothing but a null pointer.
bool Interp::isNull(const Instr &I, const std::vector<Value> &Args) const {
  if (I.type.role == TypeRole::SmartPtr && Args.empty())
    return I.calleeId.empty() && I.callee.empty();
  if ((I.type.role != TypeRole::ModuleHolder &&
       I.type.role != TypeRole::SmartPtr) ||
      Args.size() != 1)
    return false;
  for (const Alt &A : Args[0].alts)
    if (A.undefined)
      return true;
  return false;
}

/// What is only another handle of an object that exists.
std::optional<Value> Interp::sameObject(const Instr &I,
                                        const std::vector<Value> &Args) {
  if (Args.size() != 1)
    return std::nullopt;
  Value R = Args[0];
  const TypeRole Role = I.type.role, From = R.role;
  R.role = Role;
  if (Role == TypeRole::ModuleHolder || Role == TypeRole::SmartPtr) {
    // A holder over a module that exists: a copy, or made from its pointer.
    // Sequential(layer) is another module, which owns the layer.
    const facts::TypeFact *Of =
        I.operands[0] != NoValue ? &fun.instrs[I.operands[0]].type : nullptr;
    bool Same = Of && (Of->role == TypeRole::SmartPtr ||
                       (Of->role == Role && Of->cls == I.type.cls &&
                        Of->name == I.type.name));
    if (Same && !isNull(I, Args))
      return R;
  }
  // A copy of a jit::Module shares its tensors, behind a pointer or not.
  const facts::TypeFact *Held = &I.type;
  while (
      (Held->role == TypeRole::SmartPtr || Held->role == TypeRole::Pointer) &&
      !Held->args.empty())
    Held = &Held->args[0];
  if (Held->role == TypeRole::JitModule && From == TypeRole::JitModule &&
      R.known()) {
    R.path = -1;
    return R;
  }
  if (Held->role == TypeRole::Device && Held != &I.type) {
    R = makeDevice(I);
    R.role = Role;
    return R;
  }
  // make_shared<torch::Tensor>(t) is t, behind a pointer.
  if (Role == TypeRole::SmartPtr && !I.type.args.empty() &&
      I.type.args[0].role == TypeRole::Tensor && R.known())
    return R;
  return std::nullopt;
}

/// Runs what makes the object at \p Place: its constructor, or for an
/// aggregate the initialisers of its members.
void Interp::initObject(const Instr &I, int Id, int Place,
                        const std::vector<Value> &Args, Value &V) {
  // make_unique<Batch>(batch) is a copy of the batch, behind a pointer.
  if (I.type.role == TypeRole::SmartPtr && !I.type.args.empty() &&
      I.type.args[0].role == TypeRole::Record && Args.size() == 1 &&
      Args[0].role == TypeRole::Record) {
    storeParts(Place, Args[0]);
    if (I.operands[0] != NoValue && vals[I.operands[0]].path >= 0)
      copyParts(vals[I.operands[0]].path, Place);
  }
  if (I.type.role == TypeRole::Record && I.calleeId.empty()) {
    std::set<std::string> Given;
    if (I.name == "{}") {
      V = aggregate(I, Args);
      for (const facts::ArgFact &A : I.args)
        Given.insert(A.param);
    }
    if (Args.empty() || !Given.empty())
      initFields(I.type.cls, Place, Given);
  }
  if (!I.calleeId.empty() && !isNull(I, Args)) {
    int Callee = F.functionIndex(I.calleeId);
    if (Callee >= 0)
      applySummary(I, Id, Callee, Place, Args, nullptr);
  }
}

/// Sequential(l1, l2), ModuleList(list): it owns what it is given.
void Interp::ownArguments(const Instr &I, int Id, int Owner,
                          const std::vector<Value> &Args, Value &V) {
  auto Own = [&](const Value &X) {
    for (const Alt &C : X.alts)
      if (C.identity)
        st.contains.insert({Owner, C.identity});
  };
  for (const Value &Arg : Args) {
    if (Arg.lambda >= 0 && F.summary(Arg.lambda).state == FunctionFlow::Done)
      runLater(I, Id, withState(Arg), inputsOf(Arg.lambda));
    Own(Arg);
    for (const Value &E : Arg.elements)
      Own(E);
    if (Arg.role == TypeRole::FunctionalOptions || Arg.tensorLike())
      V.elements.push_back(Arg);
  }
}

/// Modules, holders, smart pointers and plain objects.
Value Interp::makeObject(const Instr &I, int Id,
                         const std::vector<Value> &Args) {
  Value V;
  V.role = I.type.role;
  // `new Net()`, make_shared<Net>().
  TypeRole Inner = V.role;
  if ((Inner == TypeRole::SmartPtr || Inner == TypeRole::Pointer) &&
      !I.type.args.empty())
    Inner = I.type.args[0].role;
  const bool Null = isNull(I, Args);
  int Temp = F.paths.temp(Id);
  forgetBelow(Temp);
  initObject(I, Id, Temp, Args, V);
  Alt A;
  A.identity = Null ? 0 : made(Id);
  A.undefined = Null;
  A.fresh = true;
  loader(I, A);
  openPackage(I, Id, A);
  if (isModuleRole(Inner) && !Null) {
    A.device = Device::concrete("cpu");
    A.sources = {{Source::Module, fn, Id}};
    ownArguments(I, Id, A.identity, Args, V);
  }
  addAlt(V, A);
  if (Inner == TypeRole::Optimizer && !Null)
    optimizer(I, Id, V, Args);
  st.env[Temp] = V;
  V.path = Temp;
  return V;
}

/// An AOTInductor package that is opened: its runner's type says on what
/// device, or a string among the arguments.
void Interp::openPackage(const Instr &I, int Id, Alt &A) {
  const api::Row *R = api::findRow(I.api);
  if (!R || R->role != api::Role::PackageLoad)
    return;
  if (*R->info)
    A.device = Device::concrete(R->info);
  for (size_t K = 1; K < I.operands.size(); ++K) {
    Value Name = operand(I, K);
    Device D = Name.isConst ? Device::parse(Name.text) : Device::unknown();
    if (D.kind == Device::Concrete && api::isDeviceType(D.type))
      A.device = D;
  }
  A.sources = {{Source::Loaded, fn, Id}};
}

} // namespace flow
} // namespace torchtidy
