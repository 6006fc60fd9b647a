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

using flow::Alt;
using flow::Meeting;
using flow::Site;
using flow::Source;

namespace {

constexpr const char *Rule = "torch-mixed-device";

class Search {
public:
  explicit Search(Judge &J) : J(J), mixing(J) {}
  void run() {
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
      for (const Meeting &M : J.flow.of(int(Fn)).meetings)
        if (std::optional<Mix> X = keptOnPurpose(M) ? boundary(J, int(Fn), M)
                                                    : mixing.of(int(Fn), M))
          if (told.insert(M.call).second && once(*X))
            tell(M, *X);
      for (const flow::HostArgument &H : J.flow.of(int(Fn)).hostArguments)
        hostArgument(int(Fn), H);
    }
    for (const LostPart &P : lostParts(J))
      if (told.insert(P.at).second)
        lostPart(P);
    for (const auto &[Made, G] : wrongGenerators(J, mixing))
      generator(Made, G);
  }

private:
  /// One tensor that is in the wrong place is one fault, however often it is
  /// used there.
  bool once(const Mix &X) {
    return !X.odd.identity || identities.insert(X.odd.identity).second;
  }

  void tell(const Meeting &M, const Mix &X) {
    Finding &F = J.report(Rule, X.level, J.flow.instr(M.call).span, X.message,
                          Judge::fault(M.call));
    Origin O;
    O.kind = X.module ? "module" : "result";
    for (const Source &S : X.odd.sources)
      if (S.instr >= 0 && S.kind != Source::Param) {
        O.made = J.span(Site{S.fn, S.instr});
        F.notes.push_back({"made here", O.made});
        break;
      }
    F.origins.push_back(std::move(O));
    if (!(M.call == M.at))
      F.notes.push_back(
          {"meets it here, in '" + J.flow.function(M.at.fn).name + "'",
           J.span(M.at)});
    F.notes.push_back({X.advice, {}});
  }

  void hostArgument(int Fn, const flow::HostArgument &H) {
    std::optional<Level> L = levelOf(J, Fn, H);
    if (!L || H.call.fn != Fn || !told.insert(H.call).second)
      return;
    const facts::Instr &At = J.flow.instr(H.at);
    const int Operand = operandNamed(At, H.arg);
    std::string Name = H.arg.empty() ? "an argument" : "'" + H.arg + "'";
    if (Operand >= 0 && Operand == At.receiver)
      Name = quoted(J.flow.function(H.at.fn), Operand);
    if (Name.empty())
      Name = "a tensor";
    Finding &F = J.report(Rule, *L, J.flow.instr(H.call).span,
                          Name + " has to be on cpu, where it is read, and " +
                              (*L == Level::Certain ? "is on " : "may be on ") +
                              flow::describe(J.flow, H.value.device),
                          Judge::fault(H.call));
    Origin O;
    O.kind = "argument";
    O.member = H.arg;
    F.origins.push_back(std::move(O));
    if (!(H.call == H.at))
      F.notes.push_back(
          {"read here, in '" + J.flow.function(H.at.fn).name + "'",
           J.span(H.at)});
    F.notes.push_back({"leave it on cpu, or bring it back: " +
                           (H.arg.empty() ? "x" : H.arg) + ".cpu()",
                       {}});
  }

  void lostPart(const LostPart &P) {
    Finding &F = J.report(Rule, Level::Likely, J.flow.instr(P.at).span,
                          P.message, Judge::fault(P.at));
    Origin O;
    O.kind = "argument";
    O.member = P.name;
    F.origins.push_back(std::move(O));
    if (P.sibling.instr >= 0)
      F.notes.push_back({"its sibling is moved here", J.span(P.sibling)});
    F.notes.push_back({"move it, too: " + P.name + ".to(device)", {}});
  }

  void generator(Site Made, const WrongGenerator &G) {
    Finding &F = J.report(
        Rule, G.level, J.flow.instr(Made).span,
        "a generator on " + G.device.str() +
            " is made to fill " + J.nameOf(G.meeting->b) +
            J.whereabouts(G.meeting->b) + "; it has to be of that device",
        Judge::fault(Made));
    Origin O;
    O.kind = "generator";
    O.made = J.span(Made);
    F.origins.push_back(std::move(O));
    F.notes.push_back({"used here", J.span(G.meeting->at)});
    F.notes.push_back({"take the device's own: "
                       "at::globalContext().defaultGenerator(x.device())",
                       {}});
  }

  Judge &J;
  const Mixing mixing;
  std::set<Site> told;
  std::set<int> identities;
};

} // namespace

void checkMixedDevice(Judge &J) { Search(J).run(); }

} // namespace torchtidy
