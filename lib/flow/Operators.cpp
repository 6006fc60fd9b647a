//===- Operators.cpp - who meets whom, and what comes out -------*- C++ -*-===//
#include "flow/Interp.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

using api::Row;
using facts::NoValue;

static bool accelerator(const Device &D) {
  return D.kind == Device::Concrete && D.type != "cpu";
}

void Interp::addArg(std::vector<Arg> &To, const std::string &Name,
                    const Value &V) {
  switch (V.role) {
  case TypeRole::Container:
  case TypeRole::Tuple:
  case TypeRole::FunctionalOptions:
    for (size_t K = 0; K < V.elements.size(); ++K)
      addArg(To,
             V.role == TypeRole::FunctionalOptions
                 ? "weight"
                 : Name + "[" + std::to_string(K) + "]",
             V.elements[K]);
    if (V.elements.empty() && V.known())
      To.push_back(
          {V.role == TypeRole::FunctionalOptions ? "weight" : Name + "[0]", V,
           false});
    return;
  case TypeRole::Tensor:
  case TypeRole::PackedSequence:
  case TypeRole::IValue:
  case TypeRole::Optional:
    if (V.alts.empty() && V.role == TypeRole::Tensor) {
      // It is somewhere; nobody knows where.
      Value Somewhere = V;
      addAlt(Somewhere, Alt());
      To.push_back({Name, Somewhere, false});
      return;
    }
    for (const Alt &A : V.alts)
      if (!A.undefined) {
        To.push_back({Name, V, false});
        return;
      }
    return;
  default:
    return;
  }
}

std::vector<Interp::Arg> Interp::tensorArgs(const Instr &I) {
  std::vector<Arg> Args;
  if (I.receiver != NoValue)
    addArg(Args, "self", read(vals[I.receiver]));
  for (size_t K = 0; K < I.operands.size(); ++K) {
    if (I.operands[K] == NoValue)
      continue;
    Value V = operand(I, K);
    int Path = vals[I.operands[K]].path;
    // A local list that was filled one by one, wholly or after it was made
    // with some.
    if (V.role == TypeRole::Container && Path >= 0 &&
        (!V.known() || !V.elements.empty())) {
      const int Element = F.paths.element(Path, "*");
      Value Any;
      if (V.elements.empty())
        Any = readPath(Element);
      else if (auto Added = st.env.find(Element); Added != st.env.end())
        Any = Added->second;
      // Elements that differ meet each other.
      for (const Alt &A : Any.alts) {
        Value One = Any;
        One.alts = {A};
        V.elements.push_back(One);
      }
    }
    std::string Name = K < I.args.size() ? I.args[K].param : "";
    addArg(Args, Name, V);
  }
  return Args;
}

/// The device of a result: where the arguments are that have one. A clash was
/// told where it is; what comes after is on the device.
Value Interp::combine(const std::vector<Arg> &Args, TypeRole Role, int Id) {
  Value V;
  V.role = Role;
  std::vector<Source> Cpu;
  Tri ZeroDim = Tri::Yes;
  bool Unknown = Args.empty();
  const Arg *Best = nullptr;
  auto Has = [](const Arg &A, auto Pred) {
    return std::any_of(A.value.alts.begin(), A.value.alts.end(),
                       [&](const Alt &X) { return Pred(X.device); });
  };
  auto OnDevice = [&](const Device &D) {
    return accelerator(D) || (D.kind == Device::Symbol &&
                              F.names[D.symbol].kind != Symbol::Field);
  };
  auto OfField = [](const Device &D) { return D.kind == Device::Symbol; };
  for (const Arg &A : Args) {
    Unknown |= A.value.alts.empty();
    for (const Alt &X : A.value.alts) {
      Unknown |= X.device.kind == Device::Unknown && !X.undefined;
      if (X.device.isConcrete("cpu"))
        addSources(Cpu, X.sources);
      ZeroDim = A.module               ? ZeroDim
                : X.zeroDim == Tri::No ? Tri::No
                : X.zeroDim == Tri::Unknown && ZeroDim == Tri::Yes
                    ? Tri::Unknown
                    : ZeroDim;
    }
  }
  for (const Arg &A : Args)
    if (!Best && Has(A, OnDevice))
      Best = &A;
  if (!Best && Unknown) {
    addAlt(V, Alt());
    return V;
  }
  for (const Arg &A : Args)
    if (!Best && Has(A, OfField))
      Best = &A;
  if (!Best)
    Best = &Args[0];
  bool Deviceful = Has(*Best, OnDevice);
  for (const Alt &X : Best->value.alts) {
    if (X.undefined)
      continue;
    if (Deviceful && X.device.isConcrete("cpu")) {
      // It may have been on cpu: then this is somewhere else than the rest.
      addAlt(V, Alt());
      continue;
    }
    Alt R;
    R.device = X.device;
    R.sources = X.sources;
    if (X.device.isConcrete("cpu"))
      addSources(R.sources, Cpu);
    R.zeroDim = ZeroDim;
    R.identity = made(Id);
    R.fresh = true;
    R.moved = X.moved;
    addAlt(V, R);
  }
  return V;
}

