//===- devices.h - modules and functions that know their device -*- C++ -*-===//
#ifndef TORCH_TIDY_DEVICES_H
#define TORCH_TIDY_DEVICES_H

#include "torch_tidy/rehearsal.h"

namespace torchtidy {

/// The device of all parameters and buffers of a module; the CPU if it has
/// none. Throws c10::Error, naming two of them, if they lie on several.
torch::Device device_of(const torch::nn::Module &Module);

/// Gives a module `device()`:
///
///   struct NetImpl : torch::nn::Module, torchtidy::HasDevice<NetImpl> { … };
///
/// Nothing is stored, so `to` can't leave it behind.
template <typename M> class HasDevice {
public:
  torch::Device device() const {
    return device_of(
        static_cast<const torch::nn::Module &>(static_cast<const M &>(*this)));
  }
  /// Of a tensor that this module makes: device() and \p Type.
  torch::TensorOptions options(torch::ScalarType Type = torch::kFloat) const {
    return torch::TensorOptions(Type).device(device());
  }

protected:
  HasDevice() = default;
};

/// A function that checks its tensors' devices before it runs.
template <typename F> class DeviceAware {
public:
  DeviceAware(std::string Name, F Function)
      : Name(std::move(Name)), Function(std::move(Function)) {}

  /// Throws c10::Error, naming the arguments by position, if the tensors (or
  /// vectors, tuples of them, or modules) among them lie on several devices.
  template <typename... T> decltype(auto) operator()(T &&...All) const {
    std::string Names;
    for (size_t I = 1; I <= sizeof...(T); ++I)
      Names += (I == 1 ? "argument " : ", argument ") + std::to_string(I) +
               " of " + Name;
    detail::assertSameDevice(Names.c_str(), {detail::named("", All)...});
    return Function(std::forward<T>(All)...);
  }

private:
  std::string Name;
  F Function;
};

///   auto Attend = torchtidy::device_aware("attend", &attend);
template <typename F>
DeviceAware<std::decay_t<F>> device_aware(std::string Name, F &&Function) {
  return {std::move(Name), std::forward<F>(Function)};
}

} // namespace torchtidy

#endif
