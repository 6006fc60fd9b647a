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
static const facts::SourceSpan &placeOf(const Judge &J, Site S) {
  const Instr &I = J.flow.instr(S);
  return isLiteralAccelerator(I) ? literalSpan(I) : I.span;
}

static const char *kindOf(const Judge &J, const StaleDevice &S) {
  if (S.flag)
    return "flag";
  const facts::FieldFact *F =
      J.flow.field(J.flow.paths[S.path].cls, J.flow.paths[S.path].name);
  switch (F ? F->type.role : TypeRole::Device) {
  case TypeRole::TensorOptions:
    return "options";
  case TypeRole::Number:
    return "index";
  case TypeRole::String:
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
    Report F =
        J.report(Rule, L, placeOf(J, S.uses.front()),
                 std::string("stored ") + kindOf(J, S) + " '" + Name +
                     "' of '" + S.cls->name + "' decides here, and 'to()' " +
                     (L == Level::Certain
                          ? "does not update it; after a move it is wrong"
                          : "does not update it; after a move it may be wrong"),
                 "stale:" + std::to_string(S.path));
    F.origin("member", S.uses.front()).ofModule(S.cls).ofMember(Name);
    int Top = J.flow.paths.topField(S.path);
    if (const facts::FieldFact *Field =
            J.flow.field(J.flow.paths[Top].cls, J.flow.paths[Top].name))
      F.declaredHere(*Field, Field->name);
    for (size_t I = 1; I < S.uses.size() && I < 4; ++I)
      F.note("and decides here", placeOf(J, S.uses[I]));
    F.advise("ask what moves: parameters().front().device(), or the input's "
             "x.device()");
  }
}

} // namespace torchtidy
