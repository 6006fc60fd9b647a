//===- StaleDeviceMember.cpp - a device that to() does not update -*- C++
//-*-===//
//
// docs/checks/torch-stale-device-member.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/DeviceUse.h"
#include "checks/common/StaleDevices.h"

namespace torchtidy {

static constexpr const char *Rule = "torch-stale-device-member";

/// The use as people see it: the mover's or factory's call, or what the flag
/// lets in.
static const facts::SourceSpan &placeOf(const Judge &J, flow::Site S) {
  const facts::Instr &I = J.flow.instr(S);
  return isLiteralAccelerator(I) ? literalSpan(I) : I.span;
}

static const char *kindOf(const Judge &J, const StaleDevice &S) {
  if (S.flag)
    return "flag";
  const facts::FieldFact *F =
      J.flow.field(J.flow.paths[S.path].cls, J.flow.paths[S.path].name);
  switch (F ? F->type.role : facts::TypeRole::Device) {
  case facts::TypeRole::TensorOptions:
    return "options";
  case facts::TypeRole::Number:
    return "index";
  case facts::TypeRole::String:
    return "name";
  default:
    return "device";
  }
}

static Level levelOf(const StaleDevice &S) {
  // A module that is made where it shall stay works until it is moved; one that
  // has nothing to move, nobody moves.
  if (S.built || !S.hasState)
    return Level::Advice;
  return S.sure && !S.movesItself ? Level::Certain : Level::Likely;
}

void checkStaleDeviceMember(Judge &J) {
  for (const StaleDevice &S : findStaleDevices(J)) {
    const std::string Name = J.flow.paths.str(S.path);
    Level L = levelOf(S);
    Finding &F =
        J.report(Rule, L, placeOf(J, S.uses.front()),
                 std::string("stored ") + kindOf(J, S) + " '" + Name +
                     "' of '" + S.cls->name + "' decides here, and 'to()' " +
                     (L == Level::Certain
                          ? "does not update it; after a move it is wrong"
                          : "does not update it; after a move it may be wrong"),
                 "stale:" + std::to_string(S.path));
    Origin O;
    O.kind = "member";
    O.module = S.cls->name;
    O.member = Name;
    O.made = J.span(S.uses.front());
    F.origins.push_back(std::move(O));
    int Top = J.flow.paths.topField(S.path);
    if (const facts::FieldFact *Field =
            J.flow.field(J.flow.paths[Top].cls, J.flow.paths[Top].name))
      F.notes.push_back(
          J.note("'" + Field->name + "' is declared here", Field->span));
    for (size_t I = 1; I < S.uses.size() && I < 4; ++I)
      F.notes.push_back({"and decides here", J.span(placeOf(J, S.uses[I]))});
    F.notes.push_back(
        {"ask what moves: parameters().front().device(), or the input's "
         "x.device()",
         {}});
  }
}

} // namespace torchtidy
