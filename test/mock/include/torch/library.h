// Mock of torch/library.h and torch/custom_class.h.
#pragma once
#include <c10/core/DispatchKey.h>
#include <torch/types.h>
namespace torch {
class Library {
 public:
  Library& def(const char* schema);
  template <typename Func> Library& def(const char* name, Func&& f) { return *this; }
  template <typename Func> Library& impl(const char* name, Func&& f) { return *this; }
};
namespace detail {
struct TorchLibraryInit {
  TorchLibraryInit(void (*fn)(Library&), const char* ns, c10::optional<c10::DispatchKey> k, const char* file, uint32_t line);
};
} // namespace detail
} // namespace torch
#define TORCH_LIBRARY(ns, m)                                                                                          \
  static void TORCH_LIBRARY_init_##ns(torch::Library&);                                                               \
  static const torch::detail::TorchLibraryInit TORCH_LIBRARY_static_init_##ns(&TORCH_LIBRARY_init_##ns, #ns, c10::nullopt, __FILE__, __LINE__); \
  void TORCH_LIBRARY_init_##ns(torch::Library& m)
#define TORCH_LIBRARY_IMPL(ns, k, m)                                                                                  \
  static void TORCH_LIBRARY_IMPL_init_##ns##_##k(torch::Library&);                                                    \
  static const torch::detail::TorchLibraryInit TORCH_LIBRARY_IMPL_static_##ns##_##k([]() { return &TORCH_LIBRARY_IMPL_init_##ns##_##k; }(), #ns, c10::DispatchKey::k, __FILE__, __LINE__); \
  void TORCH_LIBRARY_IMPL_init_##ns##_##k(torch::Library& m)
