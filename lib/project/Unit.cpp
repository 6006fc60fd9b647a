//===- Unit.cpp - what reading one translation unit gave ------------------===//
#include "project/Unit.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t torchtidy::project::hashText(std::string_view Text) {
  return XXH3_64bits(Text.data(), Text.size());
}
