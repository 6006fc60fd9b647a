//===- Flow.cpp - summaries of a project, bottom-up -------------*- C++ -*-===//
#include "flow/Flow.h"
#include "facts/Parts.h"
#include "flow/Interp.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

using facts::FunctionKind;
using facts::Op;

/// The id of a variable of static storage that an instruction names, or "".
static std::string staticId(const facts::FunctionFacts &F, int Id) {
  if (Id < 0)
    return "";
  const facts::Instr &I = F.instrs[Id];
  if (I.op == Op::Var)
    return F.vars[I.var].globalId;
  bool Static = I.op == Op::Field && (I.operands.empty() || I.operands[0] < 0);
  return Static ? I.cls + "::" + I.name : "";
}

ProjectFlow::ProjectFlow(const facts::ProjectFacts &P) : facts(P) {
  for (size_t I = 0; I < P.functions.size(); ++I) {
    functionIds.emplace(P.functions[I].id, int(I));
    flows.push_back(std::make_unique<FunctionFlow>());
  }
  for (size_t I = 0; I < P.classes.size(); ++I)
    classIds.emplace(P.classes[I].id, int(I));
  // Variables that live longer than a call: who initialises, who writes them.
  for (size_t Fn = 0; Fn < P.functions.size(); ++Fn) {
    const facts::FunctionFacts &F = P.functions[Fn];
    if (F.kind == FunctionKind::FieldInit)
      initsOfClass[F.cls].push_back(int(Fn));
    for (const facts::Instr &I : F.instrs) {
      if (I.op == Op::Field && !classOf(I.cls))
        libraryFields.try_emplace({I.cls, I.name}, &I.type);
      if (I.op != Op::Store || I.operands.empty() || I.operands[0] < 0)
        continue;
      const std::string Id = staticId(F, I.operands[0]);
      if (Id.empty())
        continue;
      if (I.storeKind == facts::StoreKind::Init)
        globalInits[Id].push_back(int(Fn));
      else
        globalsStored.insert(Id);
    }
  }
  for (const facts::ClassFacts &C : P.classes)
    for (const facts::MethodFact &M : C.methods)
      overridden.insert(M.overrides.begin(), M.overrides.end());
  findSpeech();
  findPurpose();
  findCarriers();
  for (size_t Fn = 0; Fn < flows.size(); ++Fn)
    summary(int(Fn));
}

ProjectFlow::~ProjectFlow() = default;

void ProjectFlow::findPurpose() {
  for (const facts::ClassFacts &C : facts.classes) {
    keepsOnCpu |= C.onCpu;
    for (const facts::FieldFact &F : C.fields)
      keepsOnCpu |= F.onCpu;
  }
  for (const facts::FunctionFacts &F : facts.functions)
    for (const facts::VarFact &V : F.vars)
      keepsOnCpu |= V.onCpu;
}

void ProjectFlow::findSpeech() {
  for (const facts::FunctionFacts &F : facts.functions)
    if (facts::speaksOfDevices(F))
      speaking.insert(F.nameSpan.file);
}

/// Depth first; what is still running (recursion) is unknown to its callers.
FunctionFlow &ProjectFlow::summary(int Fn) {
  FunctionFlow &Flow = *flows[Fn];
  if (Flow.state != FunctionFlow::Fresh)
    return Flow;
  Flow.state = FunctionFlow::Running;
  const facts::FunctionFacts &F = facts.functions[Fn];
  for (const facts::Instr &I : F.instrs)
    if (!I.calleeId.empty()) {
      int Callee = functionIndex(I.calleeId);
      if (Callee >= 0)
        summary(Callee);
    }
  if (F.kind == FunctionKind::Constructor)
    for (int Init : fieldInits(F.cls))
      summary(Init);
  if (!concerns(F)) {
    Flow.values.resize(F.instrs.size());
    Flow.reached.assign(F.instrs.size(), 1);
    Flow.state = FunctionFlow::Done;
    return Flow;
  }
  Interp(*this, Fn).run();
  if (Flow.recursion == FunctionFlow::Assumed)
    repeat(Fn);
  Flow.previous.reset();
  Flow.state = FunctionFlow::Done;
  return Flow;
}

