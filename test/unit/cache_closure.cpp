//===- cache_closure.cpp - whether what was read is as it was -------------===//
#include "cache/Closure.h"
#include "cache_fixture.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace torchtidy::cache;
namespace fs = std::filesystem;

namespace {

class ClosureTest : public CacheTest {
protected:
  void SetUp() override {
    CacheTest::SetUp();
    fs::create_directories(at("first"));
    fs::create_directories(at("second"));
    write("main.cpp", "#include \"a.h\"\n");
    write("second/a.h", "int a;\n");
    write("second/b.h", "int b;\n");
  }

  std::string at(const std::string &Name) const { return Top + "/" + Name; }
  void write(const std::string &Name, const std::string &Text) const {
    std::ofstream(at(Name), std::ios::binary) << Text;
  }

  void read(Recorder &R, const std::string &Name) const {
    R.read(at(Name), stampOf(at(Name)), digest(text(at(Name))));
  }
  void see(Recorder &R, const std::string &Name) const {
    R.seen(at(Name), stampOf(at(Name)));
  }
  /// What reading main.cpp looks at.
  Closure closure() const {
    Recorder R;
    read(R, "main.cpp");
    see(R, "first");
    R.absent(at("first/a.h"));
    read(R, "second/a.h");
    R.listed(at("second"));
    std::optional<Closure> C = R.finish();
    EXPECT_TRUE(C);
    return C ? settled(*C) : Closure();
  }
  static Closure settled(Closure C) {
    for (Closure::File &F : C.files)
      F.stamp.settled = true;
    for (Closure::Listing &L : C.listings)
      L.stamp.settled = true;
    return C;
  }
  static bool holds(Closure C, bool *Renewed = nullptr) {
    return Validator(nullptr).holds(C, Renewed);
  }
  static void touch(const std::string &Path) {
    timespec Times[2] = {{1000, 0}, {1000, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, Path.c_str(), Times, 0), 0);
  }
};

TEST_F(ClosureTest, HoldsWhileNothingChanges) {
  bool Renewed = true;
  EXPECT_TRUE(holds(closure(), &Renewed));
  EXPECT_FALSE(Renewed);
}

TEST_F(ClosureTest, IsTheSameFromItsBytes) {
  Closure C = closure();
  C.parts.push_back({"key", digest("x")});
  C.strict = true;
  std::optional<Closure> Back = Closure::fromBytes(C.toBytes());
  ASSERT_TRUE(Back);
  EXPECT_EQ(Back->toBytes(), C.toBytes());
  EXPECT_EQ(Back->contentDigest(), C.contentDigest());
  EXPECT_EQ(Back->files.size(), 3u);
  EXPECT_EQ(Back->absent, C.absent);
  std::string Bytes = C.toBytes();
  for (size_t I = 0; I < Bytes.size(); ++I)
    EXPECT_FALSE(Closure::fromBytes(Bytes.substr(0, I)));
  EXPECT_FALSE(Closure::fromBytes(Bytes + "x"));
}

TEST_F(ClosureTest, AChangedFileIsNoticed) {
  Closure C = closure();
  write("second/a.h", "int c;\n"); // as long as before
  EXPECT_FALSE(holds(C));
}

TEST_F(ClosureTest, AChangeThatHidesItsTimeIsNoticed) {
  Closure C = closure();
  struct stat Before;
  ASSERT_EQ(::stat(at("second/a.h").c_str(), &Before), 0);
  write("second/a.h", "int c;\n");
  timespec Times[2] = {Before.st_atim, Before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, at("second/a.h").c_str(), Times, 0), 0);
  EXPECT_FALSE(holds(C));
}

TEST_F(ClosureTest, ATouchRenewsTheStamp) {
  Closure C = closure();
  touch(at("second/a.h"));
  bool Renewed = false;
  Validator V(nullptr);
  EXPECT_TRUE(V.holds(C, &Renewed));
  EXPECT_TRUE(Renewed);
  EXPECT_TRUE(C.files.back().stamp.sameAs(stampOf(at("second/a.h"))));
}

TEST_F(ClosureTest, AFreshStampIsNotTrusted) {
  Closure C = closure();
  for (Closure::File &F : C.files)
    F.stamp.settled = false;
  EXPECT_TRUE(holds(C));
  // As though it were changed within one tick of the clock.
  for (Closure::File &F : C.files)
    if (F.use == Closure::Read)
      F.content = digest("something else");
  EXPECT_FALSE(holds(C));
  for (Closure::File &F : C.files)
    F.stamp.settled = true;
  EXPECT_TRUE(holds(C));
}

TEST_F(ClosureTest, WhatAppearsInFrontIsNoticed) {
  Closure C = closure();
  write("first/a.h", "int a;\n");
  EXPECT_FALSE(holds(C));
}

TEST_F(ClosureTest, WhatGoesIsNoticed) {
  Closure C = closure();
  fs::remove(at("second/a.h"));
  EXPECT_FALSE(holds(C));
  fs::create_directory(at("second/a.h"));
  EXPECT_FALSE(holds(C));
}

TEST_F(ClosureTest, ADirectoryThatGoesIsNoticed) {
  Closure C = closure();
  fs::remove(at("first"));
  EXPECT_FALSE(holds(C));
  write("first", "");
  EXPECT_FALSE(holds(C));
}

TEST_F(ClosureTest, AFolderThatIsMadeAgainIsTheSame) {
  Closure C = closure();
  fs::create_directory(at("third")); // or it gets the same inode
  fs::remove(at("first"));
  fs::create_directory(at("fourth"));
  fs::create_directory(at("first"));
  EXPECT_TRUE(holds(C));
}

