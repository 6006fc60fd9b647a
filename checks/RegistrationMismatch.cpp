//===- RegistrationMismatch.cpp - a name and another's member ---*- C++ -*-===//
//
// docs/checks/torch-registration-mismatch.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Mismatches.h"

namespace torchtidy {

static std::string quoted(const std::string &S) { return "'" + S + "'"; }

static std::string messageOf(const Judge &J, const Mismatch &M) {
  const std::string Name = quoted(M.what.event->name);
  const std::string Of = " of " + quoted(M.cls->name);
  const std::string Is =
      M.member >= 0 ? quoted(J.flow.paths.str(M.member)) : "what is made here";
  switch (M.kind) {
  case Mismatch::NameTwice:
    return M.level == Level::Certain
               ? "name " + Name + Of +
                     " is registered a second time; the constructor throws"
               : "name " + Name + Of +
                     " is registered in each turn of a loop and may throw";
  case Mismatch::WrongMember:
    return "name " + Name + Of + " registers " + Is + ", not " +
           quoted(M.meant->name) +
           (M.left ? "; 'to()' will leave " + quoted(M.meant->name) + " behind"
            : M.shifted ? "; a checkpoint by the members' names may not fit"
            : M.level == Level::Certain
                ? "; a checkpoint gives each the other's values"
                : ", and both may become one");
  case Mismatch::TwoNames:
    return "names " + quoted(M.firstName) + " and " + Name + Of +
           (M.what.event->role == api::Role::RegisterBuffer
                ? " register one and the same tensor; what changes one may "
                  "change both"
                : " register one and the same; the optimizer may step it "
                  "twice");
  case Mismatch::OneBranch:
    return Is + Of +
           (M.otherBranch
                ? " is registered in another branch only; on this "
                  "way 'to()' will leave it behind"
                : " is registered on some ways only and used on every "
                  "way; elsewhere 'to()' will leave it behind");
  case Mismatch::Null:
    return "name " + Name + Of +
           " registers an empty holder, so 'register_module' throws";
  }
  return "";
}

static void addNotes(const Mismatch &M, Report &F) {
  const std::string &Name = M.what.event->name;
  switch (M.kind) {
  case Mismatch::NameTwice:
    if (M.level != Level::Certain)
      F.advise("count in the name: \"" + Name + "\" + std::to_string(i)");
    else
      F.note("the name is taken here", M.other)
          .advise("give each its own name");
    return;
  case Mismatch::WrongMember:
    if (M.other.instr >= 0)
      F.note("its own value is made here", M.other);
    F.declaredHere(*M.meant->field, M.meant->name)
        .advise("register the member that the name says: \"" + Name + "\", " +
                M.meant->name);
    return;
  case Mismatch::TwoNames:
    F.note("registered first here", M.other)
        .advise("make a second one, or keep a plain copy of the handle: it "
                "moves with the first");
    return;
  case Mismatch::OneBranch:
    F.note(M.otherBranch ? "registered here" : "made without here",
           M.otherBranch ? M.what.event->at : M.other)
        .advise("register it on every way: register_buffer(\"" + Name +
                "\", …) where it is no parameter");
    return;
  case Mismatch::Null:
    F.advise("make the module first, or register it only where there is one");
    return;
  }
}

void checkRegistrationMismatch(Judge &J) {
  for (const Mismatch &M : findMismatches(J)) {
    const Site At = M.otherBranch ? M.other : M.what.event->at;
    Report F =
        J.report("torch-registration-mismatch", M.level, At, messageOf(J, M));
    F.origin("member", At)
        .ofModule(M.cls)
        .ofMember(M.member >= 0 ? J.flow.paths.str(M.member) : "");
    addNotes(M, F);
    addMismatchFix(J, M, F);
  }
}

} // namespace torchtidy
