//===- OrderFaults.cpp - orders that leave tensors behind -------*- C++ -*-===//
#include "checks/common/OrderFaults.h"
#include "checks/common/Clashes.h"
#include "checks/common/Edits.h"
#include <algorithm>

namespace torchtidy {

using flow::OrderEvent;

namespace {

class Finder {
public:
  explicit Finder(const Judge &J) : J(J) {}
  std::vector<OrderFault> run();

private:
  void lookInto(int Fn);
  void filled(const Order &O, const OrderEvent &Fill);
  void archive(const Order &O, const OrderEvent &Load);
  void frozen(const Order &O, const OrderEvent &Move);
  void grown(const Order &O, const OrderEvent &Grow);
  void lazy(int Fn, const Order &O, const OrderEvent &Grow);
  void optimized(const Order &O, const OrderEvent &Known);
  void given(const Order &O, const OrderEvent &Step);
  void acrossMethods();
  void frozenMembers();

  bool movedBefore(const OrderEvent &Freeze) const;
  bool mended(int Fn, const OrderEvent &E, std::set<int> Seen) const;
  const OrderEvent *moveAfter(const Order &O, const OrderEvent &E) const;
  bool toAccelerator(const OrderEvent &Move) const;
  bool toDevice(const OrderEvent &Move) const;
  bool knownHere(const Value &V) const;
  void add(OrderFault F);

