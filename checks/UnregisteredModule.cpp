//===- UnregisteredModule.cpp - submodules to() never reaches ---*- C++ -*-===//
//
// docs/checks/torch-unregistered-module.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Edits.h"
#include "checks/common/Judge.h"

namespace torchtidy {

using facts::TypeRole;
using flow::Alt;
using flow::Source;
using flow::StoreEvent;

static bool moduleMember(const Member &M) {
  return M.role == TypeRole::Module || M.role == TypeRole::ModuleHolder ||
         M.role == TypeRole::AnyModule;
}

/// The store that keeps a module made here, while the owner is built.
static const StoreEvent *madeHere(const Judge &J, const Member &M,
                                  flow::Site &Made, bool &Shared) {
  const StoreEvent *Found = nullptr;
  for (const StoreEvent *E : M.stores) {
    if (E->at.instr < 0 || E->registered) {
      Shared |= E->at.instr < 0;
      continue;
    }
    std::vector<const flow::Value *> Values{&E->value};
    for (const flow::Value &X : E->value.elements)
      if (X.role != TypeRole::FunctionalOptions && !X.tensorLike())
        Values.push_back(&X);
    for (const flow::Value *V : Values) {
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
    for (const flow::Value &X : E->value.elements)
      if (X.tensorLike() || !X.elements.empty() || X.known())
        return false;
  return true;
}

/// A method runs it.
static bool runs(const Judge &J, const Member &M) {
  for (const flow::Meeting *X : M.meetings)
    if (!J.constructs(X->at.fn))
      return true;
  return false;
}

void checkUnregisteredModule(Judge &J) {
  for (const Member &M : J.members()) {
    if (!moduleMember(M) || M.registered || M.cls->isTorchBind ||
        !J.hasState(M.leaf->type) || keepsNothing(M) || !J.closed(*M.cls))
      continue;
    flow::Site Made;
    bool Shared = false, Moved = false, Escapes = false;
    const StoreEvent *E = madeHere(J, M, Made, Shared);
    for (const flow::ModuleMove *X : M.moves)
      Moved |= !J.constructs(X->at.fn);
    for (const flow::FieldUse *U : M.uses)
      Escapes |= U->kind == flow::FieldUse::Passed && J.constructs(U->at.fn);
    // `torch::nn::Sequential blocks;` and `Net net;` are made with their owner.
    TypeRole Own = M.leaf->type.role;
    bool Default = Own == TypeRole::ModuleHolder && !M.leaf->hasInit &&
                   M.stores.empty() && runs(J, M);
    bool ByValue =
        (Own == TypeRole::Module && !M.leaf->type.reference) || Default;
    if (Shared || Moved || Escapes || (!E && !ByValue))
      continue;
    // A member that is assigned is wrong where it is assigned; a list that is
    // filled, where it is declared.
    bool Assigned = E && J.flow.instr(E->at).op == facts::Op::Store &&
                    J.flow.paths[E->path].kind == flow::Paths::Field;
    const facts::Instr *Store = E ? &J.flow.instr(E->at) : nullptr;
    Finding &F = J.report("torch-unregistered-module", Level::Certain,
                          Assigned ? Store->span : M.field->span,
                          "submodule '" + M.name + "' of '" + M.cls->name +
                              "' is never registered; 'to()', 'parameters()' "
                              "and 'save' go past it");
    Origin O;
    O.kind = "module";
    O.module = M.cls->name;
    O.member = M.name;
    if (Made.instr >= 0)
      O.made = J.span(Made);
    F.origins.push_back(std::move(O));
    if (Assigned)
      F.notes.push_back(
          J.note("'" + M.name + "' is declared here", M.field->span));
    else if (Store)
      F.notes.push_back(J.note("filled here", Store->span));
    for (const flow::Meeting *X : M.meetings)
      if (!J.constructs(X->at.fn)) {
        F.notes.push_back(
            {"runs here, in '" + J.flow.function(X->at.fn).name + "'",
             J.span(X->at)});
        break;
      }
    if (ByValue && !E) {
      F.notes.push_back(
          {Default ? "register it: " + M.name + " = register_module(\"" +
                         M.name + "\", " + M.name + ")"
                   : "register it: hold it by a module holder or a "
                     "'std::shared_ptr' and call 'register_module'",
           {}});
      continue;
    }
    const facts::FunctionFacts &Fun = J.flow.function(E->at.fn);
    if (!Assigned) {
      bool List = Own == TypeRole::ModuleHolder;
      F.notes.push_back(
          {List ? "register it: register_module(\"" + M.name + "\", " + M.name +
                      ")"
                : "register each: " + M.name +
                      ".push_back(register_module(name, module)), or keep them "
                      "in a 'torch::nn::ModuleList' that is registered",
           {}});
      continue;
    }
    const facts::Instr &V = Fun.instrs[Store->operands[1]];
    std::string Text = "register_module(\"" + M.name + "\", ";
    F.notes.push_back(
        {"register it: " + M.name + " = " + Text + oneLine(V.text) + ")", {}});
    if (!E->ownObject || M.name != M.field->name || V.span.macro ||
        !V.span.valid() || Fun.kind == facts::FunctionKind::Lambda ||
        (M.cls->isCloneable && Fun.shortName != "reset") ||
        V.type.role != M.field->type.role)
      continue;
    F.fixes.push_back(
        wrap("register it as a submodule", J.span(V.span), Text, ")"));
  }
}

} // namespace torchtidy
