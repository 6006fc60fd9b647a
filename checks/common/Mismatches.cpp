//===- Mismatches.cpp - names that register something else ------*- C++ -*-===//
#include "checks/common/Mismatches.h"
#include "checks/common/Edits.h"
#include "checks/common/Guards.h"
#include <algorithm>

namespace torchtidy {

namespace {

/// All that one class registers.
struct OfClass {
  const ClassFacts *cls;
  std::vector<std::pair<int, Registration>> all; ///< with their function
  std::map<int, std::set<std::string>> names;    ///< by member
};

bool isModule(const Registration &X) {
  return X.event->role == api::Role::RegisterModule;
}

bool again(const Registration &X) {
  const api::Row *R = rowOf(*X.call);
  return R && std::string_view(R->info) == "again";
}

int memberOf(const Registration &X) {
  return X.given >= 0 ? X.given : X.stored;
}

bool isOwnField(const Judge &J, int Path) {
  return Path >= 0 && J.flow.paths[Path].kind == flow::Paths::Field &&
         J.flow.paths[Path].parent == J.flow.paths.self();
}

/// The tensor or module that is registered, when it is one for sure.
int identityOf(const Registration &X) {
  const auto &Alts = X.event->value.alts;
  return Alts.size() == 1 ? Alts[0].identity : 0;
}

bool worthIt(const Judge &J, const Member &M) {
  return M.role == TypeRole::Tensor || J.hasState(M.leaf->type);
}

bool holdsSomething(const StoreEvent &E) {
  return std::any_of(E.value.alts.begin(), E.value.alts.end(),
                     [](const Alt &A) { return !A.undefined; });
}

const Member *memberAt(const Judge &J, int Path) {
  for (const Member &M : J.members())
    if (M.path == Path)
      return &M;
  return nullptr;
}

/// Another member of the class that a name means, of the same kind.
const Member *meantBy(const Judge &J, const ClassFacts &C,
                      const Registration &X) {
  const std::string Plain = plainName(X.event->name);
  auto Above = J.flow.hierarchy(C.id);
  for (const Member &M : J.members()) {
    bool Module = M.role != TypeRole::Tensor;
    if (M.name == M.field->name && plainName(M.name) == Plain &&
        M.path != memberOf(X) && Module == isModule(X) && worthIt(J, M) &&
        std::find(Above.begin(), Above.end(), M.cls) != Above.end())
      return &M;
  }
  return nullptr;
}

/// Two members that hold one tensor or module: handles of each other.
bool aliases(const Member &A, const Member &B) {
  for (const StoreEvent *X : A.stores) {
    for (const Alt &P : X->value.alts) {
      for (const Source &S : P.sources)
        if (S.kind == Source::Field && S.path == B.path && !P.fresh)
          return true;
      for (const StoreEvent *Y : B.stores)
        for (const Alt &Q : Y->value.alts)
          if (P.identity && P.identity == Q.identity)
            return true;
    }
  }
  return false;
}

/// The name says another member than the one that is registered.
void findWrongMember(const Judge &J, const OfClass &C, int Fn,
                     const Registration &X, std::vector<Mismatch> &Out) {
  int Is = memberOf(X);
  if (X.event->name.empty() || !isOwnField(J, Is) ||
      plainName(J.flow.paths.str(Is)) == plainName(X.event->name))
    return;
  const Member *Meant = meantBy(J, *C.cls, X), *Given = memberAt(J, Is);
  // What a method fills before each use is scratch.
  if (!Meant || !Given ||
      std::none_of(Meant->stores.begin(), Meant->stores.end(),
                   [&](const StoreEvent *E) {
                     return J.constructs(E->at.fn) && holdsSomething(*E);
                   }))
    return;
  Mismatch M;
  M.kind = Mismatch::WrongMember;
  M.cls = C.cls;
  M.what = X;
  M.member = Is;
  M.meant = Meant;
  bool Elsewhere = C.names.at(Is).size() > 1;
  if (X.stored == Meant->path) {
    // `mean = register_buffer("mean", std);` is how a first value is given, and
    // how weights are tied; not when the member had a value of its own.
    bool Lost = false;
    for (const StoreEvent *E : Meant->stores)
      if (E->at.fn == Fn && E->at.instr >= 0 && !E->registered &&
          holdsSomething(*E) &&
          Guards(J.flow.function(Fn)).follows(E->at.instr, X.event->at.instr)) {
        Lost = true;
        M.other = E->at;
      }
    if (!Lost && !Elsewhere)
      return;
    M.level = Lost ? Level::Certain : Level::Likely;
  } else if (aliases(*Meant, *Given) || aliases(*Given, *Meant)) {
    return;
  } else {
    M.left = !Meant->registered && !J.registeredPath(Meant->path);
    // All are reached. Names that count from another number than the members
    // are some people's way; two that change places are nobody's.
    auto Names = C.names.find(Meant->path);
    M.shifted = !M.left && (Names == C.names.end() ||
                            !Names->second.count(J.flow.paths.str(Is)));
    if (M.shifted)
      M.level = Level::Likely;
    if (M.left && !J.closed(*C.cls))
      return;
  }
  Out.push_back(std::move(M));
}

bool unregisters(const FunctionFacts &F) {
  return std::any_of(F.instrs.begin(), F.instrs.end(), [](const Instr &I) {
    const api::Row *R = rowOf(I);
    return R && std::string_view(R->info) == "unregister";
  });
}

/// Default member initialisers run before each other and the constructor.
bool runsBefore(const Judge &J, int First, int Fn) {
  FunctionKind K = J.flow.function(Fn).kind;
  return J.flow.function(First).kind == FunctionKind::FieldInit &&
         (K == FunctionKind::FieldInit || K == FunctionKind::Constructor);
}

/// The name is written in the call: what a variable holds may be another in
/// the next turn.
bool isLiteralName(const FunctionFacts &F, const Registration &X) {
  int Id = X.call->operands.empty() ? -1 : X.call->operands[0];
  while (Id >= 0 && F.instrs[Id].op != Op::Const &&
         F.instrs[Id].operands.size() == 1 && F.instrs[Id].receiver < 0)
    Id = F.instrs[Id].operands[0];
  return Id >= 0 && F.instrs[Id].op == Op::Const;
}

/// A name, or a tensor or module, that one function registers twice.
void findTwice(const Judge &J, const OfClass &C, std::vector<Mismatch> &Out) {
  for (size_t B = 0; B < C.all.size(); ++B) {
    const auto &[Fn, X] = C.all[B];
    const FunctionFacts &F = J.flow.function(Fn);
    if (X.event->name.empty() || again(X) || unregisters(F))
      continue;
    Guards G(F);
    Mismatch M;
    M.cls = C.cls;
    M.what = X;
    M.member = memberOf(X);
    if (G.loops(X.event->at.instr) && !G.decisions(X.event->at.instr).empty() &&
        isLiteralName(F, X)) {
      M.level = Level::Likely;
      M.other = X.event->at;
      Out.push_back(M);
      continue;
    }
    for (size_t A = 0; A < B; ++A) {
      const auto &[Fn1, First] = C.all[A];
      if (First.event->role != X.event->role ||
          !(Fn1 == Fn ? G.follows(First.event->at.instr, X.event->at.instr)
                      : runsBefore(J, Fn1, Fn) && First.stored != X.stored))
        continue;
      M.other = First.event->at;
      if (First.event->name == X.event->name) {
        M.kind = Mismatch::NameTwice;
        Out.push_back(M);
        break;
      }
      const Member *Of = memberAt(J, memberOf(X));
      bool Same = identityOf(X) && identityOf(X) == identityOf(First) &&
                  !X.event->value.alts[0].undefined;
      if (!Same || First.event->name.empty() || !Of || !worthIt(J, *Of))
        continue;
      M.kind = Mismatch::TwoNames;
      M.firstName = First.event->name;
      M.level = Level::Likely;
      Out.push_back(M);
      break;
    }
  }
}

/// Something is called through the member, so it isn't empty there, whatever
/// it seems; or it would throw before.
bool isUsedIn(const FunctionFacts &F, const Member &M) {
  return std::any_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &I) {
    int Of =
        I.op == Op::Deref && !I.operands.empty() ? I.operands[0] : I.receiver;
    return Of >= 0 && F.instrs[Of].op == Op::Field &&
           F.instrs[Of].name == M.field->name;
  });
}

