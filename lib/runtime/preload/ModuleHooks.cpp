//===- ModuleHooks.cpp - learning the program's modules -------------------===//
//
// These stand before LibTorch's own functions of the same names and call them.
// `to`, `train` and `parameters` are called on roots, with a module that is
// complete; registrations tell the rest.
//
//===----------------------------------------------------------------------===//
#include "runtime/Modules.h"
#include "runtime/State.h"
#include "runtime/Unwind.h"
#include "runtime/preload/Mangled.h"
#include "runtime/preload/Preload.h"
#include <dlfcn.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/nn/module.h>

using torch::nn::Module;

namespace {

thread_local int Depth = 0;

/// Notes the module of the outermost call only: a root reaches its children by
/// the same functions.
struct Outermost {
  const Module &module;
  bool moved, outermost;
  Outermost(const Module &M, bool Moved)
      : module(M), moved(Moved), outermost(Depth++ == 0) {}
  ~Outermost() {
    --Depth;
    if (outermost && !std::uncaught_exceptions()) {
      torchtidy::rt::noteModule(module, moved);
      void *Frames[torchtidy::rt::MaxUserFrames];
      torchtidy::rt::noteState(torchtidy::rt::captureUserFrames(
          Frames, torchtidy::rt::MaxUserFrames));
    }
  }
};

template <typename Function> Function next(const char *Name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, Name));
}

} // namespace

#define TT_VISIBLE __attribute__((visibility("default")))

namespace torch {
namespace nn {

TT_VISIBLE void Module::to(torch::Device Device, torch::Dtype Type,
                           bool NonBlocking) {
  static auto Real =
      next<void (*)(Module *, torch::Device, torch::Dtype, bool)>(
          "_ZN5torch2nn6Module2toEN3c106DeviceENS2_10ScalarTypeEb");
  Outermost O(*this, /*Moved=*/true);
  Real(this, Device, Type, NonBlocking);
}

TT_VISIBLE void Module::to(torch::Device Device, bool NonBlocking) {
  static auto Real = next<void (*)(Module *, torch::Device, bool)>(
      "_ZN5torch2nn6Module2toEN3c106DeviceEb");
  Outermost O(*this, /*Moved=*/true);
  Real(this, Device, NonBlocking);
}

TT_VISIBLE void Module::train(bool On) {
  static auto Real =
      next<void (*)(Module *, bool)>("_ZN5torch2nn6Module5trainEb");
  Outermost O(*this, /*Moved=*/false);
  Real(this, On);
}

TT_VISIBLE std::vector<Tensor> Module::parameters(bool Recurse) const {
  static auto Real = next<std::vector<Tensor> (*)(const Module *, bool)>(
      "_ZNK5torch2nn6Module10parametersEb");
  Outermost O(*this, /*Moved=*/false);
  return Real(this, Recurse);
}

TT_VISIBLE Tensor &Module::register_parameter(std::string Name, Tensor Value,
                                              bool RequiresGrad) {
  static auto Real = next<Tensor &(*)(Module *, std::string, Tensor, bool)>(
      "_ZN5torch2nn6Module18register_parameterE" TT_STRING "N2at6TensorEb");
  std::string Key = Name;
  Tensor &Result = Real(this, std::move(Name), std::move(Value), RequiresGrad);
  torchtidy::rt::noteRegistered(*this, Key, Result, /*Buffer=*/false);
  return Result;
}

TT_VISIBLE Tensor &Module::register_buffer(std::string Name, Tensor Value) {
  static auto Real = next<Tensor &(*)(Module *, std::string, Tensor)>(
      "_ZN5torch2nn6Module15register_bufferE" TT_STRING "N2at6TensorE");
  std::string Key = Name;
  Tensor &Result = Real(this, std::move(Name), std::move(Value));
  torchtidy::rt::noteRegistered(*this, Key, Result, /*Buffer=*/true);
  return Result;
}

} // namespace nn

namespace jit {

TT_VISIBLE void Module::to(at::Device Device, bool NonBlocking) {
  static auto Real = next<void (*)(Module *, at::Device, bool)>(
      "_ZN5torch3jit6Module2toEN3c106DeviceEb");
  Real(this, Device, NonBlocking);
  torchtidy::rt::noteScript(_ivalue());
}

} // namespace jit
} // namespace torch
