//===- TracedDeviceConstant.cpp - devices that a trace freezes --*- C++ -*-===//
//
// docs/checks/torch-traced-device-constant.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Operands.h"
#include <algorithm>

namespace torchtidy {

using facts::Instr;
using facts::Op;
using facts::TypeRole;
using flow::Alt;
using flow::Device;
using flow::Site;
using flow::Source;
using flow::Symbol;
using flow::Value;

namespace {

constexpr const char *Rule = "torch-traced-device-constant";

/// The functions that a trace runs, each with the call that traces it.
class Traced {
public:
  explicit Traced(const Judge &J) : J(J) {
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
      const facts::FunctionFacts &F = J.flow.function(int(Fn));
      for (size_t Id = 0; Id < F.instrs.size(); ++Id)
        if (const api::Row *R = rowOf(F.instrs[Id]);
            R && R->role == api::Role::ExportInputs)
          given(int(Fn), int(Id));
    }
    // Profile `exported`: somebody exports every module.
    for (size_t Fn = 0; Fn < J.flow.size() && J.options.exported; ++Fn)
      if (const facts::ClassFacts *C = J.classOf(int(Fn));
          C && C->isModule && J.flow.function(int(Fn)).shortName == "forward")
        reach(int(Fn), Site());
  }

  std::map<int, Site> functions;

private:
  /// Functions among the arguments of an export: it runs them.
  void given(int Fn, int Id) {
    const facts::FunctionFacts &F = J.flow.function(Fn);
    const auto &Values = J.flow.of(Fn).values;
    for (int O : F.instrs[Id].operands) {
      if (O < 0 || O >= int(Values.size()))
        continue;
      reach(Values[O].lambda, {Fn, Id});
      reach(J.flow.functionIndex(F.instrs[settled(F, O)].calleeId), {Fn, Id});
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
        for (const facts::ClassFacts &C : J.flow.facts.classes)
          for (const facts::MethodFact &M : C.methods)
            if (std::find(M.overrides.begin(), M.overrides.end(), I.callee) !=
                M.overrides.end())
              reach(J.flow.functionIndex(M.id), By);
    }
  }

  const Judge &J;
};

/// The device that a call writes into the graph; null: it writes none, or one
/// that every run has.
const Alt *frozen(const Judge &J, int Fn, int Id) {
  const Instr &I = J.flow.function(Fn).instrs[Id];
  const auto &Values = J.flow.of(Fn).values;
  const api::Row *R = rowOf(I);
  bool Makes = R && (R->role == api::Role::Factory ||
                     R->role == api::Role::FactoryLike);
  if (!R || (!Makes && R->role != api::Role::MoveTensor) ||
      (!Makes && !movesToDevice(J, Fn, Id)) || Id >= int(Values.size()) ||
      Values[Id].alts.size() != 1)
    return nullptr;
  // `y.to(x)` asks x when the graph runs.
  for (size_t K = 0; K < I.operands.size() && K < I.args.size(); ++K)
    if (I.args[K].type.role == TypeRole::Tensor && !Makes)
      return nullptr;
  const Alt &A = Values[Id].alts[0];
  bool Named = !Makes;
  for (const Source &S : A.sources)
    Named |= S.kind == Source::Explicit && S.fn == Fn && S.instr == Id;
  if (!Named || A.device.kind == Device::Unknown || A.device.isConcrete("cpu"))
    return nullptr;
  return &A;
}

void tell(Judge &J, Site At, const Alt &A, Site Trace) {
  const Instr &I = J.flow.instr(At);
  const api::Row *R = rowOf(I);
  bool Moves = R->role == api::Role::MoveTensor;
  bool Literal = A.device.kind == Device::Concrete;
  Finding &F = J.report(
      Rule, Level::Likely, I.span,
      "'" + I.callee + "' " +
          (Moves ? "moves to " : "makes a tensor on ") +
          flow::describe(J.flow, A.device) + " in what " +
          (Trace.instr >= 0 ? "is traced" : "may be exported") +
          (Literal ? "; the graph may keep that device for good"
                   : "; the graph may keep the device of the trace for good"),
      Judge::fault(At));
  Origin O;
  O.kind = "factory";
  O.factory = I.callee;
  O.made = J.span(At);
  if (const facts::ClassFacts *C = J.classOf(At.fn))
    O.module = C->name;
  F.origins.push_back(std::move(O));
  if (Trace.instr >= 0)
    F.notes.push_back({"traced here", J.span(Trace)});
  F.notes.push_back(
      {Moves ? "ask a tensor of the graph, or keep it in a registered buffer: "
               "y.to(x)"
             : "ask a tensor of the graph, or keep it in a registered buffer: "
               "x.new_zeros({3}), torch::zeros_like(x)",
       {}});
}

} // namespace

void checkTracedDeviceConstant(Judge &J) {
  const Traced T(J);
  for (const auto &[Fn, Trace] : T.functions) {
    const facts::FunctionFacts &F = J.flow.function(Fn);
    for (size_t Id = 0; Id < F.instrs.size(); ++Id)
      if (const Alt *A = frozen(J, Fn, int(Id)))
        tell(J, {Fn, int(Id)}, *A, Trace);
  }
}

} // namespace torchtidy
