//===- Room.cpp - a process that can change nothing -----------------------===//
#include "runtime/preload/Room.h"
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace torchtidy {
namespace rt {
namespace {

#if defined(__x86_64__)
constexpr unsigned Machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned Machine = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned Machine = 0; // not known here: no room
#endif

/// Calls that change something outside of the process.
constexpr unsigned Refused[] = {
    SYS_openat2,   SYS_unlinkat,  SYS_renameat2, SYS_truncate, SYS_mkdirat,
    SYS_linkat,    SYS_symlinkat, SYS_fchmodat,  SYS_fchownat, SYS_mknodat,
    SYS_utimensat, SYS_setxattr,  SYS_lsetxattr, SYS_connect,  SYS_bind,
    SYS_sendto,    SYS_sendmsg,   SYS_sendmmsg,  SYS_kill,     SYS_execve,
    SYS_execveat,  SYS_ptrace,    SYS_mq_open,   SYS_shmctl,   SYS_semctl,
    SYS_msgsnd,    SYS_mount,     SYS_umount2,
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_open // the older calls, where the machine has them
    SYS_creat,     SYS_unlink,    SYS_rename,    SYS_mkdir,    SYS_rmdir,
    SYS_link,      SYS_symlink,   SYS_chmod,     SYS_chown,    SYS_lchown,
    SYS_mknod,     SYS_utime,     SYS_utimes,
#endif
};

sock_filter load(size_t Offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(Offset));
}
sock_filter answer(unsigned What) { return BPF_STMT(BPF_RET | BPF_K, What); }
constexpr unsigned Refuse = SECCOMP_RET_ERRNO | EACCES;

/// Opening for writing is refused, by the flags that are argument \p N.
void addOpen(std::vector<sock_filter> &F, unsigned Call, unsigned N) {
  constexpr unsigned Writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  F.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Call, 0, 4));
  F.push_back(load(offsetof(seccomp_data, args) + 8 * N)); // little endian
  F.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, Writes, 0, 1));
  F.push_back(answer(Refuse));
  F.push_back(answer(SECCOMP_RET_ALLOW));
}

bool filterCalls() {
  std::vector<sock_filter> F;
  F.push_back(load(offsetof(seccomp_data, arch)));
  F.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Machine, 1, 0));
  F.push_back(answer(SECCOMP_RET_KILL_PROCESS));
  F.push_back(load(offsetof(seccomp_data, nr)));
  addOpen(F, SYS_openat, 2);
#ifdef SYS_open
  addOpen(F, SYS_open, 1);
#endif
  for (unsigned Call : Refused) {
    F.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Call, 0, 1));
    F.push_back(answer(Refuse));
  }
  F.push_back(answer(SECCOMP_RET_ALLOW));
  sock_fprog Program{static_cast<unsigned short>(F.size()), F.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program) == 0;
}

std::vector<int> openDescriptors() {
  std::vector<int> All;
  DIR *D = opendir("/proc/self/fd");
  if (!D)
    return All;
  while (dirent *E = readdir(D))
    if (E->d_name[0] != '.')
      if (int Fd = std::atoi(E->d_name); Fd != dirfd(D))
        All.push_back(Fd);
  closedir(D);
  return All;
}

} // namespace

bool shutIn(int Out) {
  int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (!Machine || Null < 0)
    return false;
  std::vector<int> All = openDescriptors();
  if (All.empty())
    return false;
  for (int Fd : All) {
    int Flags = fcntl(Fd, F_GETFL);
    if (Fd != Out && Fd != Null && (Flags & O_ACCMODE) != O_RDONLY)
      dup2(Null, Fd);
  }
  rlimit None{0, 0};
  setrlimit(RLIMIT_CORE, &None);
  return filterCalls();
}

} // namespace rt
} // namespace torchtidy
