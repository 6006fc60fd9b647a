//===- DiscardedMove.cpp - a copy on the device, dropped --------*- C++ -*-===//
//
// docs/checks/torch-discarded-move.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Assigning.h"
#include "checks/common/Batches.h"
#include "checks/common/Edits.h"
#include "checks/common/LostCopies.h"
#include "checks/common/Operands.h"

namespace torchtidy {

static constexpr const char *Rule = "torch-discarded-move";

/// It was there already: what is dropped is the same tensor.
static bool movesNowhere(const Judge &J, Site At) {
  const Instr &I = J.flow.instr(At);
  const auto &Values = J.flow.of(At.fn).values;
  if (!hasRole(I, api::Role::MoveTensor) || !isGivenDevice(I) ||
      I.receiver < 0 || At.instr >= int(Values.size()))
    return false;
  const auto &From = Values[I.receiver].alts, &To = Values[At.instr].alts;
  return From.size() == 1 && To.size() == 1 && From[0].moved &&
         From[0].device.kind != Device::Unknown &&
         api::sameDevice(From[0].device, To[0].device) == Tri::Yes;
}

static void tellDropped(Judge &J, const FunctionFacts &F, Site At) {
  const Instr &I = J.flow.instr(At);
  bool Setter = hasRole(I, api::Role::OptionsSetter);
  const std::string Call = lastNameOf(I), Name = sourceOf(F, I.receiver);
  const std::string What = Name.empty() ? "the tensor" : "'" + Name + "'";
  const int Root = rootVar(F, I.receiver);
  std::string Target = assignable(J, F, I.receiver);
  if (Target.empty())
    Target = Root >= 0 ? F.vars[Root].name : "x";
  const bool OfModule = Root >= 0 && refersIntoReturnedList(J, At.fn, Root);
  Report X = J.report(
      Rule, movesNowhere(J, At) ? Level::Advice : Level::Certain, At,
      "result of '" + Call + "()' is dropped; it returns " +
          (Setter ? "new options and leaves " : "a copy and leaves ") + What +
          (Setter || !isGivenDevice(I) ? " as it was" : " where it was"));
  if (Site Made = factoryBehind(J, At); !Setter && Made.instr >= 0)
    X.note("made here, on cpu", Made);
  X.origin("result", At)
      .ofMember(Name)
      .advise(OfModule ? "move the module: net->to(device)"
                       : "keep the result: " + Target + " = " +
                             (I.text.empty() ? Target + "." + Call + "(…)"
                                             : oneLine(I.text)))
      .fix(keepResult(J, At.fn, At.instr));
}

static void tellIdle(Judge &J, const FunctionFacts &F, Site At) {
  const Instr &I = J.flow.instr(At);
  const std::string Call = lastNameOf(I);
  J.report(Rule, Level::Advice, At,
           "result of '" + Call + "()' is dropped; it changes nothing")
      .origin("result", At)
      .ofMember(sourceOf(F, I.receiver))
      .advise("keep the result, or use the in-place '" + Call + "_()'");
}

/// A part of a batch got another type where its sibling got a device.
static void tellTyped(Judge &J, const LostPart &P) {
  const Instr &I = J.flow.instr(P.typed);
  J.report(Rule, Level::Likely, I.span,
           "'" + oneLine(I.text) +
               "' changes the type and leaves the tensor where it was; it may "
               "meet its moved sibling",
           Judge::fault(P.at))
      .origin("result", P.typed)
      .ofMember(P.name)
      .note("its sibling is moved here", P.sibling)
      .note("meets it here", P.at)
      .advise("give both: x.to(device, torch::kLong)");
}

void checkDiscardedMove(Judge &J) {
  for (int Fn : J.flow.functions()) {
    const FunctionFacts &F = J.flow.function(Fn);
    for (int Id : flow::instrs(F))
      if (isDroppedCopy(F, Id))
        tellDropped(J, F, {Fn, Id});
      else if (isIdleOperator(F, F.instrs[Id]))
        tellIdle(J, F, {Fn, Id});
    for (const LostCopy &C : lostCopies(J, Fn))
      J.report(Rule, Level::Certain, Site{Fn, C.at}, C.message)
          .origin("result", Site{Fn, C.at})
          .ofMember(C.name)
          .advise(C.advice);
  }
  for (const LostPart &P : lostParts(J))
    if (P.typed.instr >= 0)
      tellTyped(J, P);
}

} // namespace torchtidy
