//===- uses.cpp - what programs do with LibTorch besides training ---------===//
//
// uses CASE [fixed]: knows nothing of torch-tidy. Threads, workers, checkpoints,
// archives, guards, streams, generators, and memory that the host touches. The
// lines that a finding must name are marked.
//
//===----------------------------------------------------------------------===//
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <future>
#include <sys/wait.h>
#include <thread>
#include <torch/script.h>
#include <torch_tidy/operators.h>
#include <torch/torch.h>
#include <unistd.h>

static bool Fixed = false;
static torch::Device device(int Index = -1) {
  if (torch::cuda::is_available())
    return torch::Device(torch::kCUDA, static_cast<torch::DeviceIndex>(Index));
  return at::hasMPS() ? torch::kMPS : torch::kCPU;
}
static void say(const char *What, const torch::Tensor &T) {
  std::printf("%s %s %g\n", What, T.device().str().c_str(),
              T.sum().item<double>());
}
template <typename F> static void attempt(const char *What, F Do) {
  try {
    Do();
    std::printf("%s: no error\n", What);
  } catch (const c10::Error &E) {
    std::printf("%s: %s\n", What, E.what_without_backtrace());
  }
}

static void queries() {
  std::printf("available %d devices %d cudnn %d mps %d\n",
              int(torch::cuda::is_available()), int(torch::cuda::device_count()),
              int(torch::cuda::cudnn_is_available()), int(at::hasMPS()));
  torch::cuda::manual_seed(3);
  torch::cuda::manual_seed_all(3);
  if (torch::cuda::is_available()) {
    torch::cuda::synchronize();
    torch::cuda::synchronize(1);
  }
  attempt("synchronize", [] { torch::cuda::synchronize(5); });
  attempt("ordinal", [] { torch::ones({2}, torch::Device(torch::kCUDA, 5)); });
  attempt("other type", [] {
    torch::ones({2}, torch::cuda::is_available() ? torch::kMPS : torch::kCUDA);
  });
}

//===- Threads, workers, processes ----------------------------------------===//

static void manyThreads() {
  auto X = torch::ones({64, 4}).to(device()), Bias = torch::ones({4});
  if (Fixed)
    Bias = Bias.to(device());
  torch::set_num_threads(4);
  std::vector<torch::Tensor> Parts(64);
  attempt("parallel", [&] {
    at::parallel_for(0, 64, 1, [&](int64_t Begin, int64_t End) {
      for (int64_t I = Begin; I != End; ++I)
        Parts[I] = X[I] + Bias; // use:parallel
    });
    say("parallel", torch::stack(Parts));
  });
}

struct Numbers : torch::data::Dataset<Numbers> {
  torch::data::Example<> get(size_t I) override {
    auto X = torch::full({4}, double(I));
    return {X, torch::tensor(int64_t(I % 3))}; // made:loader
  }
  torch::optional<size_t> size() const override { return 12; }
};

static void loader() {
  torch::nn::Linear Net(4, 3);
  Net->to(device());
  auto Loader = torch::data::make_data_loader<torch::data::samplers::RandomSampler>(
      Numbers().map(torch::data::transforms::Stack<>()),
      torch::data::DataLoaderOptions(4).workers(2));
  attempt("loader", [&] {
    for (auto &Batch : *Loader) {
      auto Y = torch::log_softmax(Net(Batch.data.to(device())), 1);
      auto Target = Fixed ? Batch.target.to(device()) : Batch.target;
      torch::nll_loss(Y, Target).backward(); // use:loader
    }
  });
  std::printf("grad %s\n", Net->weight.grad().defined()
                               ? Net->weight.grad().device().str().c_str()
                               : "none");
}

static void async() {
  auto Work = [](int Index) {
    c10::DeviceGuard Guard(device(Index));
    auto X = torch::ones({3}, torch::Device(device().type()));
    return (X * (Index + 1)).sum().to(torch::kCPU).item<float>() +
           100 * X.device().index();
  };
  auto A = std::async(std::launch::async, Work, 0);
  auto B = std::async(std::launch::async, Work, 1);
  float First = A.get(), Second = B.get();
  std::printf("async %g %g\n", First, Second);
  // A new thread starts on the default device, whatever its parent's is.
  c10::DeviceGuard Guard(device(1));
  std::thread([] {
    std::printf("thread %s\n", torch::ones({1}, device().type()).device().str().c_str());
  }).join();
  say("guarded", torch::ones({2}, device().type()));
}

