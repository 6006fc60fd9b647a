//===- Env.h - what each place holds, shared until it changes ---*- C++ -*-===//
#ifndef TORCHTIDY_FLOW_ENV_H
#define TORCHTIDY_FLOW_ENV_H

#include "flow/Value.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

bool sameValue(const Value &A, const Value &B);

/// A value that several states hold; one of them copies it when it changes its
/// own. Counted without locks: states of one project are one thread's.
class SharedValue {
public:
  SharedValue() = default;
  explicit SharedValue(Value V) : at(new Cell{std::move(V), 1}) {}
  SharedValue(const SharedValue &O) : at(O.at) {
    if (at)
      ++at->users;
  }
  SharedValue(SharedValue &&O) noexcept : at(O.at) { O.at = nullptr; }
  SharedValue &operator=(SharedValue O) noexcept {
    std::swap(at, O.at);
    return *this;
  }
  ~SharedValue() {
    if (at && --at->users == 0)
      delete at;
  }

  const Value &operator*() const { return at->value; }
  /// The one to change.
  Value &own() {
    if (at->users > 1)
      *this = SharedValue(at->value);
    return at->value;
  }
  bool is(const SharedValue &O) const { return at == O.at; }
  bool same(const SharedValue &O) const {
    return at == O.at || sameValue(at->value, O.at->value);
  }

private:
  struct Cell {
    Value value;
    unsigned users;
  };
  Cell *at = nullptr;
};

/// A std::map<int, Value> by path, as far as the flow uses one. Values are seen
/// as const; operator[] and update() give those that can be changed.
class Env {
public:
  struct Slot {
    int path;
    SharedValue value;
  };
  using Seen = std::pair<const int, const Value &>;

  class iterator {
  public:
    explicit iterator(std::vector<Slot>::const_iterator At) : at(At) {}
    Seen operator*() const { return {at->path, *at->value}; }
    struct Arrow {
      Seen seen;
      const Seen *operator->() const { return &seen; }
    };
    Arrow operator->() const { return {**this}; }
    iterator &operator++() {
      ++at;
      return *this;
    }
    bool operator==(const iterator &O) const { return at == O.at; }
    bool operator!=(const iterator &O) const { return at != O.at; }

  private:
    std::vector<Slot>::const_iterator at;
  };

  iterator begin() const { return iterator(slots.begin()); }
  iterator end() const { return iterator(slots.end()); }
  bool empty() const { return slots.empty(); }
  iterator find(int Path) const {
    auto At = lower(Path);
    return iterator(At != slots.end() && At->path == Path ? At : slots.end());
  }
  size_t count(int Path) const { return find(Path) != end(); }
  Value &operator[](int Path) {
    auto At = slots.begin() + (lower(Path) - slots.cbegin());
    if (At == slots.end() || At->path != Path)
      At = slots.insert(At, {Path, SharedValue(Value())});
    return At->value.own();
  }
  void erase(int Path) {
    auto At = lower(Path);
    if (At != slots.end() && At->path == Path)
      slots.erase(At);
  }
  template <class Test> void eraseIf(Test T) {
    slots.erase(std::remove_if(slots.begin(), slots.end(),
                               [&](const Slot &S) { return T(S.path); }),
                slots.end());
  }
  /// Changes each value for which \p Wanted (of a const Value) holds.
  template <class Test, class Change> void update(Test Wanted, Change Do) {
    for (Slot &S : slots)
      if (Wanted(*S.value))
        Do(S.value.own());
  }
  bool operator==(const Env &O) const {
    return std::equal(slots.begin(), slots.end(), O.slots.begin(),
                      O.slots.end(), [](const Slot &A, const Slot &B) {
                        return A.path == B.path && A.value.same(B.value);
                      });
  }

  /// All places of both. What both hold, and isn't the same, is what \p Both
  /// makes of the two.
  template <class Join>
  static Env join(const Env &A, const Env &B, Join Both) {
    Env R;
    R.slots.reserve(std::max(A.slots.size(), B.slots.size()));
    auto X = A.slots.begin(), Y = B.slots.begin();
    while (X != A.slots.end() || Y != B.slots.end()) {
      if (Y == B.slots.end() ||
          (X != A.slots.end() && X->path < Y->path)) {
        R.slots.push_back(*X++);
      } else if (X == A.slots.end() || Y->path < X->path) {
        R.slots.push_back(*Y++);
      } else {
        if (X->value.same(Y->value))
          R.slots.push_back(*X);
        else
          R.slots.push_back(
              {X->path, SharedValue(Both(X->path, *X->value, *Y->value))});
        ++X, ++Y;
      }
    }
    return R;
  }

private:
  std::vector<Slot>::const_iterator lower(int Path) const {
    return std::lower_bound(
        slots.begin(), slots.end(), Path,
        [](const Slot &S, int Other) { return S.path < Other; });
  }
  std::vector<Slot> slots; ///< sorted by path
};

} // namespace flow
} // namespace torchtidy

#endif
