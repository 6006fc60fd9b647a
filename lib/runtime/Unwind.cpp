//===- Unwind.cpp - return addresses in the user's code, cheaply ----------===//
#include "runtime/Unwind.h"
#include "runtime/Guest.h"
#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <memory>
#include <mutex>
#include <unistd.h>
#include <unwind.h>
#include <vector>

namespace torchtidy {
namespace rt {
namespace {

//===- Which object an address is in --------------------------------------===//

struct Segment {
  uintptr_t begin, end, bias;
  bool user;
  std::shared_ptr<std::string> path;
};

std::string directoryOf(const std::string &Path) {
  size_t Slash = Path.rfind('/');
  return Slash == std::string::npos ? "" : Path.substr(0, Slash);
}
std::string baseOf(const std::string &Path) {
  return Path.substr(Path.rfind('/') + 1);
}
bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, std::strlen(Prefix), Prefix) == 0;
}

std::string realPath(const char *Path) {
  char Buffer[PATH_MAX];
  return realpath(Path, Buffer) ? Buffer : Path;
}

std::string programPath() {
  char Buffer[PATH_MAX];
  ssize_t N = readlink("/proc/self/exe", Buffer, sizeof Buffer - 1);
  return N > 0 ? std::string(Buffer, N) : "";
}

class Objects {
public:
  /// By value: another thread may load an object at any time.
  bool find(uintptr_t A, Segment &Out) {
    std::lock_guard<std::mutex> L(Mutex);
    if (lookup(A, Out))
      return true;
    load();
    return lookup(A, Out);
  }

private:
  std::mutex Mutex;
  std::vector<Segment> Segments;

  bool lookup(uintptr_t A, Segment &Out) const {
    auto It = std::upper_bound(
        Segments.begin(), Segments.end(), A,
        [](uintptr_t X, const Segment &S) { return X < S.begin; });
    if (It == Segments.begin() || A >= std::prev(It)->end)
      return false;
    Out = *std::prev(It);
    return true;
  }

  void load() {
    Segments.clear();
    dl_iterate_phdr(
        [](dl_phdr_info *Info, size_t, void *Self) {
          static_cast<Objects *>(Self)->add(*Info);
          return 0;
        },
        this);
    judge();
    std::sort(
        Segments.begin(), Segments.end(),
        [](const Segment &A, const Segment &B) { return A.begin < B.begin; });
  }

  void add(const dl_phdr_info &Info) {
    bool Main = Segments.empty() && (!Info.dlpi_name || !*Info.dlpi_name);
    if (!Main && (!Info.dlpi_name || Info.dlpi_name[0] != '/'))
      return; // the vdso
    auto Path = std::make_shared<std::string>(Main ? programPath()
                                                   : realPath(Info.dlpi_name));
    for (int I = 0; I != Info.dlpi_phnum; ++I) {
      auto &P = Info.dlpi_phdr[I];
      if (P.p_type == PT_LOAD && (P.p_flags & PF_X))
        Segments.push_back({Info.dlpi_addr + P.p_vaddr,
                            Info.dlpi_addr + P.p_vaddr + P.p_memsz,
                            Info.dlpi_addr, Main, Path});
    }
  }

