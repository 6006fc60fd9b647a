//===- UnregisteredModule.cpp - submodules to() never reaches ---*- C++ -*-===//
//
// docs/checks/torch-unregistered-module.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Edits.h"
#include "checks/common/Submodules.h"
#include "checks/common/Mismatches.h"

namespace torchtidy {

using facts::TypeRole;
using flow::StoreEvent;

void checkUnregisteredModule(Judge &J) {
  std::set<int> Misnamed = membersLeftByName(J);
  for (const Member &M : J.members()) {
    // Told at the registration that has its name.
    if (Misnamed.count(M.path))
      continue;
    Submodule Left;
    if (!leftBehind(J, M, Left))
      continue;
    const StoreEvent *E = Left.store;
    const flow::Site Made = Left.made;
    const bool Default = Left.byDefault;
    const TypeRole Own = M.leaf->type.role;
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
    if (!E) {
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
  checkArchivesInMembers(J);
}

} // namespace torchtidy
