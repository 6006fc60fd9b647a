//===- Mixing.cpp - what is on the wrong device in one operator -*- C++ -*-===//
#include "checks/common/Mixing.h"
#include "checks/common/Clashes.h"
#include "checks/common/Operands.h"

namespace torchtidy {

using flow::HostArgument;

/// Made here with a device in mind, or moved to one: not a factory that forgot
/// it, which is another rule's fault.
static bool meantForCpu(const Alt &A) {
  for (const Source &S : A.sources)
    if (madeWithoutDevice(S) && !A.moved)
      return false;
  return true;
}

/// A device that another object keeps: what its class begins it with, and who
/// has written it since, isn't known here.
static bool keptElsewhere(const Judge &J, int Fn, const Device &D) {
  if (D.kind != Device::Symbol || J.flow.names[D.symbol].kind != Symbol::Field)
    return false;
  const int Top = J.flow.paths.topField(J.flow.names[D.symbol].path);
  const std::string &Owner = J.flow.paths[Top].cls;
  for (const ClassFacts *C : J.flow.hierarchy(J.flow.function(Fn).cls))
    if (C->id == Owner)
      return false;
  return true;
}

Mixing::Mixing(const Judge &J) : J(J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const flow::OrderEvent &E : J.flow.of(int(Fn)).order) {
      if (E.kind == flow::OrderEvent::Step ||
          E.kind == flow::OrderEvent::Grow ||
          E.kind == flow::OrderEvent::Optimize)
        continue;
      if (E.path >= 0)
        members.insert(J.memberOf(E.path));
      for (const Alt &A : E.object.alts) {
        identities.insert(A.identity);
        for (const Source &S : A.sources)
          if (S.kind == Source::Field)
            members.insert(J.memberOf(S.path));
      }
    }
  identities.erase(0);
}

Alt Mixing::resolved(Alt A) const {
  const int Member = J.memberOf(A.device);
  if (Member < 0 || A.fresh || members.count(Member))
    return A;
  const ClassFacts *C =
      J.flow.classOf(J.flow.paths[J.flow.paths.topField(Member)].cls);
  std::vector<Source> Made = J.madeOnCpu(Member);
  if (Made.empty() || !C || !J.closed(*C))
    return A;
  for (const Source &S : Made)
    if (S.kind == Source::Module &&
        identities.count(
            J.flow.of(S.fn).values[S.instr].alts.empty()
                ? 0
                : J.flow.of(S.fn).values[S.instr].alts[0].identity))
      return A;
  A.sources = std::move(Made);
  A.device = Device::concrete("cpu");
  return A;
}

static bool fromModule(const Alt &A) {
  for (const Source &S : A.sources)
    if (S.kind == Source::Module)
      return true;
  return false;
}

/// An unknown number of dimensions is taken for some where the operand is
/// moved in the call, or just before it: a number is rarely moved.
static bool movedForThis(const Judge &J, const Meeting &M, const Side &S) {
  if (!(M.call == M.at))
    return false;
  const FunctionFacts &F = J.flow.function(M.at.fn);
  const int Id = settled(F, operandNamed(J.flow.instr(M.at), S.arg));
  return Id >= 0 && movesToDevice(J, M.at.fn, Id);
}

static std::string spelledOr(const Judge &J, const Meeting &M,
                             const std::string &Arg, const std::string &Else) {
  if (!(M.call == M.at))
    return Else;
  const std::string Text =
      quoted(J.flow.function(M.at.fn), operandNamed(J.flow.instr(M.at), Arg));
  return Text.empty() ? Else : Text;
}

/// Two accelerators in one operator.
std::optional<Mix> Mixing::onTwo(const Meeting &M) const {
  if (!M.apart || M.generator || !M.onlyA || !M.onlyB ||
      api::sameDevice(M.a.device, M.b.device) != Tri::No)
    return std::nullopt;
  Mix X;
  X.level = Level::Certain;
  X.odd = M.b;
  X.message = spelledOr(J, M, M.argA, "a tensor") + " on " + M.a.device.str() +
              " meets " + spelledOr(J, M, M.argB, "one") + " on " +
              M.b.device.str();
  X.advice = "bring both to one device: y.to(x.device())";
  return X;
}

