//===- Schedule.cpp - which unit is parsed next ---------------------------===//
#include "front/Schedule.h"
#include <algorithm>

namespace torchtidy {
namespace front {

/// Milliseconds that a unit of which nothing is known takes beside its own
/// text, where no other is known either.
static constexpr double UsualMilliseconds = 10'000;
/// … and those that a kilobyte of its text adds.
static constexpr double MillisecondsAKilobyte = 5;

Schedule::Schedule(std::vector<Unit> Units, uint64_t Memory)
    : Waiting(std::move(Units)), Memory(Memory) {
  double Sum = 0;
  unsigned Known = 0;
  for (const Unit &U : Waiting)
    if (U.cost.milliseconds) {
      Sum += double(U.cost.milliseconds);
      ++Known;
    }
  Usual = Known ? Sum / Known : UsualMilliseconds;
  for (const Unit &U : Waiting)
    Whole += work(U);
  std::sort(Waiting.begin(), Waiting.end(), [&](const Unit &A, const Unit &B) {
    double X = work(A), Y = work(B);
    return X != Y ? X < Y : A.index > B.index;
  });
}

double Schedule::work(const Unit &U) const {
  return U.cost.milliseconds
             ? double(U.cost.milliseconds)
             : Usual + MillisecondsAKilobyte * double(U.bytes) / 1024;
}

uint64_t Schedule::needs(const Unit &U) const {
  if (U.cost.memory)
    return U.cost.memory;
  return Seen ? Seen : UnitMemory;
}

std::optional<Schedule::Unit> Schedule::take(uint64_t Free) {
  for (auto It = Waiting.rbegin(); It != Waiting.rend(); ++It) {
    uint64_t Needs = needs(*It);
    if (Running && (Taken + Needs > Memory || Needs > Free))
      continue;
    Unit U = *It;
    Waiting.erase(std::next(It).base());
    Taken += Needs;
    ++Running;
    Reserved.emplace_back(U.index, Needs);
    return U;
  }
  return std::nullopt;
}

void Schedule::done(const Unit &U, uint64_t Each) {
  auto It = std::find_if(Reserved.begin(), Reserved.end(),
                         [&](const auto &R) { return R.first == U.index; });
  Taken -= It->second;
  Reserved.erase(It);
  --Running;
  Ended += work(U);
  Seen = std::max(Seen, Each);
}

} // namespace front
} // namespace torchtidy
