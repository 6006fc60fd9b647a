//===- Inventory.cpp - what each module of the project holds ----*- C++ -*-===//
#include "checks/common/Inventory.h"
#include "checks/common/Registrations.h"
#include "checks/common/State.h"
#include <algorithm>

namespace torchtidy {

namespace {

std::string kindOf(const flow::RegisterEvent &E) {
  switch (E.role) {
  case api::Role::RegisterParameter:
    return "parameter";
  case api::Role::RegisterBuffer:
    return "buffer";
  default:
    return "module";
  }
}

std::string kindOf(TypeRole R) {
  switch (R) {
  case TypeRole::Tensor:
    return "tensor";
  case TypeRole::Module:
  case TypeRole::ModuleHolder:
  case TypeRole::AnyModule:
  case TypeRole::JitModule:
    return "module";
  default:
    return "state";
  }
}

/// Whether a type can hold anything that has a device.
bool holdsState(const facts::TypeFact &T) {
  if (kindOf(T.role) != "state")
    return true;
  return std::any_of(T.args.begin(), T.args.end(), holdsState);
}

/// The function that makes it; of a constructor "net::Block::Block" the class.
std::string makerOf(const Instr &I) {
  const std::string &Name = I.callee;
  size_t Last = Name.rfind("::");
  if (Last == std::string::npos)
    return Name;
  std::string Scope = Name.substr(0, Last), Own = Name.substr(Last + 2);
  size_t Before = Scope.rfind("::");
  std::string Class =
      Before == std::string::npos ? Scope : Scope.substr(Before + 2);
  return Class == Own ? Scope : Name;
}

/// The last place at which the class fills the member while it is built.
void addMaking(const Judge &J, const Member &M, HeldState &H) {
  for (const StoreEvent *E : M.stores) {
    if (E->at.instr < 0 || E->selfMove || !J.constructs(E->at.fn))
      continue;
    for (const Alt &A : E->value.alts) {
      if (A.undefined)
        continue;
      H.made = J.span(storedSpan(J, *E));
      H.device = A.device.kind == Device::Concrete ? A.device.str() : "";
      for (const Source &S : A.sources)
        if (S.fn >= 0 && S.instr >= 0)
          H.factory = makerOf(J.flow.instr({S.fn, S.instr}));
    }
  }
}

HeldState heldOf(const Judge &J, const Member &M) {
  HeldState H;
  H.name = M.name;
  H.type = M.leaf->type.spelling;
  H.kind = kindOf(M.role);
  H.declared = J.span(M.leaf->span);
  addMaking(J, M, H);
  bool ByHand =
      !M.moves.empty() ||
      std::any_of(M.stores.begin(), M.stores.end(), [&](const StoreEvent *E) {
        return E->selfMove && E->at.fn >= 0 && !J.constructs(E->at.fn);
      });
  if (M.registered)
    H.fate = HeldState::Moves;
  else if (ByHand)
    H.fate = HeldState::MovedByHand;
  return H;
}

/// Under which name, where, and as what: by the class's own registrations.
void addRegistrations(const Judge &J, const ClassFacts &C,
                      std::map<int, HeldState> &Held) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    if (J.classOf(int(Fn)) != &C)
      continue;
    for (const Registration &R : registrationsIn(J, int(Fn)))
      for (int Path : {R.given, R.stored}) {
        auto It = Held.find(Path < 0 ? -1 : J.memberOf(Path));
        if (It == Held.end())
          continue;
        HeldState &H = It->second;
        H.fate = HeldState::Moves;
        H.kind = kindOf(*R.event);
        H.registeredAs = R.event->name;
        H.registered = J.span(R.event->at);
      }
  }
}

} // namespace

std::vector<ModuleState> inventory(const Judge &J,
                                   const std::vector<Finding> &Findings) {
  std::map<const ClassFacts *, std::map<int, HeldState>> ByClass;
  for (const Member &M : J.members())
    if (M.cls->isModule && holdsState(M.leaf->type))
      ByClass[M.cls].emplace(M.path, heldOf(J, M));
  std::vector<ModuleState> Out;
  for (const ClassFacts &C : J.flow.facts.classes) {
    if (!C.isModule)
      continue;
    ModuleState M;
    M.name = C.name;
    M.declared = J.span(C.nameSpan);
    M.whole = J.closed(C);
    std::map<int, HeldState> &Held = ByClass[&C];
    addRegistrations(J, C, Held);
    for (auto &[Path, H] : Held)
      M.held.push_back(std::move(H));
    for (const facts::FieldFact &F : C.fields)
      if (!F.isStatic && holdsState(F.type) &&
          (C.onCpu || flow::keptOnCpu(J.flow, F))) {
        HeldState H;
        H.name = F.name;
        H.type = F.type.spelling;
        H.kind = kindOf(F.type.role);
        H.fate = HeldState::OnCpu;
        H.declared = J.span(F.span);
        M.held.push_back(std::move(H));
      }
    for (HeldState &H : M.held)
      if (H.fate != HeldState::Moves && !findingsOf(M, H, Findings).empty())
        H.fate = HeldState::StaysBehind;
    std::stable_sort(M.held.begin(), M.held.end(),
                     [](const HeldState &A, const HeldState &B) {
                       return std::tie(A.declared.file, A.declared.offset) <
                              std::tie(B.declared.file, B.declared.offset);
                     });
    Out.push_back(std::move(M));
  }
  std::stable_sort(Out.begin(), Out.end(),
                   [](const ModuleState &A, const ModuleState &B) {
                     return std::tie(A.declared.file, A.declared.offset) <
                            std::tie(B.declared.file, B.declared.offset);
                   });
  return Out;
}

} // namespace torchtidy
