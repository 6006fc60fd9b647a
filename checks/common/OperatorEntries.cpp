//===- OperatorEntries.cpp - operators of the project -----------*- C++ -*-===//
#include "checks/common/OperatorEntries.h"
#include "checks/common/Guards.h"
#include <algorithm>

namespace torchtidy {

static bool isFunction(const Instr &I) {
  return I.op == Op::Const && I.type.role == TypeRole::Function;
}

/// The function that an argument names: `f`, `&f`, `TORCH_FN(f)`.
static int functionOf(const Judge &J, const FunctionFacts &F, int Arg) {
  int At = findInTree(F, Arg, isFunction);
  if (At >= 0)
    return J.flow.functionIndex(F.instrs[At].calleeId);
  // A macro that puts it into a type: its text is left.
  const std::string &Text = F.instrs[Arg].text;
  size_t Open = Text.find('('), Close = Text.rfind(')');
  if (Open == std::string::npos || Close == std::string::npos || Close < Open)
    return -1;
  std::string Name = Text.substr(Open + 1, Close - Open - 1);
  int Found = -1;
  for (size_t Fn = 0; Fn < J.flow.size() && !Name.empty(); ++Fn) {
    const FunctionFacts &G = J.flow.function(int(Fn));
    if (G.name != Name && G.shortName != Name)
      continue;
    if (Found >= 0)
      return -1;
    Found = int(Fn);
  }
  return Found;
}

/// The device type that code speaks of, "" if it is none or several.
static std::string typeIn(const FunctionFacts &F, int Root) {
  std::string R;
  for (size_t K = 0; K < F.instrs.size(); ++K) {
    const Instr &I = F.instrs[K];
    if (I.op != Op::Const || I.type.role != TypeRole::DeviceType)
      continue;
    if (Root >= 0 &&
        findInTree(F, Root, [&](const Instr &X) { return &X == &I; }) < 0)
      continue;
    if (!R.empty() && R != I.text)
      return "";
    R = I.text;
  }
  return R;
}

OperatorEntries::OperatorEntries(const Judge &J) {
  // TORCH_LIBRARY_IMPL: a static object, made from a function and a key.
  std::map<int, std::string> Types;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    // The function may be named in a lambda of the object's initialiser.
    int Parent = F.kind == FunctionKind::Lambda ? J.flow.functionIndex(F.parent)
                                                : int(Fn);
    if (Parent < 0 || J.flow.function(Parent).kind != FunctionKind::GlobalInit)
      continue;
    for (const Instr &I : F.instrs)
      if (int Body = isFunction(I) ? J.flow.functionIndex(I.calleeId) : -1;
          Body >= 0)
        Types[Body] = typeIn(J.flow.function(Parent), -1);
  }
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (size_t K = 0; K < F.instrs.size(); ++K) {
      const Instr &I = F.instrs[K];
      const api::Row *R = I.op == Op::Call
                              ? api::findRow(I.api.empty() ? I.callee : I.api)
                              : nullptr;
      if (!R || R->role != api::Role::DefineOperator || I.operands.size() < 2 ||
          I.operands[1] < 0)
        continue;
      OperatorEntry X;
      X.fn = functionOf(J, F, I.operands[1]);
      X.at = {int(Fn), int(K)};
      X.type = typeIn(F, I.operands[1]);
      if (X.type.empty() && Types.count(int(Fn)))
        X.type = Types[int(Fn)];
      if (X.fn >= 0)
        found.push_back(std::move(X));
    }
  }
}

bool OperatorEntries::isFor(int Fn, const std::string &Type) const {
  return std::any_of(found.begin(), found.end(), [&](const OperatorEntry &X) {
    return X.fn == Fn && X.type == Type;
  });
}

bool OperatorEntries::reaches(const Judge &J, int Fn) const {
  std::set<int> Seen{Fn};
  std::vector<int> Work{Fn};
  while (!Work.empty()) {
    const int At = Work.back();
    Work.pop_back();
    for (const OperatorEntry &X : found)
      if (X.fn == At)
        return true;
    for (int Caller : J.flow.of(At).calledBy)
      if (Seen.insert(Caller).second)
        Work.push_back(Caller);
  }
  return false;
}

static bool saysCpu(std::string Name) {
  std::transform(Name.begin(), Name.end(), Name.begin(), ::tolower);
  return Name.find("cpu") != std::string::npos;
}

/// "ops/cpu/nms.cpp" and "nms_cpu.cpp" say it, wherever the project lies.
static bool fileSaysCpu(const std::string &Path) {
  size_t Base = Path.rfind('/');
  size_t Folder =
      Base == std::string::npos || Base == 0 ? Base : Path.rfind('/', Base - 1);
  return saysCpu(Path.substr(Folder == std::string::npos ? 0 : Folder));
}

bool knowsOfDevices(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  for (size_t K = 0; K < F.instrs.size(); ++K) {
    const api::Row *R = rowOf(F.instrs[K]);
    if (!R)
      continue;
    if (R->role == api::Role::DeviceTest || R->role == api::Role::DeviceOf ||
        R->role == api::Role::DeviceIndex)
      return true;
    if (R->role == api::Role::MoveTensor)
      for (const Alt &A : J.flow.of(Fn).values[K].alts)
        if (A.moved)
          return true;
  }
  return false;
}

bool takesAnyDevice(const Judge &J, const OperatorEntries &R, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  if (J.inDataset(Fn) || F.kind == FunctionKind::Lambda || J.constructs(Fn) ||
      R.isFor(Fn, "cpu") || saysCpu(F.name) ||
      fileSaysCpu(J.flow.facts.files[F.nameSpan.file]) || knowsOfDevices(J, Fn))
    return false;
  for (int Caller : J.flow.of(Fn).calledBy)
    if (Caller != Fn && !isTestFunction(J, Caller))
      return false;
  return J.inModule(Fn) ? J.flow.speaksOfDevices()
                        : J.flow.speaksOfDevices(F.nameSpan.file);
}

} // namespace torchtidy