  const Judge &J;
  std::map<Site, OrderFault> found;
};

} // namespace

/// One of several findings at a place is enough: the surest.
void Finder::add(OrderFault F) {
  bool AtFirst = F.kind == OrderFault::ArchiveMoved;
  Site At = AtFirst ? F.first->at : F.second->at;
  auto [It, New] = found.try_emplace(At, F);
  if (!New && F.level < It->second.level)
    It->second = F;
}

bool Finder::toAccelerator(const OrderEvent &Move) const {
  if (Move.kind != OrderEvent::Move)
    return false;
  const Device &D = Move.device;
  return D.kind == Device::Concrete ? D.isAccelerator() : J.deviceful(D);
}

/// … or to one of which nothing is known but that somebody gave it.
bool Finder::toDevice(const OrderEvent &Move) const {
  return toAccelerator(Move) ||
         (Move.kind == OrderEvent::Move && Move.device.kind == Device::Unknown);
}

/// Made in a function that was seen, so that everything done to it is seen.
bool Finder::knownHere(const Value &V) const {
  return V.alts.size() == 1 && !V.alts[0].sources.empty() &&
         std::all_of(V.alts[0].sources.begin(), V.alts[0].sources.end(),
                     [](const Source &S) {
                       return S.kind == Source::Module ||
                              S.kind == Source::Loaded;
                     });
}

const OrderEvent *Finder::moveAfter(const Order &O, const OrderEvent &E) const {
  for (const OrderEvent &M : O.events())
    if (M.kind == OrderEvent::Move && related(J, M, E) && O.mayFollow(E, M))
      return &M;
  return nullptr;
}

/// Every caller that knows the object moves it after the call.
bool Finder::mended(int Fn, const OrderEvent &E, std::set<int> Seen) const {
  bool Known = false;
  if (!Seen.insert(Fn).second ||
      (E.kind != OrderEvent::Fill && E.kind != OrderEvent::Grow))
    return false;
  for (int Caller : J.flow.of(Fn).calledBy) {
    Order O(J, Caller);
    for (const OrderEvent &X : O.events()) {
      if (X.kind != E.kind || !(X.at == E.at))
        continue;
      Known = true;
      if (!moveAfter(O, X) && !mended(Caller, X, Seen))
        return false;
    }
  }
  return Known;
}

static bool escapesAfter(const Judge &J, const Order &O, const OrderEvent &E) {
  for (const OrderEvent &X : O.events())
    if (X.kind == OrderEvent::Escape && related(J, X, E) && O.mayFollow(E, X))
      return true;
  return false;
}

/// net->to(d); torch::load(net, path): the devices of the file win.
void Finder::filled(const Order &O, const OrderEvent &Fill) {
  if (Fill.given != Tri::No || Fill.object.role == TypeRole::Optimizer)
    return;
  if (moveAfter(O, Fill))
    return;
  for (const OrderEvent &M : O.events()) {
    if (!toDevice(M) || !sameObject(M.object, Fill.object) ||
        !O.mayFollow(M, Fill))
      continue;
    bool Sure =
        toAccelerator(M) && knownHere(Fill.object) && !escapesAfter(J, O, Fill);
    add({OrderFault::FilledAfterMove, Sure ? Level::Certain : Level::Likely, &M,
         &Fill, nullptr, O.inOneGo(M, Fill)});
    return;
  }
}

/// m = jit::load(path); m.to(d): most archives have no constants.
void Finder::archive(const Order &O, const OrderEvent &Load) {
  if (Load.given != Tri::No || Load.object.role != TypeRole::JitModule ||
      !(Load.call == Load.at))
    return;
  for (const OrderEvent &M : O.events())
    if (toAccelerator(M) && sameObject(M.object, Load.object) &&
        O.mayFollow(Load, M)) {
      add({OrderFault::ArchiveMoved, Level::Advice, &Load, &M, nullptr,
           O.inOneGo(Load, M)});
      return;
    }
}

/// m = jit::freeze(m); m.to(d), unless it was there before it was frozen.
void Finder::frozen(const Order &O, const OrderEvent &Move) {
  if (!toAccelerator(Move))
    return;
  std::function<bool(const OrderEvent &)> There =
      [&](const OrderEvent &Freeze) {
        return std::any_of(
            O.events().begin(), O.events().end(), [&](const OrderEvent &E) {
              if (&E == &Freeze || !sameObject(E.object, Freeze.other) ||
                  !O.mayFollow(E, Freeze))
                return false;
              if (E.kind == OrderEvent::Freeze)
                return E.call.instr < Freeze.call.instr && There(E);
              bool Moved = E.kind == OrderEvent::Move || E.given != Tri::No;
              return Moved && api::sameDevice(E.device, Move.device) != Tri::No;
            });
      };
  for (const OrderEvent &E : O.events())
    if (E.kind == OrderEvent::Freeze && sameObject(E.object, Move.object) &&
        O.mayFollow(E, Move) && !There(E)) {
      // What somebody else gives may have been there all along.
      add({OrderFault::FrozenMoved,
           knownHere(E.other) ? Level::Certain : Level::Likely, &E, &Move,
           nullptr, false});
      return;
    }
}

/// A part that was made on cpu, has state, and was never moved by itself.
static bool onCpu(const Judge &J, const Order &O, const OrderEvent &Grow) {
  const Value &V = Grow.other;
  if (V.alts.empty())
    return false;
  for (const Alt &A : V.alts) {
    if (!A.device.isConcrete("cpu") || A.undefined || A.sources.empty() ||
        !A.fresh)
      return false;
    for (const Source &S : A.sources) {
      if (S.instr < 0)
        return false;
      bool Module = S.kind == Source::Module;
      if (Module && !J.hasState(J.flow.instr({S.fn, S.instr}).type))
        return false;
      if (!Module && !madeWithoutDevice(S))
        return false;
    }
  }
  for (const OrderEvent &E : O.events())
    if (E.kind == OrderEvent::Move || E.kind == OrderEvent::Escape)
      for (const Alt &X : E.object.alts)
        for (const Alt &Y : V.alts)
          if (X.identity && X.identity == Y.identity)
            return false;
  return true;
}

/// net->to(d); net->register_module(…): the part is not where the rest is.
void Finder::grown(const Order &O, const OrderEvent &Grow) {
  if (moveAfter(O, Grow))
    return;
  if (!onCpu(J, O, Grow))
    return;
  for (const OrderEvent &M : O.events())
    if (toAccelerator(M) && sameObject(M.object, Grow.object) &&
        O.mayFollow(M, Grow)) {
      bool Sure = !escapesAfter(J, O, Grow);
      add({OrderFault::GrownAfterMove, Sure ? Level::Certain : Level::Likely,
           &M, &Grow, nullptr, O.inOneGo(M, Grow)});
      return;
    }
}

/// `if (!fc) fc = register_module(…)` in forward(): made on cpu where the
/// module may long be elsewhere.
void Finder::lazy(int Fn, const Order &O, const OrderEvent &Grow) {
  if (!(Grow.call == Grow.at) || !J.inModule(Fn) || J.constructs(Fn) ||
      !onCpu(J, O, Grow))
    return;
  auto Same = [&](const Alt &A) {
    return A.device.isConcrete("cpu") &&
           std::any_of(Grow.other.alts.begin(), Grow.other.alts.end(),
                       [&](const Alt &G) {
                         return std::includes(
                             A.sources.begin(), A.sources.end(),
                             G.sources.begin(), G.sources.end());
                       });
  };
  for (const Meeting &M : J.flow.of(Fn).meetings)
    for (const Side &Part : flow::sidesOf(M))
      if (Same(Part.mine) && J.deviceful(Part.other.device))
        if (std::optional<Level> L =
                clashLevel(J, Fn, Part.other, Part.otherModule))
          add({OrderFault::LazyLayer, *L, nullptr, &Grow, &M, false});
}

/// When the optimizer that an event makes, or moves on, makes its state.
static std::string stateOf(const Judge &J, const OrderEvent &E) {
  const FunctionFacts &F = J.flow.function(E.at.fn);
  const Instr &I = F.instrs[E.at.instr];
  const facts::TypeFact *T = E.kind == OrderEvent::Step && I.receiver >= 0
                                 ? &F.instrs[I.receiver].type
                                 : &I.type;
  while (T->role != TypeRole::Optimizer && !T->args.empty())
    T = &T->args[0];
  std::string_view When = api::optimizerState(api::normalise(T->name));
  if (When != "option")
    return std::string(When);
  bool Asked = findInTree(F, E.at.instr, [](const Instr &X) {
                 const api::Row *R = rowOf(X);
                 return R && R->role == api::Role::Ignore &&
                        R->info == std::string_view("state");
               }) >= 0;
  return Asked ? "step" : "";
}

static bool holds(const Value &Parameters, const Value &Module) {
  for (const Alt &A : Parameters.alts)
    for (const Alt &M : Module.alts)
      if (A.handleOf && Module.alts.size() == 1 && A.handleOf == M.identity)
        return true;
  return std::any_of(Parameters.elements.begin(), Parameters.elements.end(),
                     [&](const Value &E) { return holds(E, Module); });
}

/// A module that was made here, and given no device to begin with.
static bool madeOnCpu(const Judge &J, const Value &Module) {
  for (const Alt &A : Module.alts)
    for (const Source &S : A.sources) {
      if (S.kind != Source::Module || S.instr < 0)
        return false;
      for (const facts::ArgFact &P : J.flow.instr({S.fn, S.instr}).args)
        if (P.type.role == TypeRole::Device ||
            P.type.role == TypeRole::DeviceType ||
            P.type.role == TypeRole::TensorOptions ||
            P.type.role == TypeRole::Record)
          return false;
    }
  return Module.alts.size() == 1 && !Module.alts[0].sources.empty();
}

/// To the CPU, for a file, and back by the same function: where the state is.
static bool comesBack(const Order &O, const OrderEvent &Move) {
  return !Move.device.isConcrete("cpu") &&
         std::any_of(
             O.events().begin(), O.events().end(), [&](const OrderEvent &E) {
               return E.kind == OrderEvent::Move &&
                      E.device.isConcrete("cpu") &&
                      sameObject(E.object, Move.object) &&
                      E.at.fn == Move.at.fn && E.at.instr < Move.at.instr;
             });
}

/// Adagrad makes its state when it is made; Adam and its like at a step. A move
/// between that and the next step leaves the state behind. \p Known is the
/// making of the optimizer, or one of its steps if who made it isn't seen.
void Finder::optimized(const Order &O, const OrderEvent &Known) {
  const std::string When = stateOf(J, Known);
  bool Made = Known.kind == OrderEvent::Optimize;
  if (When != "step" && !(Made && When == "construction"))
    return;
  auto Steps = [&](const OrderEvent &E) {
    return E.kind == OrderEvent::Step && sameObject(E.object, Known.object);
  };
  // A load with a device moves, too.
  auto Moves = [&](const OrderEvent &E) {
    return (E.kind == OrderEvent::Move || E.given != Tri::No) &&
           (Made ? holds(Known.other, E.object) : handlesModule(E.object.role));
  };
  for (const OrderEvent &M : O.events()) {
    if (M.kind != OrderEvent::Move || !Moves(M) || comesBack(O, M) ||
        !(toAccelerator(M) || M.device.isConcrete("cpu")))
      continue;
    // Where the state is made, unless the parameters are there already.
    auto Same = [&](const OrderEvent &E) {
      return Moves(E) && api::sameDevice(E.device, M.device) != Tri::No;
    };
    bool FromCpu = M.device.isConcrete("cpu");
    auto StateAt = [&](const OrderEvent &E) {
      if (!O.mayFollow(E, M) || !O.mayComeFirst(E, Same))
        return false;
      // A module that nothing moved is on cpu.
      return !FromCpu || std::any_of(O.events().begin(), O.events().end(),
                                     [&](const OrderEvent &X) {
                                       return Moves(X) && toAccelerator(X) &&
                                              O.mayFollow(X, E, Same);
                                     });
    };
    const OrderEvent *State = nullptr, *Next = nullptr;
    for (const OrderEvent &E : O.events()) {
      if (!State && (When == "step" ? Steps(E) : &E == &Known) && StateAt(E))
        State = &E;
      if (!Next && Steps(E) && O.mayFollow(M, E, Moves))
        Next = &E;
    }
    // One that has its state from the start is made to make steps.
    bool Sure = Next && Made && (FromCpu || madeOnCpu(J, M.object));
    if (State && (Next || (When == "construction" && !FromCpu)))
      add({When == "step" ? OrderFault::MovedAfterStep
                          : OrderFault::StateBeforeMove,
           Sure ? Level::Certain : Level::Likely, State, &M, nullptr, false});
  }
}

/// The steps of an optimizer that this function is given, or has as a member,
/// and of the one module that it moves.
void Finder::given(const Order &O, const OrderEvent &Step) {
  const OrderEvent *Module = nullptr;
  for (const OrderEvent &E : O.events()) {
    if (E.kind == OrderEvent::Optimize && related(J, E, Step))
      return;
    if (E.kind != OrderEvent::Move || !handlesModule(E.object.role))
      continue;
    if (Module && !sameObject(Module->object, E.object))
      return;
    Module = &E;
  }
  if (Module && Step.call == Step.at)
    optimized(O, Step);
}

/// A member that constructors move and another method fills: every call of that
/// method undoes the move.
void Finder::acrossMethods() {
  struct Uses {
    const OrderEvent *moved = nullptr, *filled = nullptr;
    bool later = false;
  };
  std::map<int, Uses> Members;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const ClassFacts *C = J.classOf(int(Fn));
    // Whoever has a module may move it as a whole.
    bool Plain = C && !C->isModule && J.closed(*C);
    bool Builds = J.constructs(int(Fn));
    for (const OrderEvent &E : J.flow.of(int(Fn)).order) {
      if (E.path < 0 || J.memberOf(E.path) < 0 || !(E.call == E.at))
        continue;
      Uses &U = Members[E.path];
      if (toDevice(E) && Builds && Plain)
        U.moved = U.moved ? U.moved : &E;
      else if (E.kind == OrderEvent::Move || E.kind == OrderEvent::Escape)
        U.later = true;
      if (E.kind == OrderEvent::Fill && E.given == Tri::No && !Builds &&
          Plain && E.object.role != TypeRole::Optimizer)
        U.filled = U.filled ? U.filled : &E;
    }
  }
  for (auto &[Path, U] : Members)
    if (U.moved && U.filled && !U.later)
      add({OrderFault::FilledAfterMove, Level::Likely, U.moved, U.filled,
           nullptr, false});
}

