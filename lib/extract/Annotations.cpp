//===- Annotations.cpp - what annotations.h's macros say --------*- C++ -*-===//
#include "extract/Annotations.h"

using namespace clang;

namespace torchtidy {
namespace extract {

/// A parameter by its name or number; -1 if the function hasn't got it.
static int argumentIndex(const Decl *D, llvm::StringRef Which) {
  const auto *F = dyn_cast<FunctionDecl>(D);
  if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
    F = T->getTemplatedDecl();
  if (!F)
    return -1;
  unsigned Number = 0;
  if (!Which.getAsInteger(10, Number))
    return Number < F->getNumParams() ? int(Number) : -1;
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (F->getParamDecl(I)->getName() == Which)
      return int(I);
  return -1;
}

static void read(const Decl *D, Annotations &Out) {
  if (!D->hasAttrs())
    return;
  for (const auto *A : D->specific_attrs<AnnotateAttr>()) {
    llvm::StringRef Text = A->getAnnotation();
    if (!Text.consume_front("torch_tidy::"))
      continue;
    if (Text == "runs_on_cpu")
      Out.onCpu = true;
    else if (Text == "crosses_devices")
      Out.crosses = true;
    else if (Text.consume_front("returns_on_device_of(") &&
             Text.consume_back(")"))
      Out.returnsDeviceOf = argumentIndex(D, Text.trim());
  }
}

Annotations annotationsOf(const Decl *D) {
  Annotations Out;
  if (!D)
    return Out;
  for (const Decl *R : D->redecls())
    read(R, Out);
  // What an instantiation was made from has the attributes, too.
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    if (const FunctionDecl *P = F->getTemplateInstantiationPattern())
      for (const Decl *R : P->redecls())
        read(R, Out);
  } else if (const auto *C = dyn_cast<CXXRecordDecl>(D)) {
    if (const CXXRecordDecl *P = C->getTemplateInstantiationPattern())
      for (const Decl *R : P->redecls())
        read(R, Out);
  }
  return Out;
}

bool paramOnCpu(const FunctionDecl *D, unsigned Index) {
  for (const FunctionDecl *R : D->redecls())
    if (Index < R->getNumParams()) {
      Annotations A;
      read(R->getParamDecl(Index), A);
      if (A.onCpu)
        return true;
    }
  return false;
}

bool beginsCrossing(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  if (!D)
    return false;
  for (const Decl *V : D->decls()) {
    Annotations A;
    read(V, A);
    if (A.crosses)
      return true;
  }
  return false;
}

} // namespace extract
} // namespace torchtidy
