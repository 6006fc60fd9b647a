// Mock of torch/nn/module.h and torch/nn/cloneable.h.
#pragma once
#include <torch/nn/pimpl.h>
#include <torch/ordered_dict.h>
namespace torch {
namespace nn {
class AnyValue {
 public:
  template <typename T> explicit AnyValue(T&& value) {}
  template <typename T> T get();
  template <typename T> T* try_get();
};
class Module : public std::enable_shared_from_this<Module> {
 public:
  using ModuleApplyFunction = std::function<void(Module&)>;
  using ConstModuleApplyFunction = std::function<void(const Module&)>;
  using NamedModuleApplyFunction = std::function<void(const std::string&, Module&)>;
  explicit Module(std::string name);
  Module();
  virtual ~Module() = default;
  const std::string& name() const noexcept;
  virtual std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const;
  void apply(const ModuleApplyFunction& function);
  void apply(const ConstModuleApplyFunction& function) const;
  void apply(const NamedModuleApplyFunction& function, const std::string& name_prefix = std::string());
  std::vector<Tensor> parameters(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_parameters(bool recurse = true) const;
  std::vector<Tensor> buffers(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_buffers(bool recurse = true) const;
  std::vector<std::shared_ptr<Module>> modules(bool include_self = true) const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_modules(const std::string& name_prefix = std::string(), bool include_self = true) const;
  std::vector<std::shared_ptr<Module>> children() const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_children() const;
  virtual void train(bool on = true);
  void eval();
  virtual bool is_training() const noexcept;
  virtual void to(torch::Device device, torch::Dtype dtype, bool non_blocking = false);
  virtual void to(torch::Dtype dtype, bool non_blocking = false);
  virtual void to(torch::Device device, bool non_blocking = false);
  virtual void zero_grad(bool set_to_none = false);
  template <typename ModuleType> typename ModuleType::ContainedType* as() noexcept;
  template <typename ModuleType> const typename ModuleType::ContainedType* as() const noexcept;
  template <typename ModuleType, typename = torch::detail::disable_if_module_holder_t<ModuleType>> ModuleType* as() noexcept {
    return dynamic_cast<ModuleType*>(this);
  }
  template <typename ModuleType, typename = torch::detail::disable_if_module_holder_t<ModuleType>> const ModuleType* as() const noexcept;
  virtual void save(serialize::OutputArchive& archive) const;
  virtual void load(serialize::InputArchive& archive);
  virtual void pretty_print(std::ostream& stream) const;
  virtual bool is_serializable() const;
  Tensor& register_parameter(std::string name, Tensor tensor, bool requires_grad = true);
  Tensor& register_buffer(std::string name, Tensor tensor);
  template <typename ModuleType> std::shared_ptr<ModuleType> register_module(std::string name, std::shared_ptr<ModuleType> module) { return module; }
  template <typename ModuleType> std::shared_ptr<ModuleType> register_module(std::string name, ModuleHolder<ModuleType> module_holder) {
    return register_module(std::move(name), module_holder.ptr());
  }
  template <typename ModuleType> std::shared_ptr<ModuleType> replace_module(const std::string& name, std::shared_ptr<ModuleType> module) { return module; }
  template <typename ModuleType> std::shared_ptr<ModuleType> replace_module(const std::string& name, ModuleHolder<ModuleType> module_holder) {
    return replace_module(name, module_holder.ptr());
  }
  void unregister_module(const std::string& name);

 protected:
  virtual bool _forward_has_default_args() { return false; }
  virtual unsigned int _forward_num_required_args();
  virtual std::vector<AnyValue> _forward_populate_default_args(std::vector<AnyValue>&& arguments);
  OrderedDict<std::string, Tensor> parameters_;

 private:
  template <typename Derived> friend class Cloneable;
  friend std::ostream& operator<<(std::ostream& stream, const nn::Module& module);
  virtual void clone_(Module& other, const optional<Device>& device);
  OrderedDict<std::string, Tensor> buffers_;
  OrderedDict<std::string, std::shared_ptr<Module>> children_;
  mutable optional<std::string> name_;
  bool is_training_{true};
};
std::ostream& operator<<(std::ostream& stream, const nn::Module& module);
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const std::shared_ptr<nn::Module>& module);
serialize::InputArchive& operator>>(serialize::InputArchive& archive, const std::shared_ptr<nn::Module>& module);
template <typename Derived> class Cloneable : public Module {
 public:
  using Module::Module;
  virtual void reset() = 0;
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override {
    auto copy = std::make_shared<Derived>(static_cast<const Derived&>(*this));
    copy->reset();
    return copy;
  }
};
} // namespace nn
} // namespace torch
#define FORWARD_HAS_DEFAULT_ARGS(...)                                                   \
  template <typename ModuleType, typename... ArgumentTypes> friend struct AnyModuleHolder; \
  bool _forward_has_default_args() override { return true; }                            \
  unsigned int _forward_num_required_args() override { return 0; }                      \
  std::vector<torch::nn::AnyValue> _forward_populate_default_args(std::vector<torch::nn::AnyValue>&& arguments) override { return std::move(arguments); }