/// Only says which parts of the others are taken: `index_select(0, index)`.
/// None of its numbers gets into the result, and the result isn't where it is.
static bool isSelector(std::string_view Parameter) {
  return Parameter == "index" || Parameter == "indices";
}

static bool writesItsSelf(std::string_view Name) {
  return Name.size() > 1 && Name.back() == '_' &&
         (Name.size() < 2 || Name[Name.size() - 2] != '_');
}

/// `view({1, -1})`: a list of sizes that is written out.
Tri Interp::sizesGiven(const Instr &I) const {
  for (int O : I.operands) {
    const Instr *L = O == NoValue ? nullptr : &fun.instrs[O];
    while (L && L->op == facts::Op::Construct && L->operands.size() == 1 &&
           L->operands[0] != NoValue &&
           fun.instrs[L->operands[0]].type.role == TypeRole::Container)
      L = &fun.instrs[L->operands[0]];
    if (L && L->op == facts::Op::Construct &&
        L->type.role == TypeRole::Container)
      return L->operands.empty() ? Tri::Yes : Tri::No;
  }
  return Tri::Unknown;
}

/// What an operator's row and call say of its result \p A beside the device:
/// how many dimensions, and whose memory.
void Interp::shapeResult(const Instr &I, std::string_view Info,
                         const std::vector<Arg> &Args, Alt &A) const {
  bool Dimensions = false;
  for (int O : I.operands)
    if (O != NoValue) {
      TypeRole T = fun.instrs[O].type.role;
      Dimensions |= T == TypeRole::Number || T == TypeRole::Container;
    }
  const bool View = Info.substr(0, 4) == "view";
  if (View)
    A.zeroDim = Info == "view"        ? A.zeroDim
                : Info == "view:add"  ? Tri::No
                : Info == "view:drop" ? Tri::Unknown
                                      : sizesGiven(I);
  else if (Info == "scalar" ||
           (Info == "reduce" && !Dimensions && Args.size() == 1))
    A.zeroDim = Tri::Yes;
  else if (Info == "index" ||
           (Info == "reduce" && (Dimensions || Args.size() <= 1)))
    A.zeroDim = Tri::Unknown;
  if (Args.empty() || Args[0].value.alts.size() != 1)
    return;
  const Alt &Of = Args[0].value.alts[0];
  if (Args.size() == 1)
    A.copyOf = Of.copyOf ? Of.copyOf : Of.identity;
  if (View)
    A.viewOf = Of.viewOf ? Of.viewOf : Of.identity;
}

