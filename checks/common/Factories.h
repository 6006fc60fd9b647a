//===- Factories.h - factories that forget a device -------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_FACTORIES_H
#define TORCHTIDY_CHECKS_COMMON_FACTORIES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A method of a module answers with what it made on cpu.
struct LeavingFactory {
  Site made, out;
  Level level = Level::Likely;
  int input = -1; ///< the method's first tensor, a parameter
};
std::vector<LeavingFactory> leavingFactories(const Judge &J);

/// A constructor is given a device and registers what it made without it.
struct IgnoredDevice {
  Site made;
  int given = -1;    ///< the parameter: a device, or options
  bool used = false; ///< for other tensors
};
std::vector<IgnoredDevice> ignoredDevices(const Judge &J);

/// What is made for a registration: it goes where its module goes.
std::set<Site> registeredFactories(const Judge &J);

/// What is made without a device where modules are built.
std::vector<Site> factoriesInMaking(const Judge &J);

} // namespace torchtidy

#endif
