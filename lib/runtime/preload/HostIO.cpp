//===- HostIO.cpp - fake memory given to the kernel -----------------------===//
//
// The kernel refuses a device's memory with EFAULT and no signal: a checkpoint
// written with write(2) would be lost without a word. These stand before
// libc's, look at the address and leave the rest to them.
//
//===----------------------------------------------------------------------===//
#include "runtime/FakeTensor.h"
#include "runtime/Report.h"
#include "runtime/preload/Preload.h"
#include <cstdio>
#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace torchtidy::rt;

namespace {

void look(const void *Memory) {
  c10::Device Device(c10::kCPU);
  OriginId Origin = 0;
  if (findFakeAddress(Memory, Device, Origin))
    reportHostAccess(Device, Origin);
}

template <typename F> F next(F, const char *Name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, Name));
}

} // namespace

#define TT_VISIBLE extern "C" __attribute__((visibility("default")))

TT_VISIBLE ssize_t write(int Fd, const void *Memory, size_t Size) {
  static auto Real = next(&::write, "write");
  look(Memory);
  return Real(Fd, Memory, Size);
}
TT_VISIBLE ssize_t read(int Fd, void *Memory, size_t Size) {
  static auto Real = next(&::read, "read");
  look(Memory);
  return Real(Fd, Memory, Size);
}
TT_VISIBLE ssize_t writev(int Fd, const iovec *Parts, int Count) {
  static auto Real = next(&::writev, "writev");
  for (int I = 0; I < Count; ++I)
    look(Parts[I].iov_base);
  return Real(Fd, Parts, Count);
}
TT_VISIBLE ssize_t send(int Fd, const void *Memory, size_t Size, int Flags) {
  static auto Real = next(&::send, "send");
  look(Memory);
  return Real(Fd, Memory, Size, Flags);
}
TT_VISIBLE ssize_t recv(int Fd, void *Memory, size_t Size, int Flags) {
  static auto Real = next(&::recv, "recv");
  look(Memory);
  return Real(Fd, Memory, Size, Flags);
}
TT_VISIBLE size_t fwrite(const void *Memory, size_t Size, size_t Count,
                         FILE *File) {
  static auto Real = next(&::fwrite, "fwrite");
  // A short one is copied by libc and faults there.
  if (Size * Count >= BUFSIZ / 2)
    look(Memory);
  return Real(Memory, Size, Count, File);
}
TT_VISIBLE size_t fread(void *Memory, size_t Size, size_t Count, FILE *File) {
  static auto Real = next(&::fread, "fread");
  if (Size * Count >= BUFSIZ / 2)
    look(Memory);
  return Real(Memory, Size, Count, File);
}
