// Mock of torch/csrc/inductor/aoti_package/model_package_loader.h (2.6).
#pragma once
#include <ATen/Tensor.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelPackageLoader {
 public:
  AOTIModelPackageLoader(const std::string& model_package_path);
  AOTIModelPackageLoader(const std::string& model_package_path, const std::string& model_name);
  ~AOTIModelPackageLoader();
  AOTIModelContainerRunner* get_runner();
  std::vector<at::Tensor> run(const std::vector<at::Tensor>& inputs, void* stream_handle = nullptr);
};
} // namespace torch::inductor
