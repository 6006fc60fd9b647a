//===- Modules.cpp - what a module holds, and what to() does to it --------===//
#include "findings/Modules.h"

namespace torchtidy {

namespace {

struct FateName {
  HeldState::Fate fate;
  const char *name;
};
constexpr FateName Fates[] = {{HeldState::Moves, "moves"},
                              {HeldState::MovedByHand, "moved by hand"},
                              {HeldState::StaysBehind, "stays behind"},
                              {HeldState::OnCpu, "on cpu"},
                              {HeldState::Unknown, "unknown"}};

} // namespace

const char *toString(HeldState::Fate F) {
  for (const FateName &N : Fates)
    if (N.fate == F)
      return N.name;
  return "unknown";
}

bool parseFate(const std::string &S, HeldState::Fate &Out) {
  for (const FateName &N : Fates)
    if (S == N.name) {
      Out = N.fate;
      return true;
    }
  return false;
}

std::vector<const Finding *>
findingsOf(const ModuleState &M, const HeldState &H,
           const std::vector<Finding> &Findings) {
  std::vector<const Finding *> Out;
  for (const Finding &F : Findings)
    if (!F.origins.empty() && F.origins.front().module == M.name &&
        F.origins.front().member == H.name)
      Out.push_back(&F);
  return Out;
}

} // namespace torchtidy
