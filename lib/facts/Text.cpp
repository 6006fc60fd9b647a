//===- Text.cpp - a text that is stored once --------------------*- C++ -*-===//
#include "facts/Text.h"
#include <deque>
#include <mutex>
#include <unordered_map>

namespace torchtidy {
namespace facts {

namespace {

/// A part of all texts, so that threads seldom wait for each other.
struct Shelf {
  std::mutex lock;
  std::unordered_map<std::string_view, const std::string *> known;
  std::deque<std::string> texts;
};

constexpr size_t Shelves = 64;

} // namespace

const std::string *Text::intern(std::string_view T) {
  // Never destroyed: a static of somebody else may hold one to the very end.
  static Shelf *const All = new Shelf[Shelves];
  Shelf &S = All[(std::hash<std::string_view>()(T) >> 7) % Shelves];
  std::lock_guard<std::mutex> Guard(S.lock);
  auto It = S.known.find(T);
  if (It != S.known.end())
    return It->second;
  const std::string &Kept = S.texts.emplace_back(T);
  S.known.emplace(Kept, &Kept);
  return &Kept;
}

} // namespace facts
} // namespace torchtidy
