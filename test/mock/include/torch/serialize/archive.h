// Mock of torch/serialize/archive.h, input-archive.h and output-archive.h.
#pragma once
#include <torch/types.h>
namespace torch {
namespace jit { struct CompilationUnit {}; }
namespace serialize {
class OutputArchive final {
 public:
  explicit OutputArchive(std::shared_ptr<jit::CompilationUnit> cu) {}
  explicit OutputArchive() {}
  void write(const std::string& key, const c10::IValue& value);
  void write(const std::string& key, const Tensor& tensor, bool is_buffer = false);
  void write(const std::string& key, OutputArchive& nested_archive);
  void save_to(const std::string& filename);
  void save_to(std::ostream& stream);
  void save_to(const std::function<size_t(const void*, size_t)>& func);
};
class InputArchive final {
 public:
  InputArchive() {}
  bool try_read(const std::string& key, c10::IValue& value);
  void read(const std::string& key, c10::IValue& value);
  bool try_read(const std::string& key, Tensor& tensor, bool is_buffer = false);
  void read(const std::string& key, Tensor& tensor, bool is_buffer = false);
  void load_from(const std::string& filename, c10::optional<torch::Device> device = c10::nullopt);
  void load_from(std::istream& stream, c10::optional<torch::Device> device = c10::nullopt);
};
} // namespace serialize
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const Tensor& tensor);
serialize::InputArchive& operator>>(serialize::InputArchive& archive, Tensor& tensor);
} // namespace torch
