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
                     " is registered in each turn of a loop; the second one "
                     "may throw";
  case Mismatch::WrongMember:
    return "name " + Name + Of + " registers " + Is + ", not " +
           quoted(M.meant->name) +
           (M.left ? "; 'to()' will leave " + quoted(M.meant->name) + " behind"
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

static void addNotes(Judge &J, const Mismatch &M, Finding &F) {
  switch (M.kind) {
  case Mismatch::NameTwice:
    if (M.level == Level::Certain)
      F.notes.push_back({"the name is taken here", J.span(M.other)});
    F.notes.push_back({M.level == Level::Certain
                           ? "give each its own name"
                           : "count in the name: \"" + M.what.event->name +
                                 "\" + std::to_string(i)",
                       {}});
    return;
  case Mismatch::WrongMember:
    if (M.other.instr >= 0)
      F.notes.push_back({"its own value is made here", J.span(M.other)});
    F.notes.push_back(J.note(quoted(M.meant->name) + " is declared here",
                             M.meant->field->span));
    F.notes.push_back({"register the member that the name says: \"" +
                           M.what.event->name + "\", " + M.meant->name,
                       {}});
    return;
  case Mismatch::TwoNames:
    F.notes.push_back({"registered first here", J.span(M.other)});
    F.notes.push_back(
        {"make a second one, or keep a plain copy of the handle: it moves with "
         "the first",
         {}});
    return;
  case Mismatch::OneBranch:
    F.notes.push_back({M.otherBranch ? "registered here" : "made without here",
                       J.span(M.otherBranch ? M.what.event->at : M.other)});
    F.notes.push_back({"register it on every way: register_buffer(\"" +
                           M.what.event->name +
                           "\", …) where it is no parameter",
                       {}});
    return;
  case Mismatch::Null:
    F.notes.push_back({"make the module first, or register it only where there "
                       "is one",
                       {}});
    return;
  }
}

void checkRegistrationMismatch(Judge &J) {
  for (const Mismatch &M : findMismatches(J)) {
    flow::Site Site = M.otherBranch ? M.other : M.what.event->at;
    const facts::SourceSpan &At = J.flow.instr(Site).span;
    Finding &F = J.report("torch-registration-mismatch", M.level, At,
                          messageOf(J, M), Judge::fault(Site));
    Origin O;
    O.kind = "member";
    O.module = M.cls->name;
    if (M.member >= 0)
      O.member = J.flow.paths.str(M.member);
    O.made = J.span(At);
    F.origins.push_back(std::move(O));
    addNotes(J, M, F);
    addMismatchFix(J, M, F);
  }
}

} // namespace torchtidy