TEST_F(ClosureTest, AListedFolderMayChangeNothing) {
  Closure C = closure();
  write("second/new.h", "");
  EXPECT_FALSE(holds(C));
  fs::remove(at("second/new.h"));
  bool Renewed = false;
  EXPECT_TRUE(holds(C, &Renewed));
  EXPECT_TRUE(Renewed);
}

TEST_F(ClosureTest, ALinkThatPointsElsewhereIsNoticed) {
  fs::create_symlink("second", at("current"));
  Recorder R;
  read(R, "current/a.h");
  std::optional<Closure> C = R.finish();
  ASSERT_TRUE(C);
  *C = settled(*C);
  EXPECT_TRUE(holds(*C));
  fs::create_directory(at("other"));
  write("other/a.h", "int other;\n");
  fs::remove(at("current"));
  fs::create_symlink("other", at("current"));
  EXPECT_FALSE(holds(*C));
  // The same text from elsewhere reads the same.
  write("other/a.h", "int a;\n");
  EXPECT_TRUE(holds(*C));
}

TEST_F(ClosureTest, TwoNamesOfOneFileStayThat) {
  fs::create_symlink("second", at("current"));
  Recorder R;
  read(R, "current/a.h");
  read(R, "second/a.h");
  std::optional<Closure> C = R.finish();
  ASSERT_TRUE(C);
  *C = settled(*C);
  EXPECT_TRUE(holds(*C));
  // '#pragma once' leaves the second out no more.
  fs::copy(at("second"), at("other"));
  fs::remove(at("current"));
  fs::create_symlink("other", at("current"));
  EXPECT_FALSE(holds(*C));
}

TEST_F(ClosureTest, TwoFilesThatBecomeOneAreNoticed) {
  fs::copy(at("second"), at("other"));
  Recorder R;
  read(R, "other/a.h");
  read(R, "second/a.h");
  std::optional<Closure> C = R.finish();
  ASSERT_TRUE(C);
  *C = settled(*C);
  fs::remove_all(at("other"));
  fs::create_symlink("second", at("other"));
  EXPECT_FALSE(holds(*C));
}

TEST_F(ClosureTest, StampsCountWhereClangHoldsThemAgainstAFile) {
  Recorder R;
  read(R, "main.cpp");
  R.setStrict();
  std::optional<Closure> C = R.finish();
  ASSERT_TRUE(C);
  *C = settled(*C);
  EXPECT_TRUE(holds(*C));
  touch(at("main.cpp"));
  EXPECT_FALSE(holds(*C));
}

TEST_F(ClosureTest, WhatWasOnlySeenHoldsByItsStamp) {
  Recorder R;
  see(R, "main.cpp");
  std::optional<Closure> C = R.finish();
  ASSERT_TRUE(C);
  EXPECT_TRUE(holds(*C));
  Closure Other = *C;
  touch(at("main.cpp"));
  EXPECT_FALSE(holds(*C));
  Recorder Again;
  see(Again, "main.cpp");
  EXPECT_NE(Again.finish()->contentDigest(), C->contentDigest());
}

TEST_F(ClosureTest, NothingIsKnownOfWhatChangedMeanwhile) {
  Recorder R;
  read(R, "main.cpp");
  write("main.cpp", "int changed;\n");
  EXPECT_FALSE(R.finish());
  Recorder A;
  A.absent(at("late.h"));
  write("late.h", "");
  EXPECT_FALSE(A.finish());
  Recorder L;
  L.listed(at("second"));
  write("second/late.h", "");
  EXPECT_FALSE(L.finish());
  Recorder Twice;
  Twice.read(at("main.cpp"), stampOf(at("main.cpp")), digest("1"));
  Twice.read(at("main.cpp"), stampOf(at("main.cpp")), digest("2"));
  EXPECT_FALSE(Twice.finish());
}

TEST_F(ClosureTest, PartsAreLookedAtOnce) {
  auto S = open();
  Closure Part = closure();
  ASSERT_TRUE(Part.save(*S, "part"));
  Closure C;
  C.parts.push_back({"part", Part.contentDigest()});
  Validator V(S.get());
  EXPECT_TRUE(V.holds(C));
  EXPECT_FALSE(Validator(nullptr).holds(C));
  Closure Wrong = C;
  Wrong.parts[0].content = digest("another");
  EXPECT_FALSE(V.holds(Wrong));
  Closure Missing = C;
  Missing.parts[0].key = "missing";
  EXPECT_FALSE(V.holds(Missing));
  write("second/a.h", "int c;\n");
  EXPECT_TRUE(V.holds(C)) << "one answer is of one time";
  EXPECT_FALSE(Validator(S.get()).holds(C));
}

TEST_F(ClosureTest, ARenewedPartIsKept) {
  auto S = open();
  Closure Part = closure();
  ASSERT_TRUE(Part.save(*S, "part"));
  Closure C;
  C.parts.push_back({"part", Part.contentDigest()});
  touch(at("second/a.h"));
  EXPECT_TRUE(Validator(S.get()).holds(C));
  std::optional<Closure> Kept = Closure::load(*S, "part");
  ASSERT_TRUE(Kept);
  EXPECT_TRUE(Kept->files.back().stamp.sameAs(stampOf(at("second/a.h"))));
  EXPECT_EQ(Kept->contentDigest(), Part.contentDigest());
}

TEST_F(ClosureTest, APartOfItselfDoesNotHold) {
  auto S = open();
  Closure C;
  C.parts.push_back({"loop", Digest()});
  C.save(*S, "loop");
  EXPECT_FALSE(Validator(S.get()).holds(C));
}

} // namespace