void findNull(const Judge &J, const OfClass &C, int Fn, const Registration &X,
              std::vector<Mismatch> &Out) {
  auto Undefined = [](const Value &V) {
    return !V.alts.empty() &&
           std::all_of(V.alts.begin(), V.alts.end(),
                       [](const Alt &A) { return A.undefined; });
  };
  const FunctionFacts &F = J.flow.function(Fn);
  const Member *Of = memberAt(J, X.given);
  if (!isModule(X) || !Of || !Undefined(X.event->value) || !J.closed(*C.cls) ||
      isUsedIn(F, *Of) ||
      !std::all_of(
          Of->stores.begin(), Of->stores.end(),
          [&](const StoreEvent *E) { return E->at.fn != Fn || E->init; }))
    return;
  // `if (down) register_module("down", down);`
  if (!Guards(F).always(X.event->at.instr))
    return;
  Mismatch M;
  M.kind = Mismatch::Null;
  M.cls = C.cls;
  M.what = X;
  M.member = X.given;
  Out.push_back(std::move(M));
}

/// Source texts of the branches on which something depends.
std::set<std::string> conditionsOf(const FunctionFacts &F, const Guards &G,
                                   int Instr) {
  std::set<std::string> R;
  for (const Decision &D : G.decisions(Instr))
    R.insert((D.taken ? "+" : "-") + F.instrs[D.cond].text +
             F.instrs[D.cond].name);
  return R;
}

