//===- Teach.cpp - taught functions, in the form of LibTorch's --*- C++ -*-===//
#include "facts/Teach.h"
#include "facts/Fields.h"
#include <algorithm>
#include <set>
#include <type_traits>

namespace torchtidy {
namespace facts {

using api::Behaviour;
using api::Taught;
using api::TaughtArg;

namespace {

bool isModuleType(const TypeFact &T) {
  switch (T.role) {
  case TypeRole::Module:
  case TypeRole::ModuleHolder:
  case TypeRole::AnyModule:
  case TypeRole::JitModule:
    return true;
  case TypeRole::SmartPtr:
  case TypeRole::Pointer:
    return !T.args.empty() && isModuleType(T.args[0]);
  default:
    return false;
  }
}

bool saysDevice(const TypeFact &T) {
  switch (T.role) {
  case TypeRole::Device:
  case TypeRole::DeviceType:
  case TypeRole::TensorOptions:
    return true;
  case TypeRole::Optional:
    return !T.args.empty() && saysDevice(T.args[0]);
  default:
    return false;
  }
}

/// Every type in the facts that names one of the project's modules says so.
class MakeModules {
public:
  explicit MakeModules(const std::set<std::string> &Ids,
                       const std::set<std::string> &Names)
      : Ids(Ids), Names(Names) {}

  void id(const char *, Text &) {}
  template <class V> void operator()(const char *, V &Value, V = V()) {
    visit(Value);
  }
  template <class V> void visit(V &Value) {
    if constexpr (IsVector<V>::value) {
      if constexpr (std::is_class_v<typename V::value_type>)
        for (auto &E : Value)
          visit(E);
    } else if constexpr (std::is_same_v<V, TypeFact>) {
      if (Value.role == TypeRole::Record &&
          (Ids.count(Value.cls) || Names.count(Value.name)))
        Value.role = TypeRole::Module;
      if (std::any_of(Value.args.begin(), Value.args.end(),
                      [&](const TypeFact &A) { return names(A); }))
        visit(Value.args.own());
    } else if constexpr (IsStruct<V>) {
      fields(*this, Value);
    }
  }

private:
  bool names(const TypeFact &T) const {
    return (T.role == TypeRole::Record &&
            (Ids.count(T.cls) || Names.count(T.name))) ||
           std::any_of(T.args.begin(), T.args.end(),
                       [&](const TypeFact &A) { return names(A); });
  }

  const std::set<std::string> &Ids, &Names;
};

/// One call, brought into the form of a row.
class Form {
public:
  Form(const FunctionFacts &F, Instr &I) : F(F), I(I) {}

  void take(const Taught &T) {
    Behaviour B = T.behaviour;
    switch (B) {
    case Behaviour::Operator:
      return asOperator(T);
    case Behaviour::FactoryLike:
      if (int K = subject(T.argument); K >= 0)
        detach(K);
      break;
    case Behaviour::RegisterBuffer:
    case Behaviour::RegisterParameter:
    case Behaviour::RegisterModule:
      registered(T);
      break;
    case Behaviour::Move:
    case Behaviour::MoveInPlace:
    case Behaviour::MoveModule:
      B = moved(T, B, 0);
      break;
    case Behaviour::MoveCpu:
    case Behaviour::MoveInPlaceCpu:
    case Behaviour::MoveModuleCpu:
      B = moved(T, B, 1);
      break;
    case Behaviour::MoveCuda:
    case Behaviour::MoveInPlaceCuda:
    case Behaviour::MoveModuleCuda:
      B = moved(T, B, 2);
      break;
    default:
      break;
    }
    finish(B);
  }

  /// What its declaration's annotations say.
  void takeAnnotations() {
    if (I.returnsDeviceOf >= 0)
      finish(Behaviour::Operator);
  }

private:
  void finish(Behaviour B) {
    I.api = api::rowName(B);
    I.taught = true;
  }