bool Finder::movedBefore(const OrderEvent &Freeze) const {
  for (const OrderEvent &E : J.flow.of(Freeze.call.fn).order)
    if ((E.kind == OrderEvent::Move || E.given != Tri::No) &&
        sameObject(E.object, Freeze.other))
      return true;
  return false;
}

/// A member that only ever holds frozen modules, moved by some method.
void Finder::frozenMembers() {
  std::map<int, const OrderEvent *> Frozen; // by identity
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const OrderEvent &E : J.flow.of(int(Fn)).order)
      if (E.kind == OrderEvent::Freeze)
        for (const Alt &A : E.object.alts)
          Frozen.emplace(A.identity, &E);
  if (Frozen.empty())
    return;
  // By path: what every function that writes the member leaves in it.
  std::map<int, const OrderEvent *> Members;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const auto &Out = J.flow.of(int(Fn)).fieldsOut;
    for (const StoreEvent &E : J.flow.of(int(Fn)).stores) {
      auto Left = Out.find(E.path);
      const OrderEvent *By = nullptr;
      if (Left != Out.end() && Left->second.alts.size() == 1)
        if (auto It = Frozen.find(Left->second.alts[0].identity);
            It != Frozen.end())
          By = It->second;
      auto [It, New] = Members.try_emplace(E.path, By);
      if (!New && !By)
        It->second = nullptr;
    }
  }
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const OrderEvent &M : J.flow.of(int(Fn)).order) {
      if (!toAccelerator(M) || M.object.alts.size() != 1 || !(M.call == M.at) ||
          J.constructs(int(Fn)))
        continue;
      bool Entry =
          std::any_of(M.object.alts[0].sources.begin(),
                      M.object.alts[0].sources.end(), [&](const Source &S) {
                        return S.kind == Source::Field && S.path == M.path;
                      });
      auto It = Members.find(M.path);
      if (Entry && It != Members.end() && It->second &&
          !movedBefore(*It->second))
        add({OrderFault::FrozenMoved, Level::Likely, It->second, &M, nullptr,
             false});
    }
}

