//===- RegisteredOutsideReset.cpp - what a clone goes without ---*- C++ -*-===//
//
// docs/checks/torch-registered-outside-reset.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Cloning.h"

namespace torchtidy {

static constexpr const char *Rule = "torch-registered-outside-reset";

static Report tell(Judge &J, Level L, const ClassFacts &C,
                   const Registration &X, std::string Message) {
  return J
      .report(Rule, L, X.call->span, std::move(Message),
              Judge::fault(X.event->at))
      .origin("member", X.call->span)
      .ofModule(&C)
      .ofMember(X.event->name);
}

static void tellMissing(Judge &J, const ClassFacts &C, const Reset &R, int Fn,
                        const Registration &X, bool Constructs) {
  // A method may never run; LibTorch's own reset() is somebody else's.
  bool Sure = Constructs && R.fn >= 0;
  const std::string What = X.event->name.empty()
                               ? "what is registered here"
                               : "'" + X.event->name + "' of '" + C.name + "'";
  const std::string By = Constructs ? "the constructor"
                                    : "'" + J.flow.function(Fn).shortName + "'";
  Report F = tell(J, Sure ? Level::Certain : Level::Likely, C, X,
                  What + " is registered by " + By +
                      " and not by 'reset()'; 'clone' " +
                      (Sure ? "throws" : "may throw"));
  if (R.fn < 0) {
    F.advise("override 'reset()', and register it there");
    return;
  }
  F.note("'clone' copies the object and calls 'reset()', which has to register "
         "everything again",
         J.flow.function(R.fn).nameSpan)
      .advise("register it in 'reset()', and call 'reset()' from the "
              "constructor");
}

static void tellShared(Judge &J, const ClassFacts &C, const Registration &X,
                       Site Made) {
  const std::string Name = J.flow.paths.str(X.given);
  tell(J, Level::Likely, C, X,
       "'reset()' registers the '" + Name + "' that '" + C.name +
           "' has made before; a clone shares it, and 'clone(device)' may move "
           "the original, too")
      .note("made here", Made)
      .advise("make it in 'reset()', where it is registered");
}

void checkRegisteredOutsideReset(Judge &J) {
  for (const ClassFacts &C : J.flow.facts.classes) {
    if (!C.isCloneable)
      continue;
    const bool Closed = J.closed(C);
    Reset R = resetOf(J, C);
    if (R.unknown)
      continue;
    std::set<int> Constructs = runOnThis(J, constructorsOf(J, C));
    std::set<int> All = Constructs;
    for (const facts::MethodFact &M : C.methods)
      if (int Fn = J.flow.functionIndex(M.id); Fn >= 0)
        All.insert(Fn);
    for (int Fn : All)
      if (Closed && !R.runs.count(Fn))
        for (const Registration &X : registrationsIn(J, Fn))
          if (!R.names.count(X.event->name))
            tellMissing(J, C, R, Fn, X, Constructs.count(Fn) != 0);
    for (int Fn : R.runs)
      Constructs.erase(Fn);
    Site Made;
    if (R.fn >= 0)
      if (auto X = firstShared(J, R, Constructs, Closed, Made))
        tellShared(J, C, *X, Made);
  }
}

} // namespace torchtidy
