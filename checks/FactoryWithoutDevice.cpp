//===- FactoryWithoutDevice.cpp - made on cpu, met on a device --*- C++ -*-===//
//
// docs/checks/torch-factory-without-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"

namespace torchtidy {

using facts::FunctionKind;
using facts::TypeRole;
using flow::Alt;
using flow::Device;
using flow::Site;
using flow::Source;
using flow::Symbol;
using flow::Tri;

namespace {

constexpr const char *Rule = "torch-factory-without-device";

class Search {
public:
  explicit Search(Judge &J) : J(J) {}
  void run() {
    for (const auto &[Made, C] : findClashes(J))
      tell(Made, C);
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
      leaves(int(Fn));
      ignoredDevice(int(Fn));
      if (J.options.strict)
        everyFactory(int(Fn));
    }
  }

private:
  void tell(Site Made, const Clash &C) {
    const facts::Instr &I = J.flow.instr(Made);
    const api::Row *R = rowOf(I);
    bool Helper = R && R->role == api::Role::CpuHelper;
    std::string Message =
        "'" + I.callee + "' " +
        (Helper ? "always answers on cpu" : "makes a tensor on cpu") +
        "; it meets " + J.nameOf(C.partner) + J.whereabouts(C.partner);
    Finding &X = J.report(Rule, C.level, I.span, Message, Judge::fault(Made));
    Origin O;
    O.kind = "factory";
    O.factory = I.callee;
    if (const facts::ClassFacts *Cls = J.classOf(Made.fn))
      O.module = Cls->name;
    O.made = J.span(Made);
    X.origins.push_back(std::move(O));
    X.notes.push_back(
        {"meets it here, in '" + J.flow.function(C.meeting->at.fn).name + "'",
         J.span(C.meeting->at)});
    if (!(C.meeting->call == C.meeting->at) && C.meeting->call.instr >= 0)
      X.notes.push_back(
          {"called here, in '" + J.flow.function(C.meeting->call.fn).name + "'",
           J.span(C.meeting->call)});
    giveDevice(J, C, Made, X);
    told.insert(Made);
  }

  /// A method of a module answers with what it made on cpu.
  void leaves(int Fn) {
    const facts::FunctionFacts &F = J.flow.function(Fn);
    const facts::ClassFacts *C = J.classOf(Fn);
    if (F.kind != FunctionKind::Method || !C || !C->isModule || F.isStatic ||
        J.constructs(Fn))
      return;
    for (int Caller : J.flow.of(Fn).calledBy)
      if (Caller != Fn)
        return; // the callers say what becomes of it
    facts::TypeFact T;
    T.role = TypeRole::Module;
    T.cls = C->id;
    if (!J.hasState(T))
      return; // nothing of it is ever on a device
    for (const auto &[At, V] : J.flow.of(Fn).returns) {
      std::vector<const flow::Value *> All{&V};
      for (const flow::Value &E : V.elements)
        All.push_back(&E);
      for (const flow::Value *X : All)
        for (const Alt &A : X->alts) {
          // What was brought to the CPU is meant to be there.
          if (!A.device.isConcrete("cpu") || A.zeroDim == Tri::Yes || A.moved)
            continue;
          for (const Source &S : A.sources)
            if (madeWithoutDevice(S) && S.fn == Fn &&
                told.insert({S.fn, S.instr}).second)
              tellLeaving({S.fn, S.instr}, At);
        }
    }
  }

  void tellLeaving(Site Made, Site Return) {
    const facts::Instr &I = J.flow.instr(Made);
    const facts::FunctionFacts &F = J.flow.function(Made.fn);
    // Of a class in a header, a caller that isn't seen here may want it on cpu.
    const facts::ClassFacts &C0 = *J.classOf(Made.fn);
    bool Seen =
        J.flow.facts.mainFiles.size() > 1 ||
        J.flow.facts.files[C0.nameSpan.file] == J.flow.facts.mainFiles[0];
    Level L = F.shortName == "forward" || Seen ? Level::Likely : Level::Advice;
    Finding &X = J.report(Rule, L, I.span,
                          "'" + I.callee + "' makes a tensor on cpu, and '" +
                              F.name + "' returns it wherever its inputs are",
                          Judge::fault(Made));
    Origin O;
    O.kind = "factory";
    O.factory = I.callee;
    O.module = J.classOf(Made.fn)->name;
    O.made = J.span(Made);
    X.origins.push_back(std::move(O));
    X.notes.push_back({"leaves here", J.span(Return)});
    Clash C;
    C.holder = Made.fn;
    for (unsigned P = 0; P < F.numParams; ++P)
      if (F.vars[P].type.role == TypeRole::Tensor) {
        Source S;
        S.kind = Source::Param;
        S.fn = Made.fn;
        S.path = const_cast<flow::Paths &>(J.flow.paths).var(int(P));
        C.partner.sources = {S};
        break;
      }
    giveDevice(J, C, Made, X);
  }