  const TypeFact *typeOf(int K) const {
    if (K < 0 || K >= int(I.operands.size()) || I.operands[K] == NoValue)
      return nullptr;
    return &F.instrs[I.operands[K]].type;
  }

  /// Index of the operand that \p A names, -1 if the call hasn't got it.
  int find(const TaughtArg &A) const {
    for (size_t K = 0; K < I.operands.size(); ++K)
      if (A.name.empty() ? int(K) == A.position
                         : K < I.args.size() && I.args[K].param == A.name)
        return int(K);
    return -1;
  }

  /// The operand that a behaviour is about. -1: the object.
  int subject(const TaughtArg &A) const {
    if (A.given() || I.receiver != NoValue)
      return find(A);
    for (size_t K = 0; K < I.operands.size(); ++K)
      if (const TypeFact *T = typeOf(int(K)))
        if (T->role == TypeRole::Tensor || T->role == TypeRole::Container ||
            isModuleType(*T))
          return int(K);
    return -1;
  }

  /// Operand \p K becomes the object.
  void detach(int K) {
    I.receiver = I.operands[K];
    remove(K);
  }
  void remove(int K) {
    I.operands.erase(I.operands.begin() + K);
    if (K < int(I.args.size()))
      I.args.erase(I.args.begin() + K);
  }

  /// (name, value), as LibTorch's registrars have them.
  void registered(const Taught &T) {
    int Value = T.argument.given() ? find(T.argument) : -1;
    for (size_t K = 0; K < I.operands.size() && !T.argument.given(); ++K)
      if (const TypeFact *Type = typeOf(int(K)))
        if (Type->role == TypeRole::Tensor || isModuleType(*Type))
          Value = int(K);
    for (int K = int(I.operands.size()) - 1; K >= 0; --K) {
      const TypeFact *Type = typeOf(K);
      bool Name = Type && Type->role == TypeRole::String;
      if (K != Value && !Name)
        remove(K);
    }
  }

  /// The object is what moves; what is left says where to.
  Behaviour moved(const Taught &T, Behaviour B, int Device) {
    static const Behaviour Modules[] = {Behaviour::MoveModule,
                                        Behaviour::MoveModuleCpu,
                                        Behaviour::MoveModuleCuda};
    if (int K = subject(T.argument); K >= 0)
      detach(K);
    const TypeFact *Object =
        I.receiver != NoValue ? &F.instrs[I.receiver].type : nullptr;
    bool InPlace = B == Behaviour::MoveInPlace ||
                   B == Behaviour::MoveInPlaceCpu ||
                   B == Behaviour::MoveInPlaceCuda;
    if (Object && isModuleType(*Object))
      return Modules[Device];
    // In place, the row takes where to as its only argument.
    for (int K = int(I.operands.size()) - 1; InPlace && K >= 0; --K)
      if (const TypeFact *Type = typeOf(K);
          !Type || (!saysDevice(*Type) && Type->role != TypeRole::Tensor))
        remove(K);
    return B;
  }

  void asOperator(const Taught &T) {
    for (size_t K = 0; K < I.args.size(); ++K)
      I.args[K].compared = T.sameDevice;
    for (const TaughtArg &A : T.free)
      if (int K = find(A); K >= 0)
        I.args[K].compared = false;
    for (const TaughtArg &A : T.onCpu)
      if (int K = find(A); K >= 0) {
        I.args[K].compared = false;
        I.args[K].onCpu = true;
      }
    if (T.returns.given())
      I.returnsDeviceOf = find(T.returns);
    I.onCpu |= T.returnsCpu;
    if (!T.argumentsOnly)
      finish(Behaviour::Operator);
  }

  const FunctionFacts &F;
  Instr &I;
};

class Teacher {
public:
  Teacher(ProjectFacts &P, const api::Teaching &T) : P(P), T(T) {}

