//===- cache_store.cpp - entries that are whole or not there --------------===//
#include "cache/Store.h"
#include "cache_fixture.h"
#include <csignal>
#include <fstream>
#include <random>
#include <set>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace torchtidy::cache;
using testing::HasSubstr;

namespace {

class StoreTest : public CacheTest {};

bool writeText(const std::string &Path, const std::string &Text) {
  std::ofstream Out(Path, std::ios::binary);
  Out << Text;
  return Out.good();
}

std::string fill(const std::string &Key) {
  std::string Text;
  for (int I = 0; I < 3000; ++I)
    Text += Key + std::to_string(I * I);
  return Text;
}

TEST_F(StoreTest, GivesBackWhatWasPut) {
  auto S = open();
  EXPECT_FALSE(S->get(Kind::Facts, "a"));
  EXPECT_TRUE(S->put(Kind::Facts, "a", "one"));
  EXPECT_EQ(S->get(Kind::Facts, "a"), "one");
  EXPECT_FALSE(S->get(Kind::Answers, "a"));
  EXPECT_TRUE(S->put(Kind::Facts, "a", std::string("two\0three", 9)));
  EXPECT_EQ(S->get(Kind::Facts, "a"), std::string("two\0three", 9));
  EXPECT_TRUE(S->put(Kind::Facts, "", ""));
  EXPECT_EQ(open()->get(Kind::Facts, ""), "");
  S->remove(Kind::Facts, "a");
  EXPECT_FALSE(S->get(Kind::Facts, "a"));
  EXPECT_EQ(S->trouble(), "");
}

TEST_F(StoreTest, KeepsAMadeFile) {
  auto S = open();
  int Calls = 0;
  auto Make = [&](const std::string &Path) {
    ++Calls;
    return writeText(Path, fill("p"));
  };
  std::string Path = S->make(Kind::Preamble, "p", Make);
  EXPECT_EQ(text(Path), fill("p"));
  EXPECT_EQ(S->make(Kind::Preamble, "p", Make), Path);
  EXPECT_EQ(open()->make(Kind::Preamble, "p", Make), Path);
  EXPECT_EQ(Calls, 1);
  S->remove(Kind::Preamble, "p");
  EXPECT_EQ(S->make(Kind::Preamble, "p", Make), Path);
  EXPECT_EQ(Calls, 2);
}

TEST_F(StoreTest, WhatCannotBeMadeIsTriedOnce) {
  auto S = open();
  int Calls = 0;
  auto Fail = [&](const std::string &Path) {
    ++Calls;
    writeText(Path, "half");
    return false;
  };
  EXPECT_EQ(S->make(Kind::Preamble, "p", Fail), "");
  EXPECT_EQ(S->make(Kind::Preamble, "p", Fail), "");
  EXPECT_EQ(Calls, 1);
  EXPECT_EQ(names("tmp").size(), 0u);
  EXPECT_EQ(open()->make(Kind::Preamble, "p", Fail), "");
  EXPECT_EQ(Calls, 2);
}

TEST_F(StoreTest, ThreadsWriteAndReadOneEntry) {
  auto S = open();
  std::atomic<int> Wrong{0}, Hits{0};
  std::vector<std::thread> All;
  for (int T = 0; T < 4; ++T)
    All.emplace_back([&, T] {
      for (int I = 0; I < 200; ++I) {
        std::string Key = "k" + std::to_string(I % 7);
        if ((I + T) % 3 == 0)
          S->put(Kind::Facts, Key, fill(Key));
        if (auto Text = S->get(Kind::Facts, Key)) {
          ++Hits;
          Wrong += *Text != fill(Key);
        }
        if (I % 50 == 49)
          S->remove(Kind::Facts, Key);
      }
    });
  for (std::thread &T : All)
    T.join();
  EXPECT_EQ(Wrong, 0);
  EXPECT_GT(Hits, 100);
  EXPECT_EQ(S->trouble(), "");
}

TEST_F(StoreTest, OneThreadMakesForAll) {
  auto S = open();
  std::atomic<int> Calls{0}, Right{0};
  std::vector<std::thread> All;
  for (int T = 0; T < 6; ++T)
    All.emplace_back([&] {
      std::string Path =
          S->make(Kind::Preamble, "p", [&](const std::string &P) {
            ++Calls;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            return writeText(P, fill("p"));
          });
      Right += text(Path) == fill("p");
    });
  for (std::thread &T : All)
    T.join();
  EXPECT_EQ(Calls, 1);
  EXPECT_EQ(Right, 6);
}

TEST_F(StoreTest, ThoseWhoAskAtOnceDoNotWaitForEachOther) {
  for (int Round = 0; Round < 60; ++Round) {
    auto S = open();
    S->patience = std::chrono::seconds(20);
    std::string Key = "k" + std::to_string(Round);
    std::atomic<int> Calls{0}, Begun{0};
    std::vector<std::thread> All;
    for (int T = 0; T < 4; ++T)
      All.emplace_back([&] {
        for (++Begun; Begun < 4;)
          std::this_thread::yield();
        S->make(Kind::Preamble, Key, [&](const std::string &P) {
          ++Calls;
          return writeText(P, "made");
        });
      });
    for (std::thread &T : All)
      T.join();
    ASSERT_EQ(Calls, 1) << "a maker waited in vain, and made its own";
  }
}

TEST_F(StoreTest, AUserOfADamagedFileKeepsNobodyWaiting) {
  auto Make = [](const std::string &P) { return writeText(P, fill("p")); };
  auto User = open();
  std::string Path = User->make(Kind::Preamble, "p", Make);
  writeText(Path, "damaged");
  auto S = open();
  S->patience = std::chrono::minutes(1);
  auto Begin = std::chrono::steady_clock::now();
  EXPECT_EQ(text(S->make(Kind::Preamble, "p", Make)), fill("p"));
  EXPECT_LT(std::chrono::steady_clock::now() - Begin, std::chrono::seconds(20));
}

/// Runs \p Do in a process of its own; its exit code is what Do returns.
template <class Function> pid_t inProcess(Function Do) {
  pid_t Child = ::fork();
  if (Child == 0)
    ::_exit(Do());
  return Child;
}

int ended(pid_t Child) {
  int Status = 0;
  ::waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

TEST_F(StoreTest, OneProcessMakesForAll) {
  std::vector<pid_t> All;
  for (int P = 0; P < 5; ++P)
    All.push_back(inProcess([&] {
      auto S = open();
      bool Mine = false;
      std::string Path =
          S->make(Kind::Preamble, "p", [&](const std::string &T) {
            Mine = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(150));
            return writeText(T, fill("p"));
          });
      return text(Path) != fill("p") ? 2 : Mine ? 1 : 0;
    }));
  std::multiset<int> Codes;
  for (pid_t P : All)
    Codes.insert(ended(P));
  EXPECT_EQ(Codes, (std::multiset<int>{0, 0, 0, 0, 1}));
}

TEST_F(StoreTest, WaitsForNobodyWhoHangs) {
  pid_t Maker = inProcess([&] {
    open()->make(Kind::Preamble, "p", [&](const std::string &) {
      writeText(Top + "/begun", "");
      for (;;)
        ::pause();
      return true;
    });
    return 0;
  });
  while (!std::filesystem::exists(Top + "/begun"))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  auto S = open();
  S->patience = std::chrono::milliseconds(200);
  auto Make = [](const std::string &P) { return writeText(P, fill("p")); };
  EXPECT_EQ(text(S->make(Kind::Preamble, "p", Make)), fill("p"));
  ::kill(Maker, SIGKILL);
  EXPECT_EQ(ended(Maker), 128 + SIGKILL);
  EXPECT_EQ(text(open()->make(Kind::Preamble, "p", Make)), fill("p"));
}

TEST_F(StoreTest, OneThatIsKilledLeavesTheMakingToTheNext) {
  pid_t Maker = inProcess([&] {
    open()->make(Kind::Preamble, "p", [&](const std::string &P) {
      writeText(P, "half");
      writeText(P + "-clang.tmp", "half");
      writeText(Top + "/begun", "");
      for (;;)
        ::pause();
      return true;
    });
    return 0;
  });
  while (!std::filesystem::exists(Top + "/begun"))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::atomic<bool> Waited{false};
  std::thread Killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    Waited = true;
    ::kill(Maker, SIGKILL);
  });
  auto S = open();
  bool WaitedFirst = false;
  std::string Path = S->make(Kind::Preamble, "p", [&](const std::string &P) {
    WaitedFirst = Waited;
    return writeText(P, fill("p"));
  });
  Killer.join();
  ended(Maker);
  EXPECT_EQ(text(Path), fill("p"));
  EXPECT_TRUE(WaitedFirst);
  EXPECT_EQ(names("tmp").size(), 0u) << "what the dead one left is gone";
}

