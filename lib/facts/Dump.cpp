//===- Dump.cpp - facts as text for people ----------------------*- C++ -*-===//
#include "facts/Dump.h"
#include <sstream>

namespace torchtidy {
namespace facts {

const char *toString(TypeRole R) {
  static const char *const Names[] = {"Other",
                                      "Void",
                                      "Bool",
                                      "Number",
                                      "String",
                                      "Scalar",
                                      "Tensor",
                                      "TensorOptions",
                                      "Device",
                                      "DeviceType",
                                      "Dtype",
                                      "Generator",
                                      "IValue",
                                      "PackedSequence",
                                      "Module",
                                      "ModuleHolder",
                                      "AnyModule",
                                      "JitModule",
                                      "FunctionalOptions",
                                      "Optimizer",
                                      "Container",
                                      "Optional",
                                      "Tuple",
                                      "SmartPtr",
                                      "Pointer",
                                      "Function",
                                      "Record",
                                      "Dependent"};
  return Names[int(R)];
}

const char *toString(Op O) {
  static const char *const Names[] = {
      "var",   "this",    "field", "element", "deref",     "address",
      "const", "store",   "bind",  "call",    "construct", "lambda",
      "phi",   "compare", "not",   "other",   "return"};
  return Names[int(O)];
}

const char *toString(Storage S) {
  static const char *const Names[] = {"param", "local", "static", "global",
                                      "capture"};
  return Names[int(S)];
}

const char *toString(FunctionKind K) {
  static const char *const Names[] = {"free",       "method", "constructor",
                                      "destructor", "lambda", "field-init",
                                      "global-init"};
  return Names[int(K)];
}

const char *toString(Use U) {
  static const char *const Names[] = {"used", "discarded", "voided"};
  return Names[int(U)];
}

std::string dump(const TypeFact &T) {
  std::string S = T.isConst ? "const " : "";
  S += toString(T.role);
  if (T.role == TypeRole::Module || T.role == TypeRole::Record ||
      T.role == TypeRole::ModuleHolder || T.role == TypeRole::Optimizer ||
      T.role == TypeRole::Other || T.role == TypeRole::Dependent)
    S += "<" + (T.name.empty() ? T.spelling : T.name) + ">";
  if (!T.args.empty()) {
    S += "{";
    for (size_t I = 0; I < T.args.size(); ++I)
      S += (I ? ", " : "") + dump(T.args[I]);
    S += "}";
  }
  if (T.reference)
    S += T.rvalueReference ? " &&" : " &";
  return S;
}

static std::string quoted(const std::string &S) {
  std::string R = "\"";
  for (char C : S) {
    if (C == '"' || C == '\\')
      R += '\\';
    R += C == '\n' ? ' ' : C;
  }
  return R + "\"";
}

static std::string value(ValueId V) {
  return V == NoValue ? "%-" : "%" + std::to_string(V);
}

static void dumpCallee(std::ostream &OS, const Instr &I) {
  if (!I.callee.empty())
    OS << " " << I.callee;
  else if (I.op == Op::Call)
    OS << " ?";
  if (!I.api.empty())
    OS << " [api " << I.api << "]";
  if (!I.calleeId.empty())
    OS << " [id " << I.calleeId << "]";
  if (I.receiver != NoValue)
    OS << " on " << value(I.receiver);
}

static void dumpArgs(std::ostream &OS, const Instr &I) {
  OS << " (";
  for (size_t N = 0; N < I.operands.size(); ++N) {
    OS << (N ? ", " : "");
    if (N < I.args.size() && !I.args[N].param.empty())
      OS << I.args[N].param << "=";
    OS << (N < I.args.size() && I.args[N].mutableRef ? "&" : "")
       << value(I.operands[N]);
  }
  OS << ")";
  if (I.name == "{}")
    OS << " list";
}

static void dumpInstr(std::ostream &OS, const FunctionFacts &F, int Id) {
  const Instr &I = F.instrs[Id];
  OS << "    " << value(Id) << " = " << toString(I.op);
  switch (I.op) {
  case Op::Var:
  case Op::Bind:
    OS << " "
       << (I.var >= 0 && I.var < int(F.vars.size())
               ? F.vars[I.var].name + "#" + std::to_string(I.var)
               : "?");
    break;
  case Op::Field:
    OS << " " << I.name;
    break;
  case Op::Element:
    OS << " [" << I.text << "]";
    break;
  case Op::Const:
    OS << " " << quoted(I.text);
    dumpCallee(OS, I);
    break;
  case Op::Compare:
    OS << " " << I.text;
    break;
  case Op::Store:
    OS << (I.storeKind == StoreKind::Init ? " init" : " assign");
    break;
  case Op::Call:
  case Op::Construct:
  case Op::Lambda:
    dumpCallee(OS, I);
    break;
  case Op::Other:
    if (!I.text.empty())
      OS << " " << quoted(I.text);
    if (!I.name.empty())
      OS << " ." << I.name;
    break;
  default:
    break;
  }
  if (I.op == Op::Call || I.op == Op::Construct)
    dumpArgs(OS, I);
  else
    for (ValueId V : I.operands)
      OS << " " << value(V);
  OS << " : " << dump(I.type);
  if (I.use != Use::Used)
    OS << " " << toString(I.use);
  if (I.isVirtual)
    OS << " virtual";
  if (I.isLaunch)
    OS << " launch";
  OS << " @" << I.span.line << ":" << I.span.column << "-" << I.span.endLine
     << ":" << I.span.endColumn << (I.span.macro ? "m" : "") << "\n";
}

std::string dump(const FunctionFacts &F) {
  std::ostringstream OS;
  OS << "function " << F.name << " (" << toString(F.kind) << ")";
  for (auto [Flag, Name] :
       {std::pair<bool, const char *>{F.isVirtual, "virtual"},
        {F.isStatic, "static"},
        {F.fromTemplate, "from-template"},
        {F.dependent, "dependent"},
        {F.incomplete, "incomplete"},
        {F.isMain, "main"},
        {F.onDevice, "on-device"}})
    if (Flag)
      OS << " " << Name;
  OS << " -> " << dump(F.returnType) << "\n  id " << F.id << "\n";
  if (!F.cls.empty())
    OS << "  class " << F.cls << "\n";
  if (!F.parent.empty())
    OS << "  parent " << F.parent << "\n";
  for (size_t I = 0; I < F.vars.size(); ++I) {
    const VarFact &V = F.vars[I];
    OS << "  " << (I < F.numParams ? "param" : toString(V.storage)) << " "
       << V.name << "#" << I << " : " << dump(V.type);
    if (V.hasDefault)
      OS << " = " << V.defaultText;
    if (V.captureByRef)
      OS << " by-ref";
    if (V.rangeFor)
      OS << " range-for";
    if (!V.globalId.empty())
      OS << " " << V.globalId;
    OS << "\n";
  }
  for (size_t B = 0; B < F.blocks.size(); ++B) {
    const Block &Blk = F.blocks[B];
    OS << "  b" << B << ":\n";
    for (int I = Blk.first; I < Blk.last; ++I)
      dumpInstr(OS, F, I);
    OS << "    ->";
    if (Blk.cond != NoValue)
      OS << " if " << value(Blk.cond);
    for (int S : Blk.succs)
      OS << " b" << S;
    OS << (Blk.noReturn        ? " no-return"
           : Blk.succs.empty() ? " end"
                               : "")
       << "\n";
  }
  return OS.str();
}

std::string dump(const ClassFacts &C) {
  std::ostringstream OS;
  OS << "class " << C.qualifiedName;
  for (auto [Flag, Name] : {std::pair<bool, const char *>{C.isModule, "module"},
                            {C.isCloneable, "cloneable"},
                            {C.isHolder, "holder"},
                            {C.isTorchBind, "torchbind"},
                            {C.isAutogradFunction, "autograd"},
                            {C.isDataset, "dataset"},
                            {C.fromTemplate, "from-template"}})
    if (Flag)
      OS << " " << Name;
  OS << " @" << C.nameSpan.line << ":" << C.nameSpan.column << "\n  id " << C.id
     << "\n";
  for (const BaseFact &B : C.bases)
    OS << "  base " << B.name << (B.isUser ? " user" : "") << "\n";
  if (!C.holds.empty())
    OS << "  holds " << C.holds << "\n";
  for (const FieldFact &F : C.fields)
    OS << "  field " << F.name << " : " << dump(F.type)
       << (F.isStatic ? " static" : "") << (F.hasInit ? " init" : "")
       << (F.isMutable ? " mutable" : "") << " @" << F.span.line << ":"
       << F.span.column << "\n";
  for (const MethodFact &M : C.methods) {
    OS << "  method " << M.name << " (" << toString(M.kind) << ")"
       << (M.isVirtual ? " virtual" : "") << (M.isPure ? " pure" : "")
       << (M.isStatic ? " static" : "") << (M.isImplicit ? " implicit" : "")
       << (M.bodySeen ? " body" : "");
    for (const std::string &O : M.overrides)
      OS << " overrides " << O;
    OS << "\n";
  }
  return OS.str();
}

std::string dump(const FileFacts &F) {
  std::string S =
      "file " + F.mainFile + (F.includesLibTorch ? " libtorch" : "") + "\n";
  for (const ClassFacts &C : F.classes)
    S += dump(C);
  for (const FunctionFacts &Fn : F.functions)
    S += dump(Fn);
  for (const SuppressionFact &P : F.suppressions) {
    S += "suppress " + std::to_string(P.firstLine) + "-" +
         std::to_string(P.lastLine);
    for (const std::string &R : P.rules)
      S += " " + R;
    S += P.reason.empty() ? "\n" : " reason " + quoted(P.reason) + "\n";
  }
  for (const ConditionalFact &C : F.conditionals)
    S += "conditional " + std::to_string(C.firstLine) + "-" +
         std::to_string(C.lastLine) + " " + C.condition + "\n";
  return S;
}

} // namespace facts
} // namespace torchtidy
