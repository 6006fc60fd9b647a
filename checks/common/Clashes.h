//===- Clashes.h - tensors made on cpu that meet a device -------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_CLASHES_H
#define TORCHTIDY_CHECKS_COMMON_CLASHES_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// What a tensor made on cpu meets, and how much can be promised of it.
struct Clash {
  Level level = Level::Advice;
  const flow::Meeting *meeting = nullptr;
  flow::Alt partner;
  int holder = -1; ///< function that knows both
};

/// As though a tensor made in \p Fn met what the function's parameter \p Param
/// says, a tensor or a device; -1: nothing says a device.
Clash ofParameter(const Judge &J, int Fn, int Param);

/// A tensor that is on cpu, or a device that is cpu, on every way to it.
bool isOnCpu(const Value &V);

bool madeWithoutDevice(const flow::Source &S);

/// A clash that is meant: in a lambda that is given to a function of tests,
/// which says by its name that it expects a throw.
bool isMeant(const Judge &J, int Fn, const flow::Meeting &M);

/// How much can be promised of a clash with \p Partner that the function
/// \p Holder knows; nothing: it is no clash there, or its callers know more.
/// \p Module: the partner is a module's state.
std::optional<Level> clashLevel(const Judge &J, int Holder,
                                const flow::Alt &Partner, bool Module);

/// The worst clash of every factory without a device, by the factory's site.
const std::map<flow::Site, Clash> &findClashes(const Judge &J);

/// Passes the device that \p Text writes to a factory, whose dtype stays.
std::optional<Fix> passDevice(const Judge &J, flow::Site Made,
                              const std::string &Text);

/// Makes on the device what \p Move moves there, if the two stand in one
/// expression and the numbers stay the same.
std::optional<Fix> makeThere(const Judge &J, flow::Site Made, flow::Site Move);

/// The notes and the fix-it that give a factory its device and keep its dtype.
void giveDevice(const Judge &J, const Clash &C, flow::Site Made, Finding &F);

} // namespace torchtidy

#endif
