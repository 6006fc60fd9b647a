//===- Loads.cpp - what is loaded with no device ----------------*- C++ -*-===//
#include "checks/common/Loads.h"
#include <algorithm>

namespace torchtidy {

using flow::OrderEvent;

namespace {

class Finder {
public:
  explicit Finder(const Judge &J) : J(J) {}
  std::vector<UnmovedLoad> run();

private:
  void collect();
  void collectChoices();
  void collectUses();
  void useOf(const Value &Object, Site At, const Device &D);
  void object(const OrderEvent &E);
  void optimizer(int Fn, const OrderEvent &E);
  void tensors();
  bool chooses(int Fn) const;
  const Alt *chosen(int Fn, int Operand) const;
  const Alt *chosenIn(const Value &V) const;
  void members(const Value &V, std::set<int> &To) const;

  const Judge &J;
  std::set<Source> moved;          ///< what it was made by, or the member it is
  std::set<int> movedMembers;      ///< by path
  std::multimap<Source, int> kept; ///< members that hold what was made there
  std::set<int> open;              ///< members that go where nobody sees them
  std::set<int> choosing; ///< files that speak of a device chosen at run time
  std::set<std::string> choosingClasses;
  struct Use {
    Site at;
    Device device;
  };
  std::map<Source, Use> uses;
  std::map<Site, UnmovedLoad> found;
};

} // namespace

static void everyAlt(const Value &V,
                     const std::function<void(const Alt &)> &Do) {
  for (const Alt &A : V.alts)
    Do(A);
  for (const Value &E : V.elements)
    everyAlt(E, Do);
}

/// A file whose program may run with or without an accelerator: it asks for
/// one, or has a device that somebody chooses.
void Finder::collectChoices() {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (const facts::VarFact &V : F.vars)
      if (V.storage == facts::Storage::Param && V.type.role == TypeRole::Device)
        choosing.insert(F.nameSpan.file);
    for (const Instr &I : F.instrs) {
      const api::Row *R = rowOf(I);
      if (R && R->role == api::Role::Available)
        choosing.insert(F.nameSpan.file);
    }
  }
  for (const ClassFacts &C : J.flow.facts.classes)
    for (const facts::FieldFact &F : C.fields)
      if (F.type.role == TypeRole::Device)
        choosingClasses.insert(C.id);
}

bool Finder::chooses(int Fn) const {
  const FunctionFacts &F = J.flow.function(Fn);
  return choosing.count(F.nameSpan.file) || choosingClasses.count(F.cls);
}

void Finder::collect() {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const flow::FunctionFlow &Flow = J.flow.of(int(Fn));
    for (const OrderEvent &E : Flow.order) {
      if (E.kind != OrderEvent::Move && E.kind != OrderEvent::Escape)
        continue;
      everyAlt(E.object, [&](const Alt &A) {
        moved.insert(A.sources.begin(), A.sources.end());
      });
      if (E.path >= 0)
        movedMembers.insert(J.memberOf(E.path));
    }
    // An answer that nobody in the project takes is moved by others.
    if (Flow.calledBy.empty())
      everyAlt(Flow.result, [&](const Alt &A) {
        moved.insert(A.sources.begin(), A.sources.end());
      });
    for (const flow::FieldUse &U : Flow.uses)
      open.insert(J.memberOf(U.path));
    for (const StoreEvent &E : Flow.stores)
      everyAlt(E.value, [&](const Alt &A) {
        for (const Source &S : A.sources)
          kept.emplace(S, J.memberOf(E.path));
      });
  }
}

const Alt *Finder::chosenIn(const Value &V) const {
  for (const Alt &A : V.alts)
    if (J.isChosen(A.device))
      return &A;
  for (const Value &E : V.elements)
    if (const Alt *A = chosenIn(E))
      return A;
  return nullptr;
}

/// A tensor on a device chosen at run time, in an argument or in a list that
/// was filled before.
const Alt *Finder::chosen(int Fn, int Operand) const {
  const FunctionFacts &F = J.flow.function(Fn);
  const auto &Values = J.flow.of(Fn).values;
  if (Operand < 0 || Operand >= int(Values.size()))
    return nullptr;
  TypeRole R = F.instrs[Operand].type.role;
  if (R != TypeRole::Tensor && R != TypeRole::IValue &&
      R != TypeRole::Container)
    return nullptr;
  if (const Alt *A = chosenIn(Values[Operand]))
    return A;
  if (F.instrs[Operand].op != Op::Var || R != TypeRole::Container)
    return nullptr;
  for (const Instr &I : F.instrs)
    if (I.op == Op::Call && I.receiver >= 0 &&
        F.instrs[I.receiver].op == Op::Var &&
        F.instrs[I.receiver].var == F.instrs[Operand].var)
      for (int O : I.operands)
        if (O >= 0)
          if (const Alt *A = chosenIn(Values[O]))
            return A;
  return nullptr;
}

