//===- MoveOrder.cpp - the right things in a wrong order --------*- C++ -*-===//
//
// docs/checks/torch-move-order.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/OrderFaults.h"

namespace torchtidy {

namespace {
/// What is said of a fault: the harm, where the other half stands, and what to
/// write.
struct Words {
  std::string message;
  const char *elsewhere;
  Site other;
  std::string advice;
};
} // namespace

static Words wordsFor(const Judge &J, const OrderFault &F) {
  const flow::OrderEvent &A = F.first ? *F.first : *F.second, &B = *F.second;
  const std::string First = "'" + J.flow.instr(A.at).callee + "'";
  const std::string Second = "'" + J.flow.instr(B.at).callee + "'";
  auto If = [&](const char *Sure, const char *Else) {
    return std::string(F.level == Level::Certain ? Sure : Else);
  };
  auto On = [&](const flow::OrderEvent &Move) {
    return flow::describe(J.flow, Move.device);
  };
  switch (F.kind) {
  case OrderFault::FilledAfterMove:
    return {Second + " takes no device here and " + If("undoes", "may undo") +
                " the move" +
                (A.device.kind == Device::Unknown ? "" : " to " + On(A)) +
                " before it: the file's device wins",
            "moved here", A.at,
            "give the load the device, or move after it: torch::load(…, " +
                written(J, A) + ")"};
  case OrderFault::ArchiveMoved:
    return {First + " takes no device and 'to' comes after it; constants of "
                    "the archive may stay where the file has them",
            "moved here", B.at,
            "pass the device to the load: torch::jit::load(…, " +
                written(J, B) + ")"};
  case OrderFault::FrozenMoved:
    return {"'to' after " + First + " " + If("moves", "may move") +
                " nothing: the state of a frozen module is constants",
            "frozen here", A.at,
            "move first, then freeze: m.to(" + written(J, B) + ")"};
  case OrderFault::GrownAfterMove:
    return {"what " + Second + " adds is on cpu" +
                If("", ", and may stay there") + "; the module was moved to " +
                On(A) + " before it",
            "moved here", A.at,
            "register before the move, or move the part: part->to(" +
                written(J, A) + ")"};
  case OrderFault::LazyLayer:
    return {"what " + Second + " adds is made on cpu when the module " +
                If("has long been", "may have been") + " moved",
            "meets the input here", F.meeting->at,
            "move it where it is made: part->to(x.device())"};
  case OrderFault::StateBeforeMove:
    return {"'to' comes after an optimizer that made its state with it; the "
            "state " +
                If("stays", "may stay") + " on cpu and the next step meets " +
                On(B),
            "its state is made here", A.at,
            "move the module first, then make the optimizer"};
  case OrderFault::MovedAfterStep:
    return {
        "'to' between two steps of an optimizer; the state of the first " +
            If("stays", "may stay") + " where it was and the next step meets " +
            On(B),
        "a step here made the state", A.at,
        "move before the first step, or make a new optimizer after the move"};
  }
  return {};
}

void checkMoveOrder(Judge &J) {
  for (const OrderFault &F : findOrderFaults(J)) {
    const Words W = wordsFor(J, F);
    bool OfOptimizer = F.kind == OrderFault::StateBeforeMove ||
                       F.kind == OrderFault::MovedAfterStep;
    J.report("torch-move-order", F.level, J.flow.instr(F.told().at).span,
             W.message, Judge::fault(F.key()))
        .origin(OfOptimizer ? "result" : "module",
                F.first ? F.first->at : F.told().at)
        .note(W.elsewhere, W.other)
        .advise(W.advice)
        .fix(loadThere(J, F));
  }
}

} // namespace torchtidy