/// The condition asks for the member itself, or for what it was made from.
bool asksFor(const Judge &J, int Fn, int Cond, const Member &M) {
  const FunctionFacts &F = J.flow.function(Fn);
  return findInTree(F, Cond, [&](const Instr &I) {
           return (I.op == Op::Field && I.name == M.field->name) ||
                  (I.op == Op::Var &&
                   plainName(F.vars[I.var].name) == plainName(M.name));
         }) >= 0;
}

/// Some method reads the member on every way, and none asks whether it is
/// there.
bool usedAnyway(const Judge &J, const Member &M) {
  bool Used = false;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    if (!J.inModule(int(Fn)) || J.constructs(int(Fn)))
      continue;
    for (const facts::Block &B : F.blocks)
      if (B.cond >= 0 && asksFor(J, int(Fn), B.cond, M))
        return false;
    Guards G(F);
    for (size_t I = 0; I < F.instrs.size() && !Used; ++I)
      Used |= F.instrs[I].op == Op::Field &&
              F.instrs[I].name == M.field->name &&
              F.instrs[I].cls == M.cls->id && G.always(int(I));
  }
  return Used;
}

/// Registered in one branch of a constructor, and made without in another.
void findOneBranch(const Judge &J, const OfClass &C, int Fn,
                   const Registration &X, std::vector<Mismatch> &Out) {
  const FunctionFacts &F = J.flow.function(Fn);
  const Member *M = memberAt(J, X.stored >= 0 ? X.stored : X.given);
  if (!M || !worthIt(J, *M) || !J.constructs(Fn) || !J.closed(*C.cls))
    return;
  std::vector<int> Sites;
  for (const auto &[Other, Y] : C.all)
    if (Y.given == M->path || Y.stored == M->path) {
      if (Other != Fn)
        return; // registered elsewhere, too
      Sites.push_back(Y.event->at.instr);
    }
  Guards G(F);
  if (Sites.front() != X.event->at.instr || !G.canAvoid(Sites))
    return;
  std::set<std::string> Mine = conditionsOf(F, G, Sites.front());
  for (const Decision &D : G.decisions(Sites.front()))
    if (asksFor(J, Fn, D.cond, *M))
      return;
  for (const StoreEvent *E : M->stores) {
    bool Default = J.flow.function(E->at.fn).kind == FunctionKind::FieldInit;
    if ((!Default && E->at.fn != Fn) || E->at.instr < 0 || E->registered ||
        !holdsSomething(*E) || E->value.alts[0].identity == 0 ||
        !E->value.alts[0].fresh)
      continue;
    if (!Default) {
      if (!G.canAvoid(Sites, E->at.instr))
        continue;
      std::set<std::string> Theirs = conditionsOf(F, G, E->at.instr);
      if (std::any_of(Theirs.begin(), Theirs.end(),
                      [&](const std::string &T) { return Mine.count(T) != 0; }))
        continue;
    }
    if (!usedAnyway(J, *M))
      return;
    Mismatch R;
    R.kind = Mismatch::OneBranch;
    R.cls = C.cls;
    R.what = X;
    R.member = M->path;
    R.other = E->at;
    R.otherBranch = !Default && !G.follows(E->at.instr, Sites.front());
    Out.push_back(std::move(R));
    return;
  }
}

} // namespace

