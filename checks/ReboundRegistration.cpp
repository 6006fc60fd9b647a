//===- ReboundRegistration.cpp - registered, then replaced ------*- C++ -*-===//
//
// docs/checks/torch-rebound-registration.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Rebinding.h"

namespace torchtidy {

static std::string messageOf(const Rebound &R, const std::string &Member) {
  if (R.registrar >= 0)
    return "member " + Member +
           " holds a copy of what was registered; 'to()' moves the registered "
           "tensor, not the member";
  return (R.module ? "registered submodule " : "registered tensor ") + Member +
         " is replaced by another; 'to()' and 'save' keep the old one";
}

static std::string adviceOf(const Rebound &R, const std::string &Name) {
  return R.registrar >= 0 ? "make it on the device first, then register it"
         : R.module ? "keep the registered module, or call 'replace_module'"
                    : "write into it: " + Name +
                          ".copy_(…), an in-place operator, or " + Name +
                          ".set_data(…) when the shape changes";
}

void checkReboundRegistration(Judge &J) {
  for (const Rebound &R : findRebound(J)) {
    const StoreEvent &E = *R.store;
    const std::string Name = J.flow.paths.str(E.path);
    const ClassFacts *C = J.flow.classOf(J.flow.paths[E.path].cls);
    Report X = J.report(
        "torch-rebound-registration", R.level, E.at,
        messageOf(R, "'" + Name + "'" + (C ? " of '" + C->name + "'" : "")));
    X.origin("member", E.at).ofModule(C).ofMember(Name);
    if (R.registrar >= 0)
      X.note("registered here", Site{E.at.fn, R.registrar});
    X.advise(adviceOf(R, Name)).fix(moveBeforeRegistering(J, R));
  }
}

} // namespace torchtidy
