//===- Judge.cpp - what a rule works with -----------------------*- C++ -*-===//
#include "checks/common/Judge.h"
#include "api/Teaching.h"
#include <algorithm>

namespace torchtidy {

using flow::Paths;

Judge::Judge(const flow::ProjectFlow &F, const JudgeOptions &O)
    : flow(F), options(O) {
  collectMembers();
}

Span Judge::span(const facts::SourceSpan &S) const {
  Span R;
  if (!S.valid())
    return R;
  R.file = flow.facts.files[S.file];
  R.line = S.line;
  R.column = S.column;
  R.endLine = S.endLine;
  R.endColumn = S.endColumn;
  R.offset = S.offset;
  R.endOffset = S.endOffset;
  return R;
}

Report Judge::report(const char *Rule, Level L, const facts::SourceSpan &At,
                     std::string Message, const std::string &Fault) {
  Finding F;
  F.rule = Rule;
  F.level = L;
  F.span = span(At);
  F.message = std::move(Message);
  findings.push_back(std::move(F));
  faults.push_back(Fault);
  return Report(*this, findings.back());
}

Report Judge::report(const char *Rule, Level L, Site At, std::string Message) {
  return report(Rule, L, flow.instr(At).span, std::move(Message), fault(At));
}

/// The first type below \p T that holds a tensor or a module.
static TypeRole contentRole(const facts::TypeFact &T) {
  switch (T.role) {
  case TypeRole::Container:
  case TypeRole::Optional:
  case TypeRole::Tuple:
  case TypeRole::SmartPtr:
  case TypeRole::Pointer:
    for (const facts::TypeFact &A : T.args) {
      TypeRole R = contentRole(A);
      if (R != TypeRole::Other)
        return R;
    }
    return TypeRole::Other;
  case TypeRole::Tensor:
  case TypeRole::Module:
  case TypeRole::ModuleHolder:
  case TypeRole::AnyModule:
  case TypeRole::JitModule:
  case TypeRole::FunctionalOptions:
  case TypeRole::Record:
  case TypeRole::Function:
    return T.role;
  default:
    return TypeRole::Other;
  }
}

/// Classes that are no modules and move a member to a device.
void Judge::findMovers() {
  for (size_t Fn = 0; Fn < flow.size(); ++Fn) {
    const ClassFacts *C = classOf(int(Fn));
    if (!C || C->isModule || C->isTorchBind || C->isDataset)
      continue;
    auto Ours = [&](int Path) {
      return Path >= 0 && flow.paths.root(Path) == flow.paths.self();
    };
    for (const flow::ModuleMove &X : flow.of(int(Fn)).moves)
      if (isAway(X.device) && Ours(X.path))
        movers.insert(C);
    for (const StoreEvent &E : flow.of(int(Fn)).stores)
      for (const Alt &A : E.value.alts)
        if (E.selfMove && Ours(E.path) && isAway(A.device))
          movers.insert(C);
  }
}

void Judge::collectMembers() {
  findMovers();
  // Which paths below self anything was done with.
  std::map<int, Member> Found;
  const Paths &P = flow.paths;
  auto Get = [&](int Whole) -> Member * {
    int Path = memberOf(Whole);
    int Top = Path < 0 ? -1 : P.topField(Path);
    if (Top < 0 || P[Top].parent != P.self())
      return nullptr;
    const ClassFacts *C = flow.classOf(P[Top].cls);
    if (!C || !(C->isModule || C->isTorchBind || movers.count(C)))
      return nullptr;
    const facts::FieldFact *F = flow.field(P[Top].cls, P[Top].name);
    const facts::FieldFact *Leaf = flow.field(P[Path].cls, P[Path].name);
    if (!F || F->isStatic || C->onCpu || flow::keptOnCpu(flow, *F) ||
        (Leaf && flow::keptOnCpu(flow, *Leaf)))
      return nullptr;
    Member &M = Found[Path];
    M.cls = C;
    M.field = F;
    M.leaf = Leaf ? Leaf : F;
    M.path = Path;
    M.name = P.str(Path);
    M.role = contentRole(M.leaf->type);
    M.registered |= flow.isRegistered(Whole);
    return &M;
  };
  for (const ClassFacts &C : flow.facts.classes)
    if (C.isModule || C.isTorchBind || movers.count(&C))
      for (const facts::FieldFact &F : C.fields) {
        Get(P.field(P.self(), C.id, F.name));
      }
  for (size_t Fn = 0; Fn < flow.size(); ++Fn) {
    const flow::FunctionFlow &F = flow.of(int(Fn));
    for (const StoreEvent &E : F.stores) {
      Member *M = Get(E.path);
      if (M)
        M->stores.push_back(&E);
      // A plain class that moves some of its modules may forget others.
      if (!M || (movers.count(M->cls) && (M->role == TypeRole::Module ||
                                          M->role == TypeRole::ModuleHolder)))
        plainStores.emplace(memberOf(E.path), &E);
    }
    for (const flow::FieldUse &U : F.uses)
      if (Member *M = Get(U.path))
        M->uses.push_back(&U);
    auto Sides = [&](const Alt &A, auto Add) {
      if (A.device.kind != Device::Symbol ||
          flow.names[A.device.symbol].kind != Symbol::Field)
        return;
      if (Member *M = Get(flow.names[A.device.symbol].path))
        Add(M);
    };
    for (const Meeting &X : F.meetings) {
      Sides(X.a, [&](Member *M) { M->meetings.push_back(&X); });
      Sides(X.b, [&](Member *M) { M->meetings.push_back(&X); });
    }
    for (const flow::ModuleMove &X : F.moves)
      for (const Alt &A : X.object.alts)
        Sides(A, [&](Member *M) { M->moves.push_back(&X); });
  }
  for (auto &[Path, M] : Found)
    (movers.count(M.cls) ? ofMovers : all).push_back(std::move(M));
}

int Judge::memberOf(int Path) const {
  const Paths &P = flow.paths;
  std::vector<Paths::Node> Fields;
  for (int At = Path; At > P.self(); At = P[At].parent)
    if (P[At].kind == Paths::Field)
      Fields.push_back(P[At]);
  if (Fields.empty() || P.root(Path) != P.self())
    return -1;
  int R = P.self();
  while (!Fields.empty()) {
    R = P.field(R, Fields.back().cls, Fields.back().name);
    Fields.pop_back();
  }
  return R;
}

int Judge::memberOf(const Device &D) const {
  if (D.kind != Device::Symbol || flow.names[D.symbol].kind != Symbol::Field)
    return -1;
  return memberOf(flow.names[D.symbol].path);
}

std::vector<Source> Judge::madeOnCpu(int Path) const {
  std::vector<Source> R;
  auto [Begin, End] = plainStores.equal_range(memberOf(Path));
  for (auto It = Begin; It != End; ++It) {
    const StoreEvent &E = *It->second;
    if (E.at.instr < 0 || E.selfMove || E.value.alts.empty())
      return {};
    for (const Alt &A : E.value.alts) {
      if (A.undefined)
        continue;
      if (!A.device.isConcrete("cpu") || A.sources.empty())
        return {};
      flow::addSources(R, A.sources);
    }
  }
  return R;
}

bool Judge::closed(const ClassFacts &C) const {
  for (const ClassFacts *H : flow.hierarchy(C.id)) {
    for (const facts::MethodFact &M : H->methods) {
      if (!M.isImplicit && !M.isPure && !M.bodySeen)
        return false;
      int Fn = flow.functionIndex(M.id);
      if (Fn >= 0 && (flow.of(Fn).escapesThis || flow.function(Fn).incomplete))
        return false;
    }
    for (const facts::BaseFact &B : H->bases)
      if (B.isUser && !flow.classOf(B.id))
        return false;
  }
  return true;
}

/// A lambda that its encloser keeps in a variable and calls, and that goes
/// nowhere else.
static bool onlyCalledIn(const FunctionFacts &F, const std::string &Lambda) {
  int Var = -1, Made = -1;
  for (size_t I = 0; I < F.instrs.size(); ++I)
    if (F.instrs[I].op == Op::Lambda && F.instrs[I].calleeId == Lambda)
      Made = int(I);
  for (size_t I = 0; Made >= 0 && I < F.instrs.size(); ++I) {
    const Instr &X = F.instrs[I];
    bool Kept = X.op == Op::Store && X.operands.size() == 2 &&
                X.operands[1] == Made && X.operands[0] >= 0 &&
                F.instrs[X.operands[0]].op == Op::Var;
    if (Kept)
      Var = F.instrs[X.operands[0]].var;
    else if (X.receiver == Made ||
             std::count(X.operands.begin(), X.operands.end(), Made))
      return false;
  }
  auto IsVar = [&](int Id) {
    return Id >= 0 && F.instrs[Id].op == Op::Var && F.instrs[Id].var == Var;
  };
  return Var >= 0 &&
         std::all_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &X) {
           size_t Uses = size_t(
               std::count_if(X.operands.begin(), X.operands.end(), IsVar));
           bool Keeps = X.op == Op::Store && IsVar(X.operands[0]);
           return Uses == 0 || (Uses == 1 && Keeps);
         });
}

