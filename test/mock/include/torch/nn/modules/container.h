// Mock of torch/nn/modules/container/{sequential,modulelist,moduledict,functional,parameterlist,parameterdict}.h.
#pragma once
#include <torch/nn/modules/container/any.h>
namespace torch {
namespace nn {
class SequentialImpl : public Cloneable<SequentialImpl> {
 public:
  using Iterator = std::vector<AnyModule>::iterator;
  SequentialImpl() = default;
  template <typename... Modules> explicit SequentialImpl(Modules&&... modules) {
    push_back(std::forward<Modules>(modules)...);
  }
  explicit SequentialImpl(torch::OrderedDict<std::string, AnyModule>&& ordered_dict) {}
  explicit SequentialImpl(std::initializer_list<NamedAnyModule> named_modules) {}
  void reset() override {}
  template <typename ReturnType = Tensor, typename... InputTypes> ReturnType forward(InputTypes&&... inputs) {
    auto iterator = modules_.begin();
    auto input = iterator->any_forward(std::forward<InputTypes>(inputs)...);
    return std::move(*input.template try_get<ReturnType>());
  }
  template <typename ModuleType> void push_back(std::shared_ptr<ModuleType> module_ptr) {}
  template <typename ModuleType> void push_back(std::string name, std::shared_ptr<ModuleType> module_ptr) {}
  template <typename M, typename = torch::detail::enable_if_module_t<M>> void push_back(M&& module) {}
  template <typename M, typename = torch::detail::enable_if_module_t<M>> void push_back(std::string name, M&& module) {}
  template <typename M> void push_back(const ModuleHolder<M>& module_holder) {}
  template <typename M> void push_back(std::string name, const ModuleHolder<M>& module_holder) {}
  template <typename Container> void extend(const Container& container) {}
  void push_back(AnyModule any_module) {}
  void push_back(std::string name, AnyModule any_module) {}
  Iterator begin() { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  template <typename T> T& at(size_t index) { return modules_[index].get<T>(); }
  std::shared_ptr<Module> ptr(size_t index) const { return modules_[index].ptr(); }
  template <typename T> std::shared_ptr<T> ptr(size_t index) const { return modules_[index].ptr<T>(); }
  std::shared_ptr<Module> operator[](size_t index) const { return ptr(index); }
  size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return size() == 0; }

 private:
  template <typename First, typename Second, typename... Rest, typename = std::enable_if_t<!(std::is_same<First, std::string>::value ||
      std::is_same<typename std::decay<First>::type, std::decay<const char (&)[]>::type>::value)>>
  void push_back(First&& first, Second&& second, Rest&&... rest) {
    push_back(std::forward<First>(first));
    push_back(std::forward<Second>(second), std::forward<Rest>(rest)...);
  }
  void push_back() {}
  std::vector<AnyModule> modules_;
};
class Sequential : public torch::nn::ModuleHolder<SequentialImpl> {
 public:
  using torch::nn::ModuleHolder<SequentialImpl>::ModuleHolder;
  Sequential() : ModuleHolder() {}
  Sequential(std::initializer_list<NamedAnyModule> named_modules) : ModuleHolder(std::make_shared<SequentialImpl>(std::move(named_modules))) {}
};
class ModuleListImpl : public Cloneable<ModuleListImpl> {
 public:
  using Iterator = std::vector<std::shared_ptr<Module>>::iterator;
  ModuleListImpl() = default;
  template <typename... Modules> explicit ModuleListImpl(Modules&&... modules) {}
  void reset() override {}
  void push_back(std::shared_ptr<Module> module) {}
  template <typename M, typename = torch::detail::enable_if_module_t<M>> void push_back(M&& module) {}
  template <typename M> void push_back(const ModuleHolder<M>& module_holder) {}
  template <typename Container> void extend(const Container& container) {}
  Iterator begin() { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  template <typename T> T& at(size_t index) { return *modules_[index]->as<T>(); }
  std::shared_ptr<Module> ptr(size_t index) const { return modules_[index]; }
  template <typename T> std::shared_ptr<T> ptr(size_t index) const { return std::dynamic_pointer_cast<T>(modules_[index]); }
  std::shared_ptr<Module> operator[](size_t index) const { return ptr(index); }
  size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return size() == 0; }
  void insert(size_t index, std::shared_ptr<Module> module) {}
  template <typename M> void insert(size_t index, const ModuleHolder<M>& module_holder) {}

 private:
  std::vector<std::shared_ptr<Module>> modules_;
};
TORCH_MODULE(ModuleList);
class ModuleDictImpl : public Cloneable<ModuleDictImpl> {
 public:
  using Iterator = torch::OrderedDict<std::string, std::shared_ptr<Module>>::Iterator;
  ModuleDictImpl() = default;
  explicit ModuleDictImpl(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules) {}
  explicit ModuleDictImpl(const torch::OrderedDict<std::string, std::shared_ptr<Module>>& modules) {}
  void reset() override {}
  std::vector<std::pair<std::string, std::shared_ptr<Module>>> items() const { return modules_.pairs(); }
  Iterator begin() { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  bool contains(const std::string& key) const noexcept { return modules_.contains(key); }
  std::shared_ptr<Module> operator[](const std::string& key) const { return modules_[key]; }
  template <typename T> T& at(const std::string& key) { return *modules_[key]->as<T>(); }
  void update(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules) {}
  template <typename Container> void update(const Container& container) {}

 private:
  torch::OrderedDict<std::string, std::shared_ptr<Module>> modules_;
};
TORCH_MODULE(ModuleDict);
class FunctionalImpl : public torch::nn::Cloneable<FunctionalImpl> {
 public:
  using Function = std::function<Tensor(Tensor)>;
  explicit FunctionalImpl(Function function) {}
  template <typename SomeFunction, typename... Args, typename = std::enable_if_t<(sizeof...(Args) > 0)>>
  explicit FunctionalImpl(SomeFunction original_function, Args&&... args)
      : function_(std::bind(original_function, std::placeholders::_1, std::forward<Args>(args)...)) {}
  void reset() override;
  Tensor forward(Tensor input);
  Tensor operator()(Tensor input);
  bool is_serializable() const override;

 private:
  Function function_;
};
TORCH_MODULE(Functional);
class ParameterListImpl : public Cloneable<ParameterListImpl> {
 public:
  ParameterListImpl() = default;
  template <typename... Tensors> explicit ParameterListImpl(Tensors&&... params) {}
  void reset() override {}
  void append(torch::Tensor&& param) {}
  void append(const torch::Tensor& param) {}
  size_t size() const noexcept { return 0; }
  at::Tensor& at(size_t idx) { return parameters_[idx].value(); }
  at::Tensor& operator[](size_t idx) { return at(idx); }
};
TORCH_MODULE(ParameterList);
class ParameterDictImpl : public Cloneable<ParameterDictImpl> {
 public:
  using Iterator = OrderedDict<std::string, Tensor>::Iterator;
  ParameterDictImpl() = default;
  void reset() override {}
  Tensor& insert(std::string key, Tensor param) { return parameters_.insert(std::move(key), std::move(param)); }
  const Tensor& get(const std::string& key) const { return parameters_[key]; }
  Tensor& operator[](const std::string& key) { return parameters_[key]; }
};
TORCH_MODULE(ParameterDict);
} // namespace nn
} // namespace torch
