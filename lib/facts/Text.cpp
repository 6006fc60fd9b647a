//===- Text.cpp - a text that is stored once --------------------*- C++ -*-===//
#include "facts/Text.h"
#include "facts/TextScope.h"
#include <deque>
#include <mutex>
#include <unordered_map>

namespace torchtidy {
namespace facts {

struct TextScope::Shelf {
  std::unordered_map<std::string_view, const std::string *> known;
  std::deque<std::string> texts;

  const std::string *find(std::string_view T) {
    auto It = known.find(T);
    if (It != known.end())
      return It->second;
    const std::string &Kept = texts.emplace_back(T);
    known.emplace(Kept, &Kept);
    return &Kept;
  }
};

namespace {

/// A part of all texts, so that threads seldom wait for each other.
struct CommonShelf {
  std::mutex lock;
  TextScope::Shelf shelf;
};

constexpr size_t Shelves = 64;

thread_local TextScope::Shelf *Inner = nullptr;

} // namespace

TextScope::TextScope() : Own(std::make_unique<Shelf>()), Outer(Inner) {
  Inner = Own.get();
}
TextScope::~TextScope() { Inner = Outer; }
TextScope::Shelf *TextScope::current() { return Inner; }

TextStore::TextStore() : Own(std::make_unique<TextScope::Shelf>()) {}
TextStore::~TextStore() = default;

TextLoan::TextLoan(TextScope::Shelf *Of) : Own(Inner) { Inner = Of; }
TextLoan::~TextLoan() { Inner = Own; }

const std::string *Text::intern(std::string_view T) {
  if (Inner)
    return Inner->find(T);
  // Never destroyed: a static of somebody else may hold one to the very end.
  static CommonShelf *const All = new CommonShelf[Shelves];
  CommonShelf &S = All[(std::hash<std::string_view>()(T) >> 7) % Shelves];
  std::lock_guard<std::mutex> Guard(S.lock);
  return S.shelf.find(T);
}

} // namespace facts
} // namespace torchtidy
