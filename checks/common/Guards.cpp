//===- Guards.cpp - under which conditions does code run? -------*- C++ -*-===//
#include "checks/common/Guards.h"
#include <algorithm>

namespace torchtidy {

Guards::Guards(const FunctionFacts &F) : fun(F) {
  ends.resize(F.blocks.size());
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (size_t B = F.blocks.size(); B-- > 0;) {
      const facts::Block &Block = F.blocks[B];
      bool End = !Block.noReturn && Block.succs.empty();
      for (int S : Block.succs)
        End |= !Block.noReturn && ends[S];
      Changed |= End != bool(ends[B]);
      ends[B] = End;
    }
  }
}

int Guards::blockOf(int Instr) const {
  for (size_t B = 0; B < fun.blocks.size(); ++B)
    if (Instr >= fun.blocks[B].first && Instr < fun.blocks[B].last)
      return int(B);
  return -1;
}

std::vector<char> Guards::reachable(int From,
                                    const std::vector<char> &Closed) const {
  std::vector<char> Seen(fun.blocks.size());
  std::vector<int> Work{From};
  while (!Work.empty()) {
    int B = Work.back();
    Work.pop_back();
    if (B < 0 || Seen[B] || Closed[B])
      continue;
    Seen[B] = 1;
    for (int S : fun.blocks[B].succs)
      Work.push_back(S);
  }
  return Seen;
}

std::vector<Decision> Guards::decisions(int Instr) const {
  std::vector<Decision> R;
  int Target = blockOf(Instr);
  if (Target < 0)
    return R;
  for (size_t B = 0; B < fun.blocks.size(); ++B) {
    const facts::Block &Block = fun.blocks[B];
    if (Block.cond < 0 || Block.succs.size() != 2)
      continue;
    std::vector<char> Closed(fun.blocks.size());
    Closed[B] = 1;
    bool True = reachable(Block.succs[0], Closed)[Target];
    bool False = reachable(Block.succs[1], Closed)[Target];
    if (True != False)
      R.push_back({Block.cond, True, bool(ends[Block.succs[True ? 1 : 0]])});
  }
  return R;
}

bool Guards::always(int Instr) const { return !canAvoid({Instr}); }

bool Guards::canAvoid(const std::vector<int> &Avoid, int Instr) const {
  std::vector<char> Closed(fun.blocks.size());
  for (int I : Avoid)
    if (int B = blockOf(I); B >= 0)
      Closed[B] = 1;
  if (fun.blocks.empty() || Closed[0])
    return false;
  int Through = Instr >= 0 ? blockOf(Instr) : 0;
  if (Through < 0 || !reachable(0, Closed)[Through])
    return false;
  std::vector<char> Behind = reachable(Through, Closed);
  for (size_t B = 0; B < fun.blocks.size(); ++B)
    if (Behind[B] && fun.blocks[B].succs.empty() && !fun.blocks[B].noReturn)
      return true;
  return false;
}

bool Guards::follows(int Instr, int After) const {
  int A = blockOf(Instr), B = blockOf(After);
  if (A < 0 || B < 0)
    return false;
  if (A == B && Instr < After)
    return true;
  std::vector<char> None(fun.blocks.size());
  for (int S : fun.blocks[A].succs)
    if (reachable(S, None)[B])
      return true;
  return false;
}

bool Guards::loops(int Instr) const { return follows(Instr, Instr); }

static bool hasText(const Judge &J, int Fn, int Instr, const char *Text) {
  const auto &Values = J.flow.of(Fn).values;
  return Instr < int(Values.size()) && Values[Instr].text == Text;
}

/// One instruction of a condition's tree.
static bool speaks(const Judge &J, int Fn, const Instr &I) {
  const FunctionFacts &F = J.flow.function(Fn);
  switch (I.type.role) {
  case TypeRole::Device:
  case TypeRole::DeviceType:
    return true;
  default:
    break;
  }
  switch (I.op) {
  case Op::Var:
    return api::speaksOfAccelerators(F.vars[I.var].name);
  case Op::Field:
    return api::speaksOfAccelerators(I.name);
  case Op::Const:
    return I.type.role == TypeRole::String && api::speaksOfAccelerators(I.text);
  case Op::Call: {
    const api::Row *R = rowOf(I);
    if (R &&
        (R->role == api::Role::Available || R->role == api::Role::DeviceTest ||
         R->role == api::Role::DeviceOf))
      return true;
    size_t At = I.callee.rfind("::");
    return api::speaksOfAccelerators(
        At == std::string::npos ? std::string(I.callee) : I.callee.substr(At + 2));
  }
  default:
    return false;
  }
}

static bool speaksBelow(const Judge &J, int Fn, int Root, unsigned Depth);

/// What a local variable is given in the function speaks of them.
static bool variableSpeaks(const Judge &J, int Fn, int Var, unsigned Depth) {
  const FunctionFacts &F = J.flow.function(Fn);
  for (const Instr &S : F.instrs)
    if (S.op == Op::Store && S.operands.size() > 1 && S.operands[0] >= 0 &&
        S.operands[1] >= 0 && F.instrs[S.operands[0]].op == Op::Var &&
        F.instrs[S.operands[0]].var == Var &&
        speaksBelow(J, Fn, S.operands[1], Depth))
      return true;
  return false;
}