static void processes() {
  // As a loader does it: the parent has run operators in threads before.
  manyThreads();
  int Pipe[2];
  if (pipe(Pipe) != 0)
    return;
  for (int I = 0; I != 2; ++I)
    if (fork() == 0) {
      torch::set_num_threads(1);
      float V = torch::ones({4}).to(device()).sum().item<float>() + I;
      (void)!write(Pipe[1], &V, sizeof V);
      _exit(0);
    }
  float Sum = 0, V = 0;
  for (int I = 0; I != 2; ++I)
    if (read(Pipe[0], &V, sizeof V) == sizeof V)
      Sum += V;
  while (wait(nullptr) > 0) {
  }
  std::printf("children %g\n", Sum);
}

//===- Files --------------------------------------------------------------===//

static void checkpoints() {
  torch::nn::Linear Net(3, 2);
  torch::nn::init::constant_(Net->weight, 0.5);
  Net->to(device(1));
  torch::optim::Adam Step(Net->parameters(), 0.1);
  Net(torch::ones({1, 3}).to(device(1))).sum().backward();
  Step.step();
  torch::save(Net, "net.pt");
  torch::save(Step, "step.pt");
  torch::save(Net->weight, "weight.pt");
  torch::nn::Linear Again(3, 2);
  torch::load(Again, "net.pt");
  say("as saved", Again->weight);
  torch::load(Again, "net.pt", device(0));
  say("given", Again->weight);
  torch::load(Again, "net.pt", torch::kCPU);
  say("to cpu", Again->weight);
  torch::Tensor Weight;
  torch::load(Weight, "weight.pt");
  say("tensor", Weight);
  auto Bytes = torch::pickle_save(Net->weight.detach());
  say("pickled", torch::pickle_load(Bytes).toTensor());
  // A state that stays on the device that it was saved on.
  Again->to(device(0));
  torch::optim::Adam Next(Again->parameters(), 0.1);
  if (Fixed)
    torch::load(Next, "step.pt", device(0));
  else
    torch::load(Next, "step.pt"); // made:state
  Again(torch::ones({1, 3}).to(device(0))).sum().backward();
  attempt("step", [&] { Next.step(); }); // use:state
}

static void archive() {
  torch::jit::Module M("M");
  M.register_parameter("w", torch::full({3}, 2.0), false);
  M.register_buffer("b", torch::ones({3}));
  if (!Fixed)
    M.register_attribute("plain", c10::TensorType::get(), torch::ones({3}));
  M.define(Fixed ? "def forward(self, x):\n"
                   "  y = torch.relu(x * self.w + self.b)\n"
                   "  if bool(y.sum() > 0):\n    y = y + 1\n"
                   "  return torch.tanh(y).sigmoid() * 2\n"
                 : "def forward(self, x):\n  return x * self.w + self.plain\n");
  M.save("archive.pt");
  auto Loaded = torch::jit::load("archive.pt", Fixed ? device() : torch::kCPU);
  Loaded.to(device());
  Loaded.eval();
  auto X = torch::ones({3}).to(device());
  attempt("archive", [&] {
    for (int I = 0; I != 4; ++I) // it is optimized after some calls
      say("run", Loaded.forward({X}).toTensor()); // use:archive
    auto Frozen = torch::jit::freeze(Loaded);
    for (int I = 0; I != 4; ++I)
      say("frozen", Frozen.forward({X}).toTensor());
    auto Fast = torch::jit::optimize_for_inference(Loaded);
    say("fast", Fast.forward({X}).toTensor());
    torch::InferenceMode Inference;
    say("inference", Loaded.forward({torch::ones({3}).to(device())}).toTensor());
  });
}

//===- Devices, streams, generators ---------------------------------------===//

