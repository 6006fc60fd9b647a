//===- ReboundRegistration.cpp - registered, then replaced ------*- C++ -*-===//
//
// docs/checks/torch-rebound-registration.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Judge.h"
#include <algorithm>

namespace torchtidy {

using facts::TypeRole;
using flow::Alt;
using flow::Source;
using flow::StoreEvent;

/// The registrar call at the root of a chain like
/// `register_buffer("b", t).to(d)`, -1 if the chain begins elsewhere.
static int registrarBelow(const facts::FunctionFacts &F, int Value) {
  for (int Id = Value; Id >= 0;) {
    const facts::Instr &I = F.instrs[Id];
    const api::Row *R = rowOf(I);
    if (R && (R->role == api::Role::RegisterBuffer ||
              R->role == api::Role::RegisterParameter))
      return Id == Value ? -1 : Id;
    if (I.op != facts::Op::Call || I.receiver < 0)
      return -1;
    Id = I.receiver;
  }
  return -1;
}

namespace {
struct Replacement {
  bool fresh = false, handle = false, undefined = true, module = false;
};
} // namespace

static Replacement classify(const Judge &J, const flow::Value &V) {
  Replacement R;
  R.undefined = !V.alts.empty();
  for (const Alt &A : V.alts) {
    R.undefined &= A.undefined;
    R.fresh |= A.fresh;
    for (const Source &S : A.sources) {
      R.handle |= S.kind == Source::Field && !A.fresh && J.registeredPath(S.path);
      R.module |= S.kind == Source::Module;
    }
  }
  R.handle |= V.handles;
  return R;
}

/// Registered somewhere else than in this very function.
static bool registeredElsewhere(const Judge &J, const StoreEvent &E) {
  if (!J.registeredPath(E.path))
    return false;
  for (const flow::RegisterEvent &R : J.flow.of(E.at.fn).registers)
    if (R.path == E.path)
      return false;
  // `w = register_buffer(…)` again, in this function.
  for (const StoreEvent &S : J.flow.of(E.at.fn).stores)
    if (S.path == E.path && S.registered)
      return false;
  return true;
}

static void addChainFix(Judge &J, const facts::FunctionFacts &F, int Registrar,
                        int Value, Finding &X) {
  const facts::Instr &R = F.instrs[Registrar], &V = F.instrs[Value];
  if (!R.argsEnd.valid() || R.span.macro || V.span.macro ||
      R.operands.size() != 2 || R.operands[1] < 0)
    return;
  facts::Op Made = F.instrs[R.operands[1]].op;
  if (Made != facts::Op::Call && Made != facts::Op::Var)
    return;
  // The whole tail moves inside: register_buffer("b", t.to(d)).
  size_t Tail = V.span.endOffset - R.span.endOffset;
  size_t Skip = R.span.endOffset - V.span.offset;
  if (V.text.size() != V.span.endOffset - V.span.offset)
    return;
  std::string Moved = V.text.substr(Skip, Tail);
  Span At = J.span(R.argsEnd), Gone = J.span(V.span);
  Gone.offset = R.span.endOffset;
  Gone.line = R.span.endLine;
  Gone.column = R.span.endColumn;
  X.fixes.push_back({"move before registering", {{At, Moved}, {Gone, ""}}});
}

void checkReboundRegistration(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const StoreEvent &E : J.flow.of(int(Fn)).stores) {
      if (E.at.instr < 0 || E.registered)
        continue;
      const facts::FunctionFacts &F = J.flow.function(E.at.fn);
      const facts::Instr &Store = F.instrs[E.at.instr];
      if (Store.op != facts::Op::Store || Store.operands.size() < 2)
        continue;
      int Registrar = registrarBelow(F, Store.operands[1]);
      bool Chain = Registrar >= 0;
      if (E.init && !Chain)
        continue;
      flow::Paths::Kind Kind = J.flow.paths[E.path].kind;
      if (Kind != flow::Paths::Field)
        continue;
      bool Rebinds = E.overRegistered ||
                     (!J.constructs(E.at.fn) && registeredElsewhere(J, E)) ||
                     (!J.flow.classOf(J.flow.paths[E.path].cls) &&
                      J.registeredPath(E.path));
      if (!Chain && !Rebinds)
        continue;
      Replacement R = classify(J, E.value);
      if (R.undefined || R.handle)
        continue;
      TypeRole Role = E.value.role;
      bool Tensor = Role == TypeRole::Tensor || Role == TypeRole::Other;
      if (!Tensor && !R.module)
        continue;
      // What a function that wasn't seen returns may be the same handle.
      if (!R.fresh && E.value.alts.empty())
        continue;
      Level L = R.fresh ? Level::Certain : Level::Likely;
      const std::string Name = J.flow.paths.str(E.path);
      const facts::ClassFacts *C = J.flow.classOf(J.flow.paths[E.path].cls);
      std::string Owner = C ? " of '" + C->name + "'" : "";
      std::string Message =
          Chain ? "member '" + Name + "'" + Owner +
                      " holds a copy of what was registered; 'to()' moves the "
                      "registered tensor, not the member"
                : (R.module ? "registered submodule '" : "registered tensor '") +
                      Name + "'" + Owner +
                      " is replaced by another; 'to()' and 'save' keep the old one";
      Finding &X = J.report("torch-rebound-registration", L, Store.span, Message,
                            Judge::fault(E.at));
      Origin O;
      O.kind = "member";
      O.module = C ? C->name : "";
      O.member = Name;
      O.made = J.span(Store.span);
      X.origins.push_back(std::move(O));
      if (Chain)
        X.notes.push_back(J.note("registered here", F.instrs[Registrar].span));
      X.notes.push_back(
          {Chain      ? "make it on the device first, then register it"
           : R.module ? "keep the registered module, or call 'replace_module'"
                      : "write into it: " + Name + ".copy_(…), an in-place "
                        "operator, or " + Name + ".set_data(…) when the shape changes",
           {}});
      if (Chain)
        addChainFix(J, F, Registrar, Store.operands[1], X);
    }
}

} // namespace torchtidy
