//===- FactoryWithoutDevice.cpp - made on cpu, met on a device --*- C++ -*-===//
//
// docs/checks/torch-factory-without-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Edits.h"
#include "checks/common/Judge.h"
#include <algorithm>
#include <optional>

namespace torchtidy {

using facts::FunctionKind;
using facts::TypeRole;
using flow::Alt;
using flow::Device;
using flow::Meeting;
using flow::Site;
using flow::Source;
using flow::Symbol;
using flow::Tri;

namespace {

constexpr const char *Rule = "torch-factory-without-device";

struct Candidate {
  Level level = Level::Advice;
  const Meeting *meeting = nullptr;
  Alt partner;
  int holder = -1; ///< function that knows both
};

bool madeWithoutDevice(const Source &S) {
  return S.kind == Source::Factory || S.kind == Source::CpuHelper;
}

/// What an operator of the project makes of a device that only its callers
/// know: how much can be promised.
std::optional<Level> levelOf(const Judge &J, int Holder, const Alt &Partner,
                             bool Module) {
  const facts::FunctionFacts &F = J.flow.function(Holder);
  const facts::ClassFacts *C = J.classOf(Holder);
  if (C && C->isDataset)
    return std::nullopt;
  const Device &D = Partner.device;
  if (D.kind == Device::Concrete)
    return D.type == "cpu" ? std::nullopt : std::optional<Level>(Level::Certain);
  const Symbol &S = J.flow.names[D.symbol];
  bool InModule = J.inModule(Holder);
  if (J.constructs(Holder)) {
    // While it is built, a module is where its parts are: on cpu, unless the
    // constructor was given a device.
    bool Given = S.kind == Symbol::Param && S.chosen;
    return Given ? std::optional<Level>(Level::Certain) : std::nullopt;
  }
  switch (S.kind) {
  case Symbol::Choice:
    return Level::Certain;
  case Symbol::Self:
    return InModule ? Level::Certain : Level::Likely;
  case Symbol::Field:
    if (J.registeredPath(S.path))
      return InModule ? Level::Certain : Level::Likely;
    return S.chosen ? std::optional<Level>(Level::Likely) : std::nullopt;
  case Symbol::Param: {
    if (S.chosen)
      return Level::Certain;
    // Of a function that the project itself calls, the callers know more.
    bool Called = false, CalledInside = false;
    for (int Caller : J.flow.of(Holder).calledBy)
      if (Caller != Holder) {
        Called = true;
        CalledInside |= J.flow.function(Caller).cls == F.cls;
      }
    if (InModule)
      return CalledInside && F.shortName != "forward"
                 ? std::nullopt
                 : std::optional<Level>(Level::Certain);
    if (Called)
      return std::nullopt;
    if (Module)
      return std::nullopt;
    return J.flow.speaksOfDevices() ? Level::Likely : Level::Advice;
  }
  default:
    return std::nullopt;
  }
}

/// The expression for the device to give: `x.device()`.
std::string deviceText(const Judge &J, const Candidate &C, Site Made) {
  for (const Source &S : C.partner.sources) {
    if (C.partner.fresh)
      continue;
    if (S.kind == Source::Param && S.fn == Made.fn) {
      const flow::Paths::Node &N = J.flow.paths[S.path];
      const facts::VarFact &V = J.flow.function(S.fn).vars[N.index];
      if (V.type.role == TypeRole::Tensor)
        return V.name + ".device()";
      if (V.type.role == TypeRole::Device)
        return V.name;
    }
    if (S.kind == Source::Field && C.holder == Made.fn) {
      const flow::Paths::Node &N = J.flow.paths[S.path];
      const facts::FieldFact *F = J.flow.field(N.cls, N.name);
      if (F && F->type.role == TypeRole::Tensor &&
          N.parent == J.flow.paths.self())
        return N.name + ".device()";
    }
  }
  // A result of an argument is where the argument is.
  if (C.partner.device.kind == Device::Symbol) {
    const Symbol &S = J.flow.names[C.partner.device.symbol];
    if (S.kind == Symbol::Param && S.fn == Made.fn) {
      const facts::VarFact &V =
          J.flow.function(S.fn).vars[J.flow.paths[S.path].index];
      if (V.type.role == TypeRole::Tensor)
        return V.name + ".device()";
      if (V.type.role == TypeRole::Device)
        return V.name;
    }
  }
  return "";
}

/// Gives the factory its device and keeps its dtype.
void addFix(const Judge &J, const Candidate &C, Site Made, Finding &F) {
  std::string Text = deviceText(J, C, Made);
  const facts::Instr &I = J.flow.instr(Made);
  const api::Row *R = rowOf(I);
  if (R && R->role == api::Role::CpuHelper) {
    F.notes.push_back({"move the result: " + I.text + ".to(" +
                           (Text.empty() ? "x.device()" : Text) + ")",
                       {}});
    if (!Text.empty() && !I.span.macro && I.span.valid())
      F.fixes.push_back(
          insert("move the result", endOf(J.span(I.span)), ".to(" + Text + ")"));
    return;
  }
  const std::string Say = Text.empty() ? "x.device()" : Text;
  // Which argument, if any, carries the options.
  int Options = -1;
  for (size_t K = 0; K < I.operands.size(); ++K)
    if (I.operands[K] >= 0 && K < I.args.size() &&
        I.args[K].type.role == TypeRole::TensorOptions)
      Options = I.operands[K];
  F.notes.push_back({"make it where it is used: pass '" + Say + "', or options "
                     "with that device, to '" + I.callee + "'",
                     {}});
  if (Text.empty() || I.span.macro || !I.argsEnd.valid())
    return;
  const facts::FunctionFacts &Fun = J.flow.function(Made.fn);
  if (Options < 0) {
    // Dtypes and the like are given one by one in the long overloads.
    for (const facts::ArgFact &A : I.args)
      if (A.type.role == TypeRole::Optional)
        return;
    std::string Sep = I.operands.empty() ? "" : ", ";
    F.fixes.push_back(
        insert("make it on '" + Text + "'", J.span(I.argsEnd), Sep + Text));
    return;
  }
  const facts::Instr *O = &Fun.instrs[Options];
  // torch::kLong became options by conversion: say so, then set the device.
  const facts::Instr *Inner = O;
  while (Inner->op == facts::Op::Construct && Inner->operands.size() == 1 &&
         Inner->operands[0] >= 0 &&
         Fun.instrs[Inner->operands[0]].type.role != TypeRole::TensorOptions &&
         Inner->span.offset == Fun.instrs[Inner->operands[0]].span.offset &&
         Inner->span.endOffset == Fun.instrs[Inner->operands[0]].span.endOffset)
    Inner = &Fun.instrs[Inner->operands[0]];
  if (O->span.macro || !O->span.valid())
    return;
  if (Inner->type.role == TypeRole::TensorOptions)
    F.fixes.push_back(insert("make it on '" + Text + "'", endOf(J.span(O->span)),
                             ".device(" + Text + ")"));
  else if (Inner->type.role == TypeRole::Dtype)
    F.fixes.push_back(wrap("make it on '" + Text + "'", J.span(O->span),
                           "torch::TensorOptions(", ").device(" + Text + ")"));
}

class Search {
public:
  explicit Search(Judge &J) : J(J) {}
  void run() {
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
      for (const Meeting &M : J.flow.of(int(Fn)).meetings) {
        side(int(Fn), M, true);
        side(int(Fn), M, false);
      }
    for (auto &[Made, C] : best)
      tell(Made, C);
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
      leaves(int(Fn));
      ignoredDevice(int(Fn));
    }
  }

private:
  void side(int Fn, const Meeting &M, bool IsA) {
    const Alt &A = IsA ? M.a : M.b, &B = IsA ? M.b : M.a;
    if (!(IsA ? M.refusesA : M.refusesB) || !A.device.isConcrete("cpu") ||
        !J.deviceful(B.device) || (IsA ? M.moduleA : M.moduleB))
      return;
    bool Scalar = IsA ? M.scalarA : M.scalarB;
    if (A.zeroDim == Tri::Yes && Scalar)
      return;
    std::optional<Level> L = levelOf(J, Fn, B, IsA ? M.moduleB : M.moduleA);
    if (!L)
      return;
    if (A.zeroDim == Tri::Unknown && Scalar && *L == Level::Certain)
      L = Level::Likely;
    // What a launcher does with its pointers, only its own file says.
    if (M.op.compare(0, 5, "aten:") != 0 && M.op != "forward")
      L = J.flow.speaksOfDevices() ? Level::Likely : Level::Advice;
    for (const Source &S : A.sources) {
      if (!madeWithoutDevice(S))
        continue;
      Candidate C{*L, &M, B, Fn};
      auto [It, New] = best.try_emplace(Site{S.fn, S.instr}, C);
      if (!New && C.level < It->second.level)
        It->second = C;
    }
  }

