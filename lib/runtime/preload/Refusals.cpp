//===- Refusals.cpp - what LibTorch refuses past the dispatcher -----------===//
//
// Composite operators compare devices themselves, before any operator is called
// that could be checked. Recurrent layers, whose words name no tensor, are
// looked at here first; of the others LibTorch's own words are told.
//
//===----------------------------------------------------------------------===//
#include "runtime/Report.h"
#include "runtime/preload/Mangled.h"
#include "runtime/preload/Preload.h"
#include <ATen/ops/gru_ops.h>
#include <ATen/ops/lstm_ops.h>
#include <ATen/ops/rnn_relu_ops.h>
#include <ATen/ops/rnn_tanh_ops.h>
#include <dlfcn.h>

#define TT_VISIBLE __attribute__((visibility("default")))

namespace torchtidy {
namespace rt {
namespace {

template <typename F> F next(const char *Name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, Name));
}

/// While a mismatch that has been told is refused.
thread_local bool Told = false;

/// The tensors of a recurrent operator, as a mismatch moves them.
class Recurrent {
public:
  Recurrent(const char *Name, const char *Overload)
      : Op(c10::Dispatcher::singleton().findSchemaOrThrow(Name, Overload)),
        Info(opInfo(Op)) {}
  void add(const at::Tensor &T, int Position) {
    Tensors.push_back({&T, Position, -1});
  }
  void add(at::TensorList List, int Position) {
    for (size_t I = 0; I != List.size(); ++I)
      Tensors.push_back({&List[I], Position, static_cast<int>(I)});
  }
  /// Tells of the first tensor that isn't where the input is. True if the call
  /// should go on as if it had been moved.
  bool mismatched() {
    for (size_t I = 1; I < Tensors.size(); ++I) {
      const at::Tensor &T = *Tensors[I].tensor;
      if (!T.defined() || T.device() == input().device())
        continue;
      Clash C;
      C.op = &Info;
      C.seen = 0;
      C.offending = static_cast<int>(I);
      C.odd = input().is_cpu() ? 0 : C.offending;
      C.first = C.odd ? 0 : C.offending;
      reportClash(C, {}, Tensors, /*Throw=*/false);
      Mode *M = activeMode();
      Told = true;
      return M && M->keepGoing;
    }
    return false;
  }
  at::Tensor moved(const at::Tensor &T) const {
    return T.defined() ? T.to(Target) : T;
  }
  std::vector<at::Tensor> moved(at::TensorList List) const {
    std::vector<at::Tensor> All;
    for (const at::Tensor &T : List)
      All.push_back(moved(T));
    return All;
  }
  /// Where all of them go: to the accelerator among them.
  void choose() {
    for (auto &T : Tensors)
      if (T.tensor->defined() && !T.tensor->is_cpu()) {
        Target = T.tensor->device();
        return;
      }
  }

private:
  c10::OperatorHandle Op;
  const OpInfo &Info;
  TensorArguments Tensors;
  c10::Device Target = c10::kCPU;
  const at::Tensor &input() const { return *Tensors.front().tensor; }
};

struct ToldGuard {
  ~ToldGuard() { Told = false; }
};

/// Words by which LibTorch refuses a mixture of devices.
bool speaksOfDevices(const std::string &Message) {
  for (const char *Words :
       {"the same device", "at the same device", "different devices",
        "device type for generator", "different device than"})
    if (Message.find(Words) != std::string::npos)
      return true;
  return false;
}

void onRefusal(const std::string &Message) {
  if (!Told && activeMode() && speaksOfDevices(Message))
    reportRefusal(Message);
}

} // namespace
} // namespace rt
} // namespace torchtidy

using torchtidy::rt::Recurrent;

//===- Recurrent layers ---------------------------------------------------===//

