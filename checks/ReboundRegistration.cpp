//===- ReboundRegistration.cpp - registered, then replaced ------*- C++ -*-===//
//
// docs/checks/torch-rebound-registration.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Rebinding.h"
#include <algorithm>

namespace torchtidy {

using facts::TypeRole;
using flow::Alt;
using flow::Source;
using flow::StoreEvent;

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
      R.handle |=
          S.kind == Source::Field && !A.fresh && J.registeredPath(S.path);
      R.module |= S.kind == Source::Module;
    }
  }
  R.handle |= V.handles;
  return R;
}

/// A cache that heals itself, `if (c.device() != x.device()) c = …`: what was
/// registered is stale, and nobody reads it where that would hurt.
static bool rebuildsByDevice(const facts::FunctionFacts &F) {
  auto Stored = [&](const std::string &Name) {
    return std::any_of(
        F.instrs.begin(), F.instrs.end(), [&](const facts::Instr &I) {
          return I.op == facts::Op::Store && I.operands[0] >= 0 &&
                 F.instrs[I.operands[0]].op == facts::Op::Field &&
                 F.instrs[I.operands[0]].name == Name;
        });
  };
  auto AsksMember = [&](int Id) {
    const api::Row *R = Id >= 0 ? rowOf(F.instrs[Id]) : nullptr;
    int Of = R && R->role == api::Role::DeviceOf ? F.instrs[Id].receiver : -1;
    return Of >= 0 && F.instrs[Of].op == facts::Op::Field &&
           Stored(F.instrs[Of].name);
  };
  return std::any_of(F.instrs.begin(), F.instrs.end(),
                     [&](const facts::Instr &I) {
                       return I.op == facts::Op::Compare &&
                              std::any_of(I.operands.begin(),
                                          I.operands.end(), AsksMember);
                     });
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
      if (!rebindsRegistered(J, E))
        continue;
      const facts::FunctionFacts &F = J.flow.function(E.at.fn);
      const facts::Instr &Store = F.instrs[E.at.instr];
      if (Store.op != facts::Op::Store || Store.operands.size() < 2)
        continue;
      int Registrar = copiedRegistrar(J, E);
      bool Chain = Registrar >= 0;
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
      // Moved to where it is already, a tensor stays the same.
      Level L = R.fresh && !E.selfMove && !rebuildsByDevice(F) ? Level::Certain
                                                               : Level::Likely;
      const std::string Name = J.flow.paths.str(E.path);
      const facts::ClassFacts *C = J.flow.classOf(J.flow.paths[E.path].cls);
      std::string Owner = C ? " of '" + C->name + "'" : "";
      std::string Message =
          Chain
              ? "member '" + Name + "'" + Owner +
                    " holds a copy of what was registered; 'to()' moves the "
                    "registered tensor, not the member"
              : (R.module ? "registered submodule '" : "registered tensor '") +
                    Name + "'" + Owner +
                    " is replaced by another; 'to()' and 'save' keep the old "
                    "one";
      Finding &X = J.report("torch-rebound-registration", L, Store.span,
                            Message, Judge::fault(E.at));
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
                      : "write into it: " + Name +
                            ".copy_(…), an in-place "
                            "operator, or " +
                            Name + ".set_data(…) when the shape changes",
           {}});
      if (Chain && registrarBelow(F, Store.operands[1]) == Registrar)
        addChainFix(J, F, Registrar, Store.operands[1], X);
    }
}

} // namespace torchtidy