/// Puts and makes until it is killed.
int work(CacheTest &, const std::string &Folder, unsigned Seed) {
  std::string Why;
  std::mt19937 Random(Seed);
  for (;;) {
    auto S = Store::open(Folder, 1u << 30, Why);
    for (int I = 0; S && I < 20; ++I) {
      std::string Key = "k" + std::to_string(Random() % 5);
      S->put(Kind(Random() % 4), Key, fill(Key));
      if (Random() % 4 == 0)
        S->remove(Kind::Preamble, Key);
      S->make(Kind::Preamble, Key,
              [&](const std::string &P) { return writeText(P, fill(Key)); });
    }
  }
}

TEST_F(StoreTest, AKillAtAnyMomentLeavesNothingWrong) {
  const char *Asked = std::getenv("TORCH_TIDY_TEST_KILLS");
  const int Kills = Asked ? std::atoi(Asked) : 25;
  std::mt19937 Random(7);
  unsigned Hits = 0;
  for (int K = 0; K < Kills; ++K) {
    pid_t A = inProcess([&] { return work(*this, Folder, unsigned(K)); });
    pid_t B =
        inProcess([&] { return work(*this, Folder, unsigned(K) + 1000); });
    std::this_thread::sleep_for(std::chrono::microseconds(Random() % 30000));
    ::kill(A, SIGKILL);
    // The other one goes on beside a corpse.
    std::this_thread::sleep_for(std::chrono::microseconds(Random() % 3000));
    ::kill(B, SIGKILL);
    ASSERT_EQ(ended(A), 128 + SIGKILL);
    ASSERT_EQ(ended(B), 128 + SIGKILL);
    auto S = open();
    for (int I = 0; I < 5; ++I) {
      std::string Key = "k" + std::to_string(I);
      for (Kind Which : {Kind::Facts, Kind::Answers, Kind::Closure, Kind::Scan})
        if (auto Text = S->get(Which, Key)) {
          ASSERT_EQ(*Text, fill(Key));
          ++Hits;
        }
      if (I == K % 5) {
        ASSERT_EQ(text(S->make(Kind::Preamble, Key,
                               [&](const std::string &P) {
                                 return writeText(P, fill(Key));
                               })),
                  fill(Key));
        EXPECT_EQ(S->trouble(), "");
      }
    }
  }
  EXPECT_GT(Hits, unsigned(Kills));
}

