//===- Construct.cpp - objects made, options and devices --------*- C++ -*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using facts::NoValue;

Value Interp::operand(const Instr &I, size_t K) {
  if (K >= I.operands.size() || I.operands[K] == NoValue)
    return Value();
  Value V = read(vals[I.operands[K]]);
  if (V.role == TypeRole::Other)
    V.role = fun.instrs[I.operands[K]].type.role;
  return V;
}

std::vector<Value> Interp::operands(const Instr &I) {
  std::vector<Value> R;
  for (size_t K = 0; K < I.operands.size(); ++K)
    R.push_back(operand(I, K));
  return R;
}

/// The device that a value names or has, as a value of \p Role.
Value Interp::deviceOfValue(const Value &V, TypeRole Role) {
  Value R;
  R.role = Role;
  R.hasDevice = V.role == TypeRole::TensorOptions ? V.hasDevice : Tri::Yes;
  for (const Alt &A : V.alts) {
    Alt D;
    D.device = A.device;
    // A type has no index.
    if (Role == TypeRole::DeviceType && D.device.kind == Device::Concrete)
      D.device.index = -1;
    addAlt(R, D);
  }
  if (R.alts.size() > 1) {
    // One of several: unknown which, but one.
    R.alts.clear();
    Alt D;
    addAlt(R, D);
  }
  return R;
}

Value Interp::makeDevice(const Instr &I) {
  Value R;
  R.role = TypeRole::Device;
  R.hasDevice = Tri::Yes;
  Value From = operand(I, 0);
  if (From.role == TypeRole::String && !From.text.empty() && From.isConst) {
    Device D = Device::parse(From.text);
    if (D.kind == Device::Concrete) {
      Alt A;
      A.device = D;
      addAlt(R, A);
      return R;
    }
  }
  if (!From.alts.empty())
    R = deviceOfValue(From, TypeRole::Device);
  else {
    // A name or index that only the run knows: some device, one.
    Alt A;
    A.device = choice(-1000000 - int(&I - fun.instrs.data()));
    addAlt(R, A);
  }
  if (I.operands.size() > 1 && R.alts.size() == 1 &&
      R.alts[0].device.kind == Device::Concrete) {
    Value Index = operand(I, 1);
    if (Index.isConst && !Index.text.empty())
      R.alts[0].device.index = std::atoi(Index.text.c_str());
    else
      R.alts[0].device.index = Device::AnyIndex;
  }
  return R;
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
  Source S;
  S.kind = Source::Loaded;
  S.fn = fn;
  S.instr = Id;
  A.sources = {S};
}

Value Interp::makeOptions(const std::vector<Value> &Args) {
  Value R;
  R.role = TypeRole::TensorOptions;
  R.hasDevice = Tri::No;
  for (const Value &V : Args) {
    if (V.role == TypeRole::TensorOptions) {
      R.requiresGrad |= V.requiresGrad;
      if (V.hasDevice != Tri::No) {
        R.alts = V.alts;
        R.hasDevice = V.hasDevice;
      }
    } else if (namesDevice(V.role) || V.role == TypeRole::String) {
      R = deviceOfValue(V, TypeRole::TensorOptions);
      R.hasDevice = Tri::Yes;
    } else if (V.role == TypeRole::Optional && V.known()) {
      R = deviceOfValue(V, TypeRole::TensorOptions);
      R.hasDevice = Tri::Unknown;
    }
  }
  return R;
}

