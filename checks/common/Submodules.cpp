//===- Submodules.cpp - modules that a module keeps -------------*- C++ -*-===//
#include "checks/common/Submodules.h"
#include <algorithm>

namespace torchtidy {

/// The store that keeps a module made here, while the owner is built.
static const StoreEvent *madeHere(const Member &M, Site &Made, bool &Shared) {
  const StoreEvent *Found = nullptr;
  for (const StoreEvent *E : M.stores) {
    if (E->at.instr < 0 || E->registered) {
      Shared |= E->at.instr < 0;
      continue;
    }
    // Sequential(register_module("a", …), …): its parts are reached.
    Shared |= E->partsRegistered;
    std::vector<const Value *> Values{&E->value};
    for (const Value &X : E->value.elements)
      if (X.role != TypeRole::FunctionalOptions && !X.tensorLike())
        Values.push_back(&X);
    for (const Value *V : Values) {
      if (V->alts.empty() && V->elements.empty() && V->role != TypeRole::Other)
        Shared = true; // from where, isn't known
      for (const Alt &A : V->alts) {
        if (A.undefined)
          continue;
        bool Here = false;
        for (const Source &S : A.sources)
          if (S.kind == Source::Module) {
            Here = true;
            if (!Found)
              Made = {S.fn, S.instr};
          }
        // An alias of what somebody else owns and moves.
        Shared |= !Here;
        if (Here && !Found)
          Found = E;
      }
    }
  }
  return Found;
}

/// A loss that was given no weights keeps nothing.
static bool keepsNothing(const Member &M) {
  const facts::TypeFact &T = M.leaf->type;
  if (!api::isStatelessUnlessGiven(api::normalise(T.name)))
    return false;
  for (const StoreEvent *E : M.stores)
    for (const Value &X : E->value.elements)
      if (X.tensorLike() || !X.elements.empty() || X.known())
        return false;
  return true;
}

/// A method runs it.
static bool runs(const Judge &J, const Member &M) {
  return std::any_of(M.meetings.begin(), M.meetings.end(),
                     [&](const Meeting *X) { return !J.constructs(X->at.fn); });
}

/// Moved by hand outside a constructor, or handed out while it is built.
static bool movedOrHandedOut(const Judge &J, const Member &M) {
  for (const flow::ModuleMove *X : M.moves)
    if (!J.constructs(X->at.fn))
      return true;
  for (const flow::FieldUse *U : M.uses)
    if (U->kind == flow::FieldUse::Passed && J.constructs(U->at.fn))
      return true;
  return false;
}

bool leftBehind(const Judge &J, const Member &M, Submodule &S) {
  if (!flow::isModuleRole(M.role) || M.registered || M.cls->isTorchBind ||
      !J.hasState(M.leaf->type) || keepsNothing(M) || !J.closed(*M.cls))
    return false;
  bool Shared = false;
  S.store = madeHere(M, S.made, Shared);
  // `torch::nn::Sequential blocks;` and `Net net;` are made with their owner.
  TypeRole Own = M.leaf->type.role;
  S.byDefault = Own == TypeRole::ModuleHolder && !M.leaf->hasInit &&
                M.stores.empty() && runs(J, M);
  bool ByValue =
      (Own == TypeRole::Module && !M.leaf->type.reference) || S.byDefault;
  return !Shared && !movedOrHandedOut(J, M) && (S.store || ByValue);
}

/// The archive that a store keeps, when it was loaded with no device.
static bool loadedHere(const StoreEvent &E, Site &Load) {
  for (const Alt &A : E.value.alts)
    for (const Source &S : A.sources)
      if (S.kind == Source::Loaded && A.device.kind == Device::Unknown &&
          !A.moved) {
        Load = {S.fn, S.instr};
        return true;
      }
  return false;
}

/// The load names a device, whichever.
static bool namesDevice(const Instr &Load) {
  return std::any_of(Load.args.begin(), Load.args.end(),
                     [](const facts::ArgFact &A) {
                       return A.type.role == TypeRole::Device ||
                              A.type.role == TypeRole::Optional ||
                              A.type.role == TypeRole::DeviceType;
                     });
}

void checkArchivesInMembers(Judge &J) {
  for (const Member &M : J.members()) {
    if (M.role != TypeRole::JitModule || M.registered || !M.cls->isModule ||
        !M.moves.empty() || movedOrHandedOut(J, M) || !J.closed(*M.cls))
      continue;
    const StoreEvent *Kept = nullptr;
    Site Load;
    bool Shared = false;
    for (const StoreEvent *E : M.stores) {
      if (E->at.instr < 0 || E->value.alts.empty())
        Shared = true;
      else if (!Kept && loadedHere(*E, Load))
        Kept = E;
    }
    if (!Kept || Shared || namesDevice(J.flow.instr(Load)))
      continue;
    J.report("torch-unregistered-module", Level::Likely, Load,
             "'" + M.name + "' of '" + M.cls->name +
                 "' is a TorchScript module, which 'to()' of '" + M.cls->name +
                 "' does not reach; it may stay on the device of the archive")
        .origin("module", Load)
        .ofModule(M.cls)
        .ofMember(M.name)
        .declaredHere(*M.field, M.name)
        .advise("move it along: override the three 'to' of the module and "
                "call " +
                M.name + ".to(device) in each");
  }
}

} // namespace torchtidy
