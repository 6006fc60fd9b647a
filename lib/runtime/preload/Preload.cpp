//===- Preload.cpp - the rehearsal, inside an unmodified program ----------===//
//
// torch-rehearse puts this object before LibTorch. Everything is set up in the
// constructor, before the program's own code runs; settings come by
// environment.
//
//===----------------------------------------------------------------------===//
#include "runtime/preload/Preload.h"
#include "findings/JsonLines.h"
#include "runtime/FakeDevice.h"
#include "runtime/Mode.h"
#include "runtime/Origins.h"
#include "runtime/common/RunText.h"
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace torchtidy {
namespace rt {

SharedRun *shared = nullptr;

namespace {

struct Settings {
  int devices = 2, current = 0, out = -1, sharedFd = -1;
  c10::DeviceType type = c10::kCUDA;
  bool keepGoing = false, jsonl = false;
  Level level = Level::Likely;
  int explore = 0, exploreFd = -1;
};
Settings settings;

/// Never destroyed: threads may run operators to the very end.
Mode &programMode() {
  static Mode *M = new Mode;
  return *M;
}

Settings readSettings() {
  Settings S;
  const char *Text = std::getenv(SettingsVariable);
  std::string All = Text ? Text : "";
  std::map<std::string, std::string> Map;
  for (size_t At = 0; At < All.size();) {
    size_t End = std::min(All.find(';', At), All.size());
    std::string Item = All.substr(At, End - At);
    size_t Equal = Item.find('=');
    if (Equal != std::string::npos)
      Map[Item.substr(0, Equal)] = Item.substr(Equal + 1);
    At = End + 1;
  }
  auto Number = [&](const char *Key, int Default) {
    auto It = Map.find(Key);
    return It == Map.end() ? Default : std::atoi(It->second.c_str());
  };
  S.devices = Number("devices", S.devices);
  S.current = Number("current", S.current);
  S.out = Number("out", S.out);
  S.sharedFd = Number("shared", S.sharedFd);
  S.keepGoing = Number("keep-going", 0);
  S.jsonl = Map["format"] == "jsonl";
  parseLevel(Map["level"], S.level);
  S.explore = Number("explore", 0);
  S.exploreFd = Number("explore-out", -1);
  if (!Map["type"].empty())
    S.type = c10::Device(Map["type"]).type();
  return S;
}

/// The program's own children are not rehearsed: a shell would load LibTorch.
void forgetPreload() {
  unsetenv(SettingsVariable);
  const char *Old = std::getenv("LD_PRELOAD");
  if (!Old)
    return;
  std::string Rest, All = Old;
  for (size_t At = 0; At <= All.size();) {
    size_t End = std::min(All.find_first_of(": ", At), All.size());
    std::string Item = All.substr(At, End - At);
    if (!Item.empty() && Item.find("libtorch-rehearse.so") == std::string::npos)
      Rest += (Rest.empty() ? "" : ":") + Item;
    At = End + 1;
  }
  if (Rest.empty())
    unsetenv("LD_PRELOAD");
  else
    setenv("LD_PRELOAD", Rest.c_str(), 1);
}

void closeOnExec(int Fd) {
  if (Fd >= 0)
    fcntl(Fd, F_SETFD, FD_CLOEXEC);
}

void mapShared() {
  struct stat Info;
  if (settings.sharedFd < 0 || fstat(settings.sharedFd, &Info) != 0 ||
      size_t(Info.st_size) < sizeof(SharedRun))
    return;
  void *P = mmap(nullptr, sizeof(SharedRun), PROT_READ | PROT_WRITE, MAP_SHARED,
                 settings.sharedFd, 0);
  if (P == MAP_FAILED)
    return;
  auto *S = static_cast<SharedRun *>(P);
  if (S->magic != SharedRun::Magic) {
    munmap(P, sizeof(SharedRun));
    return;
  }
  shared = S;
  shared->started.fetch_add(1);
  programMode().sharedOperators = &shared->operators;
}

void writeOut(const std::string &Text) {
  int Fd = settings.out;
  if (Fd < 0 || fcntl(Fd, F_GETFD) < 0)
    Fd = STDERR_FILENO; // the program closed what it doesn't know
  writeTo(Fd, Text);
}

void onFinding(const Finding &F) {
  if (shared)
    (F.level == Level::Certain ? shared->certain : shared->likely).fetch_add(1);
  if (settings.exploreFd >= 0)
    writeTo(settings.exploreFd, toJsonLine(F) + "\n");
  writeOut(settings.jsonl ? toJsonLine(F) + "\n" : clangText(F));
}

//===- Places that operators ran at ---------------------------------------===//

unsigned objectNumber(const std::string &Path) {
  static std::mutex Mutex;
  static auto *Numbers = new std::map<std::string, unsigned>;
  std::lock_guard<std::mutex> L(Mutex);
  auto It = Numbers->find(Path);
  if (It != Numbers->end())
    return It->second;
  unsigned N = shared->objectCount.fetch_add(1);
  if (N >= SharedRun::MaxObjects || Path.size() >= SharedRun::MaxPath)
    return SharedRun::MaxObjects;
  std::memcpy(shared->objects[N], Path.c_str(), Path.size() + 1);
  return (*Numbers)[Path] = N;
}

void publishSite(const Site &S) {
  unsigned At = shared->frameCount.fetch_add(S.count);
  if (At + S.count > SharedRun::MaxFrames) {
    shared->flags.fetch_or(SharedRun::LinesFull);
    return;
  }
  for (unsigned I = 0; I != S.count; ++I) {
    ObjectAddress Where;
    unsigned Object = SharedRun::MaxObjects;
    if (locate(S.frames[I], Where))
      Object = objectNumber(Where.object);
    shared->frames[At + I].store(
        SharedRun::pack(Object, I + 1 == S.count, Where.address),
        std::memory_order_release);
  }
}

//===- Setting up ---------------------------------------------------------===//

__attribute__((constructor)) void begin() {
  settings = readSettings();
  forgetPreload();
  closeOnExec(settings.out);
  closeOnExec(settings.sharedFd);
  closeOnExec(settings.exploreFd);
  Mode &M = programMode();
  M.type = settings.type;
  M.devices = std::clamp(settings.devices, 1, MaxDevices);
  M.current = std::clamp(settings.current, 0, M.devices - 1);
  M.keepGoing = settings.keepGoing;
  M.level = settings.level;
  M.watchState = true;
  M.onFinding = &onFinding;
  mapShared();
  if (shared)
    onSite(&publishSite);
  takeOverDevices(M.devices);
  install();
  setActiveMode(&M);
  rehearseThisThread();
  watchFaults();
  if (settings.explore && settings.exploreFd >= 0)
    exploreBranches(M, settings.explore, settings.exploreFd);
}

/// At a normal end; what a program that dies leaves out is only these words.
__attribute__((destructor)) void end() {
  if (!shared)
    return;
  if (programMode().sawRawTensors)
    shared->flags.fetch_or(SharedRun::RawTensors);
  if (!watchesFaults())
    shared->flags.fetch_or(SharedRun::HandlerReplaced);
}

} // namespace

void rehearseThisThread() {
  c10::impl::tls_set_dispatch_key_included(c10::DispatchKey::Fake, true);
}

void writeTo(int Fd, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t N = write(Fd, Text.data() + Done, Text.size() - Done);
    if (N < 0 && errno != EINTR)
      return;
    Done += N > 0 ? N : 0;
  }
}

void sayOut(const std::string &Text) { writeOut(Text); }

} // namespace rt
} // namespace torchtidy
