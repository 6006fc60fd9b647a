//===- State.cpp - is a member state that to() leaves behind? ---*- C++ -*-===//
#include "checks/common/State.h"
#include "checks/common/Operands.h"
#include "checks/common/Rebinding.h"
#include <algorithm>

namespace torchtidy {

const facts::SourceSpan &storedSpan(const Judge &J, const StoreEvent &E) {
  const FunctionFacts &F = J.flow.function(E.at.fn);
  const Instr &I = F.instrs[E.at.instr];
  if (I.op == Op::Store && I.operands.size() > 1 && I.operands[1] >= 0 &&
      F.instrs[I.operands[1]].span.valid())
    return F.instrs[I.operands[1]].span;
  return I.span;
}

namespace {

bool tensorMember(const Member &M) {
  switch (M.role) {
  case TypeRole::Tensor:
  case TypeRole::Record:
  case TypeRole::FunctionalOptions:
  case TypeRole::Function:
    return true;
  default:
    return false;
  }
}

/// What is stored comes from a known device: a factory, a blob, a file.
const Source *deviceSource(const Alt &A) {
  for (const Source &S : A.sources)
    if (S.kind == Source::Loaded && A.device.kind != Device::Symbol)
      return &S;
  if (A.device.kind != Device::Concrete)
    return nullptr;
  for (const Source &S : A.sources)
    if (S.kind == Source::Factory || S.kind == Source::Explicit ||
        S.kind == Source::CpuHelper || S.kind == Source::Blob ||
        S.kind == Source::Loaded)
      return &S;
  return nullptr;
}

struct Stores {
  const StoreEvent *made = nullptr; ///< from a known device, while building
  Site source;
  const StoreEvent *view = nullptr;   ///< a view of registered state
  const StoreEvent *given = nullptr;  ///< a constructor's argument
  const StoreEvent *cached = nullptr; ///< in a method, on the input's device
  bool zeroDim = true;                ///< every tensor made is 0-dim
  bool sizeUnknown = false;           ///< some tensor may be
  bool chosen = false;                ///< made on the device that was asked for
  bool moved = false;                 ///< moved by hand outside a constructor
  bool movedInTo = false;             ///< … by an overridden Module::to
  bool unknown = false;               ///< somebody else may write it
  bool rebound = false;               ///< it held what was registered
  unsigned count = 0;                 ///< stores that leave a tensor
};

/// `torch::empty({0})` stands for "none yet": nothing is computed with it.
bool holdsNothing(const Judge &J, const Source &Made) {
  if (Made.fn < 0 || Made.instr < 0)
    return false;
  const FunctionFacts &F = J.flow.function(Made.fn);
  const Instr &I = F.instrs[Made.instr];
  const api::Row *R = rowOf(I);
  if (!R || std::string_view(R->info) != "sizes")
    return false;
  const int Id = onlySize(F, I);
  return Made.kind == Source::Factory && Id >= 0 &&
         F.instrs[Id].op == Op::Const && F.instrs[Id].text == "0";
}

/// Handles of what is registered stay with it.
bool isHandle(const Judge &J, const Alt &A) {
  if (A.fresh)
    return false;
  for (const Source &S : A.sources)
    if (S.kind == Source::Field && J.registeredPath(S.path))
      return true;
  return false;
}

bool overridesTo(const Judge &J, int Fn) {
  const ClassFacts *C = J.classOf(Fn);
  return C && J.overriddenMoves(*C, [&](int To) { return To == Fn; }) != 0;
}

void addStore(const Judge &J, const StoreEvent &E, Stores &S) {
  if (E.at.instr < 0) {
    S.unknown = true;
    return;
  }
  bool Builds = J.constructs(E.at.fn);
  if (E.selfMove) {
    bool InTo = overridesTo(J, E.at.fn);
    S.movedInTo |= InTo;
    S.moved |= !Builds && !InTo;
    // `anchors = anchors.to(device)` while it is built: it is where that says.
    for (const Alt &A : E.value.alts)
      S.chosen |= Builds && J.isAway(A.device);
    return;
  }
  // Another rule's: what was registered is replaced by another.
  S.rebound |= rebindsRegistered(J, E);
  if (E.registered)
    return;
  S.count += !(E.value.alts.size() == 1 && E.value.alts[0].undefined);
  if (E.viewsRegistered && Builds) {
    S.view = S.view ? S.view : &E;
    return;
  }
  std::vector<const Alt *> Alts;
  for (const Alt &A : E.value.alts)
    Alts.push_back(&A);
  for (const Value &X : E.value.elements)
    for (const Alt &A : X.alts)
      Alts.push_back(&A);
  for (const Alt *A : Alts) {
    if (A->undefined || isHandle(J, *A))
      continue;
    const Source *From = deviceSource(*A);
    if (From && Builds && holdsNothing(J, *From))
      continue;
    if (From && Builds) {
      if (!S.made) {
        S.made = &E;
        S.source = {From->fn, From->instr};
      }
      S.zeroDim &= A->zeroDim == Tri::Yes;
      S.sizeUnknown |= A->zeroDim == Tri::Unknown;
      continue;
    }
    if (J.isChosen(A->device)) {
      S.chosen = true;
      continue;
    }
    if (A->device.kind != Device::Symbol)
      continue;
    const Symbol &Sym = J.flow.names[A->device.symbol];
    bool Registered = Sym.kind == Symbol::Self ||
                      (Sym.kind == Symbol::Field && J.registeredPath(Sym.path));
    if (Builds && Sym.kind == Symbol::Param)
      S.given = S.given ? S.given : &E;
    else if (!Builds && (Sym.kind == Symbol::Param || Registered))
      S.cached = S.cached ? S.cached : &E;
  }
}

/// The first operator that would refuse the member beside something that is on
/// a device.
const Meeting *firstMeeting(const Judge &J, const Member &M, bool ZeroDim,
                            bool RootsOnly, int Only = -1) {
  const Meeting *Best = nullptr;
  for (const Meeting *X : M.meetings) {
    const Side S = J.sideOf(*X, M);
    if (Only >= 0 && X->at.fn != Only && X->call.fn != Only)
      continue;
    if (!S.refused || !J.deviceful(S.other.device) ||
        (ZeroDim && S.unlessScalar) || J.constructs(X->call.fn))
      continue;
    // A helper that only the class's own methods call reads what these left.
    if (RootsOnly) {
      const auto &Callers = J.flow.of(X->call.fn).calledBy;
      bool Inner = std::any_of(Callers.begin(), Callers.end(), [&](int C) {
        return J.flow.function(C).cls == J.flow.function(X->call.fn).cls;
      });
      if (Inner)
        continue;
    }
    if (!Best || X->at < Best->at)
      Best = X;
  }
  return Best;
}

} // namespace

StateVerdict judgeState(const Judge &J, const Member &M) {
  StateVerdict V;
  if (!tensorMember(M) || M.registered || M.cls->isDataset)
    return V;
  Stores S;
  for (const StoreEvent *E : M.stores)
    addStore(J, *E, S);
  if (S.moved || S.unknown || S.rebound || !J.closed(*M.cls))
    return V;
  // Handed out while the module is built: somebody else may register it.
  for (const flow::FieldUse *U : M.uses)
    if (U->kind == flow::FieldUse::Passed && J.constructs(U->at.fn))
      return V;
  // Module::to has three virtual overloads; all must move it.
  constexpr unsigned Overloads = 3;
  unsigned Moving = J.overriddenMoves(*M.cls, [&](int Fn) {
    return std::any_of(
        M.stores.begin(), M.stores.end(),
        [&](const StoreEvent *E) { return E->at.fn == Fn && E->selfMove; });
  });
  if (Moving >= Overloads)
    return V;
  V.partlyMoved = S.movedInTo;
  const Meeting *X = nullptr;
  auto Use = [&](const Meeting &At) {
    V.use = At.at;
    V.useNote = "meets " + J.nameOf(J.sideOf(At, M).other) + " here, in '" +
                J.flow.function(At.at.fn).name + "'";
  };
  if (S.made && !S.chosen) {
    // Where a method puts another in its place, the others read that one.
    X = firstMeeting(J, M, S.zeroDim, false, S.cached ? S.cached->at.fn : -1);
    if (!X)
      return V;
    V.found = true;
    V.level = S.sizeUnknown ? Level::Likely : Level::Certain;
    V.store = S.made;
    V.source = S.source;
    V.fault = Judge::fault(S.source);
    V.harm = "'to()' will leave it on cpu";
    V.fixable = S.count == 1 && !S.made->part;
    V.part = S.made->part;
    Use(*X);
  } else if (S.view) {
    V.found = true;
    V.store = S.view;
    V.harm =
        "it views a registered tensor, and 'to()' will leave the view behind";
  } else if (S.given && !S.chosen) {
    X = firstMeeting(J, M, false, false);
    if (!X)
      return V;
    V.found = true;
    V.harm = "'to()' will leave it where the caller made it";
    Use(*X);
  } else if (S.cached && !S.made && !M.cls->isTorchBind) {
    X = firstMeeting(J, M, false, true);
    if (!X)
      return V;
    V.found = true;
    V.store = S.cached;
    V.harm = "it stays where the first input was after 'to()'";
    Use(*X);
  }
  if (V.found && (M.cls->isTorchBind || V.partlyMoved))
    V.level = Level::Likely;
  return V;
}

/// A namespace-scope tensor is given an accelerator's memory: no module moves
/// it, and it outlives the driver.
static void checkStaticAccelerator(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    const auto &Values = J.flow.of(int(Fn)).values;
    for (size_t Id = 0; Id < F.instrs.size() && Id < Values.size(); ++Id) {
      const Instr &I = F.instrs[Id];
      if (I.op != Op::Store || I.operands.size() < 2 || I.operands[0] < 0 ||
          I.operands[1] < 0 || F.instrs[I.operands[0]].op != Op::Var)
        continue;
      const facts::VarFact &V = F.vars[F.instrs[I.operands[0]].var];
      if (V.storage != facts::Storage::Global ||
          V.type.role != TypeRole::Tensor)
        continue;
      for (const Alt &A : Values[I.operands[1]].alts) {
        if (A.device.kind != Device::Concrete || A.device.type == "cpu")
          continue;
        J.report("torch-unregistered-state", Level::Advice, I.span,
                 "static tensor '" + V.name + "' is on " + A.device.str() +
                     " and belongs to no module; 'to()' never moves "
                     "it, and it outlives the device's driver",
                 "static:" + V.globalId)
            .note("'" + V.name + "' is declared here", V.span)
            .advise("keep it in a module: register_buffer(\"" + V.name +
                    "\", …)");
        break;
      }
    }
  }
}

