//===- UnregisteredModule.cpp - submodules to() never reaches ---*- C++ -*-===//
//
// docs/checks/torch-unregistered-module.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Mismatches.h"
#include "checks/common/Registering.h"
#include "checks/common/Submodules.h"

namespace torchtidy {

/// A member that is assigned is wrong where it is assigned; a list that is
/// filled, where it is declared.
static bool isAssigned(const Judge &J, const Submodule &S) {
  return S.store && J.flow.instr(S.store->at).op == Op::Store &&
         J.flow.paths[S.store->path].kind == flow::Paths::Field;
}

static void advise(const Judge &J, const Member &M, const Submodule &S,
                   Report &F) {
  const std::string ByName =
      "register_module(\"" + M.name + "\", " + M.name + ")";
  if (isAssigned(J, S))
    registerSubmodule(J, M, *S.store, F);
  else if (S.byDefault && !S.store)
    F.advise("register it: " + M.name + " = " + ByName);
  else if (!S.store)
    F.advise("register it: hold it by a module holder or a 'std::shared_ptr' "
             "and call 'register_module'");
  else if (M.leaf->type.role == TypeRole::ModuleHolder)
    F.advise("register it: " + ByName);
  else
    F.advise("register each: " + M.name +
             ".push_back(register_module(name, module)), or keep them in a "
             "'torch::nn::ModuleList' that is registered");
}

static void tell(Judge &J, const Member &M, const Submodule &S) {
  const bool Assigned = isAssigned(J, S);
  Report F = J.report("torch-unregistered-module", Level::Certain,
                      Assigned ? J.flow.instr(S.store->at).span : M.field->span,
                      "submodule '" + M.name + "' of '" + M.cls->name +
                          "' is never registered; 'to()', 'parameters()' and "
                          "'save' go past it");
  F.origin("module", S.made).ofModule(M.cls).ofMember(M.name);
  if (Assigned)
    F.declaredHere(*M.field, M.name);
  else if (S.store)
    F.note("filled here", S.store->at);
  auto Use =
      std::find_if(M.meetings.begin(), M.meetings.end(),
                   [&](const Meeting *X) { return !J.constructs(X->at.fn); });
  if (Use != M.meetings.end())
    F.noteIn("runs here", (*Use)->at);
  advise(J, M, S, F);
}

void checkUnregisteredModule(Judge &J) {
  const std::set<int> Misnamed = membersLeftByName(J);
  for (const Member &M : J.members()) {
    Submodule S;
    // Told at the registration that has its name.
    if (!Misnamed.count(M.path) && leftBehind(J, M, S))
      tell(J, M, S);
  }
  checkArchivesInMembers(J);
}

} // namespace torchtidy
