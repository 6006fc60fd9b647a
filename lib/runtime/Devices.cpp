//===- Devices.cpp - the device of a module -------------------------------===//
#include "torch_tidy/devices.h"

namespace torchtidy {

torch::Device device_of(const torch::nn::Module &Module) {
  DeviceCensus C = device_census(Module);
  for (const auto &E : C.entries)
    TORCH_CHECK(E.device == C.entries.front().device, "device_of: '",
                C.entries.front().path, "' is on ", C.entries.front().device,
                ", '", E.path, "' on ", E.device);
  return C.entries.empty() ? torch::Device(torch::kCPU)
                           : C.entries.front().device;
}

} // namespace torchtidy
