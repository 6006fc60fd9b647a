//===- Hardcoded.h - literal accelerators and what they forget --*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_HARDCODED_H
#define TORCHTIDY_CHECKS_COMMON_HARDCODED_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// A literal accelerator in code that runs for any device.
struct HardcodedDevice {
  enum Where {
    Module, ///< constructor or method of a module
    Owner,  ///< of a class that has tensors
    Helper, ///< a function that is given tensors
    Given,  ///< a function that is given a device
    Thread, ///< the body of a thread
    Static, ///< a namespace-scope tensor, made before main
  };
  Where where = Module;
  Level level = Level::Likely;
  flow::Site literal;
  flow::Site use;     ///< the factory or mover that gets it
  std::string around; ///< "the constructor of 'Net'", "'Net::forward'"
  bool constructs = false;
  std::string partner; ///< "'x', which is on its caller's device"
  int variable = -1;   ///< a parameter: a tensor to take the device from
  std::vector<flow::Site>
      others; ///< more literals of this kind in the function
  /// Given: the parameter that says a device; Owner: the member, if any does.
  std::string given;
  std::string global; ///< Static: the tensor's id
};

std::vector<HardcodedDevice> findHardcodedDevices(const Judge &J);

/// `torch::kCUDA` becomes `x.device()`, where a Device fits as well.
std::optional<Fix> askArgument(const Judge &J, const HardcodedDevice &H);

} // namespace torchtidy

#endif
