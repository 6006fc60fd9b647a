//===- FactoryWithoutDevice.cpp - made on cpu, met on a device --*- C++ -*-===//
//
// docs/checks/torch-factory-without-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"
#include "checks/common/Factories.h"

namespace torchtidy {

static constexpr const char *Rule = "torch-factory-without-device";

static std::string called(const Judge &J, Site Made) {
  return "'" + J.flow.instr(Made).callee + "'";
}

static void tellClash(Judge &J, Site Made, const Clash &C) {
  bool Helper = hasRole(J.flow.instr(Made), api::Role::CpuHelper);
  const Meeting &M = *C.meeting;
  Report X = J.report(
      Rule, C.level, Made,
      called(J, Made) +
          (Helper ? " always answers on cpu" : " makes a tensor on cpu") +
          "; it meets " + J.nameOf(C.partner) + J.whereabouts(C.partner));
  X.fromFactory(Made).noteIn("meets it here", M.at);
  if (!(M.call == M.at) && M.call.instr >= 0)
    X.noteIn("called here", M.call);
  giveDevice(J, C, Made, X);
}

static void tellLeaving(Judge &J, const LeavingFactory &L) {
  Report X = J.report(Rule, L.level, L.made,
                      called(J, L.made) + " makes a tensor on cpu, and '" +
                          J.flow.function(L.made.fn).name +
                          (L.level == Level::Likely
                               ? "' returns it; its inputs may be elsewhere"
                               : "' returns it wherever its inputs are"));
  X.fromFactory(L.made).note("leaves here", L.out);
  giveDevice(J, ofParameter(J, L.made.fn, L.input), L.made, X);
}

static void tellIgnored(Judge &J, const IgnoredDevice &D) {
  const facts::VarFact &Given = J.flow.function(D.made.fn).vars[D.given];
  Report X = J.report(Rule, D.used ? Level::Likely : Level::Advice, D.made,
                      called(J, D.made) +
                          " makes a tensor on cpu, though the constructor was "
                          "given '" +
                          Given.name + "'" +
                          (D.used ? "; it may meet tensors there" : ""));
  X.fromFactory(D.made).note("the device is given here", Given.span);
  bool Writable = Given.type.role == TypeRole::Device;
  giveDevice(J, ofParameter(J, D.made.fn, Writable ? D.given : -1), D.made, X);
}

static void tellInMaking(Judge &J, Site Made) {
  J.report(Rule, Level::Advice, Made,
           called(J, Made) + " in the making of '" + J.classOf(Made.fn)->name +
               "' names no device")
      .fromFactory(Made)
      .advise("let the constructor take a 'torch::Device', or options, and "
              "pass it on");
}

/// The other is where the caller put it, as the module is where he moved it.
static bool anywhere(const Judge &J, const Clash &C) {
  const flow::Device &D = C.partner.device;
  return !D.isAccelerator() && !J.isChosen(D);
}

void checkFactoryWithoutDevice(Judge &J) {
  std::set<Site> Told;
  const std::set<Site> Registered = registeredFactories(J);
  for (const auto &[Made, C] : findClashes(J))
    if (!(Registered.count(Made) && anywhere(J, C)) && Told.insert(Made).second)
      tellClash(J, Made, C);
  for (const LeavingFactory &L : leavingFactories(J))
    if (Told.insert(L.made).second)
      tellLeaving(J, L);
  for (const IgnoredDevice &D : ignoredDevices(J))
    if ((D.used || J.options.strict) && Told.insert(D.made).second)
      tellIgnored(J, D);
  // Profile `strict`: whatever a module's constructor makes names its device.
  if (J.options.strict)
    for (Site Made : factoriesInMaking(J))
      if (Told.insert(Made).second)
        tellInMaking(J, Made);
}

} // namespace torchtidy
