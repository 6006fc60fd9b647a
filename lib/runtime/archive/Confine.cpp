//===- Confine.cpp - a process that reads what nobody vouches for ---------===//
#include "runtime/archive/Confine.h"
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#define TT_HAS_LANDLOCK 1
#else
#define TT_HAS_LANDLOCK 0
#endif

namespace torchtidy {
namespace archive {

static void limit(int Resource, uint64_t Value) {
  rlimit L;
  if (getrlimit(static_cast<__rlimit_resource_t>(Resource), &L) != 0)
    return;
  if (L.rlim_max == RLIM_INFINITY || Value < L.rlim_max)
    L.rlim_max = Value;
  L.rlim_cur = L.rlim_max;
  setrlimit(static_cast<__rlimit_resource_t>(Resource), &L);
}

static bool denyWriting() {
#if TT_HAS_LANDLOCK
  landlock_ruleset_attr Attributes{};
  Attributes.handled_access_fs =
      LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
      LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
      LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |
      LANDLOCK_ACCESS_FS_EXECUTE;
  int Rules = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &Attributes, sizeof Attributes, 0));
  if (Rules < 0)
    return false;
  // No rule is added: nothing is allowed.
  bool Done = syscall(SYS_landlock_restrict_self, Rules, 0) == 0;
  close(Rules);
  return Done;
#else
  return false;
#endif
}

bool confine(uint64_t MemoryBytes, uint64_t CpuSeconds) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, CpuSeconds);
  // Not RLIMIT_AS: LibTorch's libraries and the fake devices' addresses, which
  // nothing backs, are far larger than what a model takes.
  limit(RLIMIT_DATA, MemoryBytes);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return denyWriting();
}

} // namespace archive
} // namespace torchtidy
