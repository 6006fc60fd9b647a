//===- UnwindTest.cpp - the cheap walk tells what the exact one tells -----===//
#include "runtime/Unwind.h"
#include <algorithm>
#include <alloca.h>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace torchtidy::rt;

namespace {

/// The frames above a function that \p Caller is the return address of.
std::vector<void *> above(void *const *Frames, unsigned Count, void *Caller) {
  std::vector<void *> All(Frames, Frames + Count);
  auto At = std::find(All.begin(), All.end(), Caller);
  return std::vector<void *>(At, All.end());
}

/// Both walks from one place; what is above it is equal. (Here the walkers' own
/// frames are in the user's object too.)
__attribute__((noinline)) void compare() {
  void *Caller = __builtin_return_address(0);
  void *Cheap[MaxUserFrames], *Exact[64];
  unsigned N = captureUserFrames(Cheap, MaxUserFrames);
  unsigned M = captureUserFramesExactly(Exact, 64);
  auto Few = above(Cheap, N, Caller), All = above(Exact, M, Caller);
  ASSERT_GE(Few.size(), 1u);
  ASSERT_GE(All.size(), Few.size());
  All.resize(Few.size());
  ASSERT_EQ(Few, All);
}

/// A frame whose size differs from call to call.
__attribute__((noinline)) void deeper(unsigned Levels, size_t Bytes) {
  volatile char *Room = static_cast<char *>(alloca(Bytes));
  Room[0] = 1;
  if (Levels)
    deeper(Levels - 1, Bytes + 64);
  else
    compare();
  Room[Bytes - 1] = 1;
}

/// An aligned frame.
__attribute__((noinline)) void aligned(unsigned Levels) {
  alignas(64) volatile char Room[64];
  Room[0] = 1;
  if (Levels)
    aligned(Levels - 1);
  else
    compare();
  Room[1] = 1;
}

} // namespace

TEST(Unwind, AgreesOverManyTurns) {
  for (unsigned I = 0; I != 3000; ++I) {
    compare();
    aligned(I % 5);
  }
}

TEST(Unwind, AgreesWhereFramesVary) {
  for (unsigned I = 0; I != 500; ++I)
    deeper(I % 7, 16 + 8 * (I % 11));
}

TEST(Unwind, AgreesInAThread) {
  std::thread([] {
    for (unsigned I = 0; I != 2000; ++I)
      aligned(I % 3);
  }).join();
}

TEST(Unwind, LocatesObjects) {
  ObjectAddress Where;
  ASSERT_TRUE(locate(reinterpret_cast<void *>(&compare), Where));
  EXPECT_NE(Where.object.find("runtime-library-test"), std::string::npos);
  EXPECT_TRUE(isUserAddress(reinterpret_cast<void *>(&compare)));
  EXPECT_FALSE(isUserAddress(reinterpret_cast<void *>(&std::strlen)));
  EXPECT_FALSE(locate(nullptr, Where));
}

TEST(Symbols, NamesFunctionsAndLines) {
  ObjectAddress Where;
  ASSERT_TRUE(locate(reinterpret_cast<char *>(&compare) + 1, Where));
  Symbols S;
  auto Frames = S.frames(Where);
  ASSERT_FALSE(Frames.empty());
  EXPECT_NE(Frames.back().function.find("compare"), std::string::npos);
  EXPECT_NE(Frames.back().file.find("UnwindTest.cpp"), std::string::npos);
  EXPECT_TRUE(Frames.back().user);
  EXPECT_TRUE(S.frames({"/no/such/object", 1}).empty());
}

TEST(Symbols, ShortensNames) {
  EXPECT_EQ(withoutArguments("Net::forward(at::Tensor)"), "Net::forward");
  EXPECT_EQ(withoutArguments("ns::Net::forward(at::Tensor const&) const"),
            "ns::Net::forward");
  EXPECT_EQ(withoutArguments("(anonymous namespace)::Net::forward(int)"),
            "(anonymous namespace)::Net::forward");
  EXPECT_EQ(withoutArguments("at::Tensor run<Net, int>(Net&, int)"),
            "run<Net, int>");
  EXPECT_EQ(withoutArguments("F::operator()(int) const"), "F::operator()");
  EXPECT_EQ(withoutArguments("main"), "main");
  EXPECT_EQ(withoutArguments("main::{lambda(int)#1}::operator()(int) const"),
            "main::{lambda(int)#1}::operator()");
}

TEST(Symbols, TellsUserSources) {
  EXPECT_TRUE(isUserSource("/home/me/net.cpp"));
  EXPECT_FALSE(isUserSource("/usr/include/ATen/ops/zeros.h"));
  EXPECT_FALSE(isUserSource("/opt/libtorch/include/torch/csrc/api/x.h"));
  EXPECT_FALSE(isUserSource("/opt/gcc/include/c++/12/vector"));
  EXPECT_FALSE(isUserSource(""));
}