  void run() {
    for (const api::TaughtModule &M : T.modules)
      modules(M);
    for (const ClassFacts &C : P.classes)
      for (const MethodFact &M : C.methods)
        inherited(C, M);
    for (FunctionFacts &F : P.functions)
      for (Instr &I : F.instrs)
        instr(F, I);
    // Of what is taught, all is known.
    for (ClassFacts &C : P.classes)
      for (MethodFact &M : C.methods)
        M.bodySeen |= lookUp(C.qualifiedName + "::" + M.name) != nullptr;
  }

private:
  void instr(FunctionFacts &F, Instr &I) {
    if (I.taught || (I.op != Op::Call && I.op != Op::Field))
      return;
    if (I.op == Op::Field) {
      // A member that is a pointer to memory.
      const TypeFact *Of = I.operands.empty() || I.operands[0] == NoValue
                               ? nullptr
                               : &F.instrs[I.operands[0]].type;
      const Taught *X = Of ? T.find(Of->name + "::" + I.name) : nullptr;
      if (X && (X->behaviour == Behaviour::HostMemory ||
                X->behaviour == Behaviour::CudaMemory))
        Form(F, I).take(*X);
      return;
    }
    if (const Taught *X = lookUp(I.callee))
      Form(F, I).take(*X);
    else
      Form(F, I).takeAnnotations();
  }

  const Taught *lookUp(const std::string &Callee) const {
    if (const Taught *X = T.find(Callee))
      return X;
    auto It = methods.find(Callee);
    return It == methods.end() ? nullptr : &It->second;
  }

  /// What overrides a taught method does what that does.
  void inherited(const ClassFacts &C, const MethodFact &M) {
    for (const std::string &Name : M.overrides)
      if (const Taught *X = lookUp(Name))
        methods.emplace(C.qualifiedName + "::" + M.name, Taught(*X));
  }

  void modules(const api::TaughtModule &M) {
    std::set<std::string> Names{M.base}, Ids;
    // Bases may come after what derives from them.
    for (bool Grew = true; Grew;) {
      Grew = false;
      for (ClassFacts &C : P.classes)
        for (const BaseFact &B : C.bases)
          if ((Names.count(B.name) || Ids.count(B.id)) &&
              Ids.insert(C.id).second) {
            Names.insert(C.qualifiedName);
            // What the base itself keeps is how it registers.
            C.isModule = true;
            Grew = true;
          }
    }
    MakeModules Visit(Ids, Names);
    for (ClassFacts &C : P.classes) {
      if (C.qualifiedName == M.base)
        for (MethodFact &Method : C.methods)
          Method.bodySeen = true;
      Visit.visit(C);
      if (Ids.count(C.id))
        overrides(C, M);
    }
    for (FunctionFacts &F : P.functions)
      Visit.visit(F);
    auto Add = [&](const std::vector<std::string> &List, Behaviour B) {
      for (const std::string &Method : List)
        for (const std::string &Class : Names) {
          Taught X;
          X.name = Class + "::" + Method;
          X.behaviour = B;
          methods.emplace(X.name, X);
        }
    };
    Add(M.buffers, Behaviour::RegisterBuffer);
    Add(M.parameters, Behaviour::RegisterParameter);
    Add(M.modules, Behaviour::RegisterModule);
    Add(M.moves, Behaviour::MoveModule);
  }

  /// An override of what moves the base moves a module, as Module::to's does.
  void overrides(ClassFacts &C, const api::TaughtModule &M) const {
    for (MethodFact &Method : C.methods)
      if (std::count(M.moves.begin(), M.moves.end(), Method.name) &&
          !Method.overrides.empty() &&
          Method.overrides.back() != api::rowName(Behaviour::MoveModule))
        Method.overrides.push_back(api::rowName(Behaviour::MoveModule));
  }

  ProjectFacts &P;
  const api::Teaching &T;
  /// Of the project's module classes, and what overrides a taught one.
  std::map<std::string, Taught> methods;
};

} // namespace

void teach(ProjectFacts &P, const api::Teaching &T) { Teacher(P, T).run(); }

} // namespace facts
} // namespace torchtidy
