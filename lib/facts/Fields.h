//===- Fields.h - every field of the facts, described once ------*- C++ -*-===//
//
// Reading, writing and linking visit the same description, so that none can
// forget a field. An archive A has
//   A(Key, Value)            a value whose default is Value's own
//   A(Key, Value, Default)
//   A.id(Key, Text)          an id of a class, a function or a global
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FACTS_FIELDS_H
#define TORCHTIDY_FACTS_FIELDS_H

#include "facts/Facts.h"
#include <type_traits>

namespace torchtidy {
namespace facts {

template <class T> struct IsVector : std::false_type {};
template <class T> struct IsVector<std::vector<T>> : std::true_type {};

/// Has fields of its own.
template <class T>
constexpr bool IsStruct =
    std::is_class_v<T> && !IsVector<T>::value &&
    !std::is_same_v<T, std::string> && !std::is_same_v<T, Text> &&
    !std::is_same_v<T, TypeArgs> &&
    !std::is_same_v<T, SourceSpan>;

/// Last value of an enum, to reject numbers beyond it.
template <class E> constexpr int lastOf();
template <> constexpr int lastOf<TypeRole>() {
  return int(TypeRole::Dependent);
}
template <> constexpr int lastOf<Op>() { return int(Op::Return); }
template <> constexpr int lastOf<StoreKind>() { return int(StoreKind::Assign); }
template <> constexpr int lastOf<Use>() { return int(Use::Voided); }
template <> constexpr int lastOf<Storage>() { return int(Storage::Capture); }
template <> constexpr int lastOf<FunctionKind>() {
  return int(FunctionKind::GlobalInit);
}

template <class A> void fields(A &&Ar, TypeFact &T) {
  Ar("role", T.role);
  Ar("ref", T.reference);
  Ar("rref", T.rvalueReference);
  Ar("const", T.isConst);
  Ar("spelling", T.spelling);
  Ar.id("cls", T.cls);
  Ar("name", T.name);
  Ar("args", T.args);
}

template <class A> void fields(A &&Ar, ArgFact &F) {
  Ar("param", F.param);
  Ar("mutable", F.mutableRef);
  Ar("type", F.type);
  Ar("onCpu", F.onCpu);
  Ar("compared", F.compared);
}

template <class A> void fields(A &&Ar, Instr &I) {
  Ar("op", I.op);
  Ar("span", I.span);
  Ar("operands", I.operands);
  Ar("type", I.type);
  Ar("text", I.text);
  Ar("var", I.var, -1);
  Ar.id("cls", I.cls);
  Ar("name", I.name);
  Ar("store", I.storeKind, StoreKind::Assign);
  Ar("callee", I.callee);
  Ar("api", I.api);
  Ar.id("calleeId", I.calleeId);
  Ar("receiver", I.receiver, NoValue);
  Ar("args", I.args);
  Ar("nameSpan", I.nameSpan);
  Ar("argsEnd", I.argsEnd);
  Ar("use", I.use);
  Ar("virtual", I.isVirtual);
  Ar("launch", I.isLaunch);
  Ar("onCpu", I.onCpu);
  Ar("returnsDeviceOf", I.returnsDeviceOf, -1);
  Ar("taught", I.taught);
}

template <class A> void fields(A &&Ar, Block &B) {
  Ar("first", B.first);
  Ar("last", B.last);
  Ar("cond", B.cond, NoValue);
  Ar("succs", B.succs);
  Ar("noReturn", B.noReturn);
}

template <class A> void fields(A &&Ar, VarFact &V) {
  Ar("name", V.name);
  Ar("type", V.type);
  Ar("storage", V.storage, Storage::Local);
  Ar("span", V.span);
  Ar.id("globalId", V.globalId);
  Ar("hasDefault", V.hasDefault);
  Ar("default", V.defaultText);
  Ar("defaultDevice", V.defaultDevice);
  Ar("byRef", V.captureByRef);
  Ar("rangeFor", V.rangeFor);
  Ar("fromTemplate", V.fromTemplate);
  Ar("onCpu", V.onCpu);
}

/// All of a function but its body.
template <class A> void headFields(A &&Ar, FunctionFacts &F) {
  Ar.id("id", F.id);
  Ar("name", F.name);
  Ar("shortName", F.shortName);
  Ar.id("cls", F.cls);
  Ar.id("parent", F.parent);
  Ar("kind", F.kind);
  Ar("nameSpan", F.nameSpan);
  Ar("bodySpan", F.bodySpan);
  Ar("returns", F.returnType);
  Ar("virtual", F.isVirtual);
  Ar("const", F.isConst);
  Ar("static", F.isStatic);
  Ar("fromTemplate", F.fromTemplate);
  Ar("dependent", F.dependent);
  Ar("incomplete", F.incomplete);
  Ar("main", F.isMain);
  Ar("onDevice", F.onDevice);
  Ar("onCpu", F.onCpu);
  Ar("returnsDeviceOf", F.returnsDeviceOf, -1);
  Ar("crossings", F.crossings);
}

template <class A> void bodyFields(A &&Ar, FunctionFacts &F) {
  Ar("numParams", F.numParams);
  Ar("vars", F.vars);
  Ar("instrs", F.instrs);
  Ar("blocks", F.blocks);
}

template <class A> void fields(A &&Ar, FunctionFacts &F) {
  headFields(Ar, F);
  bodyFields(Ar, F);
}

template <class A> void fields(A &&Ar, FieldFact &F) {
  Ar("name", F.name);
  Ar("type", F.type);
  Ar("span", F.span);
  Ar("declSpan", F.declSpan);
  Ar("static", F.isStatic);
  Ar("init", F.hasInit);
  Ar("mutable", F.isMutable);
  Ar("onCpu", F.onCpu);
}

template <class A> void fields(A &&Ar, MethodFact &M) {
  Ar.id("id", M.id);
  Ar("name", M.name);
  Ar("kind", M.kind, FunctionKind::Method);
  Ar("returns", M.returnType);
  Ar("params", M.params);
  Ar("virtual", M.isVirtual);
  Ar("pure", M.isPure);
  Ar("static", M.isStatic);
  Ar("const", M.isConst);
  Ar("implicit", M.isImplicit);
  Ar("body", M.bodySeen);
  Ar("overrides", M.overrides);
  Ar("nameSpan", M.nameSpan);
}

template <class A> void fields(A &&Ar, BaseFact &B) {
  Ar.id("id", B.id);
  Ar("name", B.name);
  Ar("user", B.isUser);
}

template <class A> void fields(A &&Ar, ClassFacts &C) {
  Ar.id("id", C.id);
  Ar("name", C.name);
  Ar("qualifiedName", C.qualifiedName);
  Ar("nameSpan", C.nameSpan);
  Ar("bases", C.bases);
  Ar("module", C.isModule);
  Ar("cloneable", C.isCloneable);
  Ar("holder", C.isHolder);
  Ar("torchBind", C.isTorchBind);
  Ar("autograd", C.isAutogradFunction);
  Ar("dataset", C.isDataset);
  Ar.id("holds", C.holds);
  Ar("fields", C.fields);
  Ar("methods", C.methods);
  Ar("fromTemplate", C.fromTemplate);
  Ar("dependentBase", C.dependentBase);
  Ar("onCpu", C.onCpu);
}

template <class A> void fields(A &&Ar, SuppressionFact &S) {
  Ar("file", S.file, -1);
  Ar("firstLine", S.firstLine);
  Ar("lastLine", S.lastLine);
  Ar("line", S.line);
  Ar("column", S.column);
  Ar("offset", S.offset);
  Ar("endOffset", S.endOffset);
  Ar("rules", S.rules);
  Ar("reason", S.reason);
}

template <class A> void fields(A &&Ar, ConditionalFact &C) {
  Ar("file", C.file, -1);
  Ar("firstLine", C.firstLine);
  Ar("lastLine", C.lastLine);
  Ar("condition", C.condition);
}

template <class A> void fields(A &&Ar, ParseProblem &P) {
  Ar("span", P.span);
  Ar("message", P.message);
}

template <class A> void fields(A &&Ar, FileFacts &F) {
  Ar("mainFile", F.mainFile);
  Ar("files", F.files);
  Ar("classes", F.classes);
  Ar("functions", F.functions);
  Ar("suppressions", F.suppressions);
  Ar("conditionals", F.conditionals);
  Ar("problems", F.problems);
  Ar("libTorch", F.includesLibTorch);
}

} // namespace facts
} // namespace torchtidy

#endif
