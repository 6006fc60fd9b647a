//===- Calls.cpp - LibTorch's functions, by role ----------------*- C++ -*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using api::Role;
using api::Row;
using facts::NoValue;

/// A call of one of the project's own functions, whose summary is done.
Value Interp::ownCall(const Instr &I, int Id, int Callee) {
  if (F.function(Callee).kind == facts::FunctionKind::Lambda) {
    Value Callable = I.receiver != NoValue ? read(vals[I.receiver]) : Value();
    return applySummary(I, Id, Callee, F.paths.self(), operands(I),
                        Callable.lambda == Callee ? &Callable.captures
                                                  : nullptr);
  }
  int Receiver = -1;
  if (I.receiver != NoValue) {
    Receiver = vals[I.receiver].path;
    if (Receiver < 0) {
      Receiver = F.paths.temp(I.receiver);
      st.env[Receiver] = vals[I.receiver];
    }
  }
  return applySummary(I, Id, Callee, Receiver, operands(I), nullptr);
}

Value Interp::evalCall(const Instr &I, int Id) {
  if (isPython(I.callee))
    return pythonCall(I, Id);
  if (I.taught)
    return taughtCall(I, Id);
  meetTaught(I, Id);
  if (I.onCpu && !hasBody(I))
    return answerOnCpu(I, Id, Source::OnCpu);
  // No tensor is a callable, and most receivers are tensors.
  if (I.receiver != NoValue &&
      fun.instrs[I.receiver].type.role != TypeRole::Tensor) {
    Value Callable = read(vals[I.receiver]);
    if (Callable.lambda >= 0 && lastName(I.callee) != "operator=" &&
        F.summary(Callable.lambda).state == FunctionFlow::Done)
      return applySummary(I, Id, Callable.lambda, F.paths.self(), operands(I),
                          &Callable.captures);
  }
  if (!I.calleeId.empty()) {
    int Callee = F.functionIndex(I.calleeId);
    // Which override runs, the object decides.
    bool Open = I.isVirtual && F.isOverridden(I.callee);
    if (Callee >= 0 && !Open && !F.function(Callee).blocks.empty()) {
      F.summary(Callee).calledBy.insert(fn);
      if (F.summary(Callee).state == FunctionFlow::Done)
        return ownCall(I, Id, Callee);
      if (Callee == fn && out.recursion != FunctionFlow::GivenUp)
        return selfCall(I, Id);
    }
    return unknownCall(I, Id);
  }
  // LibTorch's lists and dictionaries are used as the standard library's.
  if (!I.api.empty() && I.receiver != NoValue && !api::findRow(I.api) &&
      fun.instrs[I.receiver].type.role == TypeRole::Container)
    return stdCall(I, Id);
  if (!I.api.empty())
    return apiCall(I, Id);
  const Row *R = api::findRow(I.callee);
  if (R && R->role == Role::HostReader)
    touchArguments(I, Id);
  if (I.callee.compare(0, 5, "std::") == 0)
    return stdCall(I, Id);
  return unknownCall(I, Id);
}

/// A setter of functional options changes those that it is called on.
Value Interp::functionalOption(const Instr &I, int Id) {
  Value V = read(vals[I.receiver]);
  V.path = -1;
  V.role = TypeRole::FunctionalOptions;
  for (Value &A : V.elements)
    A.path = -1;
  for (Value A : operands(I))
    if (A.tensorLike() && V.elements.size() < MaxElements) {
      A.path = -1;
      V.elements.push_back(A);
    }
  if (int Place = vals[I.receiver].path; Place >= 0 && !V.elements.empty()) {
    if (int M = memberPath(Place); recording && M >= 0)
      noteStore(I, Id, Place, M, V);
    assign(Place, V);
    V.path = Place;
  }
  return V;
}

Value Interp::setData(const Instr &I, const Row *R) {
  Value V;
  V.role = I.type.role;
  if (I.receiver == NoValue || vals[I.receiver].path < 0)
    return V;
  Value Self = read(vals[I.receiver]), From = operand(I, 0);
  for (Alt &A : Self.alts)
    A.device = From.alts.size() == 1 ? From.alts[0].device
               : I.taught && std::string_view(R->info) != "args"
                   ? Device::concrete(R->info)
                   : Device::unknown();
  assign(vals[I.receiver].path, Self);
  return vals[I.receiver];
}

