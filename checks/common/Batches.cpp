//===- Batches.cpp - parts of a batch that nobody moved ---------*- C++ -*-===//
#include "checks/common/Batches.h"
#include "checks/common/Edits.h"
#include "checks/common/Operands.h"
#include <algorithm>

namespace torchtidy {

namespace {

/// A field, or an element of a pair or tuple.
struct Part {
  int var = -1; ///< of the batch
  std::string name;
  bool operator<(const Part &O) const {
    return std::tie(var, name) < std::tie(O.var, O.name);
  }
};

/// One function's batches.
class Batches {
public:
  Batches(const Judge &J, int Fn, bool OnHost, std::vector<LostPart> &To)
      : J(J), fn(Fn), onHost(OnHost), F(J.flow.function(Fn)), to(To) {}

  void run() {
    for (size_t Id = 0; Id < F.instrs.size(); ++Id)
      if (int(Id) < int(J.flow.of(fn).reached.size()) && movesAway(int(Id)))
        if (Part P = partOf(F.instrs[Id].receiver, 0); P.var >= 0)
          moved.emplace(P, int(Id));
    for (size_t Id = 0; Id < F.instrs.size(); ++Id)
      if (F.instrs[Id].op == Op::Call) {
        if (!moved.empty())
          call(int(Id));
        if (onHost)
          unmoved(int(Id));
      }
  }

private:
  bool isBatch(int Var) const {
    const facts::VarFact &V = F.vars[Var];
    if (V.rangeFor || V.name.empty())
      return true;
    if (V.type.role == TypeRole::Dependent)
      return V.storage == facts::Storage::Local;
    auto Tensor = [](const facts::TypeFact &T) {
      return T.role == TypeRole::Tensor;
    };
    if (V.type.role == TypeRole::Tuple)
      return std::all_of(V.type.args.begin(), V.type.args.end(), Tensor);
    const ClassFacts *C =
        V.type.role == TypeRole::Record ? J.flow.classOf(V.type.cls) : nullptr;
    return C && C->fields.size() > 1 &&
           std::all_of(
               C->fields.begin(), C->fields.end(),
               [&](const facts::FieldFact &X) { return Tensor(X.type); });
  }

  /// The part of a batch that an operand is, or is a view of.
  Part partOf(int Id, unsigned Depth) const {
    Id = settled(F, Id);
    if (Id < 0 || Depth > 8)
      return {};
    const Instr &I = F.instrs[Id];
    if (I.op == Op::Call && I.receiver >= 0 && !movesToDevice(J, fn, Id) &&
        keepsPlace(I))
      return partOf(I.receiver, Depth + 1);
    bool Member = I.op == Op::Field ||
                  (I.op == Op::Element && (I.text == "0" || I.text == "1")) ||
                  (I.op == Op::Other && !I.name.empty());
    if (!Member || I.operands.size() != 1 || I.operands[0] < 0)
      return {};
    const Instr &Of = F.instrs[I.operands[0]];
    if (Of.op != Op::Var || !isBatch(Of.var))
      return {};
    return {Of.var, I.op == Op::Element ? I.text : I.name};
  }

  /// The conversion to a type on an operand's way from its batch, -1: none.
  int typedOnTheWay(int Id, unsigned Depth) const {
    Id = settled(F, Id);
    if (Id < 0 || Depth > 8 || F.instrs[Id].op != Op::Call ||
        F.instrs[Id].receiver < 0)
      return -1;
    const api::Row *R = rowOf(F.instrs[Id]);
    bool Spoken = !F.instrs[Id].operands.empty();
    return R && R->role == api::Role::MoveTensor && Spoken
               ? Id
               : typedOnTheWay(F.instrs[Id].receiver, Depth + 1);
  }

  /// A method whose result is where its object is, and the same tensor.
  bool keepsPlace(const Instr &I) const {
    if (I.api.empty())
      return F.instrs[I.receiver].type.role == TypeRole::Dependent;
    const api::Row *R = api::findRow(I.api);
    return R && (R->role == api::Role::MoveTensor ||
                 std::string_view(R->info).substr(0, 4) == "view");
  }

  bool onCpu(int Id) const {
    const auto &Values = J.flow.of(fn).values;
    return Id >= 0 && Id < int(Values.size()) && Values[Id].alts.size() == 1 &&
           Values[Id].alts[0].device.isConcrete("cpu");
  }

  /// Moves a tensor, and not to the cpu.
  bool movesAway(int Id) const {
    if (!movesToDevice(J, fn, Id) || onCpu(Id))
      return false;
    const Instr &I = F.instrs[Id];
    return std::none_of(I.operands.begin(), I.operands.end(),
                        [&](int O) { return onCpu(O); }) &&
           I.nameSpan.valid();
  }