/// A function that calls itself is read until what it returns doesn't change.
void ProjectFlow::repeat(int Fn) {
  constexpr unsigned Rounds = 3;
  FunctionFlow &Flow = *flows[Fn];
  for (unsigned Round = 0; Round <= Rounds; ++Round) {
    auto Last = std::make_shared<FunctionFlow>(Flow);
    Last->previous.reset();
    FunctionFlow Again;
    Again.state = FunctionFlow::Running;
    Again.calledBy = Flow.calledBy;
    Again.previous = Last;
    Again.recursion =
        Round == Rounds ? FunctionFlow::GivenUp : FunctionFlow::NotSeen;
    Flow = std::move(Again);
    Interp(*this, Fn).run();
    if (sameValue(Flow.result, Last->result) &&
        Flow.registered == Last->registered && Flow.assigned == Last->assigned)
      return;
  }
}

int ProjectFlow::functionIndex(const facts::Text &Id) const {
  auto It = functionIds.find(Id);
  return It == functionIds.end() ? -1 : It->second;
}

const std::vector<int> &ProjectFlow::fieldInits(const std::string &Cls) const {
  static const std::vector<int> None;
  auto It = initsOfClass.find(Cls);
  return It == initsOfClass.end() ? None : It->second;
}

const facts::ClassFacts *ProjectFlow::classOf(const facts::Text &Id) const {
  auto It = classIds.find(Id);
  return It == classIds.end() ? nullptr : &facts.classes[It->second];
}

const facts::FieldFact *ProjectFlow::field(const std::string &Cls,
                                           const std::string &Name) const {
  if (const facts::ClassFacts *C = classOf(Cls))
    for (const facts::FieldFact &F : C->fields)
      if (F.name == Name)
        return &F;
  return nullptr;
}

const facts::TypeFact *
ProjectFlow::libraryField(const std::string &Cls,
                          const std::string &Name) const {
  auto It = libraryFields.find({Cls, Name});
  return It == libraryFields.end() ? nullptr : It->second;
}

bool ProjectFlow::isRegistered(int Path) const {
  for (int P = Path; P >= 0; P = paths[P].parent)
    if (registeredPaths.count(P))
      return true;
  // A list of which elements are registered one by one.
  for (int P : registeredPaths)
    if (paths.isUnder(P, Path) && paths[P].kind == Paths::Element)
      return true;
  return false;
}

std::vector<const facts::ClassFacts *>
ProjectFlow::hierarchy(const facts::Text &Id) const {
  std::vector<const facts::ClassFacts *> R;
  std::vector<facts::Text> Work{Id};
  for (size_t I = 0; I < Work.size(); ++I) {
    const facts::ClassFacts *C = classOf(Work[I]);
    if (!C || std::find(R.begin(), R.end(), C) != R.end())
      continue;
    R.push_back(C);
    for (const facts::BaseFact &B : C->bases)
      Work.push_back(B.id);
  }
  return R;
}

Value ProjectFlow::globalValue(const std::string &Id, TypeRole Role) {
  Value V;
  V.role = Role;
  auto It = globalInits.find(Id);
  if (It == globalInits.end() || globalsStored.count(Id) ||
      It->second.size() != 1)
    return V;
  int Fn = It->second[0];
  const FunctionFlow &Init = summary(Fn);
  if (Init.state != FunctionFlow::Done)
    return V;
  const facts::FunctionFacts &F = facts.functions[Fn];
  for (size_t K = 0; K < F.instrs.size(); ++K) {
    const facts::Instr &I = F.instrs[K];
    if (I.op == Op::Store && I.operands.size() > 1 && I.operands[0] >= 0 &&
        I.operands[1] >= 0 && staticId(F, I.operands[0]) == Id &&
        K < Init.values.size())
      V = Init.values[I.operands[1]];
  }
  V.path = -1;
  if (V.role == TypeRole::Other)
    V.role = Role;
  return V;
}