bool Judge::constructs(int Fn) const {
  auto It = constructing.find(Fn);
  if (It != constructing.end())
    return It->second;
  constructing[Fn] = false; // recursion
  const FunctionFacts &F = flow.function(Fn);
  bool R =
      F.kind == FunctionKind::Constructor || F.kind == FunctionKind::FieldInit;
  if (F.kind == FunctionKind::Method && F.shortName == "reset")
    if (const ClassFacts *C = flow.classOf(F.cls))
      R |= C->isCloneable;
  if (F.kind == FunctionKind::Lambda) {
    int Parent = flow.functionIndex(F.parent);
    R |= Parent >= 0 && constructs(Parent) &&
         (flow.of(Fn).calledBy.empty() ||
          onlyCalledIn(flow.function(Parent), F.id));
  } else if (!R && !flow.of(Fn).calledBy.empty()) {
    R = std::all_of(
        flow.of(Fn).calledBy.begin(), flow.of(Fn).calledBy.end(),
        [&](int Caller) { return Caller != Fn && constructs(Caller); });
  }
  return constructing[Fn] = R;
}

const ClassFacts *Judge::classOf(int Fn) const {
  return flow.classOf(flow.function(Fn).cls);
}

bool Judge::inModule(int Fn) const {
  const ClassFacts *C = classOf(Fn);
  return C && (C->isModule || C->isAutogradFunction);
}

