//===- OnPurpose.cpp - what annotations keep on the CPU ---------*- C++ -*-===//
//
// annotations.h: RUNS_ON_CPU on a class, member, variable, argument or
// function; and tensors that are brought to the CPU where devices are crossed.
//
//===----------------------------------------------------------------------===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

bool runsOnCpu(const ProjectFlow &F, int Fn) {
  for (unsigned Depth = 0; Fn >= 0 && Depth < 16; ++Depth) {
    const facts::FunctionFacts &X = F.function(Fn);
    if (X.onCpu)
      return true;
    for (const facts::ClassFacts *C : F.hierarchy(X.cls))
      if (C->onCpu)
        return true;
    Fn = X.parent.empty() ? -1 : F.functionIndex(X.parent);
  }
  return false;
}

/// The class of an object of this type, behind pointers and holders, or one
/// that it derives from.
static bool classOnCpu(const ProjectFlow &F, const facts::TypeFact &T) {
  if (T.role == TypeRole::Container || T.role == TypeRole::Tuple)
    return false;
  for (const facts::TypeFact &A : T.args)
    if (classOnCpu(F, A))
      return true;
  for (const facts::ClassFacts *C : F.hierarchy(T.cls)) {
    if (C->onCpu)
      return true;
    if (C->isHolder && !C->holds.empty())
      for (const facts::ClassFacts *H : F.hierarchy(C->holds))
        if (H->onCpu)
          return true;
  }
  return false;
}

bool keptOnCpu(const ProjectFlow &F, const facts::FieldFact &Field) {
  return F.keepsOnCpu && (Field.onCpu || classOnCpu(F, Field.type));
}

/// True for a place that is on the CPU on purpose, or part of one.
bool Interp::isOnCpu(int Path) const {
  if (!F.keepsOnCpu)
    return false;
  for (int P = Path; P >= 0; P = F.paths[P].parent) {
    const Paths::Node &N = F.paths[P];
    if (N.kind == Paths::Field) {
      const facts::FieldFact *X = F.field(N.cls, N.name);
      if (X && keptOnCpu(F, *X))
        return true;
    } else if (N.kind == Paths::Var && N.index < int(fun.vars.size())) {
      const facts::VarFact &X = fun.vars[N.index];
      if (X.onCpu || classOnCpu(F, X.type))
        return true;
    } else if (N.kind == Paths::This && !fun.cls.empty()) {
      for (const facts::ClassFacts *C : F.hierarchy(fun.cls))
        if (C->onCpu)
          return true;
    }
  }
  return false;
}

/// What such a place holds when the function begins.
Value Interp::onCpuAt(int Path) {
  Value V;
  V.role = roleOfPath(Path);
  const Paths::Node &R = F.paths[F.paths.root(Path)];
  bool Own = R.kind == Paths::Var;
  int Member = Own ? -1 : memberPath(Path);
  Source S;
  S.kind = Source::OnCpu;
  S.fn = Own ? fn : -1;
  S.path = Own || Member < 0 ? Path : Member;
  Alt A;
  A.device = Device::concrete("cpu");
  A.identity = F.names.identity(HeldBy, Own ? fn : -1, S.path);
  A.sources = {S};
  addAlt(V, A);
  return V;
}

/// A value that goes to such a place is meant to be where it is.
void Interp::keepOnCpu(int Path, Value &V, int Id) {
  if (!isOnCpu(Path))
    return;
  Source S;
  S.kind = Source::OnCpu;
  S.fn = fn;
  S.instr = Id;
  std::vector<Alt> Old;
  Old.swap(V.alts);
  for (Alt &A : Old) {
    if (A.device.isConcrete("cpu"))
      A.sources = {S};
    addAlt(V, A);
  }
}

/// The instruction stands where devices are crossed on purpose.
bool Interp::crosses(const Instr &I) const {
  for (const facts::SourceSpan &C : fun.crossings)
    if (C.file == I.span.file && C.offset <= I.span.offset &&
        I.span.offset < C.endOffset)
      return true;
  return false;
}

/// Sources of a tensor that is made, or brought, to the CPU here.
std::vector<Source> Interp::madeOnCpu(Source S, bool Brought) {
  if (Brought ? crosses(fun.instrs[S.instr]) : runsOnCpu(F, fn))
    S.kind = Source::OnCpu;
  return {S};
}

} // namespace flow
} // namespace torchtidy
