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

} // namespace