Value Interp::receiverOr(const Instr &I, size_t Operand) {
  return I.receiver != NoValue ? read(vals[I.receiver]) : operand(I, Operand);
}

/// Functions that make a tensor, options or a device, or say something of one.
std::optional<Value> Interp::valueCall(const Instr &I, int Id, Role What,
                                       const Row *R) {
  switch (What) {
  case Role::Factory: {
    // normal(mean, std) of tensors is where they are.
    for (const Value &A : operands(I))
      if (A.role == TypeRole::Tensor)
        return operatorCall(I, Id, R);
    Value V = factory(I, Id, R, nullptr);
    meetGenerator(I, Id, R->op, V);
    return V;
  }
  case Role::CpuHelper:
  case Role::FromBlob:
    return factory(I, Id, R, nullptr);
  case Role::FactoryLike: {
    Value Like = receiverOr(I, 0);
    return factory(I, Id, R, &Like);
  }
  case Role::MoveTensor:
    return moveTensor(I, Id, R);
  case Role::SetData:
    return setData(I, R);
  case Role::OptionsSetter:
  case Role::OptionsMaker:
    return optionsCall(I, R);
  case Role::OptionsOf:
    return deviceOfValue(I.receiver != NoValue ? read(vals[I.receiver])
                                               : Value(),
                         TypeRole::TensorOptions);
  case Role::DeviceOf:
    return deviceOfValue(receiverOr(I, 0), I.type.role == TypeRole::DeviceType
                                               ? TypeRole::DeviceType
                                               : TypeRole::Device);
  case Role::HostValue:
    return hostValue(I);
  case Role::HostElement:
    return hostElement(I, Id);
  case Role::RequiresGrad:
    return requiresGrad(I, Id, R);
  case Role::Gradient:
    return operatorCall(I, Id, R);
  case Role::MakeGenerator:
    return generator(I, R);
  case Role::Operator:
    // Whatever it is called: a tensor's pointer.
    if (I.type.role == TypeRole::Pointer && I.receiver != NoValue &&
        fun.instrs[I.receiver].type.role == TypeRole::Tensor)
      return hostValue(I);
    return operatorCall(I, Id, R);
  default:
    return std::nullopt;
  }
}

/// What is done to or with a module, an optimizer, an archive or a package.
std::optional<Value> Interp::objectCall(const Instr &I, int Id, Role What,
                                        const Row *R) {
  Value V;
  V.role = I.type.role;
  switch (What) {
  case Role::RegisterBuffer:
  case Role::RegisterParameter:
  case Role::RegisterModule:
    return registerCall(I, Id, What);
  case Role::AddModule:
    addModule(I, Id);
    return V;
  case Role::MoveModule:
    return moveModule(I, Id);
  case Role::Handles:
  case Role::Children:
    return handles(I, Id);
  case Role::Clone:
    return clone(I, Id, R);
  case Role::Load:
    return load(I, Id, R);
  case Role::OptimizerStep:
    if (I.receiver != NoValue)
      noteOrder(OrderEvent::Step, Id, read(vals[I.receiver]),
                vals[I.receiver].path);
    return V;
  case Role::AddParameters:
    if (I.receiver != NoValue)
      optimizer(I, Id, read(vals[I.receiver]), operands(I));
    return V;
  case Role::Save:
  case Role::ExportInputs:
  case Role::ExportModule:
  case Role::DeviceExport:
    return sink(I, Id, R);
  case Role::PackageRun:
    return runPackage(I, Id, R);
  case Role::Forward:
    return forward(I, Id);
  default:
    return std::nullopt;
  }
}

Value Interp::apiCall(const Instr &I, int Id) {
  if (I.receiver != NoValue &&
      fun.instrs[I.receiver].type.role == TypeRole::FunctionalOptions)
    return functionalOption(I, Id);
  const Row *R = api::findRow(I.api);
  const Role What = api::roleOf(I.api);
  if (std::optional<Value> Made = valueCall(I, Id, What, R))
    return *Made;
  if (std::optional<Value> Answer = objectCall(I, Id, What, R))
    return *Answer;
  // The rest says nothing of devices, or only a rule looks at it.
  Value V;
  V.role = I.type.role;
  if (What == Role::Available) {
    V.text = "available";
  } else if (What == Role::Itself && I.receiver != NoValue) {
    V = vals[I.receiver];
    V.role = I.type.role;
  } else if (What == Role::MakeLoader) {
    if (Alt A; loader(I, A))
      addAlt(V, A);
  }
  return V;
}

