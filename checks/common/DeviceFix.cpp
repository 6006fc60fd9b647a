//===- DeviceFix.cpp - give a factory its device ----------------*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/Edits.h"
#include "checks/common/Order.h"

namespace torchtidy {

using facts::TypeRole;
using flow::Device;
using flow::Site;
using flow::Source;
using flow::Symbol;

static std::string argumentText(const Judge &J, int Fn, int Path) {
  flow::ArgumentPlace A = flow::argumentOf(J.flow, Fn, Path);
  if (A.role == TypeRole::Tensor && !A.text.empty())
    return A.text + ".device()";
  return A.role == TypeRole::Device ? A.text : "";
}

/// The expression for the device to give: `x.device()`.
static std::string deviceText(const Judge &J, const Clash &C, Site Made) {
  for (const Source &S : C.partner.sources) {
    if (C.partner.fresh)
      continue;
    if (S.kind == Source::Param && S.fn == Made.fn)
      if (std::string T = argumentText(J, S.fn, S.path); !T.empty())
        return T;
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
    if (S.kind == Symbol::Param && S.fn == Made.fn)
      return argumentText(J, S.fn, S.path);
  }
  return "";
}

/// Which argument of a factory, if any, carries the options.
static int optionsOf(const facts::Instr &I) {
  int Options = -1;
  for (size_t K = 0; K < I.operands.size(); ++K)
    if (I.operands[K] >= 0 && K < I.args.size() &&
        I.args[K].type.role == TypeRole::TensorOptions)
      Options = I.operands[K];
  return Options;
}

std::optional<Fix> passDevice(const Judge &J, Site Made,
                              const std::string &Text) {
  const facts::Instr &I = J.flow.instr(Made);
  int Options = optionsOf(I);
  if (Text.empty() || I.span.macro || !I.argsEnd.valid())
    return std::nullopt;
  const facts::FunctionFacts &Fun = J.flow.function(Made.fn);
  const std::string Message = "make it on '" + Text + "'";
  if (Options < 0) {
    // Dtypes and the like are given one by one in the long overloads.
    for (const facts::ArgFact &A : I.args)
      if (A.type.role == TypeRole::Optional)
        return std::nullopt;
    std::string Sep = I.operands.empty() ? "" : ", ";
    return insert(Message, J.span(I.argsEnd), Sep + Text);
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
    return std::nullopt;
  if (Inner->type.role == TypeRole::TensorOptions)
    return insert(Message, endOf(J.span(O->span)), ".device(" + Text + ")");
  if (Inner->type.role == TypeRole::Dtype)
    return wrap(Message, J.span(O->span), "torch::TensorOptions(",
                ").device(" + Text + ")");
  return std::nullopt;
}

std::optional<Fix> makeThere(const Judge &J, Site Made, Site Move) {
  const facts::Instr &I = J.flow.instr(Made), &M = J.flow.instr(Move);
  if (Made.fn != Move.fn || M.receiver != Made.instr ||
      M.operands.size() != 1 || M.operands[0] < 0 || M.span.macro ||
      M.span.offset != I.span.offset || api::isRandom(I.api))
    return std::nullopt;
  std::optional<Fix> R = passDevice(J, Made, deviceTextAt(J, Move, Move));
  if (!R)
    return std::nullopt;
  Span Gone = J.span(M.span);
  Gone.offset = I.span.endOffset;
  Gone.line = I.span.endLine;
  Gone.column = I.span.endColumn;
  R->edits.push_back({Gone, ""});
  return R;
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
  F.notes.push_back(
      {Text.empty()
           ? "give it the device of what it meets: take a 'torch::Device', or "
             "options, and pass it to '" +
                 I.callee + "'"
           : "make it where it is used: pass '" + Text +
                 "', or options with that device, to '" + I.callee + "'",
       {}});
  if (std::optional<Fix> X = passDevice(J, Made, Text))
    F.fixes.push_back(std::move(*X));
}

} // namespace torchtidy
