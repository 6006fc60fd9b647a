//===- Devices.cpp - which devices there are, past the hooks --------------===//
#include "runtime/Mode.h"
#include <ATen/Context.h>

#if TORCH_VERSION_MAJOR < 2
/// Stands before LibTorch's own, which asks the system; later versions ask hooks.
__attribute__((visibility("default"))) bool at::Context::hasMPS() {
  auto *M = torchtidy::rt::activeMode();
  return M && M->type == at::kMPS;
}
#endif