/// Whoever made a module was given a device, or moves something.
static bool madeForDevice(const Judge &J, const Alt &A, int Here) {
  for (const Source &S : A.sources) {
    if (S.kind != Source::Module || S.fn == Here)
      continue;
    const FunctionFacts &Maker = J.flow.function(S.fn);
    if (!J.flow.of(S.fn).moves.empty())
      return true;
    for (unsigned P = 0; P < Maker.numParams; ++P) {
      TypeRole R = Maker.vars[P].type.role;
      if (R == TypeRole::Device || R == TypeRole::DeviceType ||
          R == TypeRole::TensorOptions)
        return true;
    }
  }
  return false;
}

static bool callsModule(const FunctionFacts &F, const Instr &Call) {
  return Call.receiver >= 0 && Call.receiver < int(F.instrs.size()) &&
         handlesModule(F.instrs[Call.receiver].type.role);
}

/// "'loss'" in loss(x, y), else "a module".
static std::string moduleIn(const Judge &J, const Meeting &M) {
  const FunctionFacts &F = J.flow.function(M.at.fn);
  std::string Text;
  if (M.call == M.at && callsModule(F, J.flow.instr(M.at)))
    Text = quoted(F, J.flow.instr(M.at).receiver);
  return Text.empty() ? "a module" : Text;
}

/// The module, or the one that it is part of, is moved somewhere, filled or
/// handed out: where it is then isn't known, whatever the flow has kept of it.
bool Mixing::handled(const Meeting &M, const Alt &A) const {
  const FunctionFacts &F = J.flow.function(M.call.fn);
  const auto &Values = J.flow.of(M.call.fn).values;
  auto Handled = [&](const Alt &X) {
    return identities.count(X.identity) || madeForDevice(J, X, M.call.fn);
  };
  if (Handled(A))
    return true;
  const Instr &Call = F.instrs[M.call.instr];
  std::vector<int> Given = {Call.receiver};
  // Of a module that is called the inputs say nothing: one that another module
  // made, which was moved, is what this one meets.
  if (!callsModule(F, Call))
    Given.insert(Given.end(), Call.operands.begin(), Call.operands.end());
  for (int O : Given)
    while (O >= 0 && O < int(Values.size())) {
      for (const Alt &X : Values[O].alts)
        if (Handled(X))
          return true;
      // `model->head`: what it is part of.
      const Instr &I = F.instrs[O];
      O = I.op == Op::Call || I.operands.empty() ? I.receiver : I.operands[0];
    }
  // `this->to(device)` moves all that the object has.
  for (const flow::ModuleMove &X : J.flow.of(M.call.fn).moves)
    for (const Alt &O : X.object.alts)
      if (O.device.kind == Device::Symbol &&
          J.flow.names[O.device.symbol].kind == Symbol::Self)
        return true;
  return false;
}

/// A loss that was given no weights: it has nothing that could be moved.
static bool keepsNothing(const Judge &J, const Alt &A) {
  bool Losses = false;
  for (const Source &S : A.sources) {
    if (S.kind != Source::Module)
      continue;
    const auto &Values = J.flow.of(S.fn).values;
    if (S.instr < 0 || S.instr >= int(Values.size()) ||
        !api::isStatelessUnlessGiven(
            api::normalise(J.flow.instr({S.fn, S.instr}).type.name)))
      return false;
    Losses = true;
    for (const Value &X : Values[S.instr].elements)
      if (X.tensorLike() || !X.elements.empty() || X.known())
        return false;
  }
  return Losses;
}