// (input, hx, params, …) and (data, batch_sizes, hx, params, …), where hx is a
// tensor, or a list for the LSTM; batch_sizes are on the CPU.
#define TT_RECURRENT(Op, Name, Hidden, Results)                                \
  Results Op##_input::call(const at::Tensor &X, Hidden H, at::TensorList P,    \
                           bool B, int64_t L, double D, bool T, bool Bi,       \
                           bool F) {                                           \
    static auto Real =                                                         \
        torchtidy::rt::next<decltype(&Op##_input::call)>(mangled##Op##Input);  \
    torchtidy::rt::ToldGuard G;                                                \
    Recurrent R(Name, "input");                                                \
    R.add(X, 0);                                                               \
    R.add(H, 1);                                                               \
    R.add(P, 2);                                                               \
    if (!R.mismatched())                                                       \
      return Real(X, H, P, B, L, D, T, Bi, F);                                 \
    R.choose();                                                                \
    return Real(R.moved(X), R.moved(H), R.moved(P), B, L, D, T, Bi, F);        \
  }                                                                            \
  Results Op##_data::call(const at::Tensor &X, const at::Tensor &N, Hidden H,  \
                          at::TensorList P, bool B, int64_t L, double D,       \
                          bool T, bool Bi) {                                   \
    static auto Real =                                                         \
        torchtidy::rt::next<decltype(&Op##_data::call)>(mangled##Op##Data);    \
    torchtidy::rt::ToldGuard G;                                                \
    Recurrent R(Name, "data");                                                 \
    R.add(X, 0);                                                               \
    R.add(H, 2);                                                               \
    R.add(P, 3);                                                               \
    if (!R.mismatched())                                                       \
      return Real(X, N, H, P, B, L, D, T, Bi);                                 \
    R.choose();                                                                \
    return Real(R.moved(X), N, R.moved(H), R.moved(P), B, L, D, T, Bi);        \
  }

namespace {
#define TT_TENSOR_INPUT "input4callERKNS_6TensorES4_N3c108ArrayRefIS2_EEbldbbb"
#define TT_TENSOR_DATA "data4callERKNS_6TensorES4_S4_N3c108ArrayRefIS2_EEbldbb"
constexpr const char *mangledgruInput = "_ZN2at4_ops9gru_" TT_TENSOR_INPUT,
                     *mangledgruData = "_ZN2at4_ops8gru_" TT_TENSOR_DATA,
                     *mangledrnn_tanhInput =
                         "_ZN2at4_ops14rnn_tanh_" TT_TENSOR_INPUT,
                     *mangledrnn_tanhData =
                         "_ZN2at4_ops13rnn_tanh_" TT_TENSOR_DATA,
                     *mangledrnn_reluInput =
                         "_ZN2at4_ops14rnn_relu_" TT_TENSOR_INPUT,
                     *mangledrnn_reluData =
                         "_ZN2at4_ops13rnn_relu_" TT_TENSOR_DATA,
                     *mangledlstmInput =
                         "_ZN2at4_ops10lstm_input4callERKNS_6TensorEN3c108"
                         "ArrayRefIS2_EES7_bldbbb",
                     *mangledlstmData =
                         "_ZN2at4_ops9lstm_data4callERKNS_6TensorES4_N3c108"
                         "ArrayRefIS2_EES7_bldbb";
using Two = std::tuple<at::Tensor, at::Tensor>;
using Three = std::tuple<at::Tensor, at::Tensor, at::Tensor>;
} // namespace

#pragma GCC visibility push(default)
namespace at {
namespace _ops {
TT_RECURRENT(gru, "aten::gru", const at::Tensor &, Two)
TT_RECURRENT(rnn_tanh, "aten::rnn_tanh", const at::Tensor &, Two)
TT_RECURRENT(rnn_relu, "aten::rnn_relu", const at::Tensor &, Two)
TT_RECURRENT(lstm, "aten::lstm", at::TensorList, Three)
} // namespace _ops
} // namespace at
#pragma GCC visibility pop

//===- All others ---------------------------------------------------------===//

namespace c10 {
namespace detail {

[[noreturn]] TT_VISIBLE void torchCheckFail(const char *Function,
                                            const char *File, uint32_t Line,
                                            const std::string &Message) {
  torchtidy::rt::onRefusal(Message);
  using Fail =
      void (*)(const char *, const char *, uint32_t, const std::string &);
  static auto Real = torchtidy::rt::next<Fail>(
      "_ZN3c106detail14torchCheckFailEPKcS2_jRK" TT_STRING);
  Real(Function, File, Line, Message);
  __builtin_unreachable();
}

[[noreturn]] TT_VISIBLE void torchCheckFail(const char *Function,
                                            const char *File, uint32_t Line,
                                            const char *Message) {
  torchtidy::rt::onRefusal(Message);
  using Fail = void (*)(const char *, const char *, uint32_t, const char *);
  static auto Real =
      torchtidy::rt::next<Fail>("_ZN3c106detail14torchCheckFailEPKcS2_jS2_");
  Real(Function, File, Line, Message);
  __builtin_unreachable();
}

} // namespace detail
} // namespace c10
