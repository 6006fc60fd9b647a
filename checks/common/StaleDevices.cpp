//===- StaleDevices.cpp - devices that a module remembers -------*- C++ -*-===//
#include "checks/common/StaleDevices.h"
#include "checks/common/DeviceUse.h"
#include "checks/common/Guards.h"
#include "checks/common/Registrations.h"
#include <algorithm>

namespace torchtidy {

namespace {

class Finder {
public:
  explicit Finder(const Judge &J) : J(J), P(J.flow.paths) {}

  std::vector<StaleDevice> run() {
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
      if (J.inModule(int(Fn)) && !J.constructs(int(Fn)) && !moves(int(Fn)))
        scan(int(Fn));
    std::vector<StaleDevice> R;
    auto InSource = [&](Site A, Site B) {
      const facts::SourceSpan &X = J.flow.instr(A).span,
                              &Y = J.flow.instr(B).span;
      return std::tie(X.file, X.offset) < std::tie(Y.file, Y.offset);
    };
    for (auto &[Path, S] : Found)
      if (stays(S)) {
        std::sort(S.uses.begin(), S.uses.end(), InSource);
        R.push_back(std::move(S));
      }
    return R;
  }

private:
  /// An overridden `to`: its own business.
  bool moves(int Fn) const {
    const FunctionFacts &F = J.flow.function(Fn);
    const ClassFacts *C = J.classOf(Fn);
    if (!C)
      return false;
    return std::any_of(
        C->methods.begin(), C->methods.end(), [&](const facts::MethodFact &M) {
          return M.id == F.id &&
                 std::any_of(M.overrides.begin(), M.overrides.end(),
                             [](const std::string &O) {
                               return api::roleOf(api::normalise(O)) ==
                                      api::Role::MoveModule;
                             });
        });
  }

  void add(int Path, Site At, bool Flag) {
    int Top = P.topField(Path);
    const ClassFacts *C = Top < 0 ? nullptr : J.flow.classOf(P[Top].cls);
    if (!C || !C->isModule || P[Top].parent != P.self())
      return;
    StaleDevice &S = Found[Path];
    S.cls = C;
    S.path = Path;
    S.flag = Flag;
    if (S.uses.empty() || !(S.uses.back() == At))
      S.uses.push_back(At);
  }

  /// The member whose device a value is, or -1.
  int rememberedBy(const Value &V) const {
    if (V.alts.size() != 1)
      return -1;
    const Device &D = V.alts[0].device;
    if (D.kind != Device::Symbol)
      return -1;
    const Symbol &S = J.flow.names[D.symbol];
    return S.kind == Symbol::Field && S.chosen ? S.path : -1;
  }

  void scan(int Fn) {
    const FunctionFacts &F = J.flow.function(Fn);
    const auto &Values = J.flow.of(Fn).values;
    for (size_t Id = 0; Id < F.instrs.size() && Id < Values.size(); ++Id) {
      const Instr &I = F.instrs[Id];
      for (int O : deviceOperands(F, I))
        if (int Path = rememberedBy(Values[O]); Path >= 0)
          add(Path, {Fn, int(Id)}, false);
      made(F, I, Fn, int(Id));
      passed(F, I, Fn, int(Id));
      if (isLiteralAccelerator(I))
        flagged(F, Fn, int(Id));
    }
  }

  /// `torch::Device(torch::kCUDA, index_)`, `torch::Device(name_)`
  void made(const FunctionFacts &F, const Instr &I, int Fn, int Id) {
    if (I.op != Op::Construct || I.type.role != TypeRole::Device)
      return;
    for (int O : I.operands) {
      if (O < 0 || F.instrs[O].op != Op::Field)
        continue;
      TypeRole R = F.instrs[O].type.role;
      int Path = J.flow.of(Fn).values[O].path;
      if (Path >= 0 && (R == TypeRole::Number || R == TypeRole::String))
        add(Path, {Fn, Id}, false);
    }
  }

  /// `helper(x, device_)`, where the helper makes or moves something there.
  void passed(const FunctionFacts &F, const Instr &I, int Fn, int Id) {
    int Callee = I.op == Op::Call && !I.calleeId.empty()
                     ? J.flow.functionIndex(I.calleeId)
                     : -1;
    if (Callee < 0)
      return;
    for (size_t K = 0; K < I.operands.size(); ++K) {
      int Path = I.operands[K] < 0
                     ? -1
                     : rememberedBy(J.flow.of(Fn).values[I.operands[K]]);
      if (Path >= 0 && deviceRole(F.instrs[I.operands[K]].type.role) &&
          placesBy(Callee, int(K)))
        add(Path, {Fn, Id}, false);
    }
  }

  static bool deviceRole(TypeRole R) {
    return R == TypeRole::Device || R == TypeRole::DeviceType ||
           R == TypeRole::TensorOptions;
  }

  bool placesBy(int Callee, int Param) const {
    const FunctionFacts &F = J.flow.function(Callee);
    const auto &Values = J.flow.of(Callee).values;
    for (size_t Id = 0; Id < F.instrs.size() && Id < Values.size(); ++Id)
      for (int O : deviceOperands(F, F.instrs[Id]))
        for (const Alt &A : Values[O].alts) {
          if (A.device.kind != Device::Symbol)
            continue;
          const Symbol &S = J.flow.names[A.device.symbol];
          if (S.kind == Symbol::Param && S.fn == Callee &&
              P[S.path].kind == flow::Paths::Var && P[S.path].index == Param)
            return true;
        }
    return false;
  }

