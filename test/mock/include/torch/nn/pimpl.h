// Mock of torch/nn/pimpl.h.
#pragma once
#include <torch/arg.h>
#include <torch/serialize/archive.h>
#include <memory>
#include <type_traits>
namespace torch {
namespace nn { class Module; }
namespace detail {
struct ModuleHolderIndicator {};
template <typename T> using is_module_holder = std::is_base_of<ModuleHolderIndicator, typename std::decay<T>::type>;
template <typename T> using disable_if_module_holder_t = typename std::enable_if<!is_module_holder<T>::value>::type;
template <typename T> using is_module = std::is_base_of<nn::Module, typename std::decay<T>::type>;
template <typename T> using enable_if_module_t = typename std::enable_if<is_module<T>::value>::type;
template <bool is_module_holder_value, typename T, typename C> struct is_module_holder_of_impl;
template <typename T, typename C> struct is_module_holder_of_impl<false, T, C> : std::false_type {};
template <typename T, typename C> struct is_module_holder_of_impl<true, T, C> : std::is_same<typename T::ContainedType, C> {};
template <typename T, typename C>
struct is_module_holder_of : is_module_holder_of_impl<is_module_holder<T>::value, typename std::decay<T>::type, typename std::decay<C>::type> {};
template <typename C, typename... Args> struct return_type_of_forward {
  using type = decltype(std::declval<C>().forward(std::declval<Args>()...));
};
template <typename C, typename... Args> using return_type_of_forward_t = typename return_type_of_forward<C, Args...>::type;
} // namespace detail
namespace nn {
template <typename Contained> class ModuleHolder : torch::detail::ModuleHolderIndicator {
 protected:
  std::shared_ptr<Contained> impl_;

 public:
  using ContainedType = Contained;
  ModuleHolder() : impl_(default_construct()) {
    static_assert(std::is_default_constructible<Contained>::value, "use = nullptr to give it the empty state");
  }
  ModuleHolder(std::nullptr_t) : impl_(nullptr) {}
  template <typename Head, typename... Tail,
            typename = typename std::enable_if<!(torch::detail::is_module_holder_of<Head, ContainedType>::value && (sizeof...(Tail) == 0))>::type>
  explicit ModuleHolder(Head&& head, Tail&&... tail) : impl_(new Contained(std::forward<Head>(head), std::forward<Tail>(tail)...)) {}
  ModuleHolder(std::shared_ptr<Contained> module) : impl_(std::move(module)) {}
  explicit operator bool() const noexcept { return !is_empty(); }
  Contained* operator->() { return get(); }
  const Contained* operator->() const { return get(); }
  Contained& operator*() { return *get(); }
  const Contained& operator*() const { return *get(); }
  const std::shared_ptr<Contained>& ptr() const { return impl_; }
  Contained* get() { return impl_.get(); }
  const Contained* get() const { return impl_.get(); }
  template <typename... Args> auto operator()(Args&&... args) -> torch::detail::return_type_of_forward_t<Contained, Args...> {
    return impl_->forward(::std::forward<Args>(args)...);
  }
  template <typename Arg> decltype(auto) operator[](Arg&& arg) { return (*impl_)[::std::forward<Arg>(arg)]; }
  bool is_empty() const noexcept { return impl_ == nullptr; }

 private:
  template <typename T = Contained, typename = std::enable_if_t<std::is_default_constructible<T>::value>>
  std::shared_ptr<Contained> default_construct() { return std::make_shared<Contained>(); }
  template <typename T = Contained>
  std::enable_if_t<!std::is_default_constructible<T>::value, std::shared_ptr<Contained>> default_construct() { return nullptr; }
};
template <typename ModuleType> std::ostream& operator<<(std::ostream& stream, const nn::ModuleHolder<ModuleType>& module) {
  return stream << *module;
}
template <typename ModuleType>
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const nn::ModuleHolder<ModuleType>& module) {
  return archive << module.ptr();
}
template <typename ModuleType>
serialize::InputArchive& operator>>(serialize::InputArchive& archive, nn::ModuleHolder<ModuleType>& module) {
  return archive >> module.ptr();
}
} // namespace nn
} // namespace torch
#define TORCH_MODULE_IMPL(Name, ImplType)                 \
  class Name : public torch::nn::ModuleHolder<ImplType> { \
   public:                                                \
    using torch::nn::ModuleHolder<ImplType>::ModuleHolder; \
    using Impl C10_UNUSED = ImplType;                     \
  }
#define TORCH_MODULE(Name) TORCH_MODULE_IMPL(Name, Name##Impl)
