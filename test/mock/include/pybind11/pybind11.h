// Mock of pybind11/pybind11.h: what calls of Python's exporters need.
#pragma once
#include <string>
#include <tuple>
namespace pybind11 {
class handle {};
class accessor;
class args_proxy : public handle {
 public:
  handle operator*() const;
};
class object : public handle {
 public:
  accessor operator[](const char* key) const;
  args_proxy operator*() const;
  template <typename... Args> object operator()(Args&&... args) const { return object(); }
  object attr(const char* key) const;
  template <typename T> T cast() const;
};
class module_ : public object {
 public:
  static module_ import(const char* name);
  template <typename Func, typename... Extra> module_& def(const char* name_, Func&& f, const Extra&... extra) { return *this; }
};
class accessor : public object {
 public:
  template <typename T> void operator=(T&& value) &&;
};
class list : public object {
 public:
  template <typename T> void append(T&& val) const;
};
class tuple : public object {
 public:
  tuple() = default;
  explicit tuple(const list& o) {}
};
class none : public object {};
struct arg_v;
class dict : public object {
 public:
  dict() = default;
  template <typename Arg, typename... Args> explicit dict(Arg&& first, Args&&... args) {}
};
struct arg {
  constexpr explicit arg(const char* name = nullptr) {}
  template <typename T> arg_v operator=(T&& value) const;
};
struct arg_v : arg {
  template <typename T> arg_v(arg&& base, T&& x) {}
};
template <typename T> arg_v arg::operator=(T&& value) const { return {arg(), static_cast<T&&>(value)}; }
template <typename... Args> tuple make_tuple(Args&&... args_) { return tuple(); }
template <typename T> object cast(T&& value) { return object(); }
class gil_scoped_release {};
class scoped_interpreter {
 public:
  scoped_interpreter() {}
};
namespace literals {
inline arg operator"" _a(const char* name, std::size_t) { return arg{name}; }
} // namespace literals
} // namespace pybind11
#define PYBIND11_MODULE(name, variable)                       \
  static void pybind11_init_##name(::pybind11::module_&);     \
  void pybind11_init_##name(::pybind11::module_& variable)