/// Where an object is called with a tensor on such a device.
void Finder::collectUses() {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    const auto &Values = J.flow.of(int(Fn)).values;
    for (size_t K = 0; K < F.instrs.size() && K < Values.size(); ++K) {
      const Instr &I = F.instrs[K];
      if (I.op != Op::Call || I.receiver < 0)
        continue;
      TypeRole R = F.instrs[I.receiver].type.role;
      if (R != TypeRole::JitModule && R != TypeRole::Module &&
          R != TypeRole::ModuleHolder)
        continue;
      for (int O : I.operands)
        if (const Alt *A = chosen(int(Fn), O))
          for (const Alt &M : Values[I.receiver].alts)
            for (const Source &S : M.sources)
              uses.emplace(S, Use{{int(Fn), int(K)}, A->device});
    }
  }
}

/// A module or an archive that was filled or read with no device.
/// The same file was written before in this function: what comes back is where
/// it was.
static bool savedBefore(const FunctionFacts &F, int Load) {
  auto Same = [&](int A, int B) {
    if (A < 0 || B < 0)
      return false;
    const Instr &X = F.instrs[A], &Y = F.instrs[B];
    return X.op == Y.op && ((X.op == Op::Var && X.var == Y.var) ||
                            (X.op == Op::Const && X.text == Y.text));
  };
  auto Names = [&](int O) {
    while (O >= 0 && F.instrs[O].operands.size() == 1 &&
           F.instrs[O].op != Op::Call)
      O = F.instrs[O].operands[0];
    return O;
  };
  for (int K = 0; K < Load; ++K) {
    if (!hasRole(F.instrs[K], api::Role::Save))
      continue;
    const std::vector<int> &To = F.instrs[K].operands;
    const std::vector<int> &From = F.instrs[Load].operands;
    for (size_t A = 1; A < To.size(); ++A)
      for (size_t B = 0; B < From.size(); ++B)
        if (Same(Names(To[A]), Names(From[B])))
          return true;
  }
  return false;
}

void Finder::object(const OrderEvent &E) {
  if (E.object.alts.size() != 1 || E.object.alts[0].sources.empty() ||
      savedBefore(J.flow.function(E.at.fn), E.at.instr))
    return;
  UnmovedLoad U;
  U.at = E.at;
  U.archive = E.kind == OrderEvent::Load;
  for (const Source &S : E.object.alts[0].sources) {
    // What only callers know, they decide.
    if (S.kind == Source::Param || S.kind == Source::Global || moved.count(S))
      return;
    std::vector<int> Places;
    if (S.kind == Source::Field)
      Places.push_back(J.memberOf(S.path));
    for (auto [It, End] = kept.equal_range(S); It != End; ++It)
      Places.push_back(It->second);
    auto Used = uses.find(S);
    for (int P : Places) {
      const ClassFacts *C =
          P < 0 ? nullptr : J.flow.classOf(J.flow.paths[P].cls);
      if (!C || movedMembers.count(P) || open.count(P) || !J.closed(*C) ||
          (C->isModule && !U.archive))
        return;
      Source Member;
      Member.kind = Source::Field;
      for (auto It = uses.begin(); It != uses.end(); ++It)
        if (It->first.kind == Source::Field &&
            J.memberOf(It->first.path) == P && Used == uses.end())
          Used = It;
    }
    if (Used != uses.end()) {
      U.uses = Used->second.at;
      U.meets = Used->second.device;
    }
  }
  if (!chooses(U.at.fn) && U.uses.fn < 0)
    return;
  if (U.uses.fn >= 0)
    U.level = J.flow.names[U.meets.symbol].kind == Symbol::Choice
                  ? Level::Certain
                  : Level::Likely;
  auto [It, New] = found.try_emplace(U.at, U);
  if (!New && U.level < It->second.level)
    It->second = U;
}