TEST_F(StoreTest, StaysWithinItsSize) {
  const uint64_t Size = 300'000;
  for (int I = 0; I < 40; ++I)
    EXPECT_TRUE(open(Size)->put(Kind::Facts, "k" + std::to_string(I),
                                std::string(20'000, 'x')));
  auto S = open(Size);
  EXPECT_LE(S->usage()[size_t(Kind::Facts)].bytes, Size);
  EXPECT_GT(S->usage()[size_t(Kind::Facts)].bytes, Size / 2);
  EXPECT_TRUE(S->get(Kind::Facts, "k39")) << "the latest stays";
  EXPECT_FALSE(S->put(Kind::Facts, "large", std::string(Size, 'x')));
  EXPECT_EQ(S->trouble(), "") << "nothing is broken";
}

TEST_F(StoreTest, WhatIsUsedStays) {
  const uint64_t Size = 200'000;
  open(Size)->put(Kind::Facts, "used", std::string(20'000, 'x'));
  auto Age = [&] {
    for (const std::string &N : names("facts"))
      std::filesystem::last_write_time(
          N, std::filesystem::file_time_type::clock::now() -
                 std::chrono::hours(100));
  };
  for (int I = 0; I < 30; ++I) {
    Age();
    auto S = open(Size);
    EXPECT_TRUE(S->get(Kind::Facts, "used")) << I;
    S->put(Kind::Facts, "k" + std::to_string(I), std::string(20'000, 'x'));
  }
}

TEST_F(StoreTest, WhatAProcessWorksWithStays) {
  auto S = open(100'000);
  auto Make = [](const std::string &P) {
    return writeText(P, std::string(300'000, 'x'));
  };
  std::string Path = S->make(Kind::Preamble, "p", Make);
  S->trim();
  EXPECT_EQ(text(Path).size(), 300'000u);
  Store::Cleared C = open()->clear(std::nullopt);
  EXPECT_EQ(C.inUse, 1u);
  EXPECT_EQ(text(Path).size(), 300'000u);
  S.reset();
  EXPECT_FALSE(std::filesystem::exists(Path)) << "it is larger than the cache";
}

TEST_F(StoreTest, ClearsWhatIsAskedFor) {
  auto S = open();
  S->put(Kind::Facts, "a", "one");
  S->put(Kind::Facts, "b", "two");
  S->put(Kind::Answers, "c", "three");
  for (const std::string &N : names("facts"))
    std::filesystem::last_write_time(
        N,
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(50));
  S->put(Kind::Facts, "b", "two");
  writeText(Folder + "/facts/mine.txt", "not ours");
  writeText(Folder + "/tmp/mine.txt", "not ours");
  std::filesystem::last_write_time(
      Folder + "/tmp/mine.txt",
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(50));
  EXPECT_EQ(S->clear(std::nullopt, std::chrono::hours(48)).entries, 1u);
  EXPECT_FALSE(S->get(Kind::Facts, "a"));
  EXPECT_TRUE(S->get(Kind::Facts, "b"));
  EXPECT_EQ(S->clear(Kind::Answers).entries, 1u);
  EXPECT_FALSE(S->get(Kind::Answers, "c"));
  EXPECT_TRUE(S->get(Kind::Facts, "b"));
  EXPECT_EQ(S->clear(std::nullopt).entries, 1u);
  EXPECT_FALSE(S->get(Kind::Facts, "b"));
  EXPECT_EQ(text(Folder + "/facts/mine.txt"), "not ours");
  EXPECT_EQ(text(Folder + "/tmp/mine.txt"), "not ours");
}

} // namespace
