// Mock of torch/csrc/inductor/aoti_runner/model_container_runner.h (2.6).
#pragma once
#include <ATen/Tensor.h>
#include <string>
#include <vector>
namespace torch::inductor {
class AOTIModelContainerRunner {
 public:
  AOTIModelContainerRunner() = delete;
  AOTIModelContainerRunner(const AOTIModelContainerRunner& other) = delete;
  virtual ~AOTIModelContainerRunner();
  virtual std::vector<at::Tensor> run(const std::vector<at::Tensor>& inputs, void* stream_handle = nullptr);

 protected:
  AOTIModelContainerRunner(const std::string& model_so_path, size_t num_models, const std::string& device_str,
                           const std::string& cubin_dir);
};
} // namespace torch::inductor
