//===- Text.h - a text that is stored once ----------------------*- C++ -*-===//
//
// The facts of a project say the same names over and over: an id of a class
// stands in each instruction that touches it. A Text is a pointer to the only
// copy in the process. It reads like a const std::string, and two are equal
// when they are the same.
//
// Copies stay until the program ends, but for those of a TextScope: who reads a
// file again and again, as a server does, reads in one.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FACTS_TEXT_H
#define TORCHTIDY_FACTS_TEXT_H

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>

namespace torchtidy {
namespace facts {

class Text {
  template <class T>
  using Other =
      std::enable_if_t<std::is_convertible_v<const T &, std::string_view> &&
                       !std::is_same_v<T, Text>>;

public:
  Text() : At(none()) {}
  Text(std::string_view T) : At(T.empty() ? none() : intern(T)) {}
  Text(const std::string &T) : Text(std::string_view(T)) {}
  Text(const char *T) : Text(std::string_view(T)) {}

  const std::string &str() const { return *At; }
  operator const std::string &() const { return *At; }
  operator std::string_view() const { return *At; }

  bool empty() const { return At == none(); }
  size_t size() const { return At->size(); }
  const char *c_str() const { return At->c_str(); }
  const char *data() const { return At->data(); }
  char operator[](size_t I) const { return (*At)[I]; }
  char front() const { return At->front(); }
  char back() const { return At->back(); }
  std::string::const_iterator begin() const { return At->begin(); }
  std::string::const_iterator end() const { return At->end(); }
  std::string substr(size_t From, size_t Count = std::string::npos) const {
    return At->substr(From, Count);
  }
  template <class... A> size_t find(const A &...Args) const {
    return At->find(Args...);
  }
  template <class... A> size_t rfind(const A &...Args) const {
    return At->rfind(Args...);
  }
  template <class... A> size_t find_first_of(const A &...Args) const {
    return At->find_first_of(Args...);
  }
  template <class... A> size_t find_first_not_of(const A &...Args) const {
    return At->find_first_not_of(Args...);
  }
  template <class... A> size_t find_last_of(const A &...Args) const {
    return At->find_last_of(Args...);
  }
  template <class... A> int compare(const A &...Args) const {
    return At->compare(Args...);
  }
  template <class T> Text &operator+=(const T &X) {
    return *this = Text(*At + X);
  }
  void clear() { At = none(); }

  friend bool operator==(const Text &A, const Text &B) { return A.At == B.At; }
  friend bool operator!=(const Text &A, const Text &B) { return A.At != B.At; }
  friend bool operator<(const Text &A, const Text &B) {
    return A.At != B.At && *A.At < *B.At;
  }
  template <class T, class = Other<T>>
  friend bool operator==(const Text &A, const T &B) {
    return std::string_view(*A.At) == std::string_view(B);
  }
  template <class T, class = Other<T>>
  friend bool operator==(const T &A, const Text &B) {
    return std::string_view(A) == std::string_view(*B.At);
  }
  template <class T, class = Other<T>>
  friend bool operator!=(const Text &A, const T &B) {
    return !(A == B);
  }
  template <class T, class = Other<T>>
  friend bool operator!=(const T &A, const Text &B) {
    return !(A == B);
  }
  template <class T, class = Other<T>>
  friend bool operator<(const Text &A, const T &B) {
    return std::string_view(*A.At) < std::string_view(B);
  }
  template <class T, class = Other<T>>
  friend bool operator<(const T &A, const Text &B) {
    return std::string_view(A) < std::string_view(*B.At);
  }
  friend std::string operator+(const Text &A, const Text &B) {
    return *A.At + *B.At;
  }
  template <class T> friend std::string operator+(const Text &A, const T &B) {
    return *A.At + B;
  }
  template <class T, class = std::enable_if_t<!std::is_same_v<T, Text>>>
  friend std::string operator+(const T &A, const Text &B) {
    return A + *B.At;
  }
  friend std::ostream &operator<<(std::ostream &Out, const Text &T) {
    return Out << *T.At;
  }

  /// The same for the same text, in this process.
  const void *identity() const { return At; }

private:
  static const std::string *none() {
    static const std::string None;
    return &None;
  }
  static const std::string *intern(std::string_view T);

  const std::string *At;
};

} // namespace facts
} // namespace torchtidy

template <> struct std::hash<torchtidy::facts::Text> {
  size_t operator()(const torchtidy::facts::Text &T) const {
    return std::hash<const void *>()(T.identity());
  }
};

#endif