/// Sequential, ModuleList …: the container owns what it is given.
void Interp::addModule(const Instr &I, int Id) {
  if (I.receiver == NoValue)
    return;
  Value Owner = read(vals[I.receiver]);
  int Place = vals[I.receiver].path;
  for (const Value &A : operands(I)) {
    if (OrderEvent *E = noteOrder(OrderEvent::Grow, Id, Owner, Place))
      E->other = A;
    std::vector<Value> All = A.elements;
    All.push_back(A);
    bool Module = false;
    for (const Value &X : All)
      for (const Alt &C : X.alts)
        for (const Alt &O : Owner.alts) {
          Module |= C.identity != 0;
          if (C.identity && O.identity)
            st.contains.insert({O.identity, C.identity});
        }
    if (!recording || !Module || Place < 0)
      continue;
    if (int M = memberPath(Place); M >= 0)
      noteStore(I, Id, F.paths.element(Place, "*"), F.paths.element(M, "*"), A);
  }
}

/// Whether the sizes, or the value, make a 0-dim tensor.
static Tri zeroDimOf(const facts::FunctionFacts &Fun, const facts::Instr &I,
                     std::string_view Info) {
  if (Info == "vector")
    return Tri::No;
  auto Unwrap = [&](int Id) {
    while (Id != NoValue && Fun.instrs[Id].op == facts::Op::Construct &&
           Fun.instrs[Id].operands.size() == 1 &&
           Fun.instrs[Id].type.role != TypeRole::Container)
      Id = Fun.instrs[Id].operands[0];
    return Id;
  };
  for (size_t K = 0; K < I.operands.size(); ++K) {
    int Id = Unwrap(I.operands[K]);
    // The host's memory of from_blob is no list of sizes.
    bool Memory = K < I.args.size() && I.args[K].type.role == TypeRole::Pointer;
    if (Id == NoValue || Memory)
      continue;
    const facts::Instr &X = Fun.instrs[Id];
    TypeRole R = X.type.role;
    if (Info == "value") {
      if (R == TypeRole::Number || R == TypeRole::Bool || R == TypeRole::Scalar)
        return Tri::Yes;
      return R == TypeRole::Container ? Tri::No : Tri::Unknown;
    }
    if (R == TypeRole::Container) {
      // {2, 3} is a list of a list: its innermost decides.
      const facts::Instr *L = &X;
      while (L->op == facts::Op::Construct && L->operands.size() == 1 &&
             L->operands[0] != NoValue &&
             Fun.instrs[L->operands[0]].type.role == TypeRole::Container)
        L = &Fun.instrs[L->operands[0]];
      // Sizes that another tensor has are taken for more than none.
      return L->op == facts::Op::Construct && L->operands.empty() ? Tri::Yes
                                                                  : Tri::No;
    }
  }
  return Tri::Unknown;
}

Value Interp::factory(const Instr &I, int Id, const Row *R, Value *Like) {
  Value V;
  V.role = TypeRole::Tensor;
  std::vector<Value> Args = operands(I);
  std::vector<Value> Optional;
  for (size_t K = 0; K < Args.size(); ++K) {
    TypeRole P = K < I.args.size() ? I.args[K].type.role : Args[K].role;
    if (P == TypeRole::TensorOptions || P == TypeRole::Device ||
        P == TypeRole::Optional || Args[K].role == TypeRole::TensorOptions ||
        Args[K].role == TypeRole::Device)
      Optional.push_back(Args[K]);
  }
  Value Options = makeOptions(Optional);
  Alt A;
  A.identity = made(Id);
  A.fresh = true;
  A.leaf = Options.requiresGrad;
  A.zeroDim =
      Like && !*R->info
          ? (Like->alts.size() == 1 ? Like->alts[0].zeroDim : Tri::Unknown)
          : zeroDimOf(fun, I, R->info);
  Source S;
  S.fn = fn;
  S.instr = Id;
  bool Helper = R->role == Role::CpuHelper;
  if (Helper || Options.hasDevice == Tri::No) {
    if (Like && !Helper) {
      if (Like->alts.empty()) {
        addAlt(V, A);
        return V;
      }
      for (const Alt &L : Like->alts) {
        Alt B = A;
        B.device = L.device;
        B.sources = L.sources;
        addAlt(V, B);
      }
      return V;
    }
    A.device = Device::concrete("cpu");
    S.kind = Helper                      ? Source::CpuHelper
             : R->role == Role::FromBlob ? Source::Blob
                                         : Source::Factory;
    A.sources = madeOnCpu(S, false);
    addAlt(V, A);
    return V;
  }
  S.kind = Source::Explicit;
  A.sources = {S};
  if (!Options.alts.empty())
    A.device = Options.alts[0].device;
  addAlt(V, A);
  return V;
}

