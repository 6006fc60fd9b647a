//===- cache_damage.cpp - what isn't as it was put is not there -----------===//
#include "cache/Store.h"
#include "cache_fixture.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace torchtidy::cache;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

constexpr size_t Front = 48;

class DamageTest : public CacheTest {
protected:
  static void write(const std::string &Path, const std::string &Text) {
    std::ofstream(Path, std::ios::binary | std::ios::trunc) << Text;
  }
  static bool make(const std::string &Path) {
    write(Path, std::string(100'000, 'p'));
    return true;
  }

  /// The entry that is damaged, beside one that isn't.
  std::string entry() {
    auto S = open();
    S->put(Kind::Facts, "other", "another text");
    std::vector<std::string> Before = names("facts");
    S->put(Kind::Facts, "key", "the text");
    std::string Found;
    for (const std::string &N : names("facts"))
      if (std::find(Before.begin(), Before.end(), N) == Before.end())
        Found = N;
    return Found;
  }
  std::string otherEntry(const std::string &Entry) const {
    for (const std::string &N : names("facts"))
      if (N != Entry)
        return N;
    return "";
  }

  /// What is in the way counts for nothing, goes, and comes back.
  void isNothing(const std::string &What) {
    auto S = open();
    EXPECT_FALSE(S->get(Kind::Facts, "key")) << What;
    EXPECT_TRUE(S->put(Kind::Facts, "key", "again")) << What;
    EXPECT_EQ(S->get(Kind::Facts, "key"), "again") << What;
    EXPECT_EQ(S->get(Kind::Facts, "other"), "another text") << What;
    EXPECT_EQ(S->trouble(), "") << What;
  }

  /// Why a store can't be had.
  std::string refusal() const {
    std::string Why;
    auto S = Store::open(Folder, 1000, Why);
    EXPECT_EQ(S, nullptr);
    return Why;
  }
};

TEST_F(DamageTest, EveryBitCounts) {
  std::string Entry = entry(), Good = text(Entry);
  ASSERT_GT(Good.size(), Front);
  for (size_t Bit = 0; Bit < Good.size() * 8; ++Bit) {
    std::string Bad = Good;
    Bad[Bit / 8] ^= char(1 << Bit % 8);
    write(Entry, Bad);
    ASSERT_FALSE(open()->get(Kind::Facts, "key")) << Bit;
    ASSERT_FALSE(fs::exists(Entry)) << Bit;
  }
  write(Entry, Good);
  EXPECT_EQ(open()->get(Kind::Facts, "key"), "the text");
}

TEST_F(DamageTest, EveryLengthCounts) {
  std::string Entry = entry(), Good = text(Entry);
  for (size_t Length = 0; Length < Good.size(); ++Length) {
    write(Entry, Good.substr(0, Length));
    ASSERT_FALSE(open()->get(Kind::Facts, "key")) << Length;
  }
  write(Entry, Good + "x");
  isNothing("longer");
  write(Entry, Good + Good);
  isNothing("twice");
}

TEST_F(DamageTest, WhatIsNoEntry) {
  std::string Entry = entry(), Good = text(Entry);
  write(Entry, std::string(Good.size(), 0));
  isNothing("zeros");
  write(Entry, std::string(5000, 'x'));
  isNothing("something else");
  std::string Newer = Good;
  Newer[8] = 99;
  write(Entry, Newer);
  isNothing("another version");
  std::string Kindless = Good;
  Kindless[12] = char(Kind::Answers);
  write(Entry, Kindless);
  isNothing("another kind");
}

TEST_F(DamageTest, AnEntryOfAnotherKey) {
  std::string Entry = entry();
  std::string Other = text(otherEntry(Entry));
  write(Entry, Other);
  isNothing("another key's bytes");
  open()->put(Kind::Answers, "key", "an answer");
  write(Entry, text(names("answers").front()));
  isNothing("another kind's bytes");
  // As long, so that only the key tells them apart.
  auto S = open();
  S->put(Kind::Facts, "kez", "the text");
  for (const std::string &N : names("facts"))
    if (text(N).find("kez") != std::string::npos)
      write(Entry, text(N));
  isNothing("a like key's bytes");
}

TEST_F(DamageTest, ALengthThatWouldTakeAllMemory) {
  std::string Entry = entry(), Good = text(Entry);
  std::string Huge = Good;
  for (size_t I = 24; I < 32; ++I)
    Huge[I] = char(0x7f);
  write(Entry, Huge);
  isNothing("a huge length");
  // A hole of a terabyte that the header vouches for.
  std::string Hole = Good.substr(0, Front);
  const uint64_t Length = uint64_t(1) << 40;
  for (unsigned I = 0; I < 8; ++I)
    Hole[24 + I] = char(Length >> (8 * I));
  write(Entry, Hole + "key");
  if (::truncate(Entry.c_str(), off_t(Front + 3 + Length)) == 0)
    isNothing("a hole");
}

TEST_F(DamageTest, OtherThingsUnderItsName) {
  std::string Entry = entry(), Good = text(Entry);
  auto Clear = [&] { fs::remove_all(Entry); };
  Clear();
  fs::create_directories(Entry + "/with/folders");
  write(Entry + "/with/file", "x");
  isNothing("a folder");
  Clear();
  write(Top + "/elsewhere", Good);
  fs::create_symlink(Top + "/elsewhere", Entry);
  isNothing("a link");
  EXPECT_EQ(text(Top + "/elsewhere"), Good) << "a link's target is let alone";
  Clear();
  fs::create_symlink(Top + "/nowhere", Entry);
  isNothing("a link to nothing");
  EXPECT_FALSE(fs::exists(Top + "/nowhere"));
  Clear();
  ASSERT_EQ(::mkfifo(Entry.c_str(), 0600), 0);
  isNothing("a pipe");
  Clear();
  int Socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un Address{};
  Address.sun_family = AF_UNIX;
  if (Entry.size() < sizeof Address.sun_path) {
    Entry.copy(Address.sun_path, Entry.size());
    ASSERT_EQ(
        ::bind(Socket, reinterpret_cast<sockaddr *>(&Address), sizeof Address),
        0);
    isNothing("a socket");
  }
  ::close(Socket);
}

TEST_F(DamageTest, AMadeFile) {
  auto Make = [](const std::string &P) { return make(P); };
  const std::string Path = open()->make(Kind::Preamble, "p", Make);
  const std::string Seal = Path.substr(0, Path.size() - 4) + "sum";
  const std::string File = text(Path), Sum = text(Seal);
  auto IsMadeAnew = [&](const std::string &What) {
    bool Called = false;
    std::string Got =
        open()->make(Kind::Preamble, "p", [&](const std::string &P) {
          Called = true;
          return make(P);
        });
    EXPECT_TRUE(Called) << What;
    EXPECT_EQ(Got, Path) << What;
    EXPECT_EQ(text(Path), File) << What;
    EXPECT_EQ(text(Seal), Sum) << What;
  };
  for (size_t At : {size_t(0), File.size() / 2, File.size() - 1}) {
    std::string Bad = File;
    Bad[At] ^= 1;
    write(Path, Bad);
    IsMadeAnew("a bit");
  }
  write(Path, File.substr(0, File.size() / 2));
  IsMadeAnew("cut");
  write(Path, File + "x");
  IsMadeAnew("longer");
  write(Path, "");
  IsMadeAnew("empty");
  fs::remove(Path);
  IsMadeAnew("gone");
  fs::remove(Path);
  fs::create_directories(Path + "/sub");
  IsMadeAnew("a folder");
  fs::remove(Path);
  write(Top + "/elsewhere", File);
  fs::create_symlink(Top + "/elsewhere", Path);
  IsMadeAnew("a link");
  fs::remove(Seal);
  IsMadeAnew("no seal");
  for (size_t At = 0; At < Sum.size(); ++At) {
    std::string Bad = Sum;
    Bad[At] ^= 1;
    write(Seal, Bad);
    IsMadeAnew("a seal's bit");
  }
  // Two files that have changed places, each with its seal.
  std::string Other = open()->make(Kind::Preamble, "q", [](const auto &P) {
    write(P, std::string(100'000, 'q'));
    return true;
  });
  write(Path, text(Other));
  write(Seal, text(Other.substr(0, Other.size() - 4) + "sum"));
  IsMadeAnew("another's file and seal");
  write(Path, text(Other));
  IsMadeAnew("another's file");
}

TEST_F(DamageTest, FoldersThatOthersWriteTo) {
  for (const char *Sub : {"", "/facts", "/preambles", "/tmp", "/locks"}) {
    open();
    ASSERT_EQ(::chmod((Folder + Sub).c_str(), 0777), 0);
    EXPECT_THAT(refusal(), HasSubstr("others may write to " + Folder + Sub));
    ASSERT_EQ(::chmod((Folder + Sub).c_str(), 0720), 0);
    EXPECT_THAT(refusal(), HasSubstr("others may write to " + Folder + Sub));
    ASSERT_EQ(::chmod((Folder + Sub).c_str(), 0700), 0);
  }
  open();
  struct stat St;
  ASSERT_EQ(::stat(Folder.c_str(), &St), 0);
  EXPECT_EQ(St.st_mode & 0777, 0700u) << "it is made for one user";
}

TEST_F(DamageTest, FoldersThatAreLinks) {
  open();
  fs::rename(Folder + "/facts", Top + "/facts");
  fs::create_symlink(Top + "/facts", Folder + "/facts");
  EXPECT_THAT(refusal(), HasSubstr("cannot open " + Folder + "/facts"));
  // The whole may be elsewhere: that is the user's own link.
  fs::remove(Folder + "/facts");
  fs::rename(Folder, Top + "/real");
  fs::create_symlink(Top + "/real", Folder);
  EXPECT_TRUE(open()->put(Kind::Facts, "a", "b"));
}

TEST_F(DamageTest, FoldersThatCannotBe) {
  write(Folder, "a file");
  EXPECT_THAT(refusal(), HasSubstr(Folder));
  fs::remove(Folder);
  write(Top + "/file", "");
  Folder = Top + "/file/below";
  EXPECT_THAT(refusal(), HasSubstr("cannot make the folder " + Folder));
  Folder = "/proc/torch-tidy/cache";
  EXPECT_THAT(refusal(), HasSubstr("cannot make the folder " + Folder));
}

/// What \p Do returns in a process that isn't root.
template <class Function> int asSomebody(const std::string &Top, Function Do) {
  pid_t Child = ::fork();
  if (Child == 0) {
    if (::geteuid() == 0 && (::chown(Top.c_str(), 12345, 12345) != 0 ||
                             ::setgid(12345) != 0 || ::setuid(12345) != 0))
      ::_exit(77);
    ::_exit(Do());
  }
  int Status = 0;
  ::waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

TEST_F(DamageTest, AFolderThatIsReadOnly) {
  int Code = asSomebody(Top, [&] {
    open();
    ::chmod(Folder.c_str(), 0500);
    std::string Why;
    bool Refused = !Store::open(Folder, 1000, Why);
    ::chmod(Folder.c_str(), 0700);
    return Refused && Why.find("cannot write to " + Folder) == 0 ? 0 : 1;
  });
  if (Code == 77)
    GTEST_SKIP() << "no other user can be had";
  EXPECT_EQ(Code, 0);
}

TEST_F(DamageTest, AFolderOfAnotherUser) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can give folders away";
  open();
  ASSERT_EQ(::chown(Folder.c_str(), 12345, 12345), 0);
  EXPECT_THAT(refusal(), HasSubstr(Folder + " belongs to another user"));
}

TEST_F(DamageTest, AFullDisk) {
  pid_t Child = ::fork();
  if (Child == 0) {
    auto S = open();
    rlimit Limit{10'000, 10'000};
    ::setrlimit(RLIMIT_FSIZE, &Limit);
    int Code = 0;
    Code |= S->put(Kind::Facts, "small", "fits") ? 0 : 1;
    Code |= S->put(Kind::Facts, "large", std::string(50'000, 'x')) ? 2 : 0;
    Code |= S->get(Kind::Facts, "large") ? 4 : 0;
    Code |= S->get(Kind::Facts, "small") == "fits" ? 0 : 8;
    Code |= S->make(Kind::Preamble, "p",
                    [](const std::string &P) {
                      std::ofstream Out(P);
                      Out << std::string(50'000, 'x');
                      return bool(Out.flush());
                    }) == ""
                ? 0
                : 16;
    Code |= S->trouble().find("cannot write to") == 0 ? 0 : 32;
    Code |= names("tmp").empty() ? 0 : 64;
    ::_exit(Code);
  }
  int Status = 0;
  ::waitpid(Child, &Status, 0);
  ASSERT_TRUE(WIFEXITED(Status)) << "signal " << WTERMSIG(Status);
  EXPECT_EQ(WEXITSTATUS(Status), 0);
}

TEST_F(DamageTest, WhereTheFolderIs) {
  auto Where = [](const char *Own, const char *Xdg, const char *Home) {
    auto Set = [](const char *Name, const char *Value) {
      Value ? ::setenv(Name, Value, 1) : ::unsetenv(Name);
    };
    Set("TORCH_TIDY_CACHE", Own);
    Set("XDG_CACHE_HOME", Xdg);
    Set("HOME", Home);
    std::string Why;
    return Store::defaultFolder(Why);
  };
  const std::string Before = std::getenv("HOME") ? std::getenv("HOME") : "";
  EXPECT_EQ(Where("/own", "/xdg", "/home"), "/own");
  EXPECT_EQ(Where("none", "/xdg", "/home"), "");
  EXPECT_EQ(Where("", "/xdg", "/home"), "/xdg/torch-tidy");
  EXPECT_EQ(Where(nullptr, "relative", "/home"), "/home/.cache/torch-tidy");
  EXPECT_EQ(Where(nullptr, nullptr, "/home"), "/home/.cache/torch-tidy");
  EXPECT_THAT(Where(nullptr, nullptr, nullptr), HasSubstr("/.cache/torch-tidy"))
      << "the user's own entry says where home is";
  ::setenv("HOME", Before.c_str(), 1);
}

} // namespace
