//===- Profiles.cpp - levels as profiles and projects want them -*- C++ -*-===//
#include "checks/common/Profiles.h"
#include <algorithm>

namespace torchtidy {

using facts::NoValue;

static constexpr const char *Rule = "torch-hardcoded-device";

static bool among(const std::string &Rule,
                  std::initializer_list<const char *> Rules) {
  return std::find(Rules.begin(), Rules.end(), Rule) != Rules.end();
}

/// What is wrong on a machine without an accelerator, too: it throws, or a
/// parameter is not trained or saved.
static bool showsOnCpu(const std::string &Rule) {
  return among(Rule,
               {"torch-unregistered-module", "torch-registration-mismatch",
                "torch-rebound-registration", "torch-registered-outside-reset",
                "torch-unused-suppression"});
}

void settleLevel(const JudgeOptions &O, Finding &F) {
  if (O.multiGpu && F.level == Level::Advice &&
      among(F.rule, {"torch-missing-device-guard", "torch-indexless-device"}))
    F.level = Level::Likely;
  if (O.cpuOnly && !showsOnCpu(F.rule))
    F.level = Level::Advice;
  auto It = O.levels.find(F.rule);
  if (It != O.levels.end() && It->second)
    F.level = *It->second;
}

/// A device type's constant that becomes part of a device, or is compared.
static std::vector<char> usedElsewhere(const FunctionFacts &F) {
  std::vector<char> R(F.instrs.size());
  for (const Instr &I : F.instrs)
    if (I.op == Op::Compare ||
        (I.op == Op::Construct && I.type.role == TypeRole::Device))
      for (int O : I.operands)
        if (O != NoValue)
          R[O] = 1;
  return R;
}

static void advise(Judge &J, const Instr &I, const Device &D) {
  const Span At = J.span(I.span);
  for (const Finding &F : J.findings)
    if (F.rule == Rule && F.span.file == At.file && F.span.line == At.line)
      return;
  const bool Index = D.index >= 0;
  J.report(Rule, Level::Advice, I.span,
           Index ? "'" + D.str() + "' is one GPU of several, and written here"
                 : "'" + D.str() +
                       "' without an index is the current device, whichever "
                       "that is")
      .origin("device")
      .advise(Index ? "take the device of an argument, or a parameter: "
                      "x.device()"
                    : "name the index, or take the device of an argument: "
                      "x.device()");
}

void adviseOnIndexes(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    const auto &Values = J.flow.of(int(Fn)).values;
    const std::vector<char> Elsewhere = usedElsewhere(F);
    for (size_t K = 0; K < F.instrs.size() && K < Values.size(); ++K) {
      const Instr &I = F.instrs[K];
      const bool Made = I.op == Op::Construct &&
                        I.type.role == TypeRole::Device &&
                        !I.operands.empty() && I.operands[0] != NoValue &&
                        F.instrs[I.operands[0]].op == Op::Const;
      const bool Constant = I.op == Op::Const && !Elsewhere[K] &&
                            I.type.role == TypeRole::DeviceType;
      if ((Made || Constant) && Values[K].alts.size() == 1 &&
          Values[K].alts[0].device.isAccelerator())
        advise(J, I, Values[K].alts[0].device);
    }
  }
}

} // namespace torchtidy
