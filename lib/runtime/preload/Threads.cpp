//===- Threads.cpp - every thread of the program is rehearsed -------------===//
#include "runtime/preload/Preload.h"
#include <dlfcn.h>
#include <memory>
#include <pthread.h>

namespace {

struct Start {
  void *(*function)(void *);
  void *argument;
};

void *run(void *P) {
  Start S = *std::unique_ptr<Start>(static_cast<Start *>(P));
  torchtidy::rt::rehearseThisThread();
  return S.function(S.argument);
}

using Create = int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                       void *);

} // namespace

/// Stands before libc's: std::thread, OpenMP and the autograd engine call it.
extern "C" __attribute__((visibility("default"))) int
pthread_create(pthread_t *Thread, const pthread_attr_t *Attributes,
               void *(*Function)(void *), void *Argument) {
  static Create Real =
      reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  auto S = std::make_unique<Start>(Start{Function, Argument});
  int Result = Real(Thread, Attributes, &run, S.get());
  if (Result == 0)
    S.release();
  return Result;
}