bool Judge::inDataset(int Fn) const {
  const ClassFacts *C = classOf(Fn);
  return C && C->isDataset;
}

unsigned Judge::overriddenMoves(const ClassFacts &C,
                                const std::function<bool(int)> &Pred) const {
  unsigned N = 0;
  for (const ClassFacts *H : flow.hierarchy(C.id))
    for (const facts::MethodFact &M : H->methods) {
      bool Taught = false;
      bool Moves = std::any_of(
          M.overrides.begin(), M.overrides.end(), [&](const std::string &O) {
            const api::Row *R = api::findRow(api::normalise(O));
            Taught |= O == api::rowName(api::Behaviour::MoveModule);
            return Taught || (R && R->role == api::Role::MoveModule);
          });
      int Fn = Moves ? flow.functionIndex(M.id) : -1;
      // A base of the project's own has no overloads that go round it.
      N += (Fn >= 0 && Pred(Fn)) * (Taught ? 3 : 1);
    }
  return N;
}

bool Judge::isChosen(const Device &D) const {
  return D.kind == Device::Symbol && flow.names[D.symbol].chosen;
}

Site Judge::madeAt(const Alt &A) const {
  for (const Source &S : A.sources)
    if (S.instr >= 0 && S.kind != Source::Param)
      return {S.fn, S.instr};
  return {};
}

bool Judge::registeredPath(int Path) const { return flow.isRegistered(Path); }