struct Scaled : torch::nn::Cloneable<Scaled> {
  Scaled() { reset(); }
  void reset() override {
    scale = register_parameter("scale", torch::ones({4}));
    linear = register_module("linear", torch::nn::Linear(4, 4));
    if (Fixed)
      shift = register_buffer("shift", torch::ones({4}));
  }
  torch::Tensor forward(torch::Tensor X) {
    return linear(X) * scale + shift; // use:replicas
  }
  torch::Tensor scale, shift = torch::ones({4}); // made:replicas
  torch::nn::Linear linear{nullptr};
};

static void replicas() {
  auto Net = std::make_shared<Scaled>();
  Net->to(device(0));
  auto Copy = std::dynamic_pointer_cast<Scaled>(Net->clone(device(1)));
  std::printf("clone %s\n", Copy->scale.device().str().c_str());
  attempt("replicas", [&] {
    // As data_parallel does it: a thread and a device for each.
    std::vector<std::future<torch::Tensor>> Out;
    int I = 0;
    for (auto &Replica : {Net, Copy})
      Out.push_back(std::async(std::launch::async, [Replica, At = device(I++)] {
        torch::DeviceGuard Guard(At);
        return Replica->forward(torch::ones({2, 4}, At.type()));
      }));
    auto First = Out[0].get(), Second = Out[1].get();
    (First.sum() + Second.sum().to(device(0))).backward();
    std::printf("replicas %s %s grad %d %s\n", First.device().str().c_str(),
                Second.device().str().c_str(), int(Net->scale.grad().defined()),
                Copy->scale.grad().device().str().c_str());
  });
}

static void streams() {
  c10::impl::VirtualGuardImpl Guard(device().type());
  c10::Stream Default = Guard.getDefaultStream(device(0)),
              Own = Guard.getStreamFromGlobalPool(device(1));
  {
    c10::StreamGuard On(Own);
    std::printf("current %d of %d, device %s\n",
                int(Guard.getStream(device(1)) == Own), int(Own != Default),
                Guard.getDevice().str().c_str());
    c10::Event Done(device().type());
    auto X = torch::ones({3}, device(1)).mul_(2);
    X.record_stream(Own);
    Done.record(Own);
    Done.block(Default);
    std::printf("done %d\n", int(Done.query()));
    say("on the stream", X);
  }
  std::printf("back %d\n", int(Guard.getStream(device(0)) == Default));
  Own.synchronize();
  attempt("no such device", [] { c10::DeviceGuard Guard(device(7)); });
}

static void generators() {
  auto X = torch::full({4}, 0.5).to(device());
  torch::manual_seed(7);
  auto A = torch::rand({3}, device());
  torch::manual_seed(7);
  auto B = torch::rand({3}, device());
  std::printf("same %d\n", int(torch::equal(A, B)));
  auto Own = at::globalContext().defaultGenerator(device(0));
  Own.set_current_seed(11);
  std::printf("seed %d %s\n", int(Own.current_seed()), Own.device().str().c_str());
  auto P = X.bernoulli(Own);
  auto Cpu = at::detail::createCPUGenerator(42);
  attempt("generator", [&] {
    X.bernoulli(Fixed ? Own : Cpu); // use:generator
  });
}

static void mixed() {
  torch::nn::Linear Net(4, 4);
  Net->to(device());
  auto X = torch::ones({2, 4}).to(device());
  at::autocast::set_enabled(true);
  auto Y = Net(X);
  std::printf("autocast %s %s\n", c10::toString(Y.scalar_type()), Y.device().str().c_str());
  auto Loss = Y.to(torch::kFloat).pow(2).mean();
  at::autocast::clear_cache();
  at::autocast::set_enabled(false);
  Loss.backward();
  std::printf("grad %s\n", c10::toString(Net->weight.grad().scalar_type()));
  Net->to(torch::kHalf);
  std::printf("half %s\n", c10::toString(Net(X.to(torch::kHalf)).scalar_type()));
  auto Pinned = torch::ones({4}).pin_memory();
  std::printf("pinned %d %d %s\n", int(Pinned.is_pinned()),
              int(torch::ones({4}).is_pinned()), Pinned.device().str().c_str());
  auto Options = torch::TensorOptions().pinned_memory(true);
  std::printf("pinned too %d\n", int(torch::empty({4}, Options).is_pinned()));
  say("from pinned", Pinned.to(device(), /*non_blocking=*/true));
}

