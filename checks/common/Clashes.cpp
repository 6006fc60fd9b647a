//===- Clashes.cpp - tensors made on cpu that meet a device -----*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/Doubts.h"
#include <algorithm>
#include <cctype>

namespace torchtidy {

bool isOnCpu(const Value &V) {
  return !V.alts.empty() &&
         std::all_of(V.alts.begin(), V.alts.end(),
                     [](const Alt &A) { return A.device.isConcrete("cpu"); });
}

bool madeWithoutDevice(const Source &S) {
  return S.kind == Source::Factory || S.kind == Source::CpuHelper ||
         S.kind == Source::Blob;
}

Clash ofParameter(const Judge &J, int Fn, int Param) {
  Clash C;
  C.holder = Fn;
  if (Param >= 0)
    C.partner.sources = {{Source::Param, Fn, -1, J.flow.paths.var(Param)}};
  return C;
}

/// Every call in the project gives this argument a tensor that is on cpu.
static bool callersPassCpu(const Judge &J, int Fn, int ParamPath) {
  int Param = flow::argumentOf(J.flow, Fn, ParamPath).var;
  if (J.flow.paths[ParamPath].parent >= 0)
    return false; // a field of it
  const std::string &Id = J.flow.function(Fn).id;
  unsigned Calls = 0;
  for (int Caller : J.flow.of(Fn).calledBy) {
    const auto &Values = J.flow.of(Caller).values;
    for (const Instr &I : J.flow.function(Caller).instrs) {
      if (I.calleeId != Id || Param >= int(I.operands.size()))
        continue;
      int Arg = I.operands[Param];
      if (Arg < 0 || Arg >= int(Values.size()) || !isOnCpu(Values[Arg]))
        return false;
      ++Calls;
    }
  }
  return Calls != 0;
}

static bool expectsThrow(std::string Name) {
  for (char &C : Name)
    C = char(std::tolower(static_cast<unsigned char>(C)));
  return Name.find("throw") != std::string::npos ||
         Name.find("raises") != std::string::npos;
}

static bool expectedToThrow(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  const int Parent =
      F.kind == FunctionKind::Lambda ? J.flow.functionIndex(F.parent) : -1;
  if (Parent < 0)
    return false;
  const FunctionFacts &Around = J.flow.function(Parent);
  for (const Instr &I : Around.instrs)
    if (I.op == Op::Call && expectsThrow(I.callee))
      for (int O : I.operands)
        if (findInTree(Around, O, [&](const Instr &X) {
              return X.op == Op::Lambda && X.calleeId == F.id;
            }) >= 0)
          return true;
  return expectedToThrow(J, Parent);
}

bool isMeant(const Judge &J, int Fn, const Meeting &M) {
  if (expectedToThrow(J, Fn) || expectedToThrow(J, M.at.fn))
    return true;
  if (M.call.instr < 0)
    return false;
  const Instr &Call = J.flow.instr(M.call);
  const int Body =
      Call.op == Op::Lambda ? J.flow.functionIndex(Call.calleeId) : -1;
  return expectsThrow(Call.callee) || (Body >= 0 && expectedToThrow(J, Body));
}

std::optional<Level> clashLevel(const Judge &J, int Holder, const Alt &Partner,
                                bool Module) {
  const FunctionFacts &F = J.flow.function(Holder);
  if (J.inDataset(Holder) || flow::runsOnCpu(J.flow, Holder))
    return std::nullopt;
  const Device &D = Partner.device;
  if (D.kind == Device::Concrete)
    return D.type == "cpu" ? std::nullopt
                           : std::optional<Level>(Level::Certain);
  const Symbol &S = J.flow.names[D.symbol];
  bool InModule = J.inModule(Holder);
  if (J.constructs(Holder)) {
    // While it is built, a module is where its parts are: on cpu, unless the
    // constructor was given a device.
    if (S.chosen)
      return Level::Certain;
    // What a module's Functional does with what it captured.
    bool Later = S.kind == Symbol::Param && S.fn != Holder;
    bool GivenTensor = S.kind == Symbol::Param && S.fn == Holder;
    // A constructor that is given a device as well knows what it does.
    for (unsigned P = 0; P < F.numParams; ++P)
      GivenTensor &= F.vars[P].type.role != TypeRole::Device &&
                     F.vars[P].type.role != TypeRole::TensorOptions;
    return Later || GivenTensor ? std::optional<Level>(Level::Likely)
                                : std::nullopt;
  }
  // That a module's inputs are on a device is certain where the project speaks
  // of devices at all.
  const Level Own = J.flow.speaksOfDevices() ? Level::Certain : Level::Likely;
  switch (S.kind) {
  case Symbol::Choice:
    return Level::Certain;
  case Symbol::Self:
    return InModule ? Own : Level::Likely;
  case Symbol::Field:
    if (J.registeredPath(S.path))
      return InModule ? Own : Level::Likely;
    return S.chosen && !J.isCpuThroughout(D)
               ? std::optional<Level>(Level::Likely)
               : std::nullopt;
  case Symbol::Param: {
    if (S.chosen)
      return Level::Certain;
    // What a loader of LibTorch's gives is on cpu until somebody moves it.
    if (const int Var = flow::argumentOf(J.flow, S.fn, S.path).var;
        Var >= 0 && S.fn >= 0) {
      const facts::TypeFact &T = J.flow.function(S.fn).vars[Var].type;
      if (T.role == TypeRole::Record && !J.flow.classOf(T.cls))
        return std::nullopt;
    }
    // Of a function that the project itself calls, the callers know more.
    bool Called = false, CalledInside = false;
    for (int Caller : J.flow.of(Holder).calledBy)
      if (Caller != Holder) {
        Called = true;
        CalledInside |= J.flow.function(Caller).cls == F.cls;
      }
    if (InModule && callersPassCpu(J, Holder, S.path))
      return std::nullopt;
    if (InModule)
      return CalledInside && F.shortName != "forward"
                 ? std::nullopt
                 : std::optional<Level>(Own);
    if (Called)
      return std::nullopt;
    if (Module)
      return std::nullopt;
    return J.flow.speaksOfDevices(F.nameSpan.file) ? Level::Likely
                                                   : Level::Advice;
  }
  default:
    return std::nullopt;
  }
}

/// In `main`, whose modules come from nowhere else: none was moved so far.
static bool beforeAnyMove(const Judge &J, int Fn, const Meeting &M) {
  const flow::FunctionFlow &F = J.flow.of(Fn);
  return J.flow.function(Fn).isMain && M.call.fn == Fn &&
         std::none_of(F.moves.begin(), F.moves.end(),
                      [&](const flow::ModuleMove &X) {
                        return X.at.fn != Fn || X.at.instr < M.call.instr;
                      }) &&
         std::none_of(F.order.begin(), F.order.end(),
                      [&](const flow::OrderEvent &E) {
                        return (E.kind == flow::OrderEvent::Move ||
                                E.kind == flow::OrderEvent::Load ||
                                E.kind == flow::OrderEvent::Fill) &&
                               E.call.fn == Fn && E.call.instr < M.call.instr;
                      });
}

/// Under `if (a.sizes() == b.sizes())`: a placeholder doesn't get there.
static bool whereSizesAgree(const Judge &J, Site At) {
  const FunctionFacts &F = J.flow.function(At.fn);
  auto Asks = [&](int Id) {
    const api::Row *R = Id >= 0 ? rowOf(F.instrs[Id]) : nullptr;
    return R && R->role == api::Role::Query && F.instrs[Id].receiver >= 0 &&
           F.instrs[Id].type.role == TypeRole::Container;
  };
  auto Holds = [&](const facts::Block &B) {
    return B.first <= At.instr && At.instr < B.last;
  };
  for (const facts::Block &B : F.blocks) {
    if (B.cond < 0 || B.succs.size() != 2 || !Holds(F.blocks[B.succs[0]]))
      continue;
    const Instr &I = F.instrs[B.cond];
    if (I.op == Op::Compare && I.text == "==" &&
        std::all_of(I.operands.begin(), I.operands.end(), Asks))
      return true;
  }
  return false;
}

/// `rand({4}).to(torch::kCPU)`: nobody forgot the device.
static bool broughtByName(const Alt &A) {
  return A.moved &&
         std::none_of(A.sources.begin(), A.sources.end(), [](const Source &S) {
           return S.kind == Source::CpuHelper;
         });
}

static void addSide(const Judge &J, int Fn, const Meeting &M, const Side &S,
                    const Doubts &D, std::map<Site, Clash> &Best) {
  // Where both were made in one of several ways, which go together isn't known.
  if ((!M.onlyA && !M.onlyB) || isMeant(J, Fn, M))
    return;
  Alt A = S.mine;
  const Alt &B = S.other;
  bool Known = B.device.kind == Device::Concrete || J.isChosen(B.device);
  // A member of a plain class that only ever holds what was made on cpu.
  if (int Member = J.memberOf(A.device); Member >= 0 && Known && !A.fresh) {
    A.sources = J.madeOnCpu(Member);
    if (!A.sources.empty())
      A.device = Device::concrete("cpu");
  }
  if (!S.isRefused() || !A.device.isConcrete("cpu") || !J.deviceful(B.device) ||
      S.module || broughtByName(A))
    return;
  if (!Known && beforeAnyMove(J, Fn, M))
    return;
  std::optional<Level> L = clashLevel(J, Fn, B, S.otherModule);
  if (!L || (!S.only && whereSizesAgree(J, M.at)))
    return;
  if (A.zeroDim == Tri::Unknown && S.unlessScalar)
    L = atMost(Level::Likely, *L);
  // What a launcher does with its pointers, only its own file says.
  if (M.op.compare(0, 9, "a call of") == 0)
    L = J.flow.speaksOfDevices() ? Level::Likely : Level::Advice;
  for (const Source &Made : A.sources) {
    if (!madeWithoutDevice(Made))
      continue;
    std::optional<Level> Left = D.left(Fn, M, S, {Made.fn, Made.instr}, *L);
    if (!Left)
      continue;
    Clash C{*Left, &M, B, Fn};
    auto [It, New] = Best.try_emplace(Site{Made.fn, Made.instr}, C);
    // Told where the operator is, rather than from a caller.
    const Meeting &Old = *It->second.meeting;
    bool Nearer = M.call == M.at && !(Old.call == Old.at);
    if (!New &&
        (C.level < It->second.level || (C.level == It->second.level && Nearer)))
      It->second = C;
  }
}

/// Factories of which a move was written, and its result dropped.
static std::set<Site> droppedMoves(const Judge &J) {
  std::set<Site> R;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    const auto &Values = J.flow.of(int(Fn)).values;
    for (const Instr &I : F.instrs) {
      const api::Row *Row = rowOf(I);
      if (!Row || Row->role != api::Role::MoveTensor || I.receiver < 0 ||
          I.use != facts::Use::Discarded || I.receiver >= int(Values.size()))
        continue;
      for (const Alt &A : Values[I.receiver].alts)
        for (const Source &S : A.sources)
          if (S.instr >= 0)
            R.insert({S.fn, S.instr});
    }
  }
  return R;
}

static std::map<Site, Clash> allClashes(const Judge &J) {
  std::map<Site, Clash> Best;
  std::set<Site> Dropped = droppedMoves(J);
  const Doubts D(J);
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const Meeting &M : J.flow.of(int(Fn)).meetings)
      for (const Side &S : flow::sidesOf(M))
        addSide(J, int(Fn), M, S, D, Best);
  // Its move was dropped: that is the fault, and another rule's.
  for (const Site &S : Dropped)
    Best.erase(S);
  return Best;
}

/// Two rules ask for them; they are found once.
const std::map<Site, Clash> &findClashes(const Judge &J) {
  if (!J.clashes)
    J.clashes = std::make_shared<const std::map<Site, Clash>>(allClashes(J));
  return *J.clashes;
}

} // namespace torchtidy