Value Interp::moveTensor(const Instr &I, int Id, const Row *R) {
  Value V = I.receiver != NoValue ? read(vals[I.receiver]) : operand(I, 0);
  meet(Id, R->op, {{"self", V, false}}, false); // pin_memory wants the cpu's
  V.path = -1;
  V.role = I.type.role;
  std::string_view Info = R->info;
  Device To;
  bool Moves = false;
  if (Info == "args") {
    // The parameter's type says whether a device is given; which, the value.
    for (size_t K = 0; K < I.operands.size() && K < I.args.size(); ++K) {
      const facts::TypeFact &P = I.args[K].type;
      bool Optional = P.role == TypeRole::Optional && !P.args.empty() &&
                      P.args[0].role == TypeRole::Device;
      Value A = operand(I, K);
      if (P.role == TypeRole::TensorOptions) {
        A = makeOptions({A});
        if (A.hasDevice == Tri::No)
          continue;
      } else if (P.role != TypeRole::Tensor && P.role != TypeRole::Device &&
                 P.role != TypeRole::DeviceType && !Optional) {
        continue;
      }
      To = A.alts.size() == 1 ? A.alts[0].device : Device::unknown();
      Moves = true;
    }
  } else if (Info != "type") {
    To = Device::concrete(std::string(Info));
    Moves = true;
  }
  if (V.alts.empty() && Moves)
    addAlt(V, Alt());
  std::vector<Alt> Old;
  Old.swap(V.alts);
  for (Alt A : Old) {
    if (Moves) {
      loseLeaf(A, To, Id);
      A.device = To;
      A.moved = true;
    } else {
      A.leaf = false;
    }
    if (Moves && To.isConcrete("cpu") && crosses(I)) {
      Source S;
      S.fn = fn;
      S.instr = Id;
      A.sources = madeOnCpu(S, true);
    }
    A.copyOf = A.identity && !A.copyOf ? A.identity : A.copyOf;
    A.identity = made(Id);
    A.viewOf = 0;
    A.fresh = true;
    addAlt(V, A);
  }
  V.elements.clear();
  return V;
}

/// A module moves in place, and with it what it has registered.
void Interp::moveObject(const Value &Object, int Path, const Device &To) {
  for (const Alt &A : Object.alts)
    if (A.identity)
      st.objects[A.identity] = To;
  if (Path < 0)
    return;
  std::set<int> Moved;
  for (const auto &[P, V] : st.env)
    if (P != Path && F.paths.isUnder(P, Path))
      for (const Alt &A : V.alts)
        if (closureRegistered(st, A.identity))
          Moved.insert(A.identity);
  if (Moved.empty())
    return;
  auto Moves = [&](const Alt &A) { return Moved.count(A.identity) != 0; };
  st.env.update(
      [&](const Value &V) {
        return std::any_of(V.alts.begin(), V.alts.end(), Moves);
      },
      [&](Value &V) {
        for (Alt &A : V.alts)
          if (Moves(A)) {
            A.device = To;
            st.objects[A.identity] = To;
          }
      });
}

