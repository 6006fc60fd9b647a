// Mock of torch/serialize.h.
#pragma once
#include <torch/serialize/archive.h>
namespace torch {
template <typename Value, typename... SaveToArgs> void save(const Value& value, SaveToArgs&&... args) {
  serialize::OutputArchive archive(std::make_shared<jit::CompilationUnit>());
  archive << value;
  archive.save_to(std::forward<SaveToArgs>(args)...);
}
template <typename... SaveToArgs> void save(const std::vector<torch::Tensor>& tensor_vec, SaveToArgs&&... args) {}
std::vector<char> pickle_save(const torch::IValue& ivalue);
torch::IValue pickle_load(const std::vector<char>& data);
template <typename Value, typename... LoadFromArgs> void load(Value& value, LoadFromArgs&&... args) {
  serialize::InputArchive archive;
  archive.load_from(std::forward<LoadFromArgs>(args)...);
  archive >> value;
}
template <typename... LoadFromArgs> void load(std::vector<torch::Tensor>& tensor_vec, LoadFromArgs&&... args) {}
} // namespace torch
