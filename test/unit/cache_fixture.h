//===- cache_fixture.h - a folder for a cache, for a test -------*- C++ -*-===//
#ifndef TORCHTIDY_TEST_CACHE_FIXTURE_H
#define TORCHTIDY_TEST_CACHE_FIXTURE_H

#include "cache/Store.h"
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

class CacheTest : public testing::Test {
protected:
  void SetUp() override {
    std::string Name =
        (std::filesystem::temp_directory_path() / "tt-cache-XXXXXX").string();
    ASSERT_NE(::mkdtemp(Name.data()), nullptr);
    Top = Name;
    Folder = Top + "/cache";
  }
  void TearDown() override {
    std::error_code EC;
    std::filesystem::remove_all(Top, EC);
  }

  std::unique_ptr<torchtidy::cache::Store>
  open(uint64_t MaxBytes = torchtidy::cache::Store::DefaultBytes) {
    std::string Why;
    auto S = torchtidy::cache::Store::open(Folder, MaxBytes, Why);
    EXPECT_NE(S, nullptr) << Why;
    return S;
  }

  static std::string text(const std::string &Path) {
    std::ifstream In(Path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(In), {});
  }

  /// Paths of what is in a folder of the cache.
  std::vector<std::string> names(const std::string &Sub) const {
    std::vector<std::string> Out;
    for (const auto &E :
         std::filesystem::directory_iterator(Folder + "/" + Sub))
      Out.push_back(E.path().string());
    std::sort(Out.begin(), Out.end());
    return Out;
  }

  std::string Top, Folder;
};

#endif
