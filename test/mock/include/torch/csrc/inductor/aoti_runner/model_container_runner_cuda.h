// Mock of torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h (2.6).
#pragma once
#include <c10/cuda/CUDAStream.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerCuda : public AOTIModelContainerRunner {
 public:
  AOTIModelContainerRunnerCuda(const std::string& model_so_path, size_t num_models = 1,
                               const std::string& device_str = "cuda", const std::string& cubin_dir = "");
  ~AOTIModelContainerRunnerCuda() override;
  std::vector<at::Tensor> run(const std::vector<at::Tensor>& inputs, void* stream_handle = nullptr) override;
};
} // namespace torch::inductor
