//===- DeviceFix.cpp - give a factory its device ----------------*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/Edits.h"

namespace torchtidy {

using facts::TypeRole;
using flow::Device;
using flow::Site;
using flow::Source;
using flow::Symbol;

/// The expression for the device to give: `x.device()`.
static std::string deviceText(const Judge &J, const Clash &C, Site Made) {
  for (const Source &S : C.partner.sources) {
    if (C.partner.fresh)
      continue;
    if (S.kind == Source::Param && S.fn == Made.fn) {
      const flow::Paths::Node &N = J.flow.paths[S.path];
      const facts::VarFact &V = J.flow.function(S.fn).vars[N.index];
      if (V.type.role == TypeRole::Tensor)
        return V.name + ".device()";
      if (V.type.role == TypeRole::Device)
        return V.name;
    }
    if (S.kind == Source::Field && C.holder == Made.fn) {
      const flow::Paths::Node &N = J.flow.paths[S.path];
      const facts::FieldFact *F = J.flow.field(N.cls, N.name);
      if (F && F->type.role == TypeRole::Tensor &&
          N.parent == J.flow.paths.self())
        return N.name + ".device()";
    }
  }
  // A result of an argument is where the argument is.
  if (C.partner.device.kind == Device::Symbol) {
    const Symbol &S = J.flow.names[C.partner.device.symbol];
    if (S.kind == Symbol::Param && S.fn == Made.fn) {
      const facts::VarFact &V =
          J.flow.function(S.fn).vars[J.flow.paths[S.path].index];
      if (V.type.role == TypeRole::Tensor)
        return V.name + ".device()";
      if (V.type.role == TypeRole::Device)
        return V.name;
    }
  }
  return "";
}

/// Gives the factory its device and keeps its dtype.
void giveDevice(const Judge &J, const Clash &C, Site Made, Finding &F) {
  std::string Text = deviceText(J, C, Made);
  const facts::Instr &I = J.flow.instr(Made);
  const api::Row *R = rowOf(I);
  if (R && R->role == api::Role::CpuHelper) {
    F.notes.push_back({"move the result: " + I.text + ".to(" +
                           (Text.empty() ? "x.device()" : Text) + ")",
                       {}});
    if (!Text.empty() && !I.span.macro && I.span.valid())
      F.fixes.push_back(insert("move the result", endOf(J.span(I.span)),
                               ".to(" + Text + ")"));
    return;
  }
  // Which argument, if any, carries the options.
  int Options = -1;
  for (size_t K = 0; K < I.operands.size(); ++K)
    if (I.operands[K] >= 0 && K < I.args.size() &&
        I.args[K].type.role == TypeRole::TensorOptions)
      Options = I.operands[K];
  F.notes.push_back(
      {Text.empty()
           ? "give it the device of what it meets: take a 'torch::Device', or "
             "options, and pass it to '" +
                 I.callee + "'"
           : "make it where it is used: pass '" + Text +
                 "', or options with that device, to '" + I.callee + "'",
       {}});
  if (Text.empty() || I.span.macro || !I.argsEnd.valid())
    return;
  const facts::FunctionFacts &Fun = J.flow.function(Made.fn);
  if (Options < 0) {
    // Dtypes and the like are given one by one in the long overloads.
    for (const facts::ArgFact &A : I.args)
      if (A.type.role == TypeRole::Optional)
        return;
    std::string Sep = I.operands.empty() ? "" : ", ";
    F.fixes.push_back(
        insert("make it on '" + Text + "'", J.span(I.argsEnd), Sep + Text));
    return;
  }
  const facts::Instr *O = &Fun.instrs[Options];
  // torch::kLong became options by conversion: say so, then set the device.
  const facts::Instr *Inner = O;
  while (Inner->op == facts::Op::Construct && Inner->operands.size() == 1 &&
         Inner->operands[0] >= 0 &&
         Fun.instrs[Inner->operands[0]].type.role != TypeRole::TensorOptions &&
         Inner->span.offset == Fun.instrs[Inner->operands[0]].span.offset &&
         Inner->span.endOffset == Fun.instrs[Inner->operands[0]].span.endOffset)
    Inner = &Fun.instrs[Inner->operands[0]];
  if (O->span.macro || !O->span.valid())
    return;
  if (Inner->type.role == TypeRole::TensorOptions)
    F.fixes.push_back(insert("make it on '" + Text + "'",
                             endOf(J.span(O->span)), ".device(" + Text + ")"));
  else if (Inner->type.role == TypeRole::Dtype)
    F.fixes.push_back(wrap("make it on '" + Text + "'", J.span(O->span),
                           "torch::TensorOptions(", ").device(" + Text + ")"));
}

} // namespace torchtidy