std::optional<Mix> Mixing::oneOnCpu(const Meeting &M, bool IsA) const {
  const Side S = flow::sideOf(M, IsA);
  const Alt A = resolved(S.mine), &B = S.other;
  if (!S.isRefused() || !A.device.isConcrete("cpu") || !J.isNamed(B.device) ||
      keptElsewhere(J, M.call.fn, B.device) || !meantForCpu(A) ||
      (S.unlessScalar && A.zeroDim == Tri::Unknown && !movedForThis(J, M, S)))
    return std::nullopt;
  Mix X;
  X.odd = A;
  X.module = S.module || fromModule(A);
  if (X.module && (handled(M, A) || keepsNothing(J, A)))
    return std::nullopt;
  const bool Only =
      M.onlyA && M.onlyB && !(S.unlessScalar && A.zeroDim != Tri::No);
  X.level = Only && B.device.kind == Device::Concrete ? Level::Certain
                                                      : Level::Likely;
  // Which of the ways go together isn't known: most often those that fit.
  if (!S.otherOnly)
    X.level = Level::Advice;
  const std::string Where = flow::describe(J.flow, B.device);
  X.message =
      X.module
          ? moduleIn(J, M) + " was never moved and is on cpu, its input " +
                (X.level == Level::Certain ? std::string("on ")
                                           : "may be on ") +
                Where
          : spelledOr(J, M, S.arg, "a tensor") + " on cpu " +
                (X.level == Level::Certain ? "meets " : "may meet ") +
                spelledOr(J, M, IsA ? M.argB : M.argA, "one") + " on " + Where;
  X.advice = X.module ? "move the module first: net->to(device)"
                      : "move it first: x.to(y.device())";
  return X;
}

std::optional<Mix> Mixing::of(int Fn, const Meeting &M) const {
  // Where both were made in one of several ways, which go together isn't
  // known.
  if (M.call.fn != Fn || M.call.instr < 0 || M.generator || J.constructs(Fn) ||
      (!M.onlyA && !M.onlyB) || isMeant(J, Fn, M) ||
      J.flow.instr(M.call).op == Op::Construct)
    return std::nullopt;
  if (std::optional<Mix> X = onTwo(M))
    return X;
  for (bool IsA : {true, false})
    if (std::optional<Mix> X = oneOnCpu(M, IsA))
      return X;
  return std::nullopt;
}

std::optional<Level> levelOf(const Judge &J, int Fn, const HostArgument &H) {
  const Device &D = H.value.device;
  if (J.inDataset(Fn))
    return std::nullopt;
  if (D.kind == Device::Concrete)
    return H.only ? Level::Certain : Level::Likely;
  const Symbol &S = J.flow.names[D.symbol];
  // Somebody moved it to a device; it may be cpu.
  bool Moved = S.chosen || H.value.moved;
  bool Registered = S.kind == Symbol::Field && J.registeredPath(S.path);
  return Moved || Registered ? std::optional<Level>(Level::Likely)
                             : std::nullopt;
}

std::map<Site, WrongGenerator> wrongGenerators(const Judge &J,
                                               const Mixing &Mixes) {
  std::map<Site, WrongGenerator> Worst;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const Meeting &M : J.flow.of(int(Fn)).meetings) {
      const Alt A = Mixes.resolved(M.a);
      if (!M.generator || A.device.kind != Device::Concrete ||
          (!M.onlyA && !M.onlyB))
        continue;
      std::optional<Level> L;
      if (A.device.type == "cpu")
        L = clashLevel(J, int(Fn), M.b, false);
      else if (M.b.device.kind == Device::Concrete && meantForCpu(M.b))
        L = Level::Certain;
      if (!L)
        continue;
      if (!(M.onlyA && M.onlyB) && *L == Level::Certain)
        L = Level::Likely;
      for (const Source &S : A.sources) {
        if (S.instr < 0)
          continue;
        auto [It, New] = Worst.try_emplace(Site{S.fn, S.instr},
                                           WrongGenerator{*L, &M, A.device});
        if (!New && *L < It->second.level)
          It->second = {*L, &M, A.device};
      }
    }
  return Worst;
}

} // namespace torchtidy
