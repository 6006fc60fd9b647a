//===- OrderFaults.h - orders that leave tensors behind ---------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_ORDERFAULTS_H
#define TORCHTIDY_CHECKS_COMMON_ORDERFAULTS_H

#include "checks/common/Order.h"
#include <optional>

namespace torchtidy {

/// Two things in an order that leaves tensors on another device than the code
/// asks for.
struct OrderFault {
  enum Kind {
    FilledAfterMove, ///< to(d), then load(net, path)
    ArchiveMoved,    ///< load(path), then to(d): constants stay
    FrozenMoved,     ///< freeze, then to(d)
    GrownAfterMove,  ///< to(d), then a registration
    LazyLayer,       ///< registered where it is used
    StateBeforeMove, ///< optimizer with state, then to(d)
    MovedAfterStep,  ///< step(), to(d), step()
  };
  Kind kind;
  Level level;
  const flow::OrderEvent *first = nullptr, *second = nullptr;
  const flow::Meeting *meeting = nullptr; ///< LazyLayer: where it bites
  bool oneGo = false;                     ///< nothing decides between the two

  /// The one of the two that is wrong where it stands.
  const flow::OrderEvent &told() const {
    return kind == ArchiveMoved ? *first : *second;
  }
  /// What is one fault with it: of a factory that was registered late, that it
  /// names no device.
  Site key() const;
};

/// Every such order, each once.
std::vector<OrderFault> findOrderFaults(const Judge &J);

/// How the source writes the device of a move; "device" where it can't be said.
std::string written(const Judge &J, const flow::OrderEvent &Move);

/// Gives the load the device that the move has, if that can be written there.
std::optional<Fix> loadThere(const Judge &J, const OrderFault &F);

} // namespace torchtidy

#endif
