// Mock of torch/nn/modules/container/any.h and named_any.h.
#pragma once
#include <torch/nn/module.h>
namespace torch {
namespace nn {
class AnyModule {
 public:
  AnyModule() = default;
  template <typename ModuleType> explicit AnyModule(std::shared_ptr<ModuleType> module) {}
  template <typename ModuleType, typename = torch::detail::enable_if_module_t<ModuleType>> explicit AnyModule(ModuleType&& module) {}
  template <typename ModuleType> explicit AnyModule(const ModuleHolder<ModuleType>& module_holder) {}
  AnyModule(AnyModule&&) = default;
  AnyModule& operator=(AnyModule&&) = default;
  AnyModule(const AnyModule& other);
  AnyModule& operator=(const AnyModule& other);
  AnyModule clone(optional<Device> device = nullopt) const;
  template <typename ModuleType> AnyModule& operator=(std::shared_ptr<ModuleType> module) { return *this; }
  template <typename... ArgumentTypes> AnyValue any_forward(ArgumentTypes&&... arguments);
  template <typename ReturnType = torch::Tensor, typename... ArgumentTypes> ReturnType forward(ArgumentTypes&&... arguments);
  template <typename T, typename = torch::detail::enable_if_module_t<T>> T& get();
  template <typename T, typename ContainedType = typename T::ContainedType> T get() const;
  std::shared_ptr<Module> ptr() const;
  template <typename T, typename = torch::detail::enable_if_module_t<T>> std::shared_ptr<T> ptr() const;
  bool is_empty() const noexcept;
};
class NamedAnyModule {
 public:
  template <typename ModuleType> NamedAnyModule(std::string name, std::shared_ptr<ModuleType> module_ptr) {}
  template <typename M, typename = torch::detail::enable_if_module_t<M>> NamedAnyModule(std::string name, M&& module) {}
  template <typename M> NamedAnyModule(std::string name, const ModuleHolder<M>& module_holder) {}
  NamedAnyModule(std::string name, AnyModule any_module) {}
  const std::string& name() const noexcept;
  AnyModule& module() noexcept;
};
} // namespace nn
} // namespace torch