Value Interp::operatorCall(const Instr &I, int Id, const Row *R) {
  std::string Op = api::operatorOf(I.api);
  std::string_view Name = lastName(Op);
  std::string_view Info = R ? R->info : "";
  for (const Value &A : operands(I))
    if (A.never)
      return A;
  std::vector<Arg> Args = tensorArgs(I);
  meet(Id, Op, Args, false);
  if (!Args.empty())
    meetGenerator(I, Id, Op, Args[0].value);
  bool Free = I.receiver == NoValue;
  // In place: the handle stays, and with it the device.
  bool InPlace = writesItsSelf(Name) || writesItsSelf(lastName(I.api));
  int SelfId =
      Free ? (I.operands.empty() ? NoValue : I.operands[0]) : I.receiver;
  if (InPlace && SelfId != NoValue) {
    Value Self = read(vals[SelfId]);
    Self.path = vals[SelfId].path;
    if (Self.role == TypeRole::Other)
      Self.role = I.type.role;
    return Self;
  }
  std::string_view Spelled = lastName(I.api);
  if (Free && Spelled.size() > 4 &&
      Spelled.substr(Spelled.size() - 4) == "_out" && SelfId != NoValue &&
      I.type.role == TypeRole::Tensor)
    return read(vals[SelfId]);
  Value V;
  V.role = I.type.role;
  bool Gives = V.tensorLike() || V.role == TypeRole::Container ||
               V.role == TypeRole::Tuple || V.role == TypeRole::Optional ||
               V.role == TypeRole::Other || V.role == TypeRole::Dependent;
  if (!Gives || Args.empty())
    return V;
  if (Info == "each" && V.role == TypeRole::Container) {
    for (const Arg &A : Args)
      V.elements.push_back(combine({A}, TypeRole::Tensor, Id));
    return V;
  }
  // Indexing answers where the indexed tensor is.
  if (Info == "index")
    Args.resize(1);
  if (!isSelector(Args[0].name))
    Args.erase(std::remove_if(Args.begin(), Args.end(),
                              [](const Arg &A) { return isSelector(A.name); }),
               Args.end());
  V = combine(Args, I.type.role, Id);
  for (Alt &A : V.alts)
    shapeResult(I, Info, Args, A);
  std::sort(V.alts.begin(), V.alts.end());
  return V;
}

/// A loss that was made in the project, and given no weights, keeps nothing.
static bool keepsNothing(const Value &Module, const std::string &Class) {
  auto MadeHere = [](const Alt &A) {
    return !A.sources.empty() &&
           std::all_of(A.sources.begin(), A.sources.end(), [](const Source &S) {
             return S.kind == Source::Module;
           });
  };
  return api::isStatelessUnlessGiven(Class) && Module.known() &&
         std::all_of(Module.alts.begin(), Module.alts.end(), MadeHere) &&
         std::none_of(Module.elements.begin(), Module.elements.end(),
                      [](const Value &X) {
                        return X.tensorLike() || !X.elements.empty() ||
                               X.known();
                      });
}

/// forward() or operator() of one of LibTorch's modules.
Value Interp::forward(const Instr &I, int Id) {
  std::vector<Arg> Args;
  std::string Class = I.api.substr(0, I.api.rfind("::"));
  if (I.receiver != NoValue && !api::isStatelessModule(Class)) {
    Arg M;
    M.name = "the module";
    M.value = read(vals[I.receiver]);
    M.module = true;
    const std::string Own = api::normalise(fun.instrs[I.receiver].type.name);
    bool Stateless = api::isStatelessModule(Own) ||
                     keepsNothing(M.value, Own) || keepsNothing(M.value, Class);
    for (Alt &A : M.value.alts) {
      auto It = st.objects.find(A.identity);
      if (It != st.objects.end())
        A.device = It->second;
    }
    if (!Stateless && M.value.known())
      Args.push_back(M);
  }
  size_t Modules = Args.size();
  for (size_t K = 0; K < I.operands.size(); ++K) {
    if (I.operands[K] == NoValue)
      continue;
    Value V = operand(I, K);
    int Path = vals[I.operands[K]].path;
    if (V.role == TypeRole::Container && V.elements.empty() && !V.known() &&
        Path >= 0) {
      Value Any = readPath(F.paths.element(Path, "*"));
      if (Any.known())
        V.elements.push_back(Any);
    }
    std::string Name = K < I.args.size() ? I.args[K].param : "";
    addArg(Args, Name.empty() ? "input" : Name, V);
  }
  meet(Id, "forward", Args, true);
  // The inputs' device first, then the module's, unless that is known to be an
  // accelerator: then an input from anywhere else is refused.
  bool Known = Modules != 0;
  if (Modules)
    for (const Alt &A : Args[0].value.alts)
      Known &= accelerator(A.device);
  if (Modules && Args.size() > 1 && !Known)
    std::rotate(Args.begin(), Args.begin() + 1, Args.end());
  Value V = combine(Args, I.type.role, Id);
  for (Alt &A : V.alts) {
    A.zeroDim = Tri::Unknown;
    if (Known)
      A.sources.clear(); // the module's are not the result's
  }
  return V;
}

} // namespace flow
} // namespace torchtidy