  void tell(Site Made, const Candidate &C) {
    const facts::Instr &I = J.flow.instr(Made);
    const facts::FunctionFacts &F = J.flow.function(Made.fn);
    std::string Where = C.partner.device.kind == Device::Concrete
                            ? C.partner.device.str()
                            : flow::describe(J.flow, C.partner.device);
    const api::Row *R = rowOf(I);
    bool Helper = R && R->role == api::Role::CpuHelper;
    std::string Message =
        "'" + I.callee + "' " +
        (Helper ? "always answers on cpu" : "makes a tensor on cpu") +
        "; it meets " + J.nameOf(C.partner);
    if (J.nameOf(C.partner).find(Where) == std::string::npos)
      Message += " on " + Where;
    Finding &X = J.report(Rule, C.level, I.span, Message, Judge::fault(Made));
    Origin O;
    O.kind = "factory";
    O.factory = I.callee;
    if (const facts::ClassFacts *Cls = J.classOf(Made.fn))
      O.module = Cls->name;
    O.made = J.span(Made);
    X.origins.push_back(std::move(O));
    X.notes.push_back({"meets it here, in '" + J.flow.function(C.meeting->at.fn).name +
                           "'",
                       J.span(C.meeting->at)});
    if (!(C.meeting->call == C.meeting->at) && C.meeting->call.instr >= 0)
      X.notes.push_back({"called here, in '" +
                             J.flow.function(C.meeting->call.fn).name + "'",
                         J.span(C.meeting->call)});
    addFix(J, C, Made, X);
    told.insert(Made);
    (void)F;
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
    bool Takes = false;
    for (unsigned P = 0; P < F.numParams; ++P)
      Takes |= F.vars[P].type.role == TypeRole::Tensor ||
               F.vars[P].type.role == TypeRole::Container;
    if (!Takes)
      return;
    for (const auto &[At, V] : J.flow.of(Fn).returns) {
      std::vector<const flow::Value *> All{&V};
      for (const flow::Value &E : V.elements)
        All.push_back(&E);
      for (const flow::Value *X : All)
        for (const Alt &A : X->alts) {
          if (!A.device.isConcrete("cpu") || A.zeroDim == Tri::Yes)
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
    // Other methods may answer on cpu for a caller that isn't seen here.
    Level L = F.shortName == "forward" ? Level::Likely : Level::Advice;
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
    Candidate C;
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
    addFix(J, C, Made, X);
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
      if (!R || R->role != api::Role::Factory || I >= J.flow.of(Fn).values.size())
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
              A.device.isConcrete("cpu") &&
              told.insert({S.fn, S.instr}).second)
            tellIgnored({S.fn, S.instr}, F.vars[Device], Used);
  }

  void tellIgnored(Site Made, const facts::VarFact &Device, bool Used) {
    const facts::Instr &I = J.flow.instr(Made);
    Finding &X = J.report(
        Rule, Used ? Level::Likely : Level::Advice, I.span,
        "'" + I.callee + "' makes a tensor on cpu, though the constructor was given '" +
            Device.name + "'",
        Judge::fault(Made));
    Origin O;
    O.kind = "factory";
    O.factory = I.callee;
    O.module = J.classOf(Made.fn)->name;
    O.made = J.span(Made);
    X.origins.push_back(std::move(O));
    X.notes.push_back(J.note("the device is given here", Device.span));
    Candidate C;
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
    addFix(J, C, Made, X);
  }

  Judge &J;
  std::map<Site, Candidate> best;
  std::set<Site> told;
};

} // namespace

void checkFactoryWithoutDevice(Judge &J) { Search(J).run(); }

} // namespace torchtidy
