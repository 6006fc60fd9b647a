//===- Rehearsal.cpp - the library's own rehearsals -----------------------===//
#include "torch_tidy/rehearsal.h"
#include "runtime/FakeTensor.h"
#include "runtime/Mode.h"
#include "runtime/Modules.h"
#include "runtime/Words.h"
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <mutex>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

namespace torchtidy {

using detail::Tensors;

//===- Modes --------------------------------------------------------------===//

struct FakeTensorMode::Implementation {
  rt::Mode mode;
  rt::Mode *outer = nullptr;
  c10::impl::IncludeDispatchKeyGuard on{c10::DispatchKey::Fake};
  mutable std::mutex mutex;
  std::vector<Finding> findings;
  std::vector<std::string> notes;
};

static RehearsalOptions optionsOf(torch::Device Device, int Devices,
                                  RehearsalStrictness Strictness,
                                  bool KeepGoing) {
  RehearsalOptions O;
  O.device = Device;
  O.devices = Devices;
  O.strictness = Strictness;
  O.keep_going = KeepGoing;
  return O;
}

FakeTensorMode::FakeTensorMode(torch::Device Device, int Devices,
                               RehearsalStrictness Strictness, bool KeepGoing)
    : FakeTensorMode(optionsOf(Device, Devices, Strictness, KeepGoing)) {}

FakeTensorMode::FakeTensorMode(const RehearsalOptions &O) {
  TORCH_CHECK(O.device.is_cuda(),
              "FakeTensorMode: only cuda is rehearsed, not ", O.device);
  TORCH_CHECK(O.devices >= 1 && O.devices <= rt::MaxDevices,
              "FakeTensorMode: 1 to ", rt::MaxDevices, " devices, not ",
              O.devices);
  int Index = O.device.has_index() ? O.device.index() : 0;
  TORCH_CHECK(Index < O.devices, "FakeTensorMode: there is no ", O.device,
              " among ", O.devices, " devices");
  rt::install();
  static std::atomic<uint64_t> Serial{1};
  P = std::make_unique<Implementation>();
  rt::Mode &M = P->mode;
  M.serial = Serial.fetch_add(1);
  M.type = O.device.type();
  M.devices = O.devices;
  M.current = Index;
  M.keepGoing = O.keep_going;
  M.withoutValues = O.values == RehearsalValues::Meta;
  M.keptBytes = O.keep_values_up_to;
  M.strictness = O.strictness == RehearsalStrictness::Eager
                     ? api::Strictness::Eager
                     : api::Strictness::FakeTensor;
  M.onFinding = [this](const Finding &F) {
    std::lock_guard<std::mutex> L(P->mutex);
    P->findings.push_back(F);
  };
  M.onGuess = [this](const std::string &Note) {
    std::lock_guard<std::mutex> L(P->mutex);
    for (const std::string &Old : P->notes)
      if (Old == Note)
        return;
    P->notes.push_back(Note);
  };
  P->outer = rt::setActiveMode(&M);
}

FakeTensorMode::~FakeTensorMode() { rt::setActiveMode(P->outer); }

std::vector<Finding> FakeTensorMode::findings() const {
  std::lock_guard<std::mutex> L(P->mutex);
  return P->findings;
}

std::vector<std::string> FakeTensorMode::notes() const {
  std::lock_guard<std::mutex> L(P->mutex);
  return P->notes;
}

uint64_t FakeTensorMode::operators() const { return P->mode.operators.load(); }

//===- Moving -------------------------------------------------------------===//

torch::Tensor to_fake(const torch::Tensor &T, torch::Device Device) {
  rt::install();
  c10::impl::IncludeDispatchKeyGuard On(c10::DispatchKey::Fake);
  return T.to(Device);
}

void to_fake(torch::nn::Module &Module, torch::Device Device) {
  rt::install();
  c10::impl::IncludeDispatchKeyGuard On(c10::DispatchKey::Fake);
  Module.to(Device);
  rt::noteModule(Module);
}

bool is_fake(const torch::Tensor &T) { return rt::isFake(T); }

//===- Rehearsals ---------------------------------------------------------===//

std::string Report::text() const {
  std::string Text;
  for (const Finding &F : findings)
    Text += rt::textOf(F) + "\n";
  if (!error.empty())
    Text += error + "\n";
  for (const std::string &Note : notes)
    Text += "note: " + Note + "\n";
  return Text;
}

static std::string messageOf(const std::exception &E) {
  if (auto *Torch = dynamic_cast<const c10::Error *>(&E))
    return Torch->what_without_backtrace();
  return E.what();
}

Report rehearse_code(const std::function<void()> &Body,
                     const RehearsalOptions &O) {
  Report R;
  FakeTensorMode Mode(O);
  try {
    Body();
  } catch (const std::exception &E) {
    // A mismatch that was thrown is a finding already.
    std::string Message = messageOf(E);
    if (O.keep_going || Mode.findings().empty())
      R.error = Message;
  }
  R.findings = Mode.findings();
  R.operators = Mode.operators();
  R.notes = Mode.notes();
  return R;
}

namespace {

/// Parameters and buffers as they are, put back at the end.
class Snapshot {
public:
  explicit Snapshot(const torch::nn::Module &M) {
    for (const torch::Tensor &T : M.parameters())
      add(T);
    for (const torch::Tensor &T : M.buffers())
      add(T);
  }
  ~Snapshot() {
    for (Saved &S : All) {
      S.tensor.mutable_grad() = torch::Tensor();
      S.tensor.set_data(S.data);
      if (S.grad.defined())
        S.tensor.mutable_grad() = S.grad;
    }
  }
  Snapshot(const Snapshot &) = delete;
  Snapshot &operator=(const Snapshot &) = delete;

private:
  struct Saved {
    torch::Tensor tensor, data, grad;
  };
  std::vector<Saved> All;
  void add(const torch::Tensor &T) {
    All.push_back(
        {T, T.tensor_data(), T.is_leaf() ? T.grad() : torch::Tensor()});
    All.back().tensor.mutable_grad() = torch::Tensor();
  }
};

void runBackward(torch::nn::Module &Module, const Tensors &Outputs) {
  torch::Tensor Loss;
  for (const torch::Tensor &T : Outputs) {
    if (!T.defined() || !T.requires_grad() || !T.is_floating_point())
      continue;
    torch::Tensor Sum = T.sum();
    Loss = Loss.defined() ? Loss + Sum.to(Loss.device()) : Sum;
  }
  if (!Loss.defined())
    return;
  Loss.backward();
  Tensors Parameters;
  for (const torch::Tensor &T : Module.parameters())
    if (T.grad().defined())
      Parameters.push_back(T);
  if (!Parameters.empty())
    torch::optim::SGD(Parameters, torch::optim::SGDOptions(1e-3)).step();
}

} // namespace

Report
detail::rehearseModule(torch::nn::Module &Module, Tensors Inputs,
                       const std::function<Tensors(const Tensors &)> &Forward,
                       const RehearsalOptions &O) {
  Snapshot Before(Module);
  return rehearse_code(
      [&] {
        to_fake(Module, O.device);
        for (torch::Tensor &T : Inputs)
          if (T.defined())
            T = T.detach().to(O.device).requires_grad_(T.requires_grad());
        Tensors Outputs = Forward(Inputs);
        if (O.backward)
          runBackward(Module, Outputs);
      },
      O);
}

//===- Assertions, census -------------------------------------------------===//

/// "a, f(b, c)" as "a" and "f(b, c)".
static std::vector<std::string> splitNames(const std::string &Names) {
  std::vector<std::string> All;
  int Depth = 0;
  std::string One;
  for (char C : Names) {
    Depth += C == '(' || C == '[' || C == '{';
    Depth -= C == ')' || C == ']' || C == '}';
    if (C == ',' && Depth == 0) {
      All.push_back(One);
      One.clear();
    } else if (C != ' ' || !One.empty()) {
      One += C;
    }
  }
  if (!One.empty())
    All.push_back(One);
  return All;
}

void detail::assertSameDevice(const char *Names, std::vector<Named> All) {
  std::vector<std::string> Texts = splitNames(Names);
  for (size_t I = 0; I != All.size(); ++I)
    All[I].name = Texts.size() == All.size()
                      ? "'" + Texts[I] + "'"
                      : "argument " + std::to_string(I + 1);
  const Named *First = nullptr;
  torch::Device Device(torch::kCPU);
  for (const Named &N : All)
    for (const torch::Tensor &T : N.tensors) {
      if (!T.defined())
        continue;
      if (!First) {
        First = &N;
        Device = T.device();
      }
      TORCH_CHECK(T.device() == Device, "assert_same_device: ", N.name,
                  " is on ", T.device(), ", ", First->name, " on ", Device);
    }
}

DeviceCensus device_census(const torch::nn::Module &Module) {
  DeviceCensus C;
  auto Add = [&C](const auto &Named, bool Buffer) {
    for (const auto &Item : Named) {
      const torch::Tensor &T = Item.value();
      if (T.defined())
        C.entries.push_back(
            {Item.key(), Buffer, T.device(), T.sizes().vec(),
             static_cast<size_t>(T.numel()) * T.element_size()});
    }
  };
  Add(Module.named_parameters(), false);
  Add(Module.named_buffers(), true);
  return C;
}

std::vector<torch::Device> DeviceCensus::devices() const {
  std::vector<torch::Device> All;
  for (const Entry &E : entries)
    if (std::find(All.begin(), All.end(), E.device) == All.end())
      All.push_back(E.device);
  return All;
}

std::string DeviceCensus::text() const {
  std::string Text;
  size_t Most = 0;
  std::vector<std::pair<torch::Device, size_t>> Counts;
  for (torch::Device D : devices()) {
    size_t Count = 0, Bytes = 0;
    for (const Entry &E : entries)
      if (E.device == D) {
        ++Count;
        Bytes += E.bytes;
      }
    Text += D.str() + ": " + std::to_string(Count) + " tensors, " +
            std::to_string(Bytes) + " bytes\n";
    Counts.push_back({D, Count});
    Most = std::max(Most, Count);
  }
  if (Counts.size() < 2)
    return Text;
  for (const Entry &E : entries)
    for (auto &C : Counts)
      if (C.first == E.device && C.second != Most)
        Text += (E.buffer ? "buffer '" : "parameter '") + E.path + "' is on " +
                E.device.str() + "\n";
  return Text;
}

} // namespace torchtidy
