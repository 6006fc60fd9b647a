//===- MoveOrder.cpp - the right things in a wrong order --------*- C++ -*-===//
//
// docs/checks/torch-move-order.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Edits.h"
#include "checks/common/OrderFaults.h"

namespace torchtidy {

using flow::OrderEvent;
using flow::Site;

static std::string deviceOf(const Judge &J, const OrderEvent &Move) {
  return flow::describe(J.flow, Move.device);
}

/// `x.to(d)` for the device of a move, or its name.
static std::string written(const Judge &J, const OrderEvent &Move) {
  std::string Text = deviceTextAt(J, Move.at, Move.at);
  return Text.empty() ? "device" : Text;
}

static std::string calleeOf(const Judge &J, const OrderEvent &E) {
  return "'" + J.flow.instr(E.at).callee + "'";
}

static std::string message(const Judge &J, const OrderFault &F) {
  const bool Sure = F.level == Level::Certain;
  switch (F.kind) {
  case OrderFault::FilledAfterMove:
    return calleeOf(J, *F.second) + " takes no device here and " +
           (Sure ? "undoes" : "may undo") + " the move" +
           (F.first->device.kind == flow::Device::Unknown
                ? ""
                : " to " + deviceOf(J, *F.first)) +
           " before it: the file's device wins";
  case OrderFault::ArchiveMoved:
    return calleeOf(J, *F.first) +
           " takes no device and 'to' comes after it; constants of the archive "
           "may stay where the file has them";
  case OrderFault::FrozenMoved:
    return "'to' after " + calleeOf(J, *F.first) + " " +
           (Sure ? "moves" : "may move") +
           " nothing: the state of a frozen module is constants";
  case OrderFault::GrownAfterMove:
    return "what " + calleeOf(J, *F.second) + " adds is on cpu" +
           (Sure ? "" : ", and may stay there") + "; the module was moved to " +
           deviceOf(J, *F.first) + " before it";
  case OrderFault::LazyLayer:
    return "what " + calleeOf(J, *F.second) +
           " adds is made on cpu when the "
           "module " +
           (Sure ? "has long been moved" : "may have been moved");
  case OrderFault::StateBeforeMove:
    return "'to' comes after an optimizer that made its state with it; the "
           "state " +
           std::string(Sure ? "stays" : "may stay") +
           " on cpu and the next step meets " + deviceOf(J, *F.second);
  case OrderFault::MovedAfterStep:
    return "'to' between two steps of an optimizer; the state of the first " +
           std::string(Sure ? "stays" : "may stay") +
           " where it was and the next step meets " + deviceOf(J, *F.second);
  }
  return "";
}

/// Where the other half stands, and what to write.
static void explain(const Judge &J, const OrderFault &F, Finding &X) {
  auto At = [&](const char *What, Site S) {
    X.notes.push_back({What, J.span(S)});
  };
  auto Advise = [&](std::string Text) { X.notes.push_back({Text, {}}); };
  switch (F.kind) {
  case OrderFault::FilledAfterMove:
    At("moved here", F.first->at);
    return Advise(
        "give the load the device, or move after it: torch::load(…, " +
        written(J, *F.first) + ")");
  case OrderFault::ArchiveMoved:
    At("moved here", F.second->at);
    return Advise("pass the device to the load: torch::jit::load(…, " +
                  written(J, *F.second) + ")");
  case OrderFault::FrozenMoved:
    At("frozen here", F.first->at);
    return Advise("move first, then freeze: m.to(" + written(J, *F.second) +
                  ")");
  case OrderFault::GrownAfterMove:
    At("moved here", F.first->at);
    return Advise("register before the move, or move the part: part->to(" +
                  written(J, *F.first) + ")");
  case OrderFault::LazyLayer:
    At("meets the input here", F.meeting->at);
    return Advise("move it where it is made: part->to(x.device())");
  case OrderFault::StateBeforeMove:
    At("its state is made here", F.first->at);
    return Advise("move the module first, then make the optimizer");
  case OrderFault::MovedAfterStep:
    At("a step here made the state", F.first->at);
    return Advise("move before the first step, or make a new optimizer after "
                  "the move");
  }
}

/// Gives the load the device, if that can be written there.
static void fix(const Judge &J, const OrderFault &F, Finding &X) {
  bool Archive = F.kind == OrderFault::ArchiveMoved;
  if (!F.oneGo || !(Archive || F.kind == OrderFault::FilledAfterMove))
    return;
  const OrderEvent &Load = Archive ? *F.first : *F.second;
  const OrderEvent &Move = Archive ? *F.second : *F.first;
  const facts::Instr &I = J.flow.instr(Load.at);
  if (!(Load.call == Load.at) || !(Move.call == Move.at) || I.span.macro ||
      !I.argsEnd.valid() || I.operands.size() != (Archive ? 1 : 2))
    return;
  std::string Text = deviceTextAt(J, Move.at, Load.at);
  if (!Text.empty())
    X.fixes.push_back(
        insert("load onto '" + Text + "'", J.span(I.argsEnd), ", " + Text));
}

void checkMoveOrder(Judge &J) {
  for (const OrderFault &F : findOrderFaults(J)) {
    const OrderEvent &Where =
        F.kind == OrderFault::ArchiveMoved ? *F.first : *F.second;
    // A factory that was registered late is one fault with its device.
    Site Key = Where.at;
    bool Part =
        F.kind == OrderFault::LazyLayer || F.kind == OrderFault::GrownAfterMove;
    if (Part && !Where.other.alts[0].sources.empty())
      if (const flow::Source &S = Where.other.alts[0].sources[0];
          S.kind != flow::Source::Module)
        Key = {S.fn, S.instr};
    Finding &X =
        J.report("torch-move-order", F.level, J.flow.instr(Where.at).span,
                 message(J, F), Judge::fault(Key));
    Origin O;
    O.kind = F.kind == OrderFault::StateBeforeMove ||
                     F.kind == OrderFault::MovedAfterStep
                 ? "result"
                 : "module";
    O.made = J.span(F.first ? F.first->at : Where.at);
    X.origins.push_back(std::move(O));
    explain(J, F, X);
    fix(J, F, X);
  }
}

} // namespace torchtidy