  /// A constructor uses the device that it was given for some tensors and
  /// forgets it for others.
  void ignoredDevice(int Fn) {
    const facts::FunctionFacts &F = J.flow.function(Fn);
    const facts::ClassFacts *C = J.classOf(Fn);
    if (F.kind != FunctionKind::Constructor || !C || !C->isModule ||
        !J.flow.of(Fn).moves.empty())
      return;
    int Device = -1;
    for (unsigned P = 0; P < F.numParams; ++P)
      if (F.vars[P].type.role == TypeRole::Device ||
          F.vars[P].type.role == TypeRole::TensorOptions)
        Device = int(P);
    if (Device < 0)
      return;
    bool Used = false;
    for (size_t I = 0; I < F.instrs.size(); ++I) {
      const api::Row *R = rowOf(F.instrs[I]);
      if (!R || R->role != api::Role::Factory ||
          I >= J.flow.of(Fn).values.size())
        continue;
      for (const Alt &A : J.flow.of(Fn).values[I].alts)
        Used |= A.device.kind == Device::Symbol && J.isChosen(A.device) &&
                J.flow.names[A.device.symbol].kind == Symbol::Param;
    }
    if (!Used && !J.options.strict)
      return;
    for (const flow::RegisterEvent &E : J.flow.of(Fn).registers)
      for (const Alt &A : E.value.alts)
        for (const Source &S : A.sources)
          if (S.kind == Source::Factory && S.fn == Fn &&
              A.device.isConcrete("cpu") && told.insert({S.fn, S.instr}).second)
            tellIgnored({S.fn, S.instr}, F.vars[Device], Used);
  }

  /// Profile `strict`: whatever a module's constructor makes names its device.
  void everyFactory(int Fn) {
    const facts::FunctionFacts &F = J.flow.function(Fn);
    const facts::ClassFacts *C = J.classOf(Fn);
    bool Builds = F.kind == FunctionKind::Constructor ||
                  F.kind == FunctionKind::FieldInit || J.constructs(Fn);
    if (!C || !C->isModule || !Builds)
      return;
    const auto &Values = J.flow.of(Fn).values;
    for (size_t I = 0; I < F.instrs.size() && I < Values.size(); ++I) {
      const api::Row *R = rowOf(F.instrs[I]);
      if (!R || R->role != api::Role::Factory)
        continue;
      Site Made{Fn, int(I)};
      bool Without = false;
      for (const Alt &A : Values[I].alts)
        for (const Source &S : A.sources)
          Without |=
              S.kind == Source::Factory && S.fn == Fn && S.instr == int(I);
      if (!Without || !told.insert(Made).second)
        continue;
      Finding &X = J.report(Rule, Level::Advice, F.instrs[I].span,
                            "'" + F.instrs[I].callee + "' in the making of '" +
                                C->name + "' names no device",
                            Judge::fault(Made));
      Origin O;
      O.kind = "factory";
      O.factory = F.instrs[I].callee;
      O.module = C->name;
      O.made = J.span(Made);
      X.origins.push_back(std::move(O));
      X.notes.push_back({"let the constructor take a 'torch::Device', or "
                         "options, and pass it on",
                         {}});
    }
  }

  void tellIgnored(Site Made, const facts::VarFact &Device, bool Used) {
    const facts::Instr &I = J.flow.instr(Made);
    Finding &X = J.report(
        Rule, Used ? Level::Likely : Level::Advice, I.span,
        "'" + I.callee +
            "' makes a tensor on cpu, though the constructor was given '" +
            Device.name + "'",
        Judge::fault(Made));
    Origin O;
    O.kind = "factory";
    O.factory = I.callee;
    O.module = J.classOf(Made.fn)->name;
    O.made = J.span(Made);
    X.origins.push_back(std::move(O));
    X.notes.push_back(J.note("the device is given here", Device.span));
    Clash C;
    C.holder = Made.fn;
    if (Device.type.role == TypeRole::Device) {
      Source S;
      S.kind = Source::Param;
      S.fn = Made.fn;
      for (size_t V = 0; V < J.flow.function(Made.fn).vars.size(); ++V)
        if (&J.flow.function(Made.fn).vars[V] == &Device)
          S.path = const_cast<flow::Paths &>(J.flow.paths).var(int(V));
      C.partner.sources = {S};
    }
    giveDevice(J, C, Made, X);
  }

  Judge &J;
  std::set<Site> told;
};

} // namespace

void checkFactoryWithoutDevice(Judge &J) { Search(J).run(); }

} // namespace torchtidy
