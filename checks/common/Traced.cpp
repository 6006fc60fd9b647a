//===- Traced.cpp - what a trace runs and writes down -----------*- C++ -*-===//
#include "checks/common/Traced.h"
#include "checks/common/Operands.h"

namespace torchtidy {

namespace {

class Traced {
public:
  explicit Traced(const Judge &J) : J(J) {
    for (int Fn : J.flow.functions())
      for (int Id : flow::instrs(J.flow.function(Fn)))
        if (hasRole(J.flow.instr({Fn, Id}), api::Role::ExportInputs))
          given({Fn, Id});
    // Profile `exported`: somebody exports every module.
    if (J.options.exported)
      for (int Fn : J.flow.functions())
        if (const ClassFacts *C = J.classOf(Fn);
            C && C->isModule && J.flow.function(Fn).shortName == "forward")
          reach(Fn, Site());
  }

  std::map<int, Site> functions;

private:
  /// Functions among the arguments of an export: it runs them.
  void given(Site Export) {
    const FunctionFacts &F = J.flow.function(Export.fn);
    const auto &Values = J.flow.of(Export.fn).values;
    for (int O : J.flow.instr(Export).operands) {
      if (O < 0 || O >= int(Values.size()))
        continue;
      reach(Values[O].lambda, Export);
      reach(J.flow.functionIndex(F.instrs[settled(F, O)].calleeId), Export);
    }
  }

  void reach(int Fn, Site By) {
    if (Fn < 0 || J.constructs(Fn) || !functions.emplace(Fn, By).second)
      return;
    for (const Instr &I : J.flow.function(Fn).instrs) {
      if (I.op != Op::Call && I.op != Op::Lambda)
        continue;
      reach(J.flow.functionIndex(I.calleeId), By);
      // Which override runs, the object decides.
      if (I.isVirtual)
        reachOverrides(I.callee, By);
    }
  }

  void reachOverrides(const std::string &Method, Site By) {
    for (const ClassFacts &C : J.flow.facts.classes)
      for (const facts::MethodFact &M : C.methods)
        if (std::count(M.overrides.begin(), M.overrides.end(), Method))
          reach(J.flow.functionIndex(M.id), By);
  }

  const Judge &J;
};

} // namespace

std::map<int, Site> tracedFunctions(const Judge &J) {
  return Traced(J).functions;
}

/// `y.to(x)` asks x when the graph runs.
static bool asksTensor(const Instr &Move) {
  for (size_t K = 0; K < Move.operands.size() && K < Move.args.size(); ++K)
    if (Move.args[K].type.role == TypeRole::Tensor)
      return true;
  return false;
}

const Device *frozenDevice(const Judge &J, Site Call) {
  const Instr &I = J.flow.instr(Call);
  const auto &Values = J.flow.of(Call.fn).values;
  bool Makes =
      hasRole(I, api::Role::Factory) || hasRole(I, api::Role::FactoryLike);
  bool Moves = hasRole(I, api::Role::MoveTensor) &&
               movesToDevice(J, Call.fn, Call.instr) && !asksTensor(I);
  if ((!Makes && !Moves) || size_t(Call.instr) >= Values.size() ||
      Values[Call.instr].alts.size() != 1)
    return nullptr;
  const Alt &A = Values[Call.instr].alts[0];
  bool Named = Moves;
  for (const Source &S : A.sources)
    Named |= S.kind == Source::Explicit && Site{S.fn, S.instr} == Call;
  if (!Named || A.device.kind == Device::Unknown || A.device.isConcrete("cpu"))
    return nullptr;
  return &A.device;
}

} // namespace torchtidy