/// What a flag of the class is given anywhere.
static bool fieldSpeaks(const Judge &J, const Instr &Field, unsigned Depth) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (const Instr &S : F.instrs) {
      if (S.op != Op::Store || S.operands.size() < 2 || S.operands[0] < 0 ||
          S.operands[1] < 0)
        continue;
      const Instr &Place = F.instrs[S.operands[0]];
      if (Place.op == Op::Field && Place.name == Field.name &&
          Place.cls == Field.cls &&
          speaksBelow(J, int(Fn), S.operands[1], Depth))
        return true;
    }
  }
  return false;
}

static bool speaksBelow(const Judge &J, int Fn, int Root, unsigned Depth) {
  const FunctionFacts &F = J.flow.function(Fn);
  return findInTree(F, Root, [&](const Instr &I) {
           if (speaks(J, Fn, I) ||
               hasText(J, Fn, int(&I - F.instrs.data()), "available"))
             return true;
           // `bool ok = torch::cuda::is_available() && wanted;`
           if (!Depth || I.type.role != TypeRole::Bool)
             return false;
           return (I.op == Op::Var &&
                   variableSpeaks(J, Fn, I.var, Depth - 1)) ||
                  (I.op == Op::Field && fieldSpeaks(J, I, Depth - 1));
         }) >= 0;
}

bool speaksOfAccelerator(const Judge &J, int Fn, int Cond) {
  return speaksBelow(J, Fn, Cond, 2);
}

static bool underPreprocessor(const Judge &J, const facts::SourceSpan &S) {
  return std::any_of(J.flow.facts.conditionals.begin(),
                     J.flow.facts.conditionals.end(),
                     [&](const facts::ConditionalFact &C) {
                       return C.file == S.file && S.line >= C.firstLine &&
                              S.line <= C.lastLine;
                     });
}

static bool guarded(const Judge &J, Site At, unsigned Depth) {
  const FunctionFacts &F = J.flow.function(At.fn);
  if (underPreprocessor(J, F.instrs[At.instr].span))
    return true;
  Guards G(F);
  for (const Decision &D : G.decisions(At.instr))
    if (speaksOfAccelerator(J, At.fn, D.cond))
      return true;
  if (!Depth)
    return false;
  // A lambda runs where it is made; a helper where it is called.
  if (F.kind == FunctionKind::Lambda) {
    int Parent = J.flow.functionIndex(F.parent);
    if (Parent < 0)
      return false;
    const auto &Instrs = J.flow.function(Parent).instrs;
    for (size_t I = 0; I < Instrs.size(); ++I)
      if (Instrs[I].op == Op::Lambda && Instrs[I].calleeId == F.id)
        return guarded(J, {Parent, int(I)}, Depth - 1);
    return false;
  }
  bool Called = false;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    if (int(Fn) == At.fn)
      continue;
    const auto &Instrs = J.flow.function(int(Fn)).instrs;
    for (size_t I = 0; I < Instrs.size(); ++I) {
      if (Instrs[I].calleeId.empty() || Instrs[I].calleeId != F.id)
        continue;
      Called = true;
      if (!guarded(J, {int(Fn), int(I)}, Depth - 1))
        return false;
    }
  }
  return Called;
}

bool knowsAccelerator(const Judge &J, Site At) {
  constexpr unsigned Callers = 3;
  return guarded(J, At, Callers);
}

/// A test framework's: gtest's classes derive from its own, other frameworks'
/// functions have their names from a macro.
static bool isTest(const Judge &J, const FunctionFacts &F) {
  if (F.kind == FunctionKind::Free && F.nameSpan.macro)
    return true;
  for (const ClassFacts *C : J.flow.hierarchy(F.cls))
    for (const facts::BaseFact &B : C->bases)
      if (B.name.compare(0, 9, "testing::") == 0)
        return true;
  return false;
}

bool isTestFunction(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  const int Parent =
      F.kind == FunctionKind::Lambda ? J.flow.functionIndex(F.parent) : -1;
  return isTest(J, F) || (Parent >= 0 && isTestFunction(J, Parent));
}

bool inTest(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  if (isTest(J, F))
    return true;
  if (F.nameSpan.file < 0)
    return false;
  for (const FunctionFacts &Other : J.flow.facts.functions)
    if (Other.nameSpan.file == F.nameSpan.file && isTest(J, Other))
      return true;
  const std::string &Path = J.flow.facts.files[F.nameSpan.file];
  std::string Name = Path.substr(Path.rfind('/') + 1);
  Name.erase(std::min(Name.rfind('.'), Name.size()));
  auto Ends = [&](const char *End) {
    std::string E = End;
    return Name.size() > E.size() &&
           Name.compare(Name.size() - E.size(), E.size(), E) == 0;
  };
  return Name.compare(0, 5, "test_") == 0 || Ends("_test") || Ends("_tests") ||
         Ends("_unittest") || Ends("Test");
}

} // namespace torchtidy
