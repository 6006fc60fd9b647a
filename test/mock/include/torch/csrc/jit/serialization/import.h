// Mock of torch/csrc/jit/serialization/import.h.
#pragma once
#include <torch/csrc/jit/api/module.h>
namespace torch {
namespace jit {
Module load(std::istream& in, c10::optional<c10::Device> device = c10::nullopt);
Module load(std::istream& in, c10::optional<c10::Device> device, ExtraFilesMap& extra_files);
Module load(const std::string& filename, c10::optional<c10::Device> device = c10::nullopt);
Module load(const std::string& filename, c10::optional<c10::Device> device, ExtraFilesMap& extra_files);
std::vector<char> pickle_save(const IValue& ivalue);
IValue pickle_load(const std::vector<char>& data);
} // namespace jit
} // namespace torch
