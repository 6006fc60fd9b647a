//===- Statics.cpp - memory of a device in static objects -------*- C++ -*-===//
#include "checks/common/HostMemory.h"
#include <algorithm>

namespace torchtidy {

using facts::Storage;

namespace {

struct Static {
  std::string name;
  facts::SourceSpan span; ///< of the declaration
  bool module = false;
  bool emptied = false; ///< somewhere it is given nothing again
  Site filled;          ///< where it gets memory of a device
  Device device;
};

/// Objects that hold a tensor or a module themselves: what a static pointer or
/// reference points to is never destroyed.
bool holds(const facts::TypeFact &T) {
  return !T.reference &&
         (T.role == TypeRole::Tensor || T.role == TypeRole::ModuleHolder ||
          T.role == TypeRole::Module || T.role == TypeRole::JitModule);
}

class Statics {
public:
  explicit Statics(const Judge &J) : J(J) {
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
      declare(int(Fn));
      for (size_t Id = 0; Id < J.flow.function(int(Fn)).instrs.size(); ++Id)
        if (J.flow.of(int(Fn)).reached.size() > Id)
          store(int(Fn), int(Id));
      for (const flow::ModuleMove &M : J.flow.of(int(Fn)).moves)
        move(M);
    }
  }

  std::map<std::string, Static> all; ///< by global id

private:
  void declare(int Fn) {
    const FunctionFacts &F = J.flow.function(Fn);
    for (const facts::VarFact &V : F.vars) {
      bool Kept =
          V.storage == Storage::Global || V.storage == Storage::StaticLocal;
      if (!Kept || !holds(V.type))
        continue;
      Static &S = all[V.globalId];
      S.name = V.name;
      S.module = V.type.role != TypeRole::Tensor;
      // The definition, which its initialiser shows.
      if (!S.span.valid() || F.kind == FunctionKind::GlobalInit)
        S.span = V.span;
    }
  }

  Static *at(const FunctionFacts &F, int Place) {
    const Instr &P = F.instrs[Place];
    if (P.op != Op::Var || P.var < 0)
      return nullptr;
    auto It = all.find(F.vars[P.var].globalId);
    return F.vars[P.var].globalId.empty() || It == all.end() ? nullptr
                                                             : &It->second;
  }

  void store(int Fn, int Id) {
    const FunctionFacts &F = J.flow.function(Fn);
    const Instr &I = F.instrs[Id];
    const api::Row *R = rowOf(I);
    bool Resets = R && R->role == api::Role::Ignore && I.receiver >= 0 &&
                  I.operands.empty() &&
                  F.instrs[I.receiver].type.role == TypeRole::Tensor;
    if (Resets)
      if (Static *S = at(F, I.receiver))
        S->emptied = true;
    if (I.op != Op::Store || I.operands.size() < 2 || I.operands[0] < 0 ||
        I.operands[1] < 0)
      return;
    Static *S = at(F, I.operands[0]);
    if (!S)
      return;
    for (const Alt &A : J.flow.of(Fn).values[I.operands[1]].alts) {
      S->emptied |= A.undefined && I.storeKind == facts::StoreKind::Assign;
      fill(*S, A.device, {Fn, Id});
    }
  }

  void move(const flow::ModuleMove &M) {
    const FunctionFacts &F = J.flow.function(M.at.fn);
    int Object = F.instrs[M.at.instr].receiver;
    while (Object >= 0 && F.instrs[Object].op == Op::Deref)
      Object = F.instrs[Object].operands[0];
    if (Static *S = Object >= 0 ? at(F, Object) : nullptr)
      fill(*S, M.device, M.at);
  }

  void fill(Static &S, const Device &D, Site At) {
    bool OnDevice =
        D.kind == Device::Concrete
            ? !D.isConcrete("cpu") && !D.isConcrete("meta")
            : J.isChosen(D) && J.flow.names[D.symbol].kind == Symbol::Choice;
    if (!OnDevice || (S.filled.instr >= 0 && !(At < S.filled)))
      return;
    S.filled = At;
    S.device = D;
  }

  const Judge &J;
};

} // namespace

void findStaticTensors(Judge &J) {
  for (const auto &[Id, S] : Statics(J).all) {
    if (S.filled.instr < 0 || S.emptied || !S.span.valid())
      continue;
    J.report("torch-host-access", Level::Likely, S.span,
             std::string("static ") + (S.module ? "module" : "tensor") + " '" +
                 S.name + "' keeps memory of " +
                 flow::describe(J.flow, S.device) +
                 "; it may be freed after the driver has shut down",
             "static:" + Id)
        .note("gets it here", S.filled)
        .advise("free it before main returns: " + S.name +
                (S.module ? " = nullptr" : " = torch::Tensor()") +
                ", or keep it in an object that main owns");
  }
}

} // namespace torchtidy
