//===- Order.h - what comes after what --------------------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_ORDER_H
#define TORCHTIDY_CHECKS_COMMON_ORDER_H

#include "checks/common/Judge.h"

namespace torchtidy {

using OrderPredicate = std::function<bool(const flow::OrderEvent &)>;

/// The order in which one function, with what it calls, does things to objects.
class Order {
public:
  Order(const Judge &J, int Fn);
  const std::vector<flow::OrderEvent> &events() const { return all; }
  /// \p B may run after \p A, on some way with nothing on it that \p Stop holds
  /// for.
  bool mayFollow(const flow::OrderEvent &A, const flow::OrderEvent &B,
                 const OrderPredicate &Stop = nullptr) const;
  /// \p B may run with nothing before it that \p Stop holds for.
  bool mayComeFirst(const flow::OrderEvent &B,
                    const OrderPredicate &Stop) const;
  /// \p A runs whenever \p B does, right before it: no branch lies between.
  bool inOneGo(const flow::OrderEvent &A, const flow::OrderEvent &B) const;

private:
  int blockOf(const flow::OrderEvent &E) const;
  bool walk(int Block, size_t From, const flow::OrderEvent &To,
            const OrderPredicate &Stop) const;

  const facts::FunctionFacts &fun;
  const std::vector<flow::OrderEvent> &all;
  std::vector<std::vector<const flow::OrderEvent *>> byBlock;
};

/// Certainly one object.
bool sameObject(const flow::Value &A, const flow::Value &B);
/// One object, or one that is a part of the other, or one that was made from
/// it, as far as anybody knows.
bool related(const Judge &J, const flow::OrderEvent &A,
             const flow::OrderEvent &B);

/// The source text of a part of an instruction, "" if it isn't known.
std::string sourceWithin(const facts::Instr &Whole,
                         const facts::SourceSpan &Part);

/// The text of the device that a move is given, if it can be written again at
/// \p There, in the same function; else "".
std::string deviceTextAt(const Judge &J, flow::Site Move, flow::Site There);

} // namespace torchtidy

#endif
