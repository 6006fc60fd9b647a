//===- DeviceFix.cpp - give a factory its device ----------------*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/Edits.h"
#include "checks/common/Order.h"

namespace torchtidy {

static std::string argumentText(const Judge &J, int Fn, int Path) {
  flow::ArgumentPlace A = flow::argumentOf(J.flow, Fn, Path);
  // Where another instantiation gives a number, `x.device()` doesn't compile.
  if (A.var >= 0 && J.flow.function(Fn).vars[A.var].fromTemplate)
    return "";
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
static int optionsOf(const Instr &I) {
  int Options = -1;
  for (size_t K = 0; K < I.operands.size(); ++K)
    if (I.operands[K] >= 0 && K < I.args.size() &&
        I.args[K].type.role == TypeRole::TensorOptions)
      Options = I.operands[K];
  return Options;
}

/// What became options by conversion, `torch::kLong` or `(torch::kLong)`; the
/// options themselves where they are written.
static const Instr &writtenOptions(const FunctionFacts &F, const Instr &O) {
  const Instr *X = &O;
  while (X->op == Op::Construct && X->operands.size() == 1 &&
         X->operands[0] >= 0) {
    const Instr &From = F.instrs[X->operands[0]];
    bool Converted = From.type.role != TypeRole::TensorOptions &&
                     (X->text == From.text || X->text[0] == '(' ||
                      (X->span.offset == From.span.offset &&
                       X->span.endOffset == From.span.endOffset));
    if (!Converted)
      break;
    X = &From;
  }
  return *X;
}

/// The namespace by which the code names LibTorch's types where it has no
/// other.
static std::string spaceOf(const Instr &Factory) {
  return Factory.text.compare(0, 4, "at::") == 0 ? "at::" : "torch::";
}

/// The next argument is the options. In the long overloads, which take dtype,
/// device and the like one by one, it isn't.
static bool optionsComeNext(const Instr &Factory) {
  return !api::takesGeneratorFirst(Factory.api) &&
         std::none_of(Factory.args.begin(), Factory.args.end(),
                      [](const facts::ArgFact &A) {
                        return A.type.role == TypeRole::Optional;
                      });
}

std::optional<Fix> passDevice(const Judge &J, Site Made,
                              const std::string &Text) {
  const Instr &I = J.flow.instr(Made);
  const api::Row *R = rowOf(I);
  // A function of the project's own has other parameters, and what lies in the
  // host's memory is on the host whatever it is labelled.
  if (Text.empty() || I.span.macro || !I.argsEnd.valid() || I.taught || !R ||
      R->role != api::Role::Factory)
    return std::nullopt;
  const FunctionFacts &Fun = J.flow.function(Made.fn);
  const std::string Message = "make it on '" + Text + "'";
  const int Options = optionsOf(I);
  if (Options < 0)
    return optionsComeNext(I) ? std::optional<Fix>(insert(
                                    Message, J.span(I.argsEnd),
                                    (I.operands.empty() ? "" : ", ") + Text))
                              : std::nullopt;
  const Instr &O = Fun.instrs[Options];
  const Instr &Inner = writtenOptions(Fun, O);
  if (O.span.macro || !O.span.valid() || O.text[0] == '{')
    return std::nullopt;
  if (Inner.type.role == TypeRole::Dtype)
    return wrap(Message, J.span(O.span), spaceOf(I) + "TensorOptions(",
                ").device(" + Text + ")");
  if (Inner.type.role != TypeRole::TensorOptions)
    return std::nullopt;
  if (O.op == Op::Phi) // `c ? a : b`
    return wrap(Message, J.span(O.span), "(", ").device(" + Text + ")");
  return insert(Message, endOf(J.span(O.span)), ".device(" + Text + ")");
}

std::optional<Fix> makeThere(const Judge &J, Site Made, Site Move) {
  const Instr &I = J.flow.instr(Made), &M = J.flow.instr(Move);
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
  // What people wrote between the two stays.
  if (M.text.find("/*") != std::string::npos ||
      M.text.find("//") != std::string::npos)
    return std::nullopt;
  R->edits.push_back({Gone, ""});
  return R;
}

/// It is kept in a member by a method: on the first input's device, where it
/// stays.
static bool isKept(const Judge &J, Site Made) {
  const FunctionFacts &F = J.flow.function(Made.fn);
  return !J.constructs(Made.fn) &&
         std::any_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &I) {
           return I.op == Op::Store && I.operands.size() > 1 &&
                  I.operands[1] == Made.instr && I.operands[0] >= 0 &&
                  F.instrs[I.operands[0]].op == Op::Field;
         });
}

/// Gives the factory its device and keeps its dtype.
void giveDevice(const Judge &J, const Clash &C, Site Made, Finding &F) {
  std::string Text = deviceText(J, C, Made);
  const Instr &I = J.flow.instr(Made);
  const api::Row *R = rowOf(I);
  if (R &&
      (R->role == api::Role::CpuHelper || R->role == api::Role::FromBlob)) {
    F.notes.push_back({"move the result: " + I.text + ".to(" +
                           (Text.empty() ? "x.device()" : Text) + ")",
                       {}});
    if (!Text.empty() && !I.span.macro && I.span.valid() && !isKept(J, Made))
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
  if (isKept(J, Made))
    return;
  if (std::optional<Fix> X = passDevice(J, Made, Text))
    F.fixes.push_back(std::move(*X));
}

} // namespace torchtidy