void Finder::lookInto(int Fn) {
  if (J.flow.of(Fn).order.empty())
    return;
  Order O(J, Fn);
  for (const OrderEvent &E : O.events())
    switch (E.kind) {
    case OrderEvent::Fill:
      filled(O, E);
      break;
    case OrderEvent::Load:
      archive(O, E);
      break;
    case OrderEvent::Move:
      frozen(O, E);
      break;
    case OrderEvent::Grow:
      grown(O, E);
      lazy(Fn, O, E);
      break;
    case OrderEvent::Optimize:
      optimized(O, E);
      break;
    case OrderEvent::Step:
      given(O, E);
      break;
    default:
      break;
    }
}

std::vector<OrderFault> Finder::run() {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    lookInto(int(Fn));
  acrossMethods();
  frozenMembers();
  std::vector<OrderFault> R;
  for (auto &[At, F] : found)
    if (!mended(F.second->call.fn, *F.second, {}))
      R.push_back(F);
  return R;
}

std::vector<OrderFault> findOrderFaults(const Judge &J) {
  return Finder(J).run();
}

Site OrderFault::key() const {
  const OrderEvent &Where = told();
  if ((kind == LazyLayer || kind == GrownAfterMove) &&
      !Where.other.alts[0].sources.empty())
    if (const Source &S = Where.other.alts[0].sources[0];
        S.kind != Source::Module)
      return {S.fn, S.instr};
  return Where.at;
}

std::string written(const Judge &J, const OrderEvent &Move) {
  std::string Text = deviceTextAt(J, Move.at, Move.at);
  return Text.empty() ? "device" : Text;
}

std::optional<Fix> loadThere(const Judge &J, const OrderFault &F) {
  bool Archive = F.kind == OrderFault::ArchiveMoved;
  if (!F.oneGo || !(Archive || F.kind == OrderFault::FilledAfterMove))
    return std::nullopt;
  const OrderEvent &Load = F.told(), &Move = Archive ? *F.second : *F.first;
  const Instr &I = J.flow.instr(Load.at);
  if (!(Load.call == Load.at) || !(Move.call == Move.at) || I.span.macro ||
      !I.argsEnd.valid() || I.operands.size() != (Archive ? 1 : 2))
    return std::nullopt;
  std::string Text = deviceTextAt(J, Move.at, Load.at);
  if (Text.empty())
    return std::nullopt;
  return insert("load onto '" + Text + "'", J.span(I.argsEnd), ", " + Text);
}

} // namespace torchtidy
