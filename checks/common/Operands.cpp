//===- Operands.cpp - where the operands of a call come from ----*- C++ -*-===//
#include "checks/common/Operands.h"
#include "checks/common/Edits.h"

namespace torchtidy {

int settled(const FunctionFacts &F, int Id) {
  if (Id < 0 || F.instrs[Id].op != Op::Var)
    return Id;
  const int Var = F.instrs[Id].var;
  if (F.vars[Var].storage != facts::Storage::Local)
    return Id;
  int From = -1;
  unsigned Writes = 0;
  for (const Instr &I : F.instrs) {
    bool Store = I.op == Op::Store && I.operands.size() > 1 &&
                 I.operands[0] >= 0 && F.instrs[I.operands[0]].op == Op::Var &&
                 F.instrs[I.operands[0]].var == Var;
    bool Bind = I.op == Op::Bind && I.var == Var && !I.operands.empty();
    if (!Store && !Bind)
      continue;
    ++Writes;
    From = I.operands.back();
  }
  return Writes == 1 && From >= 0 ? settled(F, From) : Id;
}

int operandNamed(const Instr &Call, const std::string &Name) {
  const std::string Base = Name.substr(0, Name.find('['));
  for (size_t K = 0; K < Call.operands.size() && K < Call.args.size(); ++K)
    if (!Base.empty() && Call.args[K].param == Base)
      return Base == Name ? Call.operands[K] : -1;
  return Base == "self" || Base == "input" ? Call.receiver : -1;
}

int onlySize(const FunctionFacts &F, const Instr &Factory) {
  int Id = Factory.operands.empty() ? -1 : Factory.operands[0];
  while (Id >= 0 && F.instrs[Id].op == Op::Construct &&
         F.instrs[Id].operands.size() == 1)
    Id = F.instrs[Id].operands[0];
  return Id;
}

std::string sourceOf(const FunctionFacts &F, int Id) {
  if (Id < 0)
    return "";
  const Instr &I = F.instrs[Id];
  return I.op == Op::Var       ? std::string(F.vars[I.var].name)
         : I.op == Op::Element ? oneLine(I.name)
                               : oneLine(I.text);
}

std::string quoted(const FunctionFacts &F, int Id) {
  std::string Text = sourceOf(F, Id);
  // The receiver of `net->forward(x)` is written up to the name of the method.
  if (Text.size() > 2 && Text.compare(Text.size() - 2, 2, "->") == 0)
    Text.resize(Text.size() - 2);
  return Text.empty() || Text.size() > 40 ? "" : "'" + Text + "'";
}

bool movesToDevice(const Judge &J, int Fn, int Id) {
  const FunctionFacts &F = J.flow.function(Fn);
  const Instr &I = F.instrs[Id];
  const auto &Values = J.flow.of(Fn).values;
  if (I.op != Op::Call || I.receiver < 0)
    return false;
  // In a template, a method of what isn't known is taken for a tensor's.
  const TypeRole On = F.instrs[I.receiver].type.role;
  const api::Row *R = !I.api.empty() ? api::findRow(I.api)
                      : I.callee == I.name && (On == TypeRole::Dependent ||
                                               On == TypeRole::Tensor)
                          ? api::findRow(api::methodOfTensor(I.name))
                          : nullptr;
  if (!R || R->role != api::Role::MoveTensor)
    return false;
  const std::string_view Info = R->info;
  if (Info != "args")
    return Info != "type";
  for (size_t K = 0; K < I.operands.size(); ++K) {
    const int O = I.operands[K];
    TypeRole Given = O < 0 ? TypeRole::Other : F.instrs[O].type.role;
    TypeRole Asked = K < I.args.size() ? I.args[K].type.role : Given;
    bool NoDevice = O >= 0 && O < int(Values.size()) &&
                    Values[O].role == TypeRole::TensorOptions &&
                    Values[O].hasDevice == Tri::No;
    for (TypeRole T : {Given, Asked})
      if (!NoDevice && (T == TypeRole::Device || T == TypeRole::DeviceType ||
                        T == TypeRole::TensorOptions || T == TypeRole::Tensor))
        return true;
  }
  return false;
}

} // namespace torchtidy