Value Interp::optionsCall(const Instr &I, const api::Row *R) {
  std::string_view What = R ? R->info : "";
  std::vector<Value> Args = operands(I);
  Value Base;
  Base.role = TypeRole::TensorOptions;
  Base.hasDevice = Tri::No;
  if (I.receiver != NoValue) {
    Base = read(vals[I.receiver]);
    Base.path = -1;
    // The getter of the same name.
    if (Args.empty() && What == "device")
      return deviceOfValue(Base, TypeRole::Device);
    if (Args.empty()) {
      Value V;
      V.role = I.type.role;
      return V;
    }
  }
  Base.role = TypeRole::TensorOptions;
  if (What == "device" || What == "merge") {
    Value V = makeOptions(Args);
    // device(kCUDA, 1)
    if (Args.size() == 2 && V.alts.size() == 1 && Args[1].isConst &&
        V.alts[0].device.kind == Device::Concrete)
      V.alts[0].device.index = std::atoi(Args[1].text.c_str());
    V.requiresGrad |= Base.requiresGrad;
    return What == "merge" && V.hasDevice == Tri::No ? Base : V;
  }
  if (What == "requires_grad") {
    Base.requiresGrad = Args.empty() || Args[0].text == "true";
    return Base;
  }
  if (What == "cuda" || What == "cpu") {
    Alt A;
    A.device = Device::concrete(std::string(What));
    Base.alts = {A};
    Base.hasDevice = Tri::Yes;
  } else if (What == "device_index") {
    Alt A;
    bool Known = Args.size() == 1 && Args[0].isConst;
    A.device =
        Device::concrete("cuda", Known ? std::atoi(Args[0].text.c_str()) : -1);
    Base.alts = {A};
    Base.hasDevice = Tri::Yes;
  }
  return Base;
}

static bool isModuleRole(TypeRole R) {
  return R == TypeRole::Module || R == TypeRole::ModuleHolder ||
         R == TypeRole::AnyModule;
}

