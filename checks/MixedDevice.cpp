//===- MixedDevice.cpp - one operator, two devices --------------*- C++ -*-===//
//
// docs/checks/torch-mixed-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Batches.h"
#include "checks/common/Mixing.h"
#include "checks/common/OnPurpose.h"
#include "checks/common/Operands.h"

namespace torchtidy {

static constexpr const char *Rule = "torch-mixed-device";

static void tellMix(Judge &J, const Meeting &M, const Mix &X) {
  const Site Made = J.madeAt(X.odd);
  Report F = J.report(Rule, X.level, M.call, X.message);
  F.origin(X.module ? "module" : "result", Made);
  if (Made.instr >= 0)
    F.note("made here", Made);
  if (!(M.call == M.at))
    F.noteIn("meets it here", M.at);
  F.advise(X.advice);
}

static void tellHostArgument(Judge &J, const flow::HostArgument &H, Level L) {
  const Instr &At = J.flow.instr(H.at);
  const int Operand = operandNamed(At, H.arg);
  std::string Name = H.arg.empty() ? "an argument" : "'" + H.arg + "'";
  if (Operand >= 0 && Operand == At.receiver)
    Name = quoted(J.flow.function(H.at.fn), Operand);
  Report F = J.report(Rule, L, H.call,
                      (Name.empty() ? "a tensor" : Name) +
                          " has to be on cpu, where it is read, and " +
                          (L == Level::Certain ? "is on " : "may be on ") +
                          flow::describe(J.flow, H.value.device));
  F.origin("argument").ofMember(H.arg);
  if (!(H.call == H.at))
    F.noteIn("read here", H.at);
  F.advise("leave it on cpu, or bring it back: " +
           (H.arg.empty() ? "x" : H.arg) + ".cpu()");
}

static void tellLostPart(Judge &J, const LostPart &P) {
  Report F = J.report(Rule, Level::Likely, P.at, P.message);
  F.origin("argument").ofMember(P.name);
  if (P.sibling.instr >= 0)
    F.note("its sibling is moved here", P.sibling);
  F.advise("move it, too: " + P.name + ".to(device)");
}

static void tellGenerator(Judge &J, Site Made, const WrongGenerator &G) {
  J.report(Rule, G.level, Made,
           "a generator on " + G.device.str() + " is made to fill " +
               J.nameOf(G.meeting->b) + J.whereabouts(G.meeting->b) +
               "; it has to be of that device")
      .origin("generator", Made)
      .note("used here", G.meeting->at)
      .advise("take the device's own: "
              "at::globalContext().defaultGenerator(x.device())");
}

void checkMixedDevice(Judge &J) {
  const Mixing Mixes(J);
  std::set<Site> Told;
  // One tensor that is in the wrong place is one fault, however often it is
  // used there.
  std::set<int> Odd;
  for (int Fn : J.flow.functions()) {
    for (const Meeting &M : J.flow.of(Fn).meetings)
      if (std::optional<Mix> X =
              keptOnPurpose(M) ? boundary(J, Fn, M) : Mixes.of(Fn, M))
        if (Told.insert(M.call).second &&
            (!X->odd.identity || Odd.insert(X->odd.identity).second))
          tellMix(J, M, *X);
    for (const flow::HostArgument &H : J.flow.of(Fn).hostArguments)
      if (std::optional<Level> L = levelOf(J, Fn, H))
        if (H.call.fn == Fn && Told.insert(H.call).second)
          tellHostArgument(J, H, *L);
  }
  for (const LostPart &P : lostParts(J))
    if (Told.insert(P.at).second)
      tellLostPart(J, P);
  for (const auto &[Made, G] : wrongGenerators(J, Mixes))
    tellGenerator(J, Made, G);
}

} // namespace torchtidy