  /// Computed from a part that was moved, and not moved again.
  bool derived(int Id, int Var, unsigned Depth) const {
    Id = settled(F, Id);
    if (Id < 0 || Depth > 8)
      return false;
    const Instr &I = F.instrs[Id];
    if (I.op != Op::Call && I.op != Op::Construct)
      return false;
    if (movesToDevice(J, fn, Id))
      return movesAway(Id) && partOf(I.receiver, 0).var == Var;
    auto Is = [&](int O) { return O >= 0 && derived(O, Var, Depth + 1); };
    return Is(I.receiver) ||
           std::any_of(I.operands.begin(), I.operands.end(), Is);
  }

  bool isTensor(const Instr &Call, size_t K) const {
    const int O = Call.operands[K];
    if (O < 0)
      return false;
    TypeRole Given = F.instrs[O].type.role;
    TypeRole Asked = K < Call.args.size() ? Call.args[K].type.role : Given;
    return Given == TypeRole::Tensor || Asked == TypeRole::Tensor;
  }

  void call(int Id) {
    const Instr &I = F.instrs[Id];
    if (!I.calleeId.empty())
      return ownCall(Id);
    if (I.api.empty())
      return;
    const api::Role R = api::roleOf(I.api);
    if (R != api::Role::Operator && R != api::Role::Forward)
      return;
    std::vector<std::string> Names;
    std::vector<int> Ids;
    if (I.receiver >= 0 && F.instrs[I.receiver].type.role == TypeRole::Tensor) {
      Names.push_back("self");
      Ids.push_back(I.receiver);
    }
    for (size_t K = 0; K < I.operands.size(); ++K)
      if (isTensor(I, K)) {
        Names.push_back(K < I.args.size() ? I.args[K].param : "");
        Ids.push_back(I.operands[K]);
      }
    for (size_t K = 0; K < Ids.size(); ++K) {
      Part P = partOf(Ids[K], 0);
      if (P.var < 0 || moved.count(P) || siblingOf(P) < 0)
        continue;
      bool Refused = R == api::Role::Forward ||
                     (J.flow.probe(api::operatorOf(I.api), Names, K) &
                      flow::ProjectFlow::Refused);
      for (size_t O = 0; O < Ids.size() && Refused; ++O)
        if (O != K && onDevice(Ids[O], P.var)) {
          tell(Id, Ids[K], P, Ids[O]);
          break;
        }
    }
  }

  /// The project's own function says which of its arguments meet.
  void ownCall(int Id) {
    const Instr &I = F.instrs[Id];
    const auto &Values = J.flow.of(fn).values;
    for (int O : I.operands) {
      Part P = partOf(O, 0);
      if (P.var < 0 || moved.count(P) || siblingOf(P) < 0 ||
          O >= int(Values.size()) || Values[O].alts.size() != 1)
        continue;
      const Device &Here = Values[O].alts[0].device;
      for (const Meeting &M : J.flow.of(fn).meetings) {
        if (!(M.call == Site{fn, Id}))
          continue;
        for (const Side &S : flow::sidesOf(M))
          if (S.refused && api::sameDevice(S.mine.device, Here) == Tri::Yes &&
              (J.isNamed(S.other.device) || S.other.moved))
            return tell(Id, O, P, -1);
      }
    }
  }

  /// The module that a call runs was moved here, to a device that is named.
  const Device *movedModule(const Instr &Call) const {
    const auto &Values = J.flow.of(fn).values;
    const Device *R = nullptr;
    if (Call.receiver < 0 || Call.receiver >= int(Values.size()))
      return R;
    for (const flow::ModuleMove &M : J.flow.of(fn).moves)
      for (const Alt &A : Values[Call.receiver].alts)
        for (const Alt &O : M.object.alts)
          if (A.identity && A.identity == O.identity)
            R = J.isNamed(M.device) ? &M.device : nullptr;
    return R;
  }

  /// Nothing of what a loop takes from a loader is moved, and its module is.
  void unmoved(int Id) {
    const Instr &I = F.instrs[Id];
    const Device *On = movedModule(I);
    for (int O : I.operands) {
      Part P = On ? partOf(O, 0) : Part();
      if (P.var < 0 || siblingOf(P) >= 0 || !F.vars[P.var].rangeFor)
        continue;
      const facts::TypeFact &T = F.vars[P.var].type;
      if ((T.role != TypeRole::Dependent &&
           !api::isOfData(api::normalise(T.name))) ||
          !told.insert({P.var, ""}).second)
        continue;
      LostPart L;
      L.at = {fn, Id};
      L.name = sourceOf(F, O);
      L.message = "a batch was not moved from cpu and may meet a module on " +
                  flow::describe(J.flow, *On);
      to.push_back(std::move(L));
    }
  }

