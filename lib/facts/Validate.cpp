//===- Validate.cpp - facts that came from outside --------------*- C++ -*-===//
#include "facts/Validate.h"
#include "facts/Fields.h"
#include <stdexcept>

namespace torchtidy {
namespace facts {
namespace {

/// Looks at every span's file.
struct FileCheck {
  int files;
  void id(const char *, Text &) {}
  template <class V> void operator()(const char *, V &Value, V = V()) {
    visit(Value);
  }
  template <class V> void visit(V &Value) {
    if constexpr (IsVector<V>::value) {
      if constexpr (std::is_class_v<typename V::value_type>)
        for (auto &E : Value)
          visit(E);
    } else if constexpr (std::is_same_v<V, SourceSpan>) {
      if (Value.file < -1 || Value.file >= files)
        refuseFacts("a range names a file that isn't listed");
    } else if constexpr (std::is_same_v<V, FunctionFacts>) {
      headFields(*this, Value);
    } else if constexpr (IsStruct<V> &&
                         !std::is_same_v<V, TypeFact>) {
      fields(*this, Value);
    }
  }
};

void checkIndices(const FunctionFacts &F) {
  int Values = int(F.instrs.size()), Vars = int(F.vars.size());
  auto Check = [&](bool Good, const char *What) {
    if (!Good)
      refuseFacts("function '" + F.name + "' has a bad " + What);
  };
  Check(F.numParams <= F.vars.size(), "parameter count");
  for (const Instr &I : F.instrs) {
    for (ValueId V : I.operands)
      Check(V >= NoValue && V < Values, "operand");
    Check(I.receiver >= NoValue && I.receiver < Values, "receiver");
    Check(I.var >= -1 && I.var < Vars, "variable");
    if (I.op == Op::Var || I.op == Op::Bind)
      Check(I.var >= 0, "variable");
    if (I.op == Op::Call || I.op == Op::Construct)
      Check(I.args.size() == I.operands.size(), "argument list");
  }
  for (const Block &B : F.blocks) {
    Check(B.first >= 0 && B.first <= B.last && B.last <= Values, "block");
    Check(B.cond >= NoValue && B.cond < Values, "condition");
    for (int S : B.succs)
      Check(S >= 0 && S < int(F.blocks.size()), "successor");
  }
}

constexpr unsigned MaxTypeSize = 4096, MaxTypeDepth = 64;

unsigned sizeOf(const TypeFact &T, unsigned Depth) {
  if (Depth > MaxTypeDepth)
    refuseFacts("a type is too deep");
  unsigned Size = 1;
  for (const TypeFact &A : T.args) {
    Size += sizeOf(A, Depth + 1);
    if (Size > MaxTypeSize)
      refuseFacts("a type is too large");
  }
  return Size;
}

} // namespace

void refuseFacts(const std::string &Why) {
  throw std::runtime_error("not a facts file: " + Why);
}

void checkBody(const FunctionFacts &F, int Files) {
  // Looking changes nothing; the description serves writing too.
  bodyFields(FileCheck{Files}, const_cast<FunctionFacts &>(F));
  checkIndices(F);
}

void checkHead(const FileFacts &F) {
  FileCheck Check{int(F.files.size())};
  fields(Check, const_cast<FileFacts &>(F));
  for (const SuppressionFact &S : F.suppressions)
    if (S.file < 0 || S.file >= Check.files)
      refuseFacts("a suppression names a file that isn't listed");
  for (const ConditionalFact &C : F.conditionals)
    if (C.file < 0 || C.file >= Check.files)
      refuseFacts("a conditional names a file that isn't listed");
}

void checkFacts(const FileFacts &F) {
  checkHead(F);
  for (const FunctionFacts &Fn : F.functions)
    checkBody(Fn, int(F.files.size()));
}

void checkType(const TypeFact &T) { sizeOf(T, 0); }

} // namespace facts
} // namespace torchtidy
