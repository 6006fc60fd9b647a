//===- front_schedule.cpp - which unit is parsed when, and beside what ----===//
#include "front/Machine.h"
#include "front/Schedule.h"
#include <gmock/gmock.h>

using namespace torchtidy::front;
using testing::ElementsAre;

namespace {

constexpr uint64_t Much = ~0ull;
constexpr uint64_t MB = 1'000'000;

Schedule::Unit unit(size_t Index, uint64_t Milliseconds = 0,
                    uint64_t Memory = 0, uint64_t Bytes = 0) {
  Schedule::Unit U;
  U.index = Index;
  U.cost = {Milliseconds, Memory};
  U.bytes = Bytes;
  return U;
}

/// The order in which one at a time is taken.
std::vector<size_t> order(std::vector<Schedule::Unit> Units) {
  Schedule S(std::move(Units), Much);
  std::vector<size_t> Out;
  while (auto U = S.take(Much)) {
    Out.push_back(U->index);
    S.done(*U, 0);
  }
  EXPECT_TRUE(S.empty());
  EXPECT_DOUBLE_EQ(S.share(), 1);
  return Out;
}

TEST(Schedule, theHeaviestGoesFirst) {
  EXPECT_THAT(order({unit(0, 100), unit(1, 9000), unit(2, 300)}),
              ElementsAre(1, 2, 0));
  // Nothing is known: by their texts, else in their order.
  EXPECT_THAT(order({unit(0), unit(1), unit(2)}), ElementsAre(0, 1, 2));
  EXPECT_THAT(order({unit(0, 0, 0, 2000), unit(1, 0, 0, 90000), unit(2)}),
              ElementsAre(1, 0, 2));
  // One that is new is taken to be as the others.
  EXPECT_THAT(order({unit(0, 100), unit(1), unit(2, 900)}),
              ElementsAre(2, 1, 0));
}

TEST(Schedule, onlyWhatFitsBesideWhatRuns) {
  Schedule S({unit(0, 50, 600 * MB), unit(1, 40, 600 * MB),
              unit(2, 10, 300 * MB)},
             1000 * MB);
  auto First = S.take(Much);
  ASSERT_TRUE(First);
  EXPECT_EQ(First->index, 0u);
  // The second doesn't fit, a lighter one does.
  auto Second = S.take(Much);
  ASSERT_TRUE(Second);
  EXPECT_EQ(Second->index, 2u);
  EXPECT_FALSE(S.take(Much));
  EXPECT_FALSE(S.empty());
  S.done(*First, 0);
  auto Third = S.take(Much);
  ASSERT_TRUE(Third);
  EXPECT_EQ(Third->index, 1u);
}

TEST(Schedule, oneRunsWhateverItTakes) {
  Schedule S({unit(0, 50, 5000 * MB), unit(1, 40, 5000 * MB)}, MB);
  auto First = S.take(0);
  ASSERT_TRUE(First);
  EXPECT_FALSE(S.take(Much));
  S.done(*First, 0);
  EXPECT_TRUE(S.take(0));
}

TEST(Schedule, othersMayHaveTakenTheMemory) {
  Schedule S({unit(0, 50, 100 * MB), unit(1, 40, 100 * MB)}, Much);
  ASSERT_TRUE(S.take(Much));
  EXPECT_FALSE(S.take(99 * MB));
  EXPECT_TRUE(S.take(101 * MB));
}

TEST(Schedule, learnsWhatAUnitTakes) {
  Schedule S({unit(0), unit(1), unit(2), unit(3)}, UnitMemory + 200 * MB);
  auto First = S.take(Much);
  ASSERT_TRUE(First);
  EXPECT_FALSE(S.take(Much));
  S.done(*First, 150 * MB);
  EXPECT_TRUE(S.take(Much));
  EXPECT_TRUE(S.take(Much));
  EXPECT_TRUE(S.take(Much));
}

TEST(Schedule, tellsTheShareByWork) {
  Schedule S({unit(0, 900), unit(1, 100)}, Much);
  EXPECT_DOUBLE_EQ(S.share(), 0);
  auto First = S.take(Much);
  S.done(*First, 0);
  EXPECT_DOUBLE_EQ(S.share(), 0.9);
  EXPECT_DOUBLE_EQ(Schedule({}, 0).share(), 1);
}

TEST(Machine, sizes) {
  EXPECT_EQ(parseSize("1"), 1u);
  EXPECT_EQ(parseSize("65536K"), 65536ull << 10);
  EXPECT_EQ(parseSize("800M"), 800ull << 20);
  EXPECT_EQ(parseSize("2g"), 2ull << 30);
  EXPECT_EQ(parseSize("1.5GiB"), 3ull << 29);
  EXPECT_EQ(parseSize("2GB"), 2'000'000'000u);
  for (const char *Text :
       {"", "0", "-1", "much", "4X", "4GG", "GB", "1e30", " 4G", "4 G", "nan"})
    EXPECT_FALSE(parseSize(Text)) << Text;
}

TEST(Machine, whatAControlGroupLeaves) {
  EXPECT_EQ(leftOf("max\n", "100\n"), Much);
  EXPECT_EQ(leftOf("", ""), Much);
  EXPECT_EQ(leftOf("1000\n", "400\n"), 600u);
  EXPECT_EQ(leftOf("1000\n", "4000\n"), 0u);
}

TEST(Machine, thisOne) {
  EXPECT_GE(processors(), 1u);
  EXPECT_GT(freeMemory(), MB);
  EXPECT_GT(peakMemory(), MB / 10);
}

} // namespace
