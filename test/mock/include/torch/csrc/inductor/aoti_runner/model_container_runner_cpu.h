// Mock of torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h (2.6).
#pragma once
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerCpu : public AOTIModelContainerRunner {
 public:
  AOTIModelContainerRunnerCpu(const std::string& model_so_path, size_t num_models = 1);
  ~AOTIModelContainerRunnerCpu() override;
  std::vector<at::Tensor> run(const std::vector<at::Tensor>& inputs, void* stream_handle = nullptr) override;
};
} // namespace torch::inductor
