//===- rehearsal.h - device checks for tests, on a machine without GPU ----===//
//
// A fake tensor says that it is on cuda:1 and holds its values on the CPU:
// every operator runs, values are exact, and each operator's devices are
// checked as a GPU would check them.
//
//   auto Report = torchtidy::rehearse(Model, torch::randn({2, 3}));
//   EXPECT_TRUE(Report.ok()) << Report.text();
//
//===----------------------------------------------------------------------===//
#ifndef TORCH_TIDY_REHEARSAL_H
#define TORCH_TIDY_REHEARSAL_H

#include "findings/Finding.h"
#include <functional>
#include <memory>
#include <string>
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>
#include <tuple>
#include <vector>

namespace torchtidy {

enum class RehearsalStrictness {
  Eager,      ///< what a run on a GPU does
  FakeTensor, ///< what PyTorch's FakeTensorMode answers
};

enum class RehearsalValues {
  Real, ///< computed, on the CPU
  Meta, ///< none: sizes and devices only, for models that don't fit
};

struct RehearsalOptions {
  /// Where modules and inputs are moved. A bug may show on cuda:1 and hide on
  /// cuda:0.
  torch::Device device = torch::Device(torch::kCUDA, 0);
  int devices = 2; ///< how many there are, 1 to 8
  RehearsalStrictness strictness = RehearsalStrictness::Eager;
  /// Carry on after a mismatch as if the odd tensor had been moved, so that one
  /// rehearsal finds them all; else the first one throws.
  bool keep_going = true;
  /// Run backward and one step of SGD, if an output has a gradient.
  bool backward = true;
  /// With Meta, an operator that asks for values (item, nonzero, a mask as an
  /// index) throws, and says so.
  RehearsalValues values = RehearsalValues::Real;
  /// With Meta: what factories make on the CPU keeps its values up to this
  /// many bytes, for programs read such tensors (lengths, tables).
  size_t keep_values_up_to = 16 << 10;
};

/// While one lives, factories and moves to its device type make fake tensors,
/// and every operator of this thread is checked. Fake tensors outlive it, and
/// are checked wherever they go. The innermost of several is the one that
/// counts; only one thread at a time may have some. Findings name the source
/// line that made a tensor if it was made while a mode lived. Throws c10::Error
/// if this LibTorch has real devices of that type, or no room for fake ones.
class FakeTensorMode {
public:
  explicit FakeTensorMode(
      torch::Device Device = torch::Device(torch::kCUDA, 0), int Devices = 2,
      RehearsalStrictness Strictness = RehearsalStrictness::Eager,
      bool KeepGoing = false);
  explicit FakeTensorMode(const RehearsalOptions &O);
  ~FakeTensorMode();
  FakeTensorMode(const FakeTensorMode &) = delete;
  FakeTensorMode &operator=(const FakeTensorMode &) = delete;

  /// Of this mode so far, each place and origin once.
  std::vector<Finding> findings() const;
  /// Operators checked so far.
  uint64_t operators() const;
  /// Without values: which operators' shapes weren't known, so that from there
  /// on only devices were checked.
  std::vector<std::string> notes() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> P;
};

/// A fake tensor on \p Device with a copy of the values of \p T. Needs no mode.
torch::Tensor to_fake(const torch::Tensor &T, torch::Device Device);

/// Moves a module in place by its own `to`, an overridden one included: what it
/// does not register stays behind, as on a GPU. Needs no mode.
void to_fake(torch::nn::Module &Module, torch::Device Device);
template <typename M>
void to_fake(const std::shared_ptr<M> &Module, torch::Device Device) {
  to_fake(static_cast<torch::nn::Module &>(*Module), Device);
}
template <typename M>
void to_fake(const torch::nn::ModuleHolder<M> &Module, torch::Device Device) {
  to_fake(static_cast<torch::nn::Module &>(*Module.ptr()), Device);
}

/// True if \p T is on a fake device.
bool is_fake(const torch::Tensor &T);

/// What a rehearsal found.
struct Report {
  std::vector<Finding> findings;
  /// An exception that is no device mismatch, or of a rehearsal that does not
  /// keep going; empty if none.
  std::string error;
  uint64_t operators = 0;
  std::vector<std::string> notes; ///< see FakeTensorMode::notes

