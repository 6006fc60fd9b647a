//===- HardcodedDevice.cpp - literal accelerators ---------------*- C++ -*-===//
//
// docs/checks/torch-hardcoded-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/DeviceUse.h"
#include "checks/common/Hardcoded.h"

namespace torchtidy {

using Where = HardcodedDevice::Where;

static std::string harmOf(const HardcodedDevice &H) {
  const char *May = H.level == Level::Certain ? "is not" : "may not be";
  switch (H.where) {
  case Where::Thread:
    return ", the body of a thread; each thread begins with the first device "
           "and may use another than its tensors'";
  case Where::Given:
    return ", which is given '" + H.given + "' and may be given another device";
  case Where::Helper:
    return "; the tensor made here may not be where its arguments are";
  case Where::Owner:
    return "; where there is none it may not run, and nothing can move it";
  case Where::Module:
    if (!H.partner.empty())
      return std::string("; what is put there ") + May + " where " + H.partner +
             ", is";
    return H.level == Level::Certain
               ? ", whose other tensors are on cpu"
               : "; where there is none it may not run, and 'to()' does not "
                 "change it";
  }
  return "";
}

static std::string adviceOf(const Judge &J, const HardcodedDevice &H) {
  if (H.variable >= 0)
    return "take the argument's: " +
           J.flow.function(H.literal.fn).vars[H.variable].name + ".device()";
  switch (H.where) {
  case Where::Thread:
    return "give the thread its device: torch::Device(torch::kCUDA, index)";
  case Where::Given:
    return "use '" + H.given + "'";
  case Where::Helper:
    return "take the argument's: x.options(), x.device()";
  case Where::Owner:
    return "take a torch::Device, and move its tensors with it";
  case Where::Module:
    return H.constructs ? "make it without a device, and move the module: "
                          "net->to(device)"
                        : "take the input's: x.device()";
  }
  return "";
}

/// `torch::kCUDA` becomes `x.device()`, where a Device fits as well.
static void addFix(const Judge &J, const HardcodedDevice &H, Finding &X) {
  const facts::FunctionFacts &F = J.flow.function(H.literal.fn);
  const facts::Instr &L = F.instrs[H.literal.instr];
  if (H.variable < 0 || L.op != facts::Op::Const || L.span.macro ||
      F.vars[H.variable].name.empty())
    return;
  bool Fits = false;
  for (const facts::Instr &I : F.instrs)
    for (int O : I.operands)
      if (O == H.literal.instr)
        Fits = I.operands.size() == 1 &&
               (I.type.role == facts::TypeRole::TensorOptions ||
                (I.type.role == facts::TypeRole::Device &&
                 I.op == facts::Op::Construct));
  const std::string Device = F.vars[H.variable].name + ".device()";
  if (Fits)
    X.fixes.push_back({"use " + Device, {{J.span(L.span), Device}}});
}

void checkHardcodedDevice(Judge &J) {
  for (const HardcodedDevice &H : findHardcodedDevices(J)) {
    const facts::Instr &L = J.flow.instr(H.literal);
    const facts::SourceSpan &At = literalSpan(L);
    Finding &F = J.report("torch-hardcoded-device", H.level, At,
                          "'" + literalText(L) + "' is hard-coded in " +
                              H.around + harmOf(H),
                          Judge::fault(H.literal));
    Origin O;
    O.kind = "literal";
    O.made = J.span(At);
    F.origins.push_back(std::move(O));
    if (J.flow.instr(H.use).span.line != At.line)
      F.notes.push_back({"used here", J.span(H.use)});
    constexpr size_t Most = 4;
    for (size_t I = 0; I < H.others.size() && I < Most; ++I)
      F.notes.push_back(J.note(I + 1 == Most && H.others.size() > Most
                                   ? "here, and in other places"
                                   : "and here",
                               literalSpan(J.flow.instr(H.others[I]))));
    F.notes.push_back({adviceOf(J, H), {}});
    addFix(J, H, F);
  }
}

} // namespace torchtidy
