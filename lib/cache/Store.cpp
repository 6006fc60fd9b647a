//===- Store.cpp - what earlier runs found out, in a folder ---------------===//
#include "cache/Store.h"
#include "cache/Entry.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pwd.h>
#include <random>
#include <unistd.h>

namespace torchtidy {
namespace cache {

namespace {

constexpr const char *EntrySuffix = ".entry";
/// Use is noted no finer than this.
constexpr time_t UseSeconds = 60;

const char *const CacheTag =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Files here were made by torch-tidy and can be removed at any time.\n";

void ignoreFileSizeSignal() {
  struct sigaction Now;
  if (::sigaction(SIGXFSZ, nullptr, &Now) == 0 && Now.sa_handler == SIG_DFL)
    std::signal(SIGXFSZ, SIG_IGN);
}

} // namespace

std::string Store::defaultFolder(std::string &Why) {
  auto Get = [](const char *Name) {
    const char *Value = std::getenv(Name);
    return std::string(Value ? Value : "");
  };
  Why.clear();
  std::string Own = Get("TORCH_TIDY_CACHE");
  if (!Own.empty())
    return Own == "none" ? "" : Own;
  // Relative ones don't count, says XDG.
  std::string Base = Get("XDG_CACHE_HOME");
  if (Base.empty() || Base[0] != '/') {
    std::string Home = Get("HOME");
    if (Home.empty()) {
      const passwd *User = ::getpwuid(::geteuid());
      Home = User && User->pw_dir ? User->pw_dir : "";
    }
    if (Home.empty() || Home[0] != '/') {
      Why = "there is no home folder";
      return "";
    }
    Base = Home + "/.cache";
  }
  return Base + "/torch-tidy";
}

std::unique_ptr<Store> Store::open(const std::string &Path, uint64_t MaxBytes,
                                   std::string &Why) {
  ignoreFileSizeSignal();
  std::unique_ptr<Store> S(new Store);
  S->MaxBytes = MaxBytes;
  S->Root = Folder::open(Path, Why);
  if (!S->Root.handle)
    return nullptr;
  for (size_t I = 0; I < KindNames.size() && Why.empty(); ++I)
    S->Kinds[I] = S->Root.sub(KindNames[I], Why);
  if (Why.empty())
    S->Locks = S->Root.sub("locks", Why);
  if (Why.empty())
    S->Temps = S->Root.sub("tmp", Why);
  if (!Why.empty())
    return nullptr;
  // Tells backup programs to leave it out.
  if (FileHandle Tag = S->Root.create("CACHEDIR.TAG"))
    writeAll(Tag.get(), CacheTag);
  return S;
}

Store::~Store() {
  MadeFiles.clear();
  if (EverWrote)
    trim();
}

std::string Store::trouble() const {
  std::lock_guard<std::mutex> Guard(Mutex);
  return Trouble;
}

void Store::fail(const std::string &What) {
  std::lock_guard<std::mutex> Guard(Mutex);
  if (Trouble.empty())
    Trouble = What;
}

void Store::wrote(uint64_t Bytes) {
  EverWrote = true;
  if ((Written += Bytes) > MaxBytes / 8 + 1)
    trim();
}

/// Process ids repeat over containers that share a folder.
std::string Store::tempName(const std::string &Entry) {
  static const uint64_t Random = [] {
    std::random_device Device;
    return (uint64_t(Device()) << 32) ^ Device();
  }();
  return "tt-" + Entry + "-" +
         Digest{Random, static_cast<uint64_t>(::getpid())}.hex() + "-" +
         std::to_string(++Counter);
}

std::optional<std::string> Store::readEntry(Kind K, const std::string &Name,
                                            const std::string &Key) {
  struct stat St;
  bool Wrong = false;
  FileHandle File = folderOf(K).read(Name, St, Wrong);
  if (!File) {
    if (Wrong)
      folderOf(K).remove(Name);
    return std::nullopt;
  }
  auto Read = [&]() -> std::optional<std::string> {
    char Front[EntryHeader::Size];
    uint64_t Size = static_cast<uint64_t>(St.st_size);
    if (Size < sizeof Front || !readAll(File.get(), Front, sizeof Front, 0))
      return std::nullopt;
    std::string_view Text(Front, sizeof Front);
    std::optional<EntryHeader> H = EntryHeader::parse(Text);
    // The size is compared first: a length that is off must not take memory.
    if (!H || H->kind != uint32_t(K) || H->keyLength != Key.size() ||
        H->length > Size || Size != sizeof Front + Key.size() + H->length)
      return std::nullopt;
    std::string Stored(Key.size(), 0), Bytes(H->length, 0);
    if (!readAll(File.get(), Stored.data(), Stored.size(), sizeof Front) ||
        Stored != Key ||
        !readAll(File.get(), Bytes.data(), Bytes.size(),
                 sizeof Front + Key.size()) ||
        !H->fits(Text, Key, Bytes))
      return std::nullopt;
    return Bytes;
  };
  std::optional<std::string> Bytes;
  try {
    Bytes = Read();
  } catch (const std::bad_alloc &) { // a file that is all hole
  }
  if (!Bytes)
    folderOf(K).remove(Name);
  else if (::time(nullptr) - St.st_mtime > UseSeconds)
    ::futimens(File.get(), nullptr);
  return Bytes;
}

bool Store::writeEntry(Kind K, const std::string &Name, const std::string &Key,
                       std::string_view Bytes) {
  const std::string Temp = tempName(Name);
  bool Ok = false;
  if (FileHandle File = Temps.create(Temp))
    Ok = writeAll(File.get(), EntryHeader::make(uint32_t(K), Key, Bytes)) &&
         writeAll(File.get(), Key) && writeAll(File.get(), Bytes);
  Ok = Ok && Temps.moveTo(Temp, folderOf(K), Name);
  if (Ok)
    return true;
  fail("cannot write to " + Root.path + ": " + std::strerror(errno));
  Temps.remove(Temp);
  return false;
}

std::optional<std::string> Store::get(Kind K, const std::string &Key) {
  return readEntry(K, digest(Key).hex() + EntrySuffix, Key);
}

bool Store::put(Kind K, const std::string &Key, std::string_view Bytes) {
  const uint64_t Size = EntryHeader::Size + Key.size() + Bytes.size();
  if (Size > MaxBytes ||
      !writeEntry(K, digest(Key).hex() + EntrySuffix, Key, Bytes))
    return false;
  wrote(Size);
  return true;
}

} // namespace cache
} // namespace torchtidy
