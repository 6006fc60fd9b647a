//===- Mixing.h - what is on the wrong device in one operator ---*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_MIXING_H
#define TORCHTIDY_CHECKS_COMMON_MIXING_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// Two devices in one operator, each right where it was made.
struct Mix {
  Level level = Level::Likely;
  flow::Alt odd;
  bool module = false; ///< the odd side is a module
  std::string message, advice;
};

class Mixing {
public:
  explicit Mixing(const Judge &J);
  /// What a meeting that the function \p Fn holds comes to; nothing: it is no
  /// clash, or not for certain enough, or another rule's.
  std::optional<Mix> of(int Fn, const flow::Meeting &M) const;
  /// A side, and a member of a plain class as what it only ever holds: made on
  /// cpu, and never moved from there.
  flow::Alt resolved(flow::Alt A) const;

private:
  bool handled(const flow::Meeting &M, const flow::Alt &A) const;
  std::optional<Mix> onTwo(const flow::Meeting &M) const;
  std::optional<Mix> oneOnCpu(const flow::Meeting &M, bool IsA) const;

  const Judge &J;
  /// Members and identities of modules that are moved, filled, or handed out.
  std::set<int> members, identities;
};

/// How much can be promised of an argument that isn't on cpu and has to be.
std::optional<Level> levelOf(const Judge &J, int Fn,
                             const flow::HostArgument &H);

struct WrongGenerator {
  Level level = Level::Advice;
  const flow::Meeting *meeting = nullptr;
  flow::Device device; ///< the generator's
};

/// Generators that fill tensors of another device, by where they were made.
std::map<flow::Site, WrongGenerator> wrongGenerators(const Judge &J,
                                                     const Mixing &Mixes);

} // namespace torchtidy

#endif