  /// `if (use_cuda) x = x.cuda();` and `use_cuda ? kCUDA : kCPU`.
  void flagged(const FunctionFacts &F, int Fn, int Id) {
    for (const Instr &I : F.instrs)
      if (I.op == Op::Compare &&
          std::count(I.operands.begin(), I.operands.end(), Id))
        return;
    for (const Decision &D : Guards(F).decisions(Id)) {
      int Cond = D.cond;
      bool Taken = D.taken;
      for (; Cond >= 0 && !F.instrs[Cond].operands.empty() &&
             (F.instrs[Cond].op == Op::Not || F.instrs[Cond].op == Op::Other);
           Cond = F.instrs[Cond].operands[0])
        Taken ^= F.instrs[Cond].op == Op::Not;
      if (Cond < 0 || !Taken || F.instrs[Cond].op != Op::Field ||
          F.instrs[Cond].type.role != TypeRole::Bool)
        continue;
      int Path = J.flow.of(Fn).values[Cond].path;
      // By its name, or by what it is made from.
      if (Path < 0 || !speaksOfAccelerator(J, Fn, Cond))
        continue;
      add(Path, {Fn, Id}, true);
    }
  }

  std::vector<const StoreEvent *> storesTo(int Path) const {
    std::vector<const StoreEvent *> R;
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
      for (const StoreEvent &E : J.flow.of(int(Fn)).stores)
        if (E.path == Path || P.isUnder(Path, E.path))
          R.push_back(&E);
    return R;
  }

  /// It gets its value while the module is built and never again.
  bool stays(StaleDevice &S) const {
    if (!J.closed(*S.cls))
      return false;
    bool Says = false, Options = false;
    std::vector<const StoreEvent *> Stores = storesTo(S.path);
    for (const StoreEvent *E : Stores) {
      if (!J.constructs(E->at.fn) || E->at.instr < 0)
        return false;
      if (S.stored.instr < 0)
        S.stored = E->at;
      Options |= E->value.role == TypeRole::TensorOptions &&
                 E->value.hasDevice == Tri::Unknown;
      // Options of a dtype alone say no device.
      Says |= S.flag || E->value.role != TypeRole::TensorOptions ||
              E->value.hasDevice != Tri::No;
      noteBuilding(S, *E);
    }
    S.sure = !Options;
    S.hasState = hasState(*S.cls);
    return Says;
  }

  bool hasState(const ClassFacts &C) const {
    for (const ClassFacts *H : J.flow.hierarchy(C.id))
      for (const facts::FieldFact &F : H->fields)
        if (J.registeredPath(P.field(P.self(), H->id, F.name)))
          return true;
    return false;
  }

  /// The argument that is stored, as it is or by its device; -1: none.
  int parameterOf(const StoreEvent &E) const {
    const FunctionFacts &F = J.flow.function(E.at.fn);
    int Root = F.instrs[E.at.instr].operands.size() > 1
                   ? F.instrs[E.at.instr].operands[1]
                   : -1;
    int Var = findInTree(F, Root, [&](const Instr &I) {
      return I.op == Op::Var && I.var < int(F.numParams);
    });
    return Var < 0 ? -1 : F.instrs[Var].var;
  }

  /// What else the constructor does with the device that it stores.
  void noteBuilding(StaleDevice &S, const StoreEvent &E) const {
    int Param = parameterOf(E);
    auto Same = [&](const Device &O) {
      if (O.kind == Device::Symbol) {
        const Symbol &X = J.flow.names[O.symbol];
        if (X.kind == Symbol::Field)
          return X.path == S.path;
        // Of one argument: `config`, and what `config.device` says.
        if (X.kind == Symbol::Param)
          return X.fn == E.at.fn && Param >= 0 &&
                 P[P.root(X.path)].index == Param;
      }
      return O.kind != Device::Unknown && E.value.alts.size() == 1 &&
             api::sameDevice(O, E.value.alts[0].device) == Tri::Yes;
    };
    std::set<int> Builds = runOnThis(J, constructorsOf(J, *S.cls));
    Builds.insert(E.at.fn);
    for (int Fn : Builds)
      noteBuildingIn(S, Fn, Same);
  }

  template <class Pred>
  void noteBuildingIn(StaleDevice &S, int Fn, const Pred &Same) const {
    const flow::FunctionFlow &Flow = J.flow.of(Fn);
    for (const flow::RegisterEvent &R : Flow.registers)
      for (const Alt &A : R.value.alts)
        S.built |= R.role != api::Role::RegisterModule && Same(A.device);
    for (const flow::ModuleMove &M : Flow.moves)
      S.movesItself |= Same(M.device);
    // Submodules that are given it build themselves there.
    for (const Instr &I : J.flow.function(Fn).instrs) {
      bool Module =
          I.op == Op::Construct && (I.type.role == TypeRole::Module ||
                                    I.type.role == TypeRole::ModuleHolder ||
                                    I.type.role == TypeRole::SmartPtr);
      for (size_t K = 0; Module && K < I.operands.size(); ++K)
        if (I.operands[K] >= 0)
          for (const Alt &A : Flow.values[I.operands[K]].alts)
            S.built |= Same(A.device);
    }
  }

  const Judge &J;
  const flow::Paths &P;
  std::map<int, StaleDevice> Found;
};

} // namespace

std::vector<StaleDevice> findStaleDevices(const Judge &J) {
  return Finder(J).run();
}

} // namespace torchtidy