Value Interp::evalConstruct(const Instr &I, int Id) {
  if (isPython(I.type.name))
    return pythonObject(I);
  Value V;
  V.role = I.type.role;
  std::vector<Value> Args = operands(I);
  for (const Value &A : Args)
    if (A.role == TypeRole::Function && recording)
      noteUse(A, Id, FieldUse::Captured);
  if (const api::Row *R = api::findRow(I.callee);
      R && R->role == api::Role::HostReader && I.name.empty())
    touchArguments(I, Id);
  switch (V.role) {
  case TypeRole::Device:
    return makeDevice(I);
  case TypeRole::TensorOptions:
    return makeOptions(Args);
  case TypeRole::Tensor: {
    if (Args.size() == 1 && (Args[0].tensorLike() || Args[0].known()))
      return Args[0];
    Alt A;
    A.undefined = Args.empty();
    addAlt(V, A);
    return V;
  }
  case TypeRole::Optional:
  case TypeRole::IValue:
  case TypeRole::String:
  case TypeRole::DeviceType:
    if (Args.size() == 1) {
      Value R = Args[0];
      if (V.role == TypeRole::IValue || R.role == TypeRole::Other)
        R.role =
            R.tensorLike() || R.role == TypeRole::Container ? R.role : V.role;
      return R;
    }
    if (Args.empty()) {
      Alt A;
      A.undefined = true;
      addAlt(V, A);
    }
    return V;
  case TypeRole::Container:
  case TypeRole::Tuple:
    // A container made from one is that one; else these are its elements.
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
  case TypeRole::FunctionalOptions:
    for (Value &A : Args)
      if (A.tensorLike() || A.role == TypeRole::FunctionalOptions)
        V.elements.push_back(A);
    return V;
  default:
    break;
  }
  // Modules, holders, smart pointers and plain objects.
  TypeRole Inner = V.role;
  if (Inner == TypeRole::SmartPtr && !I.type.args.empty())
    Inner = I.type.args[0].role;
  bool Null = false;
  if ((V.role == TypeRole::ModuleHolder || V.role == TypeRole::SmartPtr) &&
      Args.size() == 1) {
    for (const Alt &A : Args[0].alts)
      Null |= A.undefined;
    // A holder over a module that exists: a copy, or made from its pointer.
    // Sequential(layer) is another module, which owns the layer.
    const facts::TypeFact *From =
        I.operands[0] != NoValue ? &fun.instrs[I.operands[0]].type : nullptr;
    bool Same = From && (From->role == TypeRole::SmartPtr ||
                         (From->role == V.role && From->cls == I.type.cls &&
                          From->name == I.type.name));
    if (!Null && Same) {
      Value R = Args[0];
      R.role = V.role;
      return R;
    }
  }
  if (V.role == TypeRole::SmartPtr && Args.empty() && I.calleeId.empty() &&
      I.callee.empty())
    Null = true;
  // A copy of a jit::Module shares its tensors, behind a pointer or not.
  const facts::TypeFact *Held = &I.type;
  while (
      (Held->role == TypeRole::SmartPtr || Held->role == TypeRole::Pointer) &&
      !Held->args.empty())
    Held = &Held->args[0];
  if (Held->role == TypeRole::JitModule && Args.size() == 1 &&
      Args[0].role == TypeRole::JitModule && Args[0].known()) {
    Value R = Args[0];
    R.role = V.role;
    R.path = -1;
    return R;
  }
  if (Held->role == TypeRole::Device && Held != &I.type && Args.size() == 1) {
    Value R = makeDevice(I);
    R.role = V.role;
    return R;
  }
  // make_shared<torch::Tensor>(t) is t, behind a pointer.
  if (V.role == TypeRole::SmartPtr && Inner == TypeRole::Tensor &&
      Args.size() == 1 && Args[0].known()) {
    Value R = Args[0];
    R.role = V.role;
    return R;
  }
  int Temp = F.paths.temp(Id);
  forgetBelow(Temp);
  // make_unique<Batch>(batch) is a copy of the batch, behind a pointer.
  if (V.role == TypeRole::SmartPtr && Inner == TypeRole::Record &&
      Args.size() == 1 && Args[0].role == TypeRole::Record) {
    storeParts(Temp, Args[0]);
    if (I.operands[0] != NoValue && vals[I.operands[0]].path >= 0)
      copyParts(vals[I.operands[0]].path, Temp);
  }
  if (V.role == TypeRole::Record && I.calleeId.empty()) {
    std::set<std::string> Given;
    if (I.name == "{}") {
      V = aggregate(I, Args);
      for (const facts::ArgFact &A : I.args)
        Given.insert(A.param);
    }
    if (Args.empty() || !Given.empty())
      initFields(I.type.cls, Temp, Given);
  }
  if (!I.calleeId.empty() && !Null) {
    int Callee = F.functionIndex(I.calleeId);
    if (Callee >= 0)
      applySummary(I, Id, Callee, Temp, Args, nullptr);
  }
  Alt A;
  A.identity = Null ? 0 : made(Id);
  A.undefined = Null;
  A.fresh = true;
  loader(I, A);
  openPackage(I, Id, A);
  if (isModuleRole(Inner) && !Null) {
    A.device = Device::concrete("cpu");
    Source S;
    S.kind = Source::Module;
    S.fn = fn;
    S.instr = Id;
    A.sources = {S};
    // Sequential(l1, l2), ModuleList(list): it owns what it is given.
    for (const Value &Arg : Args) {
      if (Arg.lambda >= 0 && F.summary(Arg.lambda).state == FunctionFlow::Done)
        runLater(I, Id, withState(Arg), inputsOf(Arg.lambda));
      auto Own = [&](const Value &X) {
        for (const Alt &C : X.alts)
          if (C.identity)
            st.contains.insert({A.identity, C.identity});
      };
      Own(Arg);
      for (const Value &E : Arg.elements)
        Own(E);
      if (Arg.role == TypeRole::FunctionalOptions || Arg.tensorLike())
        V.elements.push_back(Arg);
    }
  }
  addAlt(V, A);
  bool NewOptimizer = V.role == TypeRole::Pointer && !I.type.args.empty() &&
                      I.type.args[0].role == TypeRole::Optimizer;
  if ((Inner == TypeRole::Optimizer || NewOptimizer) && !Null)
    optimizer(I, Id, V, Args);
  st.env[Temp] = V;
  V.path = Temp;
  return V;
}

} // namespace flow
} // namespace torchtidy
