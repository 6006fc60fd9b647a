//===- Propagate.cpp - the devices of an operator's results ---------------===//
#include "api/Propagate.h"
#include "api/OperatorTable.h"
#include <cstdlib>

namespace torchtidy {
namespace api {

Device Device::concrete(std::string Type, int Index) {
  Device D;
  D.kind = Concrete;
  D.type = std::move(Type);
  D.index = D.type == "cpu" ? -1 : Index;
  return D;
}

Device Device::symbolic(int Id) {
  Device D;
  D.kind = Symbol;
  D.symbol = Id;
  return D;
}

// c10::Device's grammar: a type in lower case, and a number without leading
// zeros after a colon.
Device Device::parse(const std::string &Text) {
  size_t Colon = Text.find(':');
  std::string Type = Text.substr(0, Colon);
  if (Type.empty() ||
      Type.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") !=
          std::string::npos)
    return unknown();
  if (Colon == std::string::npos)
    return concrete(Type);
  std::string Digits = Text.substr(Colon + 1);
  if (Digits.empty() || Digits.size() > 3 ||
      Digits.find_first_not_of("0123456789") != std::string::npos ||
      (Digits.size() > 1 && Digits[0] == '0'))
    return unknown();
  return concrete(Type, std::atoi(Digits.c_str()));
}

std::string Device::str() const {
  if (kind == Unknown)
    return "?";
  if (kind == Symbol)
    return "device #" + std::to_string(symbol);
  return index < 0 ? type : type + ":" + std::to_string(index);
}

Tri sameDevice(const Device &A, const Device &B) {
  if (A.kind == Device::Symbol && B.kind == Device::Symbol &&
      A.symbol == B.symbol)
    return Tri::Yes;
  if (A.kind != Device::Concrete || B.kind != Device::Concrete)
    return Tri::Unknown;
  if (A.type != B.type)
    return Tri::No;
  if (A.type == "cpu")
    return Tri::Yes;
  return (A.index < 0 ? 0 : A.index) == (B.index < 0 ? 0 : B.index) ? Tri::Yes
                                                                    : Tri::No;
}

namespace {

Tri both(Tri A, Tri B) {
  if (A == Tri::No || B == Tri::No)
    return Tri::No;
  return A == Tri::Yes && B == Tri::Yes ? Tri::Yes : Tri::Unknown;
}

Tri isCpu(const Device &D) {
  if (D.kind != Device::Concrete)
    return Tri::Unknown;
  return D.type == "cpu" ? Tri::Yes : Tri::No;
}

/// May this argument meet tensors of any device where CPU scalars may?
Tri isCpuScalar(const Argument &A) {
  Tri Scalar = both(isCpu(A.device), A.zeroDim);
  if (A.wrappedNumber == Tri::Unknown && Scalar == Tri::No)
    return Tri::Unknown;
  return Scalar;
}

std::string nameOf(const Argument &A) {
  return A.name.empty() ? "argument " + std::to_string(A.position + 1)
                        : "'" + A.name + "'";
}

/// The comparison of one call's arguments: finds the common device and the
/// first certain clash, or else the first possible one.
class Comparison {
public:
  Comparison(const Call &C, const Spec &S) : C(C), S(S) {}

  /// By kind \p K over the arguments with this list index (and those outside
  /// lists); -1: over all.
  void compare(Kind K, int Element);

  /// The arguments with a rule of their own, once the common device is known.
  void checkRules();

  bool hasCommon() const { return Common >= 0; }
  const Device &common() const { return C.arguments[Common].device; }
  int maskArgument() const;

  Verdict::Kind kind = Verdict::Fine;
  int first = -1, odd = -1;
  std::string reason;

private:
  bool takesPart(size_t I, int Element, ArgRule &Rule) const;
  void walk(Kind K, int Element);
  void iterate(int Element);
  int iterationReference(int Element) const;
  void checkWritten(int Element);
  int zeroDimReference() const;
  void report(Tri Same, int First, int Odd, std::string Why = {});

