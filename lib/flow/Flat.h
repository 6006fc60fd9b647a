//===- Flat.h - small sets and maps, quick to copy --------------*- C++ -*-===//
//
// What holds at a point is copied for each block and each way. Sorted vectors
// with the members of std::set and std::map that the flow needs: a copy is one
// allocation, or none when there is nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FLOW_FLAT_H
#define TORCHTIDY_FLOW_FLAT_H

#include <algorithm>
#include <utility>
#include <vector>

namespace torchtidy {
namespace flow {

template <class T> class FlatSet {
public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;
  using iterator = const_iterator;

  const_iterator begin() const { return items.begin(); }
  const_iterator end() const { return items.end(); }
  bool empty() const { return items.empty(); }
  size_t size() const { return items.size(); }
  size_t count(const T &X) const {
    return std::binary_search(items.begin(), items.end(), X);
  }
  std::pair<const_iterator, bool> insert(const T &X) {
    auto At = std::lower_bound(items.begin(), items.end(), X);
    bool New = At == items.end() || X < *At;
    if (New)
      At = items.insert(At, X);
    return {At, New};
  }
  /// For std::inserter.
  const_iterator insert(const_iterator, const T &X) { return insert(X).first; }
  template <class It> void insert(It First, It Last) {
    for (; First != Last; ++First)
      insert(*First);
  }
  bool operator==(const FlatSet &O) const { return items == O.items; }

private:
  std::vector<T> items;
};

template <class K, class V> class FlatMap {
public:
  using Item = std::pair<K, V>;
  using iterator = typename std::vector<Item>::iterator;
  using const_iterator = typename std::vector<Item>::const_iterator;

  iterator begin() { return items.begin(); }
  iterator end() { return items.end(); }
  const_iterator begin() const { return items.begin(); }
  const_iterator end() const { return items.end(); }
  bool empty() const { return items.empty(); }
  size_t size() const { return items.size(); }
  iterator find(const K &Key) {
    auto At = lower(Key);
    return At != items.end() && At->first == Key ? At : items.end();
  }
  const_iterator find(const K &Key) const {
    return const_cast<FlatMap *>(this)->find(Key);
  }
  size_t count(const K &Key) const { return find(Key) != end(); }
  std::pair<iterator, bool> try_emplace(const K &Key, V Value) {
    auto At = lower(Key);
    bool New = At == items.end() || At->first != Key;
    if (New)
      At = items.insert(At, {Key, std::move(Value)});
    return {At, New};
  }
  V &operator[](const K &Key) { return try_emplace(Key, V()).first->second; }
  iterator erase(iterator At) { return items.erase(At); }
  size_t erase(const K &Key) {
    auto At = find(Key);
    if (At == items.end())
      return 0;
    items.erase(At);
    return 1;
  }

private:
  iterator lower(const K &Key) {
    return std::lower_bound(
        items.begin(), items.end(), Key,
        [](const Item &I, const K &Other) { return I.first < Other; });
  }
  std::vector<Item> items;
};

} // namespace flow
} // namespace torchtidy

#endif
