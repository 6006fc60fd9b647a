//===- facts_sample.h - facts of a file that doesn't exist ------*- C++ -*-===//
#ifndef TORCHTIDY_TEST_UNIT_FACTS_SAMPLE_H
#define TORCHTIDY_TEST_UNIT_FACTS_SAMPLE_H

#include "facts/Facts.h"

namespace torchtidy {
namespace facts {

inline SourceSpan at(int File, unsigned Line, unsigned Offset) {
  SourceSpan S;
  S.file = File;
  S.line = S.endLine = Line;
  S.column = 3;
  S.endColumn = 9;
  S.offset = Offset;
  S.endOffset = Offset + 6;
  return S;
}

inline TypeFact tensor() {
  TypeFact T;
  T.role = TypeRole::Tensor;
  T.spelling = "torch::Tensor";
  T.name = "at::Tensor";
  T.cls = "c:@N@at@S@Tensor";
  return T;
}

/// A file with one class, whose method runs a little of everything.
inline FileFacts sample(const std::string &Main = "/p/a.cpp") {
  FileFacts F;
  F.mainFile = Main;
  F.files = {Main, "/p/net.h"};
  F.includesLibTorch = true;
  ClassFacts C;
  C.id = "c:@S@Net";
  C.name = C.qualifiedName = "Net";
  C.nameSpan = at(1, 4, 40);
  C.isModule = true;
  C.bases = {{"c:@N@torch@N@nn@S@Module", "torch::nn::Module", false}};
  FieldFact Field;
  Field.name = "cache";
  Field.type.role = TypeRole::Container;
  Field.type.args = {tensor()};
  Field.span = at(1, 5, 60);
  C.fields = {Field};
  MethodFact M;
  M.id = "c:@S@Net@F@forward#";
  M.name = "forward";
  M.isVirtual = true;
  M.params = {tensor()};
  M.overrides = {"Base::forward"};
  M.nameSpan = at(1, 6, 80);
  C.methods = {M};
  F.classes = {C};
  FunctionFacts Fn;
  Fn.id = M.id;
  Fn.name = "Net::forward";
  Fn.cls = C.id;
  Fn.kind = FunctionKind::Method;
  Fn.nameSpan = at(0, 7, 100);
  Fn.numParams = 1;
  VarFact X;
  X.name = "x";
  X.type = tensor();
  X.storage = Storage::Param;
  X.hasDefault = true;
  X.defaultText = "{}";
  Fn.vars = {X};
  Instr V, Call, Store;
  V.op = Op::Var;
  V.var = 0;
  V.type = tensor();
  V.span = at(0, 8, 120);
  Call.op = Op::Call;
  Call.callee = "at::Tensor::to";
  Call.api = "Tensor::to";
  Call.receiver = 0;
  Call.operands = {0};
  ArgFact A;
  A.param = "options";
  A.mutableRef = true;
  Call.args = {A};
  Call.use = Use::Discarded;
  Call.isVirtual = true;
  Call.argsEnd = at(0, 8, 126);
  Call.span.file = 0;
  Call.span.macro = true;
  Store.op = Op::Store;
  Store.storeKind = StoreKind::Init;
  Store.operands = {0, NoValue};
  Fn.instrs = {V, Call, Store};
  Block B0, B1;
  B0.last = 3;
  B0.cond = 1;
  B0.succs = {1, 1};
  B1.first = B1.last = 3;
  B1.noReturn = true;
  Fn.blocks = {B0, B1};
  F.functions = {Fn};
  SuppressionFact S;
  S.file = 0;
  S.firstLine = S.lastLine = 8;
  S.line = 7;
  S.column = 20;
  S.rules = {"torch-*"};
  S.reason = "on \xff purpose";
  F.suppressions = {S};
  F.conditionals = {{0, 20, 24, "ifdef USE_CUDA"}};
  F.problems = {{at(0, 9, 150), "no such type"}};
  return F;
}

} // namespace facts
} // namespace torchtidy

#endif