Value Interp::moveModule(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  Value Object = I.receiver != NoValue ? read(vals[I.receiver]) : Value();
  Value To;
  for (const Value &A : operands(I))
    if (A.role == TypeRole::Device || A.role == TypeRole::DeviceType ||
        A.role == TypeRole::TensorOptions)
      To = deviceOfValue(A, TypeRole::Device);
  if (const Row *R = api::findRow(I.api);
      I.taught && R && std::string_view(R->info) != "args") {
    Alt A;
    A.device = Device::concrete(R->info);
    To.alts = {A};
  }
  if (!To.known() || I.receiver == NoValue)
    return V;
  moveObject(Object, vals[I.receiver].path, To.alts[0].device);
  if (OrderEvent *E =
          noteOrder(OrderEvent::Move, Id, Object, vals[I.receiver].path))
    E->device = To.alts[0].device;
  if (recording) {
    ModuleMove M;
    M.path = I.receiver != NoValue && vals[I.receiver].path >= 0
                 ? memberPath(vals[I.receiver].path)
                 : -1;
    M.at = {fn, Id};
    M.object = Object;
    M.device = To.alts[0].device;
    out.moves.push_back(std::move(M));
  }
  return V;
}

Value Interp::registerCall(const Instr &I, int Id, Role R) {
  // The last tensor or module argument: (name, value[, requires_grad]).
  int At = -1;
  for (size_t K = 0; K < I.operands.size(); ++K) {
    TypeRole P = I.operands[K] == NoValue ? TypeRole::Other
                                          : fun.instrs[I.operands[K]].type.role;
    if (P == TypeRole::Tensor || isModuleRole(P) || P == TypeRole::SmartPtr ||
        P == TypeRole::JitModule || (At < 0 && K == 1))
      At = int(K);
  }
  Value V = At < 0 ? Value() : operand(I, size_t(At));
  if (V.role == TypeRole::Other)
    V.role = I.type.role;
  if (!V.known()) {
    Alt A;
    A.identity = made(Id);
    addAlt(V, A);
  }
  int Place =
      At >= 0 && I.operands[At] != NoValue ? vals[I.operands[At]].path : -1;
  for (Alt &A : V.alts) {
    // An undefined tensor or null holder gets an identity, so that the member
    // counts as registered and a later assignment as rebinding it.
    if (!A.identity)
      A.identity = made(Id);
    st.registered.insert(A.identity);
  }
  if (Place >= 0 && F.paths[F.paths.root(Place)].kind != Paths::Temp)
    st.env[Place].alts = V.alts;
  int Member = Place >= 0 ? memberPath(Place) : -1;
  if (recording) {
    RegisterEvent E;
    E.at = {fn, Id};
    E.role = R;
    E.value = V;
    E.path = Member;
    if (!I.operands.empty() && I.operands[0] != NoValue) {
      Value Name = operand(I, 0);
      if (Name.isConst)
        E.name = Name.text;
    }
    if (Member >= 0)
      F.markRegistered(Member);
    for (const Alt &A : V.alts)
      for (const Source &S : A.sources)
        if (S.kind == Source::Field && A.viewOf == 0 && !A.fresh)
          F.markRegistered(S.path);
    out.registers.push_back(std::move(E));
  }
  V.path = -1;
  if (I.receiver != NoValue)
    if (OrderEvent *E = noteOrder(OrderEvent::Grow, Id, read(vals[I.receiver]),
                                  vals[I.receiver].path))
      E->other = V;
  return V;
}

Value Interp::handles(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  V.handles = true;
  Alt A;
  A.identity = F.names.identity(HandleOf, fn, Id);
  st.registered.insert(A.identity);
  if (I.receiver != NoValue)
    for (const Alt &M : read(vals[I.receiver]).alts) {
      auto It = st.objects.find(M.identity);
      A.device = It != st.objects.end() ? It->second : M.device;
      A.handleOf = M.identity;
    }
  addAlt(V, A);
  return V;
}

/// What a package answers is where it was opened, or else where its inputs are.
Value Interp::runPackage(const Instr &I, int Id, const Row *R) {
  sink(I, Id, R);
  std::vector<Arg> Inputs = tensorArgs(I);
  Arg Package;
  if (I.receiver != NoValue)
    Package.value = read(vals[I.receiver]);
  for (const Alt &A : Package.value.alts)
    if (A.device.kind == Device::Concrete) {
      Inputs = {Package};
      break;
    }
  return combine(Inputs, I.type.role, Id);
}

} // namespace flow
} // namespace torchtidy