  const Call &C;
  const Spec &S;
  int Common = -1;
};

/// \p Same No is a certain clash, Unknown a possible one. The first of the
/// stronger kind stays.
void Comparison::report(Tri Same, int First, int Odd, std::string Why) {
  Verdict::Kind K = Same == Tri::No ? Verdict::Clash : Verdict::PossibleClash;
  if (Same == Tri::Yes || kind == Verdict::Clash || kind == K)
    return;
  kind = K;
  first = First;
  odd = Odd;
  reason = std::move(Why);
}

/// Is the argument compared with the others by the kind's rule?
bool Comparison::takesPart(size_t I, int Element, ArgRule &Rule) const {
  const Argument &A = C.arguments[I];
  if (A.wrappedNumber == Tri::Yes ||
      (Element >= 0 && A.element >= 0 && A.element != Element))
    return false;
  Rule = S.arguments.empty() ? ArgRule::None : S.ruleFor(A);
  return Rule == ArgRule::None || Rule == ArgRule::Exact ||
         Rule == ArgRule::Meta || Rule == ArgRule::OneCpu;
}

int Comparison::maskArgument() const {
  for (size_t I = 0; I < C.arguments.size(); ++I)
    if (C.arguments[I].boolOrByte && S.ruleFor(C.arguments[I]) == ArgRule::Mask)
      return static_cast<int>(I);
  return -1;
}

/// FakeTensor's walk over the arguments in order, and (without the scalars) the
/// check of aten's generated wrappers.
void Comparison::walk(Kind K, int Element) {
  bool Scalars = K == Kind::Scalars || K == Kind::Inputs;
  Tri CommonScalar = Tri::No;
  int Firm = -1; // the first whose device is known and must match
  for (size_t I = 0; I < C.arguments.size(); ++I) {
    const Argument &A = C.arguments[I];
    ArgRule Rule;
    if (!takesPart(I, Element, Rule) || (K == Kind::Inputs && A.written))
      continue;
    int Index = static_cast<int>(I);
    Tri Scalar = Scalars && Rule != ArgRule::Exact ? isCpuScalar(A) : Tri::No;
    if (Common < 0) {
      Common = Index;
      CommonScalar = Scalar;
    }
    bool IsFirm = A.device.kind == Device::Concrete && Scalar == Tri::No &&
                  (Rule == ArgRule::None || Rule == ArgRule::Exact);
    if (IsFirm && Firm < 0)
      Firm = Index;
    if (Index == Common || K == Kind::Free)
      continue;
    // The common device may be a symbol's; two known ones clash all the same.
    if (IsFirm && Common != Firm && common().kind != Device::Concrete)
      report(sameDevice(C.arguments[Firm].device, A.device), Firm, Index);
    Tri Same = sameDevice(common(), A.device);
    if (Same == Tri::Yes) {
      CommonScalar = both(CommonScalar, Scalar);
      continue;
    }
    if (Scalar == Tri::Yes ||
        (Rule == ArgRule::Meta &&
         (common().isConcrete("meta") || A.device.isConcrete("meta"))) ||
        (Rule == ArgRule::OneCpu &&
         (common().isConcrete("cpu") || A.device.isConcrete("cpu"))))
      continue;
    if (CommonScalar == Tri::Yes && Rule != ArgRule::Exact) {
      Common = Index;
      CommonScalar = Scalar;
      continue;
    }
    bool Certain = Same == Tri::No && Scalar == Tri::No &&
                   (CommonScalar == Tri::No || Rule == ArgRule::Exact);
    report(Certain ? Tri::No : Tri::Unknown, Common, Index);
    if (common().kind == Device::Unknown || CommonScalar != Tri::No) {
      Common = Index; // if it is fine at all, this one tells the device
      CommonScalar = Scalar;
    }
  }
}

/// The operand whose device TensorIterator takes: the first that isn't on the
/// CPU, or that may not be.
int Comparison::iterationReference(int Element) const {
  int Scalar = -1, Other = -1;
  for (size_t I = 0; I < C.arguments.size(); ++I) {
    const Argument &A = C.arguments[I];
    ArgRule Rule;
    if (!takesPart(I, Element, Rule))
      continue;
    if (isCpu(A.device) == Tri::No)
      return static_cast<int>(I);
    int &Slot = !A.written && isCpuScalar(A) == Tri::Yes ? Scalar : Other;
    if (Slot < 0 ||
        (&Slot == &Other && C.arguments[Slot].device.kind == Device::Unknown &&
         A.device.kind != Device::Unknown))
      Slot = static_cast<int>(I);
  }
  return Other >= 0 ? Other : Scalar;
}

void Comparison::iterate(int Element) {
  Common = iterationReference(Element);
  int CpuScalars = 0;
  for (size_t I = 0; I < C.arguments.size(); ++I) {
    const Argument &A = C.arguments[I];
    ArgRule Rule;
    if (static_cast<int>(I) == Common || !takesPart(I, Element, Rule))
      continue;
    Tri Same = sameDevice(common(), A.device);
    if (Same == Tri::Yes)
      continue;
    Tri Scalar = A.written || Rule == ArgRule::Exact ? Tri::No : isCpuScalar(A);
    if (Scalar == Tri::Yes) {
      if (++CpuScalars > 1)
        report(Same, Common, static_cast<int>(I),
               "more than one CPU scalar meets tensors of another device");
      continue;
    }
    report(Scalar == Tri::No ? Same : Tri::Unknown, Common,
           static_cast<int>(I));
  }
}

/// What is written keeps its device, so it must be the common one.
void Comparison::checkWritten(int Element) {
  for (size_t I = 0; I < C.arguments.size(); ++I) {
    ArgRule Rule;
    if (C.arguments[I].written && Common >= 0 && takesPart(I, Element, Rule))
      report(sameDevice(common(), C.arguments[I].device), Common,
             static_cast<int>(I));
  }
}

void Comparison::compare(Kind K, int Element) {
  Common = -1;
  if (K == Kind::Iter)
    return iterate(Element);
  walk(K, Element);
  if (K == Kind::Scalars || K == Kind::Inputs)
    checkWritten(Element);
}

/// Where only arguments that may be 0-dim are compared: the first that isn't.
int Comparison::zeroDimReference() const {
  int Best = -1, BestRank = -1;
  for (size_t I = 0; I < C.arguments.size(); ++I) {
    const Argument &A = C.arguments[I];
    if (A.wrappedNumber == Tri::Yes || S.ruleFor(A) != ArgRule::ZeroDim)
      continue;
    int Rank = (A.zeroDim == Tri::No        ? 4
                : A.zeroDim == Tri::Unknown ? 2
                                            : 0) +
               (isCpu(A.device) == Tri::No ? 1 : 0);
    if (Rank > BestRank) {
      Best = static_cast<int>(I);
      BestRank = Rank;
    }
  }
  return Best;
}

void Comparison::checkRules() {
  if (Common < 0)
    Common = zeroDimReference();
  for (size_t I = 0; I < C.arguments.size(); ++I) {
    const Argument &A = C.arguments[I];
    int Index = static_cast<int>(I);
    if (A.wrappedNumber == Tri::Yes || Index == Common)
      continue;
    Tri Same = Common < 0 ? Tri::Yes : sameDevice(common(), A.device);
    switch (S.ruleFor(A)) {
    case ArgRule::Cpu:
      // No other argument has a part in it.
      if (isCpu(A.device) != Tri::Yes)
        report(isCpu(A.device), Index, Index,
               nameOf(A) + " must be on cpu: it is read on the host");
      break;
    case ArgRule::Host:
      if (isCpu(A.device) != Tri::Yes && Same != Tri::Yes)
        report(Same, Common, Index,
               nameOf(A) + " must be on cpu or on the device of " +
                   nameOf(C.arguments[Common]));
      break;
    case ArgRule::ZeroDim:
      if (A.zeroDim == Tri::Yes)
        break;
      report(A.zeroDim == Tri::No || Same == Tri::Yes ? Same : Tri::Unknown,
             Common, Index);
      break;
    default:
      break;
    }
  }
}

const Device *deviceOf(const Call &C, const ArgRef &Ref) {
  for (const Argument &A : C.arguments)
    if (Ref.matches(A))
      return &A.device;
  return nullptr;
}

/// FakeTensor gives every accelerator an index.
Device normalised(const Device &D, Strictness S) {
  Device Result = D;
  if (S == Strictness::FakeTensor && D.kind == Device::Concrete &&
      D.index < 0 && D.type != "cpu" && D.type != "meta")
    Result.index = 0;
  return Result;
}

/// The device that an unchecked operator's out= argument brings, or null.
const Device *outDevice(const Call &C) {
  for (const Argument &A : C.arguments)
    if (A.written && A.position != 0 && A.name != "self")
      return &A.device;
  return nullptr;
}

/// Devices of the results where they aren't those of list elements.
void fillResults(const Call &C, const Spec &Sp, const Device &Common,
                 Strictness S, std::vector<Device> &Results) {
  size_t N = C.numResults > 0 ? static_cast<size_t>(C.numResults) : 0;
  if (!Sp.results.empty() && Sp.results.front().what == ResultRule::None)
    return;
  if (C.hasDevice) {
    Results.assign(N, normalised(C.device, S));
    return;
  }
  Results.reserve(N);
  const Device *Out = Sp.kind == Kind::Free ? outDevice(C) : nullptr;
  for (size_t I = 0; I < N; ++I) {
    ResultRule Rule;
    if (!Sp.results.empty())
      Rule = Sp.results[I < Sp.results.size() ? I : Sp.results.size() - 1];
    const Device *D = &Common;
    if (Rule.what == ResultRule::OfArgument) {
      const Device *Of = Out ? Out : deviceOf(C, Rule.argument);
      D = Of ? Of : &Common;
    }
    Results.push_back(Rule.what == ResultRule::Cpu ? Device::concrete("cpu")
                                                   : normalised(*D, S));
  }
}

int listLength(const Call &C) {
  int Length = 0;
  for (const Argument &A : C.arguments)
    if (A.element >= Length)
      Length = A.element + 1;
  return Length;
}

/// The common device, also after a clash: as though the tensors on the CPU had
/// been moved, so that one mistake doesn't become many.
Device resultDevice(const Call &C, const Comparison &Cmp) {
  if (Cmp.kind == Verdict::Clash && Cmp.first >= 0 &&
      isCpu(C.arguments[Cmp.first].device) == Tri::Yes)
    return C.arguments[Cmp.odd].device;
  if (Cmp.hasCommon())
    return Cmp.common();
  for (const Argument &A : C.arguments) // wrapped numbers only, or ruled ones
    if (A.wrappedNumber != Tri::Yes)
      return A.device;
  return Device::concrete("cpu");
}

/// Of two devices that clash, the one that fewer arguments are on is odd.
void nameTheOddOne(const Call &C, Verdict &V) {
  if (V.first < 0 || V.odd < 0 || !V.reason.empty())
    return;
  int WithFirst = 0, WithOdd = 0;
  for (const Argument &A : C.arguments) {
    if (A.wrappedNumber == Tri::Yes || A.zeroDim == Tri::Yes)
      continue;
    WithFirst += sameDevice(A.device, C.arguments[V.first].device) == Tri::Yes;
    WithOdd += sameDevice(A.device, C.arguments[V.odd].device) == Tri::Yes;
  }
  if (WithOdd > WithFirst)
    std::swap(V.first, V.odd);
}

void takeVerdict(const Comparison &Cmp, Verdict &V) {
  if (Cmp.kind == Verdict::Fine || V.kind == Verdict::Clash ||
      V.kind == Cmp.kind)
    return;
  V.kind = Cmp.kind;
  V.first = Cmp.first;
  V.odd = Cmp.odd;
  V.reason = Cmp.reason;
}

void compareLists(const Call &C, const Spec &Sp, Strictness S, Verdict &V) {
  Kind Inner = Sp.kind == Kind::Free    ? Kind::Free
               : S == Strictness::Eager ? Kind::Iter
                                        : Kind::Scalars;
  bool Each =
      !Sp.results.empty() && Sp.results.front().what == ResultRule::Each;
  for (int Element = 0, N = listLength(C); Element < N; ++Element) {
    Comparison Cmp(C, Sp);
    Cmp.compare(Inner, Element);
    takeVerdict(Cmp, V);
    if (Each && C.numResults > 0)
      V.results.push_back(normalised(resultDevice(C, Cmp), S));
  }
}

} // namespace

Verdict propagate(const Call &C, Strictness S, int Version) {
  const Spec Own = C.spec.empty() ? Spec() : parseSpec(C.spec);
  const Spec &Sp = C.spec.empty() ? specOf(C, S, Version) : Own;
  Verdict V;
  // FakeTensor looks for the common device when it wraps a result.
  bool Unchecked = S == Strictness::FakeTensor && C.numResults == 0;

  bool Each =
      !Sp.results.empty() && Sp.results.front().what == ResultRule::Each;
  if (Sp.kind == Kind::Values) {
    V.kind = Verdict::DataDependent;
    Comparison Cmp(C, Sp);
    Cmp.compare(Kind::Free, -1);
    fillResults(C, Sp, resultDevice(C, Cmp), S, V.results);
    return V;
  }
  if ((Sp.kind == Kind::Lists || Each) && listLength(C) > 0) {
    if (!Unchecked)
      compareLists(C, Sp, S, V);
  } else {
    Comparison Cmp(C, Sp);
    bool Lists = Sp.kind == Kind::Lists;
    Cmp.compare(!Lists                   ? Sp.kind
                : S == Strictness::Eager ? Kind::Iter
                                         : Kind::Scalars,
                -1);
    if (!Sp.arguments.empty())
      Cmp.checkRules();
    if (!Unchecked)
      takeVerdict(Cmp, V);
    fillResults(C, Sp, resultDevice(C, Cmp), S, V.results);
    if (!Sp.arguments.empty() && Cmp.maskArgument() >= 0)
      V.kind = Verdict::DataDependent;
  }
  // What a custom operator does with devices is its own affair.
  if (S == Strictness::Eager && V.kind == Verdict::Clash &&
      C.spec.empty() && !isKnownOperator(C.op))
    V.kind = Verdict::PossibleClash;
  if (S == Strictness::Eager && Sp.kind != Kind::Lists)
    nameTheOddOne(C, V);
  return V;
}

} // namespace api
} // namespace torchtidy
