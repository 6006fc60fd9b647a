//===- Teaching.cpp - functions that aren't LibTorch's ----------*- C++ -*-===//
#include "api/Teaching.h"

namespace torchtidy {
namespace api {

const char *rowName(Behaviour B) {
  switch (B) {
#define TT_TAUGHT(Id, Name, Role, Info)                                        \
  case Behaviour::Id:                                                          \
    return Name;
#include "api/LibTorch.def"
  }
  return "";
}

void Teaching::add(const Teaching &Other) {
  functions.insert(Other.functions.begin(), Other.functions.end());
  modules.insert(modules.end(), Other.modules.begin(), Other.modules.end());
}

} // namespace api
} // namespace torchtidy