void checkStaticState(Judge &J) {
  checkStaticAccelerator(J);
  std::set<Site> Told;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    if (!J.inModule(int(Fn)))
      continue;
    for (const Meeting &X : J.flow.of(int(Fn)).meetings)
      for (const Side &Static : flow::sidesOf(X)) {
        const Alt &A = Static.mine, &B = Static.other;
        if (!Static.isRefused() || !A.device.isConcrete("cpu") ||
            !J.deviceful(B.device))
          continue;
        for (const Source &S : A.sources) {
          if (S.kind == Source::Field || S.kind == Source::Param ||
              S.kind == Source::Module || S.instr < 0)
            continue;
          const FunctionFacts &Maker = J.flow.function(S.fn);
          if (Maker.kind != FunctionKind::GlobalInit ||
              !Told.insert({S.fn, S.instr}).second)
            continue;
          Level L = A.zeroDim == Tri::No ? Level::Certain : Level::Likely;
          const Site Made{S.fn, S.instr};
          J.report("torch-unregistered-state", L, Made,
                   "static tensor '" + Maker.shortName +
                       "' belongs to no module; "
                       "'to()' will leave it on cpu")
              .origin("factory", Made)
              .byFactory(Maker.instrs[S.instr].callee)
              .ofMember(Maker.shortName)
              .noteIn("meets " + J.nameOf(B) + " here", X.at);
        }
      }
  }
}

} // namespace torchtidy
