//===- DeviceUse.cpp - where a device decides, and who wrote it -*- C++ -*-===//
#include "checks/common/DeviceUse.h"
#include <algorithm>

namespace torchtidy {

bool placesSomething(const Instr &I) {
  const api::Row *R = I.op == Op::Call ? rowOf(I) : nullptr;
  if (!R)
    return false;
  switch (R->role) {
  case api::Role::Factory:
  case api::Role::FactoryLike:
  case api::Role::FromBlob:
  case api::Role::MoveModule:
  case api::Role::Load:
    return true;
  case api::Role::MoveTensor:
    return std::string_view(R->info) != "type";
  default:
    return false;
  }
}

static bool saysDevice(TypeRole R) {
  return flow::namesDevice(R) || R == TypeRole::Optional;
}

std::vector<int> deviceOperands(const FunctionFacts &F, const Instr &I) {
  std::vector<int> R;
  if (!placesSomething(I))
    return R;
  for (size_t K = 0; K < I.operands.size(); ++K) {
    int Id = I.operands[K];
    TypeRole P = K < I.args.size() ? I.args[K].type.role : TypeRole::Other;
    if (Id >= 0 && (saysDevice(F.instrs[Id].type.role) || saysDevice(P)))
      R.push_back(Id);
  }
  return R;
}

bool isLiteralAccelerator(const Instr &I) {
  if (I.op == Op::Const) {
    if (I.type.role != TypeRole::DeviceType && I.type.role != TypeRole::String)
      return false;
    Device D = Device::parse(I.text);
    return D.kind == Device::Concrete && api::isAccelerator(D.type);
  }
  const api::Row *R = I.op == Op::Call ? rowOf(I) : nullptr;
  return R &&
         (R->role == api::Role::MoveTensor ||
          R->role == api::Role::OptionsMaker) &&
         api::isAccelerator(R->info);
}

namespace {
class Search {
public:
  explicit Search(const FunctionFacts &F) : F(F) {}
  std::set<int> found;

  void look(int Id) {
    if (Id < 0 || !Seen.insert(Id).second)
      return;
    const Instr &I = F.instrs[Id];
    if (isLiteralAccelerator(I)) {
      found.insert(Id);
      return;
    }
    switch (I.op) {
    case Op::Var:
      return variable(I.var);
    case Op::Construct:
      if (I.type.role == TypeRole::Device && I.operands.size() > 1 &&
          I.operands[1] >= 0 && F.instrs[I.operands[1]].op != Op::Const)
        return; // an index that only the run knows
      break;
    case Op::Call: {
      const api::Row *R = rowOf(I);
      bool Options = R && (R->role == api::Role::OptionsSetter ||
                           R->role == api::Role::OptionsMaker);
      if (!Options)
        return;
      look(I.receiver);
      break;
    }
    case Op::Phi:
    case Op::Other:
      break;
    default:
      return;
    }
    for (int O : I.operands)
      look(O);
  }

private:
  void variable(int Var) {
    facts::Storage S = F.vars[Var].storage;
    if (S != facts::Storage::Local && S != facts::Storage::StaticLocal)
      return;
    for (const Instr &I : F.instrs)
      if (I.op == Op::Store && I.operands.size() > 1 && I.operands[0] >= 0 &&
          F.instrs[I.operands[0]].op == Op::Var &&
          F.instrs[I.operands[0]].var == Var)
        look(I.operands[1]);
  }

  const FunctionFacts &F;
  std::set<int> Seen;
};
} // namespace

std::vector<int> literalsBehind(const FunctionFacts &F, int Instr) {
  Search S(F);
  S.look(Instr);
  return std::vector<int>(S.found.begin(), S.found.end());
}

const facts::SourceSpan &literalSpan(const Instr &I) {
  return I.op == Op::Call && I.nameSpan.valid() ? I.nameSpan : I.span;
}

std::string literalText(const Instr &I) {
  if (I.op != Op::Call)
    return I.text;
  const api::Row *R = rowOf(I);
  return R ? R->info : "";
}

} // namespace torchtidy
