// Modules on an accelerator that are saved or exported.
// RUN: %check %s -- %mock
#include <torch/csrc/jit/serialization/export.h>
#include <torch/script.h>
#include <torch/torch.h>

void scripted(torch::jit::Module m) {
  m.to(torch::kCUDA);
  m.save("model.pt");
  // CHECK: certain|likely torch-export-cuda-input: cuda
}

void scriptedForMobile(torch::jit::Module m) {
  m.to(torch::kCUDA);
  m._save_for_mobile("model.ptl");
  // CHECK: certain|likely torch-export-cuda-input: cuda
}

void exported(torch::jit::Module m) {
  m.to(torch::kCUDA, torch::kHalf);
  torch::jit::ExportModule(m, "model.pt");
  // CHECK: certain|likely torch-export-cuda-input: cuda
}

void behindAPointer(std::shared_ptr<torch::jit::Module> m) {
  m->to(torch::kCUDA);
  m->save("model.pt");
  // CHECK: certain|likely torch-export-cuda-input: cuda
}

struct Server {
  torch::jit::Module module;
  void ship() {
    module.to(torch::kCUDA);
    module.save("model.pt");
    // CHECK: certain|likely torch-export-cuda-input: cuda
  }
};

void backOnCpu(torch::jit::Module m, torch::Device device) {
  // QUIET: saved on cpu.
  m.to(torch::kCUDA);
  // MAYBE: likely torch-hardcoded-device:
  m.to(torch::kCPU);
  m.save("model.pt");
  m.to(device);
}

void loadedOnDevice(const std::string &path) {
  auto m = torch::jit::load(path, torch::kCUDA);
  m.eval();
  m.save("copy.pt");
  // CHECK: certain|likely torch-export-cuda-input: cuda
}

void loadedOnCpu(const std::string &path) {
  // QUIET: on cpu, or wherever the file says.
  auto m = torch::jit::load(path, torch::kCPU);
  m.save("copy.pt");
  auto n = torch::jit::load(path);
  // MAYBE: advice torch-load-without-device:
  n.save("copy2.pt");
}

// Plain saving is advice: the file loads where the device is, or with a device given to load.
struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Net() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
};

void checkpoint(std::shared_ptr<Net> net) {
  net->to(torch::kCUDA);
  torch::save(net, "net.pt");
  // CHECK: advice torch-export-cuda-input: cuda
}

void checkpointOfAnother(std::shared_ptr<Net> net, torch::Device device, bool resume) {
  net->to(device);
  if (resume)
    torch::load(net, "net.pt");
  // MAYBE: certain|likely|advice torch-move-order|torch-load-without-device:
  torch::save(net, "net.pt");
  // CHECK: advice torch-export-cuda-input: 'device'
}

void checkpointOnCpu(std::shared_ptr<Net> net, torch::Device device) {
  // QUIET: to(kCPU), save, back.
  net->to(torch::kCUDA);
  // MAYBE: likely torch-hardcoded-device:
  net->to(torch::kCPU);
  torch::save(net, "net.pt");
  net->to(device);
}

void tensors(torch::Tensor x) {
  auto samples = x.cuda();
  torch::save(samples, "samples.pt");
  // CHECK: advice torch-export-cuda-input: cuda
  torch::save(samples.cpu(), "samples.pt"); // QUIET
  auto bytes = torch::pickle_save(torch::rand({4}, torch::kCUDA));
  // MAYBE: advice torch-hardcoded-device:
  // CHECK: advice torch-export-cuda-input:
}

void unknown(std::shared_ptr<Net> net, torch::jit::Module m, torch::Tensor x) {
  // QUIET: nothing says where they are.
  torch::save(net, "net.pt");
  torch::save(x, "x.pt");
  m.save("m.pt");
}

void archive(torch::Tensor x) {
  torch::serialize::OutputArchive a;
  a.write("x", x.cuda());
  // MAYBE: advice torch-export-cuda-input:
  a.save_to("x.pt");
  // MAYBE: advice torch-export-cuda-input:
}

// Exporters that need the device.
namespace torch_tensorrt {
namespace ts {
struct CompileSpec {};
torch::jit::Module compile(const torch::jit::Module &module, CompileSpec info);
} // namespace ts
} // namespace torch_tensorrt
torch::jit::Module engine(torch::jit::Module m) {
  // QUIET: Torch-TensorRT wants the module on the device, and its engine can't be elsewhere.
  m.to(torch::kCUDA);
  return torch_tensorrt::ts::compile(m, {});
}

struct Writer {
  void save(const std::string &) {}
  void to(torch::Device) {}
};
void namesake(Writer m) {
  m.to(torch::kCUDA);
  m.save("m.pt"); // QUIET: not LibTorch's module
}