int ProjectFlow::probe(const std::string &Op,
                       const std::vector<std::string> &Names, size_t Odd,
                       const std::string &Spec) const {
  std::string Key = Op + "/" + std::to_string(Odd) + "/" + Spec;
  for (const std::string &N : Names)
    Key += "," + N;
  auto It = probes.find(Key);
  if (It != probes.end())
    return It->second;
  std::vector<char> Host(Names.size()); // on cpu wherever the rest is
  auto Ask = [&](size_t At, const Device &OddOn, const Device &RestOn,
                 Tri ZeroDim) {
    api::Call C;
    C.op = Op;
    C.overload = "?";
    C.spec = Spec;
    int Position = -1;
    std::string Last;
    for (size_t I = 0; I < Names.size(); ++I) {
      api::Argument A;
      A.name = Names[I];
      // The elements of a list are one argument.
      size_t Bracket = A.name.find('[');
      std::string Name = A.name.substr(0, Bracket);
      if (Bracket != std::string::npos)
        A.element = std::atoi(A.name.c_str() + Bracket + 1);
      Position += A.element <= 0 || Name != Last;
      Last = std::move(Name);
      A.position = Position;
      A.device = I == At ? OddOn : Host[I] ? Device::concrete("cpu") : RestOn;
      A.zeroDim = I == At ? ZeroDim : Tri::No;
      A.written = I == 0 && Op.back() == '_';
      C.arguments.push_back(A);
    }
    return api::propagate(C, api::Strictness::Eager);
  };
  const Device Cpu = Device::concrete("cpu");
  const Device First = Device::concrete("cuda", 0);
  // It must be on cpu whatever the others are on: told of itself alone.
  for (size_t I = 0; I < Names.size(); ++I) {
    api::Verdict V = Ask(I, First, Cpu, Tri::No);
    Host[I] =
        V.kind == api::Verdict::Clash && V.first == V.odd && V.odd == int(I);
  }
  auto Clash = [&](const Device &OddOn, Tri ZeroDim) {
    return Ask(Odd, OddOn, First, ZeroDim).kind == api::Verdict::Clash;
  };
  int Answer = Host[Odd] ? HostOnly : 0;
  if (Host[Odd]) {
    probes.emplace(std::move(Key), Answer);
    return Answer;
  }
  if (Clash(Cpu, Tri::No))
    Answer = Clash(Cpu, Tri::Yes) ? Refused : Refused | UnlessScalar;
  if (Clash(Device::concrete("cuda", 1), Tri::No))
    Answer |= RefusedApart;
  probes.emplace(std::move(Key), Answer);
  return Answer;
}

ArgumentPlace argumentOf(const ProjectFlow &F, int Fn, int Path) {
  ArgumentPlace R;
  if (Fn < 0 || Path < 0)
    return R;
  const Paths::Node &Root = F.paths[F.paths.root(Path)];
  const auto &Vars = F.function(Fn).vars;
  if (Root.kind != Paths::Var || Root.index >= int(Vars.size()))
    return R;
  R.var = Root.index;
  R.role = Vars[Root.index].type.role;
  const bool Pointer =
      R.role == TypeRole::Pointer || R.role == TypeRole::SmartPtr;
  std::string Steps;
  for (int P = Path; F.paths[P].parent >= 0; P = F.paths[P].parent) {
    const Paths::Node &N = F.paths[P];
    if (N.kind != Paths::Field)
      return R;
    if (P == Path) {
      const facts::FieldFact *Field = F.field(N.cls, N.name);
      R.role = Field ? Field->type.role : TypeRole::Other;
    }
    Steps = "." + N.name + Steps;
  }
  if (Pointer && !Steps.empty())
    Steps = "->" + Steps.substr(1);
  R.text = Vars[Root.index].name + Steps;
  return R;
}

std::string describe(const ProjectFlow &F, const Device &D) {
  if (D.kind != Device::Symbol)
    return D.kind == Device::Concrete ? D.str() : "an unknown device";
  const Symbol &S = F.names[D.symbol];
  switch (S.kind) {
  case Symbol::Self:
    return "the module's device";
  case Symbol::Field:
    return "the device of '" + F.paths.str(S.path) + "'";
  case Symbol::Param: {
    const std::string Name = argumentOf(F, S.fn, S.path).text;
    if (!Name.empty())
      return (S.chosen ? "'" : "the device of '") + Name + "'";
    return "an argument's device";
  }
  case Symbol::Loader:
    return "the device of its data set";
  default:
    return "a device chosen at run time";
  }
}

} // namespace flow
} // namespace torchtidy