/// The state of an optimizer: nothing moves it but a load that is told where.
void Finder::optimizer(int Fn, const OrderEvent &E) {
  for (const Instr &I : J.flow.function(Fn).instrs)
    if (const api::Row *R = rowOf(I);
        R && R->role == api::Role::Handles && *R->info)
      return; // moved by hand
  UnmovedLoad U;
  U.at = E.at;
  U.optimizer = true;
  bool Loads = false;
  for (const OrderEvent &B : J.flow.of(Fn).order) {
    bool Load = B.given != Tri::No;
    if ((!Load && B.kind != OrderEvent::Move) || !J.deviceful(B.device))
      continue;
    if (U.beside.fn < 0 || (Load && !Loads))
      U.beside = B.call;
    Loads |= Load;
  }
  if (U.beside.fn < 0 && !chooses(E.at.fn))
    return;
  U.level = Loads              ? Level::Certain
            : U.beside.fn >= 0 ? Level::Likely
                               : Level::Advice;
  auto [It, New] = found.try_emplace(U.at, U);
  if (!New && U.level < It->second.level)
    It->second = U;
}

/// A call that reads a tensor, and names no device.
static bool readsTensor(const FunctionFacts &F, const Instr &I) {
  const api::Row *R = rowOf(I);
  if (!R || R->role != api::Role::Load || R->info != std::string_view("state"))
    return false;
  bool Tensor = I.type.role == TypeRole::IValue;
  for (int O : I.operands) {
    TypeRole T = O < 0 ? TypeRole::Other : F.instrs[O].type.role;
    if (T == TypeRole::Device || T == TypeRole::DeviceType ||
        T == TypeRole::Optional)
      return false;
    Tensor |= T == TypeRole::Tensor;
  }
  return Tensor;
}

/// Tensors that were read meet others in operators.
void Finder::tensors() {
  std::set<Source> Read, Moved;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (size_t K = 0; K < F.instrs.size(); ++K)
      if (readsTensor(F, F.instrs[K]))
        Read.insert({Source::Loaded, int(Fn), int(K)});
  }
  if (Read.empty())
    return;
  std::map<Source, Use> Met;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    const auto &Values = J.flow.of(int(Fn)).values;
    for (size_t K = 0; K < F.instrs.size() && K < Values.size(); ++K) {
      everyAlt(Values[K], [&](const Alt &A) {
        if (A.moved)
          Moved.insert(A.sources.begin(), A.sources.end());
      });
      const Instr &I = F.instrs[K];
      const api::Row *R = rowOf(I);
      // An index, and what is copied, may be on the host.
      bool Loose = R && (R->info == std::string_view("index") ||
                         std::string_view(R->op) ==
                             api::operatorOf(api::form::AssignTensor));
      if (I.op != Op::Call || I.api.empty() || Loose ||
          api::roleOf(I.api) != api::Role::Operator)
        continue;
      std::vector<int> Args = I.operands;
      Args.push_back(I.receiver);
      const Alt *With = nullptr;
      for (int O : Args)
        if (O >= 0 && F.instrs[O].type.role == TypeRole::Tensor && !With)
          With = chosenIn(Values[O]);
      for (int O : Args)
        if (With && O >= 0)
          for (const Alt &A : Values[O].alts)
            for (const Source &S : A.sources)
              if (A.device.kind == Device::Unknown && Read.count(S))
                Met.emplace(S, Use{{int(Fn), int(K)}, With->device});
    }
  }
  for (const auto &[S, U] : Met)
    if (!Moved.count(S)) {
      UnmovedLoad L;
      L.at = {S.fn, S.instr};
      L.tensor = true;
      L.level = Level::Likely;
      L.uses = U.at;
      L.meets = U.device;
      found.try_emplace(L.at, L);
    }
}

std::vector<UnmovedLoad> Finder::run() {
  collect();
  collectChoices();
  collectUses();
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const OrderEvent &E : J.flow.of(int(Fn)).order) {
      if (E.given != Tri::No)
        continue;
      bool Archive =
          E.kind == OrderEvent::Load && E.object.role == TypeRole::JitModule;
      if (E.kind == OrderEvent::Fill && E.object.role == TypeRole::Optimizer)
        optimizer(int(Fn), E);
      else if (E.kind == OrderEvent::Fill || Archive)
        object(E);
    }
  tensors();
  std::vector<UnmovedLoad> R;
  for (auto &[At, U] : found)
    R.push_back(U);
  return R;
}

std::vector<UnmovedLoad> findUnmovedLoads(const Judge &J) {
  return Finder(J).run();
}

} // namespace torchtidy
