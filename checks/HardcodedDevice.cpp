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
    if (!H.given.empty())
      return ", though the object keeps '" + H.given +
             "', which may be another device";
    return "; where there is none it may not run, and nothing can move it";
  case Where::Static:
    return ", a tensor that is made before 'main'; where there is none the "
           "program may end there, and nothing can move it";
  case Where::Module:
    if (!H.partner.empty())
      return std::string("; what is put there ") + May + " where " + H.partner +
             (H.partner.find(", which ") == std::string::npos ? " is" : ", is");
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
    return H.given.empty()
               ? "take a torch::Device, and move its tensors with it"
               : "use '" + H.given + "'";
  case Where::Static:
    return "make it where it is used, on the device of what it meets";
  case Where::Module:
    return H.constructs ? "make it without a device, and move the module: "
                          "net->to(device)"
                        : "take the input's: x.device()";
  }
  return "";
}

void checkHardcodedDevice(Judge &J) {
  for (const HardcodedDevice &H : findHardcodedDevices(J)) {
    const Instr &L = J.flow.instr(H.literal);
    const facts::SourceSpan &At = literalSpan(L);
    Report F = J.report(
        "torch-hardcoded-device", H.level, At,
        "'" + literalText(L) + "' is hard-coded in " + H.around + harmOf(H),
        H.global.empty() ? Judge::fault(H.literal) : "static:" + H.global);
    F.origin("literal", At);
    if (J.flow.instr(H.use).span.line != At.line)
      F.note("used here", H.use);
    constexpr size_t Most = 4;
    for (size_t I = 0; I < H.others.size() && I < Most; ++I)
      F.note(I + 1 == Most && H.others.size() > Most
                 ? "here, and in other places"
                 : "and here",
             literalSpan(J.flow.instr(H.others[I])));
    F.advise(adviceOf(J, H)).fix(askArgument(J, H));
  }
}

} // namespace torchtidy