bool Judge::deviceful(const Device &D) const {
  if (D.kind == Device::Concrete)
    return D.type != "cpu";
  if (D.kind != Device::Symbol)
    return false;
  const Symbol &S = flow.names[D.symbol];
  switch (S.kind) {
  case Symbol::Param:
  case Symbol::Self:
  case Symbol::Choice:
    return true;
  case Symbol::Field:
    return S.chosen || registeredPath(S.path);
  default:
    return false;
  }
}

std::string Judge::nameOf(const Alt &A) const {
  for (const Source &S : A.sources) {
    if (S.kind == Source::Param && !A.fresh) {
      const std::string Name = flow::argumentOf(flow, S.fn, S.path).text;
      if (!Name.empty())
        return "'" + Name + "'";
    }
    // A stored device is no tensor.
    bool Stored = A.device.kind == Device::Symbol &&
                  flow.names[A.device.symbol].kind == Symbol::Field &&
                  flow.names[A.device.symbol].chosen;
    if (S.kind == Source::Field && !Stored)
      return "'" + flow.paths.str(S.path) + "'";
  }
  return "a tensor on " + flow::describe(flow, A.device);
}

std::string Judge::whereabouts(const Alt &A) const {
  if (A.device.kind != Device::Symbol || nameOf(A)[0] != '\'')
    return "";
  switch (flow.names[A.device.symbol].kind) {
  case Symbol::Param:
    return ", which is on its caller's device";
  case Symbol::Field:
    if (flow.names[A.device.symbol].chosen)
      return "";
    [[fallthrough]];
  case Symbol::Self:
    return ", which moves with the module";
  default:
    return "";
  }
}

bool Judge::hasState(const facts::TypeFact &T) const {
  switch (T.role) {
  case TypeRole::Container:
  case TypeRole::Optional:
  case TypeRole::Tuple:
  case TypeRole::SmartPtr:
  case TypeRole::Pointer:
    return std::any_of(T.args.begin(), T.args.end(),
                       [&](const facts::TypeFact &A) { return hasState(A); });
  case TypeRole::Module:
  case TypeRole::ModuleHolder: {
    if (api::isStatelessModule(api::normalise(T.name)))
      return false;
    std::string Id = T.cls;
    if (const ClassFacts *H = flow.classOf(Id))
      if (H->isHolder && !H->holds.empty())
        Id = H->holds;
    if (T.role == TypeRole::ModuleHolder && !flow.classOf(Id) &&
        !T.args.empty())
      return hasState(T.args[0]);
    const ClassFacts *C = flow.classOf(Id);
    if (!C)
      return true;
    for (const ClassFacts *H : flow.hierarchy(C->id)) {
      for (const facts::FieldFact &F : H->fields)
        if (F.type.role == TypeRole::Tensor || hasState(F.type))
          return true;
      // It may register what it keeps in no member.
      for (const facts::MethodFact &M : H->methods) {
        int Fn = flow.functionIndex(M.id);
        if (!M.isImplicit && !M.isPure && Fn < 0)
          return true;
        if (Fn >= 0 && !flow.of(Fn).registers.empty())
          return true;
      }
    }
    return false;
  }
  case TypeRole::AnyModule:
  case TypeRole::JitModule:
    return true;
  default:
    return false;
  }
}

int findInTree(const FunctionFacts &F, int Root,
               const std::function<bool(const Instr &)> &Pred) {
  if (Root < 0)
    return -1;
  const Instr &I = F.instrs[Root];
  if (Pred(I))
    return Root;
  if (int R = I.receiver >= 0 && I.receiver < Root
                  ? findInTree(F, I.receiver, Pred)
                  : -1;
      R >= 0)
    return R;
  for (int O : I.operands)
    if (O >= 0 && O < Root)
      if (int R = findInTree(F, O, Pred); R >= 0)
        return R;
  return -1;
}

const api::Row *rowOf(const Instr &I) {
  return I.op == Op::Call && !I.api.empty() ? api::findRow(I.api) : nullptr;
}

bool hasRole(const Instr &I, api::Role Role, const char *Info) {
  const api::Row *R = rowOf(I);
  return R && R->role == Role && (!Info || std::string_view(R->info) == Info);
}

} // namespace torchtidy