  /// Not the user's: the system's libraries, everything beside LibTorch, and
  /// the object that this code is in (which in a test is the test itself).
  void judge() {
    std::string TorchDirectory;
    for (auto &S : Segments)
      if (startsWith(baseOf(*S.path), "libc10.so"))
        TorchDirectory = directoryOf(*S.path);
    auto Self = reinterpret_cast<uintptr_t>(&captureUserFrames);
    for (auto &S : Segments) {
      if (S.user)
        continue;
      std::string Base = baseOf(*S.path), Directory = directoryOf(*S.path);
      bool System = startsWith(*S.path, "/lib") ||
                    (startsWith(*S.path, "/usr/lib")) ||
                    Directory == TorchDirectory ||
                    startsWith(Base, "libtorch") || startsWith(Base, "libc10");
      S.user = !System && !(Self >= S.begin && Self < S.end);
    }
  }
};

Objects &objects() {
  static Objects *O = new Objects;
  return *O;
}

//===- Frame sizes by return address --------------------------------------===//

/// What is known of the frame that a return address is in. Positive: bytes from
/// its stack pointer to its caller's. A frame whose size varies (alloca,
/// realigned stacks) can't be walked without the unwinder.
enum : int32_t { Unset = 0, Varies = -1, Outermost = -2 };

struct Known {
  std::atomic<uintptr_t> pc{0};
  std::atomic<int32_t> size{Unset};
  std::atomic<bool> user{false};
};

constexpr size_t TableSize = 1 << 15;
Known Table[TableSize];
std::mutex TableMutex;

size_t slotOf(uintptr_t PC) { return (PC * 0x9E3779B97F4A7C15ull) >> 49; }
static_assert((uint64_t(1) << (64 - 49)) == TableSize, "one slot a hash");

const Known *findKnown(uintptr_t PC) {
  for (size_t I = slotOf(PC), N = 0; N != 64; ++N, I = (I + 1) % TableSize) {
    uintptr_t At = Table[I].pc.load(std::memory_order_acquire);
    if (At == PC)
      return &Table[I];
    if (!At)
      return nullptr;
  }
  return nullptr;
}

void learn(uintptr_t PC, int32_t Size) {
  std::lock_guard<std::mutex> L(TableMutex);
  for (size_t I = slotOf(PC), N = 0; N != 64; ++N, I = (I + 1) % TableSize) {
    uintptr_t At = Table[I].pc.load(std::memory_order_relaxed);
    if (At == PC) {
      if (Table[I].size.load() != Size)
        Table[I].size.store(Varies);
      return;
    }
    if (!At) {
      Segment S;
      Table[I].user.store(objects().find(PC - 1, S) && S.user);
      Table[I].size.store(Size);
      Table[I].pc.store(PC, std::memory_order_release);
      return;
    }
  }
}

constexpr unsigned MaxFrames = 192;

struct Walk {
  uintptr_t pc[MaxFrames], sp[MaxFrames];
  unsigned count = 0;
};

_Unwind_Reason_Code step(_Unwind_Context *C, void *Data) {
  auto &W = *static_cast<Walk *>(Data);
  if (W.count == MaxFrames)
    return _URC_END_OF_STACK;
  W.pc[W.count] = _Unwind_GetIP(C);
  W.sp[W.count++] = _Unwind_GetCFA(C);
  return W.pc[W.count - 1] ? _URC_NO_REASON : _URC_END_OF_STACK;
}

unsigned collect(const Walk &W, void **Out, unsigned Max) {
  unsigned N = 0;
  for (unsigned I = 0; I != W.count && N != Max; ++I) {
    Segment S;
    if (W.pc[I] && objects().find(W.pc[I] - 1, S) && S.user)
      Out[N++] = reinterpret_cast<void *>(W.pc[I]);
  }
  return N;
}

__attribute__((noinline)) unsigned walkSlowly(void **Out, unsigned Max,
                                              bool Learn) {
  Walk W;
  _Unwind_Backtrace(&step, &W);
  if (Learn && W.count != MaxFrames)
    for (unsigned I = 0; I != W.count; ++I) {
      bool Last = I + 1 == W.count || !W.pc[I + 1];
      uintptr_t Size = Last ? 0 : W.sp[I + 1] - W.sp[I];
      learn(W.pc[I], Last ? Outermost
                          : (Size && Size < (1u << 30) ? int32_t(Size)
                                                       : int32_t(Varies)));
      if (Last)
        break;
    }
  return collect(W, Out, Max);
}

} // namespace

// Taking the frame address gives this function a frame pointer, and with it its
// caller's stack pointer.
__attribute__((noinline)) unsigned captureUserFrames(void **Out, unsigned Max) {
  if (Guest *G = guest())
    return G->capture(Out, Max);
  // Now and then all is learnt anew, so that a frame whose size varies is
  // found.
  static thread_local unsigned Turn = 0;
  if ((++Turn & 1023) != 0) {
    auto Frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    uintptr_t SP = Frame + 2 * sizeof(void *);
    uintptr_t PC = *reinterpret_cast<uintptr_t *>(Frame + sizeof(void *));
    unsigned N = 0;
    for (unsigned Depth = 0; Depth != MaxFrames; ++Depth) {
      const Known *K = findKnown(PC);
      if (!K)
        break;
      int32_t Size = K->size.load(std::memory_order_relaxed);
      if (Size == Varies)
        break;
      if (K->user.load(std::memory_order_relaxed)) {
        Out[N++] = reinterpret_cast<void *>(PC);
        if (N == Max)
          return N;
      }
      if (Size == Outermost)
        return N;
      SP += Size;
      PC = *reinterpret_cast<uintptr_t *>(SP - sizeof(void *));
    }
  }
  return walkSlowly(Out, Max, /*Learn=*/true);
}

unsigned captureUserFramesExactly(void **Out, unsigned Max) {
  if (Guest *G = guest())
    return G->capture(Out, Max);
  return walkSlowly(Out, Max, /*Learn=*/false);
}

bool locate(const void *Address, ObjectAddress &Out) {
  Segment S;
  auto A = reinterpret_cast<uintptr_t>(Address);
  if (!objects().find(A, S))
    return false;
  Out = {*S.path, A - S.bias};
  return true;
}

bool isUserAddress(const void *Address) {
  Segment S;
  return objects().find(reinterpret_cast<uintptr_t>(Address), S) && S.user;
}

} // namespace rt
} // namespace torchtidy
