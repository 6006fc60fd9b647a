//===- Packages.cpp - inputs of AOTInductor packages ------------*- C++ -*-===//
#include "checks/common/Packages.h"
#include <optional>

namespace torchtidy {

namespace {

/// One input, as far as it is known.
struct Input {
  Alt alt;
  bool sure = true; ///< no other way makes it anything else
};

/// One run of a package.
class PackageRun {
public:
  PackageRun(const Judge &J, int Fn, const flow::SinkEvent &E);
  std::optional<OddInput> odd() const;

private:
  struct Odd {
    const Input *input = nullptr;
    Device other;
    bool package = false;
    bool sure = true;
  };
  std::optional<Odd> besidePackage() const;
  std::optional<Odd> besideInput() const;
  std::optional<Odd> besideFirstDevice() const;
  bool isBeside(const Alt &A) const;
  bool choosesDevice() const;
  std::vector<Site> opened() const;
  Site made(const Alt &A) const;

  const Judge &J;
  const int fn;
  const flow::SinkEvent &run;
  std::vector<Input> inputs;
  const Alt *package = nullptr; ///< if it was opened in sight
};

} // namespace

PackageRun::PackageRun(const Judge &J, int Fn, const flow::SinkEvent &E)
    : J(J), fn(Fn), run(E) {
  // A list that was filled piece by piece has one element for them all.
  for (const Value &V : E.args)
    for (const Value *Part : flow::partsOf(V))
      for (const Alt &A : Part->alts)
        if (Part->elements.empty() && !A.undefined)
          inputs.push_back({A, Part->alts.size() == 1});
  if (E.receiver.alts.size() == 1)
    for (const Source &S : E.receiver.alts[0].sources)
      if (S.kind == Source::Loaded)
        package = &E.receiver.alts[0];
}

/// On another device than the package was opened for.
bool PackageRun::isBeside(const Alt &A) const {
  const Device &Its = package->device, &D = A.device;
  if (D.kind != Device::Concrete)
    return Its.isConcrete("cpu") && J.isChosen(D);
  return D.type != Its.type || (D.index > 0 && D.index != Its.index) ||
         (D.index == 0 && Its.index > 0);
}

std::optional<PackageRun::Odd> PackageRun::besidePackage() const {
  if (package && package->device.kind == Device::Concrete)
    for (const Input &A : inputs)
      if (isBeside(A.alt))
        return Odd{&A, package->device, true, A.sure};
  return std::nullopt;
}

std::optional<PackageRun::Odd> PackageRun::besideInput() const {
  for (const Input &A : inputs)
    for (const Input &B : inputs) {
      const Device &X = A.alt.device, &Y = B.alt.device;
      bool Differs = X.isConcrete("cpu") ||
                     (J.isAway(X) && api::sameDevice(X, Y) == Tri::No);
      if (J.isAway(Y) && Differs)
        return Odd{&A, Y, false, A.sure && B.sure};
    }
  return std::nullopt;
}

/// A package without an index runs on the first device.
std::optional<PackageRun::Odd> PackageRun::besideFirstDevice() const {
  if (package && package->device.kind == Device::Unknown)
    for (const Input &A : inputs)
      if (A.alt.device.kind == Device::Concrete && A.alt.device.index > 0)
        return Odd{&A, Device::concrete(A.alt.device.type, 0), true, A.sure};
  return std::nullopt;
}

std::vector<Site> PackageRun::opened() const {
  std::vector<Site> R;
  if (package)
    for (const Source &S : package->sources)
      if (S.instr >= 0)
        R.push_back({S.fn, S.instr});
  return R;
}

/// Something in the function chooses the current device, or names an index.
bool PackageRun::choosesDevice() const {
  for (Site S : opened())
    for (const facts::ArgFact &A : J.flow.instr(S).args)
      if (A.param.find("device") != std::string::npos)
        return true;
  const auto &Instrs = J.flow.function(fn).instrs;
  return std::any_of(Instrs.begin(), Instrs.end(), [](const Instr &I) {
    const api::Row *R = api::findRow(I.api.empty() ? I.callee : I.api);
    return R && R->role == api::Role::DeviceGuard;
  });
}

Site PackageRun::made(const Alt &A) const {
  Site R = run.call.instr >= 0 ? run.call : run.at;
  for (const Source &S : A.sources)
    if (S.instr >= 0 && !A.moved &&
        (S.kind == Source::Factory || S.kind == Source::Explicit ||
         S.kind == Source::CpuHelper || S.kind == Source::Blob))
      R = {S.fn, S.instr};
  return R;
}

std::optional<OddInput> PackageRun::odd() const {
  std::optional<Odd> O = besidePackage();
  if (!O)
    O = besideInput();
  if (!O)
    O = besideFirstDevice();
  if (!O)
    return std::nullopt;
  const Alt &A = O->input->alt;
  bool ByIndex = O->package && A.device.type == O->other.type;
  if (ByIndex && O->other.index <= 0 && choosesDevice())
    return std::nullopt;
  bool Known =
      A.device.kind == Device::Concrete && O->other.kind == Device::Concrete;
  OddInput R;
  R.level = Known && O->sure && !ByIndex ? Level::Certain : Level::Likely;
  R.given = run.call.instr >= 0 ? run.call : run.at;
  R.made = made(A);
  R.device = A.device;
  R.other = O->other;
  R.package = O->package;
  R.opened = opened();
  return R;
}

std::vector<OddInput> findOddInputs(const Judge &J) {
  std::vector<OddInput> R;
  std::set<Site> Told;
  for (int Fn : J.flow.functions())
    for (const flow::SinkEvent &E : J.flow.of(Fn).sinks)
      if (E.row && E.row->role == api::Role::PackageRun)
        if (std::optional<OddInput> Odd = PackageRun(J, Fn, E).odd())
          if (Told.insert(E.at).second)
            R.push_back(std::move(*Odd));
  return R;
}

} // namespace torchtidy
