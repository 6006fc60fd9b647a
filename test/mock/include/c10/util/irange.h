// Mock of c10/util/irange.h.
#pragma once
#include <c10/macros/Macros.h>
namespace c10 {
template <typename I> struct integer_iterator {
  I value;
  I operator*() const { return value; }
  integer_iterator& operator++() { ++value; return *this; }
  bool operator!=(const integer_iterator& o) const { return value != o.value; }
};
template <typename I> struct integer_range {
  I begin_, end_;
  integer_iterator<I> begin() const { return {begin_}; }
  integer_iterator<I> end() const { return {end_}; }
};
template <typename A, typename B> integer_range<B> irange(A begin, B end) { return {static_cast<B>(begin), end}; }
template <typename I> integer_range<I> irange(I end) { return {I(), end}; }
} // namespace c10
