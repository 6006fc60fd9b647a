//===- Archive.h - structs as bytes, each described once --------*- C++ -*-===//
//
// A struct is described by one function `members(Ar, S)` that hands all of its
// members to Ar; with a structured binding it stops compiling when one is
// added.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_CACHE_ARCHIVE_H
#define TORCHTIDY_CACHE_ARCHIVE_H

#include "facts/Bytes.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchtidy {
namespace cache {

class Writer {
public:
  std::string bytes() { return std::move(Out.bytes); }

  template <class... T> void operator()(const T &...Values) {
    (value(Values), ...);
  }

private:
  void value(const std::string &S) { Out.text(S); }
  template <class T> void value(const T &V) {
    if constexpr (std::is_enum_v<T>)
      Out.number(uint64_t(V));
    else if constexpr (std::is_integral_v<T>)
      Out.signedNumber(int64_t(V));
    else
      members(*this, const_cast<T &>(V));
  }
  template <class A, class B> void value(const std::pair<A, B> &P) {
    (*this)(P.first, P.second);
  }
  template <class T> void value(const std::optional<T> &V) {
    (*this)(V.has_value());
    if (V)
      value(*V);
  }
  template <class C> void all(const C &Values) {
    Out.number(Values.size());
    for (const auto &V : Values)
      value(V);
  }
  template <class T> void value(const std::vector<T> &V) { all(V); }
  template <class T> void value(const std::set<T> &V) { all(V); }
  template <class K, class V> void value(const std::map<K, V> &M) { all(M); }

  facts::ByteWriter Out;
};

/// Throws std::runtime_error on what no Writer wrote. Enums are taken as they
/// are: the bytes come out of a verified entry of this very program.
class Reader {
public:
  explicit Reader(std::string_view Bytes) : In(Bytes) {}

  bool atEnd() const { return In.left() == 0; }
  template <class... T> void operator()(T &...Values) { (value(Values), ...); }

private:
  void value(std::string &S) { S = In.text(); }
  template <class T> void value(T &V) {
    if constexpr (std::is_enum_v<T>)
      V = T(In.number());
    else if constexpr (std::is_integral_v<T>)
      V = T(In.signedNumber());
    else
      members(*this, V);
  }
  template <class T> void value(std::vector<T> &V) {
    V.resize(In.count());
    for (T &X : V)
      value(X);
  }

  facts::ByteReader In;
};

} // namespace cache
} // namespace torchtidy

#endif
