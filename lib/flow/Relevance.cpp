//===- Relevance.cpp - which functions have to do with devices --*- C++ -*-===//
//
// Most code of most programs handles no tensor. Reading it would cost as much
// as the rest and say nothing.
//
//===----------------------------------------------------------------------===//
#include "flow/Interp.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

using facts::TypeFact;

/// What is of this type may hold a tensor, a device or a module.
bool ProjectFlow::concerns(const TypeFact &T) const {
  switch (T.role) {
  case TypeRole::Other:
  case TypeRole::Void:
  case TypeRole::Bool:
  case TypeRole::Number:
  case TypeRole::String:
    return false;
  case TypeRole::Record:
    return carriers.count(T.cls) != 0;
  case TypeRole::Container:
  case TypeRole::Optional:
  case TypeRole::Tuple:
  case TypeRole::SmartPtr:
  case TypeRole::Pointer:
    return std::any_of(T.args.begin(), T.args.end(),
                       [&](const TypeFact &A) { return concerns(A); });
  default:
    return true;
  }
}

/// Plain classes with such members, through any number of others.
void ProjectFlow::findCarriers() {
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const facts::ClassFacts &C : facts.classes) {
      if (carriers.count(C.id))
        continue;
      bool Carries = C.isModule || C.isHolder || C.isTorchBind ||
                     C.isAutogradFunction || C.isDataset ||
                     std::any_of(C.fields.begin(), C.fields.end(),
                                 [&](const facts::FieldFact &F) {
                                   return concerns(F.type);
                                 }) ||
                     std::any_of(C.bases.begin(), C.bases.end(),
                                 [&](const facts::BaseFact &B) {
                                   return !B.isUser || carriers.count(B.id);
                                 });
      if (Carries)
        Grows = carriers.insert(C.id).second;
    }
  }
}

bool ProjectFlow::concerns(const facts::FunctionFacts &F) const {
  if (F.dependent || carriers.count(F.cls))
    return true;
  for (size_t V = 0; V < F.vars.size(); ++V)
    // A pointer that is handed in may lead into a tensor.
    if (concerns(F.vars[V].type) ||
        (V < F.numParams && F.vars[V].type.role == TypeRole::Pointer))
      return true;
  for (const facts::Instr &I : F.instrs) {
    bool Plain = I.op == facts::Op::Const || I.op == facts::Op::Compare;
    if (!I.api.empty() || (!Plain && concerns(I.type)))
      return true;
    // A row of somebody else's, and helpers that ask for a device.
    if (I.op == facts::Op::Call &&
        (I.taught || I.isLaunch || api::findRow(I.callee) ||
         Interp::isPython(I.callee)))
      return true;
    int Callee = I.calleeId.empty() ? -1 : functionIndex(I.calleeId);
    if (Callee >= 0 && flows[Callee]->result.text == "available")
      return true;
  }
  return false;
}

} // namespace flow
} // namespace torchtidy