//===- The host and the memory of a device --------------------------------===//

static float readValue(const float *P) { return P[1]; } // use:read

static void reads() {
  auto X = torch::full({4}, 2.0f).to(device()); // made:read
  auto Host = X.cpu();
  std::printf("%g\n", readValue((Fixed ? Host : X).data_ptr<float>()));
}
static void writes() {
  auto X = torch::zeros({4}).to(device());
  auto Host = torch::zeros({4});
  auto A = (Fixed ? Host : X).accessor<float, 1>();
  for (int I = 0; I != 4; ++I)
    A[I] = I; // use:write
}
static void copies() {
  auto X = torch::zeros({4096}).to(device());
  auto Host = X.cpu();
  std::vector<float> Out(4096);
  std::memcpy(Out.data(), (Fixed ? Host : X).data_ptr(), X.nbytes()); // use:memcpy
}
/// The kernel refuses such memory without a fault.
static void stores() {
  auto X = torch::zeros({1 << 16}).to(device());
  auto Host = X.cpu();
  std::ofstream File("values.bin", std::ios::binary);
  auto *Memory = static_cast<const char *>((Fixed ? Host : X).data_ptr());
  File.write(Memory, X.nbytes()); // use:store
  File.flush();
  std::printf("stored %d\n", int(File.good()));
}
static void onSignal(int) { _exit(77); }
static void handled() {
  signal(SIGSEGV, &onSignal);
  reads();
}

//===- Operators of its own -----------------------------------------------===//

/// Has no kernel but a device's: only a rule lets it run here.
static void blankResults(std::vector<c10::IValue> &Stack) {
  auto Input = (Stack.end() - 2)->toTensor();
  Stack.erase(Stack.end() - 2, Stack.end());
  Stack.push_back(torch::zeros({Input.size(0), 7}, Input.options()));
}
TORCHTIDY_OPERATOR("own::pool", {"lengths"}, {}, false, &blankResults);
static torch::Tensor plusKernel(const torch::Tensor &A, const torch::Tensor &B) {
  return A + B.to(A.device());
}
TORCH_LIBRARY(own, L) {
  L.def("pool(Tensor input, Tensor lengths) -> Tensor");
  L.def("plus(Tensor a, Tensor b) -> Tensor");
  L.def("bare(Tensor a) -> Tensor");
  L.impl("plus", torch::dispatch(c10::kCPU, &plusKernel));
}

static torch::Tensor callOwn(const char *Name, std::vector<c10::IValue> Stack) {
  c10::Dispatcher::singleton().findSchemaOrThrow(Name, "").callBoxed(&Stack);
  return Stack.back().toTensor();
}
static void operators() {
  auto X = torch::ones({2, 3}).to(device());
  auto Lengths = torch::ones({2}, torch::kLong);
  auto Y = callOwn("own::pool", {X, Lengths});
  std::printf("pool %s %d\n", Y.device().str().c_str(), int(Y.size(1)));
  if (!Fixed)
    attempt("pool", [&] { callOwn("own::pool", {X, Lengths.to(device())}); }); // use:pool
  say("plus", callOwn("own::plus", {X, Fixed ? X : torch::ones({2, 3})})); // use:plus
  if (!Fixed)
    attempt("bare", [&] { callOwn("own::bare", {X}); });
}

int main(int Count, char **Arguments) {
  if (Count < 2)
    return 9;
  Fixed = Count > 2 && !std::strcmp(Arguments[2], "fixed");
  torch::manual_seed(0);
  struct {
    const char *name;
    void (*run)();
  } All[] = {{"queries", queries},   {"parallel", manyThreads},
             {"loader", loader},     {"async", async},
             {"processes", processes}, {"checkpoints", checkpoints},
             {"archive", archive},   {"replicas", replicas},
             {"streams", streams},   {"generators", generators},
             {"mixed", mixed},       {"read", reads},
             {"write", writes},      {"memcpy", copies},
             {"store", stores},      {"handled", handled},
             {"operators", operators}};
  for (auto &Case : All)
    if (!std::strcmp(Case.name, Arguments[1])) {
      Case.run();
      return 0;
    }
  return 9;
}
