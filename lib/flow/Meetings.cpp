//===- Meetings.cpp - who meets whom in one operator ------------*- C++ -*-===//
#include "flow/Interp.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

using facts::NoValue;

constexpr size_t MaxMeetings = 400;

/// The value is one thing on every way: at most one alternative is a tensor.
static bool single(const Value &V) {
  return std::count_if(V.alts.begin(), V.alts.end(),
                       [](const Alt &A) { return !A.undefined; }) < 2;
}

static bool bothElsewhere(const Device &A, const Device &B) {
  return A.kind == Device::Concrete && B.kind == Device::Concrete &&
         A.type != "cpu" && B.type != "cpu";
}

/// Asks of every pair whether the operator would refuse it on two devices, and
/// of each argument whether it has to be on cpu.
void Interp::meet(int Id, const std::string &Op, const std::vector<Arg> &Args,
                  bool AllRefuse, const std::string &Spec) {
  if (!recording)
    return;
  std::vector<std::string> Names;
  for (const Arg &A : Args)
    Names.push_back(A.name);
  std::vector<int> Answers(Args.size(),
                           ProjectFlow::Refused | ProjectFlow::RefusedApart);
  if (!AllRefuse)
    for (size_t K = 0; K < Args.size(); ++K)
      Answers[K] = F.probe(Op, Names, K, Spec);
  for (size_t K = 0; K < Args.size(); ++K)
    for (const Alt &A : Args[K].value.alts)
      if ((Answers[K] & ProjectFlow::HostOnly) && !A.undefined &&
          A.device.kind != Device::Unknown && !A.device.isConcrete("cpu"))
        out.hostArguments.push_back({{fn, Id}, {fn, Id}, Op, Names[K], A,
                                     single(Args[K].value)});
  for (size_t X = 0; X < Args.size(); ++X)
    for (size_t Y = X + 1; Y < Args.size(); ++Y)
      for (const Alt &A : Args[X].value.alts)
        for (const Alt &B : Args[Y].value.alts) {
          if (A.undefined || B.undefined || A.device.kind == Device::Unknown ||
              B.device.kind == Device::Unknown ||
              api::sameDevice(A.device, B.device) == Tri::Yes ||
              out.meetings.size() >= MaxMeetings)
            continue;
          Meeting M;
          M.at = M.call = {fn, Id};
          M.op = Op;
          M.argA = Args[X].name;
          M.argB = Args[Y].name;
          M.a = A;
          M.b = B;
          M.refusesA = Answers[X] & ProjectFlow::Refused;
          M.refusesB = Answers[Y] & ProjectFlow::Refused;
          M.scalarA = Answers[X] & ProjectFlow::UnlessScalar;
          M.scalarB = Answers[Y] & ProjectFlow::UnlessScalar;
          M.moduleA = Args[X].module;
          M.moduleB = Args[Y].module;
          M.onlyA = single(Args[X].value);
          M.onlyB = single(Args[Y].value);
          M.apart = (Answers[X] & Answers[Y] & ProjectFlow::RefusedApart) &&
                    bothElsewhere(A.device, B.device);
          if (M.refusesA || M.refusesB || M.apart)
            out.meetings.push_back(std::move(M));
        }
}

/// A generator has to be of the device type of what it fills.
void Interp::meetGenerator(const Instr &I, int Id, const std::string &Op,
                           const Value &Filled) {
  if (!recording)
    return;
  for (size_t K = 0; K < I.operands.size(); ++K) {
    Value G = operand(I, K);
    if (G.role != TypeRole::Generator)
      continue;
    for (const Alt &A : G.alts)
      for (const Alt &B : Filled.alts) {
        bool Known = A.device.kind != Device::Unknown &&
                     B.device.kind != Device::Unknown && !A.undefined &&
                     !B.undefined;
        bool Same = A.device.kind == Device::Concrete &&
                    B.device.kind == Device::Concrete &&
                    A.device.type == B.device.type;
        if (!Known || Same || out.meetings.size() >= MaxMeetings)
          continue;
        Meeting M;
        M.at = M.call = {fn, Id};
        M.op = Op;
        M.argA = K < I.args.size() ? I.args[K].param : "";
        M.a = A;
        M.b = B;
        M.refusesA = M.refusesB = M.apart = M.generator = true;
        M.onlyA = single(G);
        M.onlyB = single(Filled);
        out.meetings.push_back(std::move(M));
      }
  }
}

/// A generator belongs to a device: the one that its maker's row, its class or
/// an argument says.
Value Interp::generator(const Instr &I, const api::Row *R) {
  Value V;
  V.role = TypeRole::Generator;
  Alt A;
  A.fresh = true;
  const std::string_view Info = R->info;
  if (Info == "args") {
    for (const Value &D : operands(I))
      if (D.role == TypeRole::Device && D.alts.size() == 1)
        A.device = D.alts[0].device;
  } else if (Info == "type") {
    std::string_view Type;
    if (!I.type.args.empty())
      Type = api::deviceConstant(api::normalise(I.type.args[0].name));
    if (!Type.empty())
      A.device = Device::concrete(std::string(Type));
  } else {
    A.device = Device::concrete(std::string(Info));
  }
  Source S;
  S.kind = Source::Explicit;
  S.fn = fn;
  S.instr = int(&I - fun.instrs.data());
  A.sources = {S};
  A.identity = made(S.instr);
  addAlt(V, A);
  return V;
}

/// What a data loader gives is where its data set made it.
bool Interp::loader(const Instr &I, Alt &A) {
  const api::Row *R = I.api.empty() ? nullptr : api::findRow(I.api);
  if (!R || R->role != api::Role::MakeLoader)
    return false;
  Symbol S;
  S.kind = Symbol::Loader;
  A.device = Device::symbolic(F.names.symbol(S));
  return true;
}

/// A part of one of LibTorch's plain objects, such as the batch that a data
/// loader gave: it is where the object is.
bool Interp::partOfLoaded(int Path, Value &V) {
  const Paths::Node N = F.paths[Path];
  if (N.kind != Paths::Field || N.parent < 0 || F.classOf(N.cls))
    return false;
  Value Object = readPath(N.parent);
  if (Object.role != TypeRole::Record && Object.role != TypeRole::Other)
    return false;
  for (Alt A : Object.alts) {
    if (A.device.kind != Device::Symbol)
      continue;
    Symbol::Kind K = F.names[A.device.symbol].kind;
    if (K != Symbol::Loader && K != Symbol::Param)
      continue;
    A.identity = F.names.identity(HeldBy, fn, Path);
    addAlt(V, A);
  }
  return V.known();
}

} // namespace flow
} // namespace torchtidy
