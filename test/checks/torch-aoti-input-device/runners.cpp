// RUN: %check %s -- %mock
#include <c10/cuda/CUDAGuard.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <memory>

auto forgotten() {
  torch::inductor::AOTIModelContainerRunnerCuda runner("model.so");
  auto x = torch::randn({8, 10});
  // CHECK: certain torch-aoti-input-device: is on cpu, the package on cuda
  return runner.run({x});
}

auto on_cpu_runner(torch::Tensor x) {
  torch::inductor::AOTIModelContainerRunnerCpu runner("model.so"); // @open
  return runner.run({x.to(torch::kCUDA)});
  // CHECK: certain torch-aoti-input-device: is on cuda, the package on cpu
  // NOTE @open: opened here
}

auto by_pointer(torch::Tensor x) {
  auto runner = std::make_unique<torch::inductor::AOTIModelContainerRunnerCuda>("model.so", 1, "cuda:1");
  return runner->run({x.to(torch::Device(torch::kCUDA, 0))});
  // CHECK: likely torch-aoti-input-device: may be on cuda:0, the package on cuda:1
}

auto without_index(torch::Tensor x) {
  torch::inductor::AOTIModelContainerRunnerCuda runner("model.so");
  return runner.run({x.to(torch::Device(torch::kCUDA, 1))});
  // CHECK: likely torch-aoti-input-device: may be on cuda:1, the package on cuda
}

auto current(torch::Tensor x) {
  c10::cuda::CUDAGuard guard(1);
  torch::inductor::AOTIModelContainerRunnerCuda runner("model.so");
  return runner.run({x.to(torch::Device(torch::kCUDA, 1))});
  // QUIET: opened on the current device, which is the input's
}

auto fits(torch::Tensor x) {
  torch::inductor::AOTIModelContainerRunnerCuda runner("model.so", 1, "cuda:1");
  return runner.run({x.to(torch::Device(torch::kCUDA, 1))});
  // QUIET: the device of the package
}

auto moved() {
  torch::inductor::AOTIModelContainerRunnerCuda runner("model.so");
  auto x = torch::randn({8, 10});
  // MAYBE: advice torch-redundant-transfer: makes a tensor on cpu
  x = x.to(torch::kCUDA);
  return runner.run({x, torch::ones({2}, torch::kCUDA)});
  // QUIET: moved before
}
