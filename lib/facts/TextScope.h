//===- TextScope.h - texts that go together ---------------------*- C++ -*-===//
#ifndef TORCHTIDY_FACTS_TEXTSCOPE_H
#define TORCHTIDY_FACTS_TEXTSCOPE_H

#include <memory>

namespace torchtidy {
namespace facts {

/// While it lives, the texts that this thread makes are its own, and go with
/// it: so does the memory of facts that are read, judged and let go. No Text
/// from inside may be met outside, or one from outside inside; empty ones may.
class TextScope {
public:
  TextScope();
  ~TextScope();
  TextScope(const TextScope &) = delete;

  struct Shelf;
  /// Where this thread's texts go to now; nullptr: to the common place.
  static Shelf *current();

private:
  std::unique_ptr<Shelf> Own;
  Shelf *Outer;
};

/// A place for the texts of facts that stay for a while: who works with them
/// has a TextLoan of it.
class TextStore {
public:
  TextStore();
  ~TextStore();
  TextStore(const TextStore &) = delete;
  TextScope::Shelf *shelf() const { return Own.get(); }

private:
  std::unique_ptr<TextScope::Shelf> Own;
};

/// While it lives, this thread's texts go to a store, or to the scope that
/// another thread is in, and that one waits.
class TextLoan {
public:
  explicit TextLoan(TextScope::Shelf *Of);
  ~TextLoan();
  TextLoan(const TextLoan &) = delete;

private:
  TextScope::Shelf *Own;
};

} // namespace facts
} // namespace torchtidy

#endif