std::vector<Mismatch> findMismatches(const Judge &J) {
  std::vector<Mismatch> R;
  std::map<std::string, std::vector<int>> ByClass;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    ByClass[J.flow.function(int(Fn)).cls].push_back(int(Fn));
  for (const ClassFacts &Cls : J.flow.facts.classes) {
    if (!Cls.isModule)
      continue;
    OfClass C{&Cls, {}, {}};
    for (int Fn : ByClass[Cls.id])
      for (Registration &X : registrationsIn(J, Fn))
        C.all.emplace_back(Fn, std::move(X));
    for (const auto &[Fn, X] : C.all)
      C.names[memberOf(X)].insert(X.event->name);
    for (const auto &[Fn, X] : C.all) {
      findWrongMember(J, C, Fn, X, R);
      findNull(J, C, Fn, X, R);
      findOneBranch(J, C, Fn, X, R);
    }
    findTwice(J, C, R);
  }
  // Of one registration, the earlier kind says more.
  std::sort(R.begin(), R.end(), [](const Mismatch &A, const Mismatch &B) {
    return std::tie(A.kind, A.what.event->at) <
           std::tie(B.kind, B.what.event->at);
  });
  return R;
}

std::set<int> membersLeftByName(const Judge &J) {
  std::set<int> R;
  if (!matchesGlobs("torch-registration-mismatch", J.options.checks))
    return R;
  for (const Mismatch &M : findMismatches(J))
    if (M.kind == Mismatch::WrongMember && M.left)
      R.insert(M.meant->path);
  return R;
}

/// The name says which member was meant, and nothing registers that one.
static void registerMeant(const Judge &J, const Mismatch &M, Finding &F) {
  const FunctionFacts &Fn = J.flow.function(M.what.event->at.fn);
  if (!M.left || M.level != Level::Certain || M.what.given < 0 ||
      M.what.call->operands.size() < 2 || M.what.call->operands[1] < 0)
    return;
  const Instr &Given = Fn.instrs[M.what.call->operands[1]];
  if (Given.op == Op::Field && !Given.span.macro && Given.span.valid())
    F.fixes.push_back({"register '" + M.meant->name + "'",
                       {{J.span(Given.span), M.meant->name}}});
}

/// The other branch registers it under the same name.
static void registerThere(const Judge &J, const Mismatch &M, Finding &F) {
  const FunctionFacts &Fn = J.flow.function(M.other.fn);
  const Instr &Store = Fn.instrs[M.other.instr];
  if (!M.otherBranch || M.what.event->name.empty() ||
      M.what.event->role == api::Role::RegisterModule ||
      Store.op != Op::Store || Store.span.macro || Store.operands[1] < 0 ||
      Fn.kind == FunctionKind::Lambda)
    return;
  const Instr &Value = Fn.instrs[Store.operands[1]];
  if (Value.op == Op::Call && Value.span.valid() && !Value.span.macro)
    F.fixes.push_back(wrap("register it as a buffer", J.span(Value.span),
                           "register_buffer(\"" + M.what.event->name + "\", ",
                           ")"));
}

void addMismatchFix(const Judge &J, const Mismatch &M, Finding &F) {
  if (M.kind == Mismatch::WrongMember)
    registerMeant(J, M, F);
  else if (M.kind == Mismatch::OneBranch)
    registerThere(J, M, F);
}

} // namespace torchtidy