  bool onDevice(int Id, int Var) const {
    const auto &Values = J.flow.of(fn).values;
    if (Id < int(Values.size()) && !Values[Id].alts.empty() &&
        std::all_of(
            Values[Id].alts.begin(), Values[Id].alts.end(),
            [&](const Alt &A) { return J.isNamed(A.device); }))
      return true;
    return derived(Id, Var, 0);
  }

  int siblingOf(const Part &P) const {
    for (const auto &[Q, Id] : moved)
      if (Q.var == P.var)
        return Id;
    return -1;
  }

  void tell(int Call, int Operand, const Part &P, int Other) {
    if (!told.insert(P).second)
      return;
    LostPart L;
    L.at = {fn, Call};
    L.sibling = {fn, siblingOf(P)};
    if (int T = typedOnTheWay(Operand, 0); T >= 0)
      L.typed = {fn, T};
    L.name = sourceOf(F, Operand);
    if (L.name.empty())
      L.name = sourceOf(F, settled(F, Operand));
    const std::string Meets = quoted(F, Other);
    const Instr &Move = F.instrs[L.sibling.instr];
    std::string Sibling = quoted(F, Move.receiver);
    L.message = "'" + L.name + "' was not moved to a device as " +
                (Sibling.empty() ? "its sibling" : Sibling) +
                " was, and may meet " + (Meets.empty() ? "it" : Meets) +
                " on another";
    to.push_back(std::move(L));
  }

  const Judge &J;
  const int fn;
  const bool onHost; ///< no data set speaks of a device
  const FunctionFacts &F;
  std::vector<LostPart> &to;
  std::map<Part, int> moved; ///< by a call
  std::set<Part> told;
};

/// No data set, and nothing that transforms what one gives, speaks of a device.
bool dataStaysOnHost(const Judge &J) {
  auto OfData = [](const facts::TypeFact &T) {
    return api::isOfData(api::normalise(T.name));
  };
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    bool Transforms = OfData(F.returnType);
    for (unsigned P = 0; P < F.numParams && F.kind == FunctionKind::Lambda; ++P)
      Transforms |= OfData(F.vars[P].type);
    if (!J.inDataset(int(Fn)) && !Transforms)
      continue;
    for (size_t Id = 0; Id < F.instrs.size(); ++Id)
      if (F.instrs[Id].type.role == TypeRole::Device ||
          F.instrs[Id].type.role == TypeRole::DeviceType ||
          movesToDevice(J, int(Fn), int(Id)))
        return false;
  }
  return true;
}

bool ofLoader(const Judge &J, const Device &D) {
  return D.kind == Device::Symbol &&
         J.flow.names[D.symbol].kind == Symbol::Loader;
}

/// Where the function that has the batch uses it: not in the module, and not in
/// its caller.
Site nearest(const Judge &J, const Meeting &M) {
  Site At = M.call;
  while (!(At == M.at)) {
    const int Callee = J.flow.functionIndex(J.flow.instr(At).calleeId);
    if (Callee < 0 || J.inModule(Callee))
      return At;
    const Meeting *Next = nullptr;
    for (const Meeting &X : J.flow.of(Callee).meetings)
      if (X.at == M.at && X.argA == M.argA && X.argB == M.argB && !Next)
        Next = &X;
    if (!Next || Next->call.fn != Callee)
      return At;
    At = Next->call;
  }
  return At;
}

/// Nothing of a batch is moved, and the module is.
void unmovedBatches(const Judge &J, std::vector<LostPart> &To) {
  std::set<int> Told;
  for (const LostPart &L : To)
    Told.insert(L.at.fn);
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const Meeting &M : J.flow.of(int(Fn)).meetings)
      for (const Side &Batch : flow::sidesOf(M)) {
        if (M.call.fn != int(Fn) || M.call.instr < 0 || !M.onlyA || !M.onlyB ||
            !Batch.refused || !ofLoader(J, Batch.mine.device) ||
            !J.isNamed(Batch.other.device))
          continue;
        LostPart L;
        L.at = nearest(J, M);
        if (!Told.insert(L.at.fn).second)
          continue;
        L.name = "batch.data";
        L.message =
            "a batch was not moved from cpu and may meet " +
            std::string(Batch.otherModule ? "a module on " : "a tensor on ") +
            flow::describe(J.flow, Batch.other.device);
        To.push_back(std::move(L));
      }
}

} // namespace

std::vector<LostPart> lostParts(const Judge &J) {
  std::vector<LostPart> R;
  const bool OnHost = dataStaysOnHost(J);
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    if (!J.inDataset(int(Fn)))
      Batches(J, int(Fn), OnHost, R).run();
  }
  if (OnHost)
    unmovedBatches(J, R);
  return R;
}

} // namespace torchtidy
