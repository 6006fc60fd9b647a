// Mock of torch/csrc/jit/api/{object,module}.h.
#pragma once
#include <torch/types.h>
#include <unordered_map>
namespace torch {
namespace jit {
using ExtraFilesMap = std::unordered_map<std::string, std::string>;
using Kwargs = std::unordered_map<std::string, at::IValue>;
struct Module;
struct Method {
  c10::IValue operator()(std::vector<c10::IValue> stack, const Kwargs& kwargs = Kwargs()) const;
};
template <typename T> struct Named {
  std::string name;
  T value;
};
template <typename T> struct slot_list_impl {
  struct iterator {
    T operator*() const;
    iterator& operator++();
    friend bool operator!=(const iterator& a, const iterator& b) { return true; }
  };
  iterator begin() const;
  iterator end() const;
  size_t size() const;
};
struct Object {
  Object() = default;
  void setattr(const std::string& name, c10::IValue v);
  c10::IValue attr(const std::string& name) const;
  c10::IValue attr(const std::string& name, c10::IValue or_else) const;
  bool hasattr(const std::string& name) const;
  Method get_method(const std::string& name) const;
  template <typename... Types> c10::IValue run_method(const std::string& method_name, Types&&... args) { return {}; }
};
struct Module : public Object {
  explicit Module(std::string class_name);
  Module() = default;
  ~Module() = default;
  IValue forward(std::vector<IValue> inputs, const Kwargs& kwargs = Kwargs());
  void register_buffer(const std::string& name, at::Tensor v);
  void register_parameter(const std::string& name, at::Tensor v, bool is_buffer);
  void register_attribute(const std::string& name, const c10::TypePtr& t, IValue v, bool is_param = false, bool is_buffer = false);
  void register_module(const std::string& name, const Module& module);
  void apply(const std::function<void(Module&)>& fn);
  slot_list_impl<at::Tensor> buffers(bool recurse = true) const;
  slot_list_impl<Named<at::Tensor>> named_buffers(bool recurse = true) const;
  slot_list_impl<Module> children() const;
  slot_list_impl<at::Tensor> parameters(bool recurse = true) const;
  slot_list_impl<Named<at::Tensor>> named_parameters(bool recurse = true) const;
  void train(bool on = true);
  void eval() { train(false); }
  bool is_training() const;
  void to(at::Device device, at::ScalarType dtype, bool non_blocking = false);
  void to(at::ScalarType dtype, bool non_blocking = false);
  void to(at::Device device, bool non_blocking = false);
  void save(std::ostream& out, const ExtraFilesMap& extra_files = ExtraFilesMap()) const;
  void save(const std::string& filename, const ExtraFilesMap& extra_files = ExtraFilesMap()) const;
  void _save_for_mobile(std::ostream& out, const ExtraFilesMap& extra_files = ExtraFilesMap(), bool save_mobile_debug_info = false,
                        bool use_flatbuffer = false) const;
  void _save_for_mobile(const std::string& filename, const ExtraFilesMap& extra_files = ExtraFilesMap(), bool save_mobile_debug_info = false,
                        bool use_flatbuffer = false) const;
  Module copy() const;
  Module deepcopy() const;
  Module clone(bool inplace = false) const;
  IValue operator()(std::vector<IValue> inputs);
  void define(const std::string& src);
};
Module freeze(const Module& module, c10::optional<std::vector<std::string>> preserved_attrs = c10::nullopt, bool optimize_numerics = true);
Module optimize_for_inference(Module& module, const std::vector<std::string>& other_methods = {});
namespace script {
using Module = ::torch::jit::Module;
}
} // namespace jit
} // namespace torch
