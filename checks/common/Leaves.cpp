//===- Leaves.cpp - leaves of autograd that a move loses --------*- C++ -*-===//
#include "checks/common/Leaves.h"
#include <algorithm>

namespace torchtidy {

using flow::OrderEvent;

namespace {

class Finder {
public:
  explicit Finder(const Judge &J) : J(J) {}
  std::vector<LostLeaf> run();

private:
  void use(const Value &V, Site At, bool Optimizer);
  void stored(int Member, Site At, bool Optimizer);
  void add(const Alt &A, Site At, bool Optimizer, bool Only);
  bool withoutGraph(Site Move) const;
  bool retained(Site Move) const;

  const Judge &J;
  std::multimap<int, const StoreEvent *> stores; ///< by member
  std::map<Site, LostLeaf> found;
};

} // namespace

/// No graph is built at the move: its result is a leaf that needs no gradient.
bool Finder::withoutGraph(Site Move) const {
  const FunctionFacts &F = J.flow.function(Move.fn);
  for (int K = 0; K < Move.instr; ++K)
    if (F.instrs[K].op == Op::Construct &&
        api::isGradGuard(api::normalise(F.instrs[K].type.name)))
      return true;
  return false;
}

/// retain_grad() keeps the gradient of what is no leaf.
bool Finder::retained(Site Move) const {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    const auto &Values = J.flow.of(int(Fn)).values;
    for (const Instr &I : F.instrs) {
      const api::Row *R = rowOf(I);
      if (!R || R->role != api::Role::Ignore || !*R->info || I.receiver < 0)
        continue;
      for (const Alt &A : Values[I.receiver].alts) {
        if (Site{A.lostAt.first, A.lostAt.second} == Move)
          return true;
        for (const Source &S : A.sources)
          if (S.kind == Source::Field && !A.fresh)
            return true;
      }
    }
  }
  return false;
}

void Finder::add(const Alt &A, Site At, bool Optimizer, bool Only) {
  Site Move{A.lostAt.first, A.lostAt.second};
  if (withoutGraph(Move) || (!Optimizer && retained(Move)))
    return;
  const Value &To = J.flow.of(Move.fn).values[Move.instr];
  bool Known =
      To.alts.size() == 1 && (To.alts[0].device.kind == Device::Concrete ||
                              J.isChosen(To.alts[0].device));
  LostLeaf L;
  L.move = Move;
  L.use = At;
  L.optimizer = Optimizer;
  L.level = Only && Known ? Level::Certain : Level::Likely;
  for (const Source &S : A.sources)
    if (S.instr >= 0 && S.kind != Source::Module)
      L.made = {S.fn, S.instr};
  auto [It, New] = found.try_emplace(Move, L);
  if (!New && L.level < It->second.level)
    It->second = L;
}

/// What a member holds when a method begins: all that was ever stored there.
void Finder::stored(int Member, Site At, bool Optimizer) {
  auto [Begin, End] = stores.equal_range(Member);
  bool All = Begin != End;
  std::vector<const Alt *> Lost;
  for (auto It = Begin; It != End; ++It)
    for (const Alt &A : It->second->value.alts) {
      if (A.lostAt.second >= 0)
        Lost.push_back(&A);
      else
        All &= A.undefined;
    }
  for (const Alt *A : Lost)
    add(*A, At, Optimizer, All && Lost.size() == 1);
}

void Finder::use(const Value &V, Site At, bool Optimizer) {
  for (const Alt &A : V.alts) {
    if (A.lostAt.second >= 0)
      add(A, At, Optimizer, V.alts.size() == 1);
    else if (!A.fresh)
      for (const Source &S : A.sources)
        if (S.kind == Source::Field)
          stored(J.memberOf(S.path), At, Optimizer);
  }
  for (const Value &E : V.elements)
    use(E, At, Optimizer);
}

std::vector<LostLeaf> Finder::run() {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const StoreEvent &E : J.flow.of(int(Fn)).stores)
      stores.emplace(J.memberOf(E.path), &E);
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    const flow::FunctionFlow &Flow = J.flow.of(int(Fn));
    for (const OrderEvent &E : Flow.order)
      if (E.kind == OrderEvent::Optimize)
        use(E.other, E.at, true);
    for (size_t K = 0; K < F.instrs.size() && K < Flow.values.size(); ++K) {
      const api::Row *R = rowOf(F.instrs[K]);
      if (R && R->role == api::Role::Gradient && F.instrs[K].receiver >= 0)
        use(Flow.values[F.instrs[K].receiver], {int(Fn), int(K)}, false);
    }
  }
  std::vector<LostLeaf> R;
  for (auto &[At, L] : found)
    R.push_back(L);
  return R;
}

std::vector<LostLeaf> findLostLeaves(const Judge &J) { return Finder(J).run(); }

} // namespace torchtidy
