//===- OperatorEntries.h - operators of the project -------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_OPERATORENTRIES_H
#define TORCHTIDY_CHECKS_COMMON_OPERATORENTRIES_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// One function that is made known to the dispatcher or to Python.
struct OperatorEntry {
  int fn = -1;
  flow::Site at;
  std::string type; ///< device type that it is for, "" for any
};

class OperatorEntries {
public:
  explicit OperatorEntries(const Judge &J);
  const std::vector<OperatorEntry> &all() const { return found; }
  bool isFor(int Fn, const std::string &Type) const;
  /// The dispatcher or Python calls the function, by itself or through others
  /// of the project.
  bool reaches(const Judge &J, int Fn) const;

private:
  std::vector<OperatorEntry> found;
};

/// The function asks where a tensor is, or brings one to another device.
bool knowsOfDevices(const Judge &J, int Fn);

/// A tensor that the function is given may be on any device: nothing but tests
/// calls it in the project, it asks for no device, moves nothing to the host,
/// isn't there for the CPU, and there is a device in the project that it could
/// be on.
bool takesAnyDevice(const Judge &J, const OperatorEntries &R, int Fn);

} // namespace torchtidy

#endif
