// Mock of c10/util/Exception.h.
#pragma once
#include <c10/macros/Macros.h>
#include <exception>
#include <string>
namespace c10 {
class Error : public std::exception {
 public:
  explicit Error(std::string msg);
  const char* what() const noexcept override;
  const char* what_without_backtrace() const noexcept;
  const std::string& msg() const noexcept;
};
class IndexError : public Error {
  using Error::Error;
};
namespace detail {
[[noreturn]] void torchCheckFail(const char* func, const char* file, uint32_t line, const std::string& msg);
template <typename... Args> std::string torchCheckMsgImpl(const char* msg, const Args&...) { return msg; }
template <typename... Args> void warn(const Args&...) {}
} // namespace detail
} // namespace c10
#define TORCH_CHECK(cond, ...)                                                         \
  if (__builtin_expect(static_cast<bool>(!(cond)), 0)) {                               \
    ::c10::detail::torchCheckFail(__func__, __FILE__, static_cast<uint32_t>(__LINE__), \
        ::c10::detail::torchCheckMsgImpl("Expected " #cond, ##__VA_ARGS__));           \
  }
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define AT_ASSERT(cond) TORCH_CHECK(cond)
#define AT_ASSERTM(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define AT_ERROR(...) do { ::c10::detail::torchCheckFail(__func__, __FILE__, static_cast<uint32_t>(__LINE__), ::c10::detail::torchCheckMsgImpl("", ##__VA_ARGS__)); } while (false)
#define TORCH_WARN(...) ::c10::detail::warn(__VA_ARGS__)
