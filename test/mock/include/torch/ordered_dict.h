// Mock of torch/ordered_dict.h.
#pragma once
#include <string>
#include <utility>
#include <vector>
namespace torch {
template <typename Key, typename Value> class OrderedDict {
 public:
  class Item {
   public:
    Item(Key key, Value value) : pair_(std::move(key), std::move(value)) {}
    Value& operator*() { return value(); }
    const Value& operator*() const { return value(); }
    Value* operator->() { return &value(); }
    const Value* operator->() const { return &value(); }
    const Key& key() const noexcept { return pair_.first; }
    Value& value() noexcept { return pair_.second; }
    const Value& value() const noexcept { return pair_.second; }
    const std::pair<Key, Value>& pair() const noexcept { return pair_; }
   private:
    std::pair<Key, Value> pair_;
  };
  using Iterator = typename std::vector<Item>::iterator;
  using ConstIterator = typename std::vector<Item>::const_iterator;
  explicit OrderedDict(std::string key_description = "Key") {}
  OrderedDict(const OrderedDict& other) = default;
  OrderedDict(std::initializer_list<Item> initializer_list) {}
  Item& front() { return items_.front(); }
  Item& back() { return items_.back(); }
  Item& operator[](size_t index) { return items_[index]; }
  Value& operator[](const Key& key) { return items_[0].value(); }
  const Value& operator[](const Key& key) const { return items_[0].value(); }
  Value* find(const Key& key) noexcept { return nullptr; }
  const Value* find(const Key& key) const noexcept { return nullptr; }
  bool contains(const Key& key) const noexcept { return false; }
  Iterator begin() { return items_.begin(); }
  ConstIterator begin() const { return items_.begin(); }
  Iterator end() { return items_.end(); }
  ConstIterator end() const { return items_.end(); }
  size_t size() const noexcept { return items_.size(); }
  bool is_empty() const noexcept { return items_.empty(); }
  template <typename K, typename V> Value& insert(K&& key, V&& value) { return items_[0].value(); }
  Value& insert(Key key, Value&& value) { return items_[0].value(); }
  void clear() {}
  const std::vector<Item>& items() const noexcept { return items_; }
  std::vector<Key> keys() const { return {}; }
  std::vector<Value> values() const { return {}; }
  std::vector<std::pair<Key, Value>> pairs() const { return {}; }
 private:
  std::vector<Item> items_;
};
} // namespace torch