  bool ok() const { return findings.empty() && error.empty(); }
  /// For people: each finding with its origins and source lines.
  std::string text() const;
};

/// Runs \p Body in a mode. Not named `rehearse`: a module's holder would be
/// tried as a function, which its `operator()` does not survive.
Report rehearse_code(const std::function<void()> &Body,
                     const RehearsalOptions &O = {});

namespace detail {
using Tensors = std::vector<torch::Tensor>;
Report rehearseModule(torch::nn::Module &Module, Tensors Inputs,
                      const std::function<Tensors(const Tensors &)> &Forward,
                      const RehearsalOptions &O);

inline void collect(Tensors &Out, const torch::Tensor &T) { Out.push_back(T); }
inline void collect(Tensors &Out, const Tensors &Many) {
  Out.insert(Out.end(), Many.begin(), Many.end());
}
template <typename... T>
void collect(Tensors &Out, const std::tuple<T...> &Many) {
  std::apply([&Out](const auto &...One) { (collect(Out, One), ...); }, Many);
}
template <typename T> void collect(Tensors &, const T &) {}

template <typename M, size_t... I>
Tensors forward(M &Module, const Tensors &In, std::index_sequence<I...>) {
  Tensors Out;
  collect(Out, Module.forward(In[I]...));
  return Out;
}
} // namespace detail

/// Moves \p Module and \p Inputs (a tuple of tensors, in the order of
/// `forward`) to the fake device, runs forward, backward and a step of an
/// optimizer, and puts parameters, buffers and gradients back as they were.
/// Tensors that forward itself stores in plain members stay as forward left
/// them.
template <
    typename M, typename... T,
    typename = std::enable_if_t<std::is_base_of<torch::nn::Module, M>::value>>
Report rehearse(M &Module, const std::tuple<T...> &Inputs,
                const RehearsalOptions &O = {}) {
  detail::Tensors In;
  detail::collect(In, Inputs);
  return detail::rehearseModule(
      Module, std::move(In),
      [&Module](const detail::Tensors &Moved) {
        return detail::forward(Module, Moved, std::index_sequence_for<T...>());
      },
      O);
}
template <typename M, typename = std::enable_if_t<
                          std::is_base_of<torch::nn::Module, M>::value>>
Report rehearse(M &Module, const torch::Tensor &Input,
                const RehearsalOptions &O = {}) {
  return rehearse(Module, std::make_tuple(Input), O);
}
template <typename M, typename Inputs>
Report rehearse(const std::shared_ptr<M> &Module, const Inputs &In,
                const RehearsalOptions &O = {}) {
  return rehearse(*Module, In, O);
}
template <typename M, typename Inputs>
Report rehearse(const torch::nn::ModuleHolder<M> &Module, const Inputs &In,
                const RehearsalOptions &O = {}) {
  return rehearse(*Module.ptr(), In, O);
}

//===- Without any mode: assertions and a census --------------------------===//

namespace detail {
struct Named {
  std::string name;
  Tensors tensors;
};
template <typename T> Named named(std::string Name, const T &Value) {
  Named N{std::move(Name), {}};
  if constexpr (std::is_base_of<torch::nn::Module, T>::value) {
    collect(N.tensors, Value.parameters());
    collect(N.tensors, Value.buffers());
  } else {
    collect(N.tensors, Value);
  }
  return N;
}
/// \p Names as the preprocessor spells them: "a, f(b, c)".
void assertSameDevice(const char *Names, std::vector<Named> All);
} // namespace detail

/// Throws c10::Error if the tensors (or vectors, tuples of them, or modules)
/// lie on more than one device; undefined tensors lie nowhere. Names arguments
/// by position; TORCHTIDY_ASSERT_SAME_DEVICE by their text.
template <typename... T> void assert_same_device(const T &...All) {
  detail::assertSameDevice("", {detail::named("", All)...});
}
#define TORCHTIDY_ASSERT_SAME_DEVICE(...)                                      \
  ::torchtidy::detail::assertSameDeviceNamed(#__VA_ARGS__, __VA_ARGS__)

namespace detail {
template <typename... T>
void assertSameDeviceNamed(const char *Names, const T &...All) {
  assertSameDevice(Names, {named("", All)...});
}
} // namespace detail

/// What lies where in a module.
struct DeviceCensus {
  struct Entry {
    std::string path; ///< "encoder.0.weight"
    bool buffer = false;
    torch::Device device = torch::kCPU;
    std::vector<int64_t> sizes;
    size_t bytes = 0;
  };
  std::vector<Entry> entries;

  /// Devices in use, each once, in the order of the entries.
  std::vector<torch::Device> devices() const;
  /// A line a device: how many tensors and bytes; a line an odd one out.
  std::string text() const;
};

DeviceCensus device_census(const torch::nn::Module &Module);

} // namespace torchtidy

#endif
