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

private:
  std::unique_ptr<Shelf> Own;
  Shelf *Outer;
};

} // namespace facts
} // namespace torchtidy

#endif
