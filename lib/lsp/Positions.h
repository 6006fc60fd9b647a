//===- Positions.h - places, as editors count them --------------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_POSITIONS_H
#define TORCHTIDY_LSP_POSITIONS_H

#include "findings/Finding.h"
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace torchtidy {
namespace lsp {

using nlohmann::json;

/// What a character of a position is. Editors that say nothing count UTF-16
/// units.
enum class Encoding { Utf8, Utf16, Utf32 };

/// "utf-8", "utf-16", "utf-32".
const char *toString(Encoding E);
/// Nothing for any other name.
std::optional<Encoding> encodingFromName(const std::string &Name);

/// 0-based, as in the protocol.
struct Position {
  unsigned line = 0, character = 0;

  bool operator<(const Position &O) const {
    return line != O.line ? line < O.line : character < O.character;
  }
  bool operator==(const Position &O) const {
    return line == O.line && character == O.character;
  }
};

struct Range {
  Position start, end;
};

json toJson(Position P);
json toJson(const Range &R);
/// Throw json::exception on anything else.
Position positionFromJson(const json &J);
Range rangeFromJson(const json &J);

/// Whether they share a place; the ends count.
bool touch(const Range &A, const Range &B);

/// A text by lines. The text outlives it.
class Lines {
public:
  Lines(std::string_view Text, Encoding E);

  /// Of a 1-based line and byte column; what lies behind the end of a line or
  /// of the text becomes that end.
  Position position(unsigned Line, unsigned Column) const;
  Range range(const Span &S) const;
  /// Byte from the start of the text, with the same promise.
  size_t offset(Position P) const;
  Position positionOf(size_t Offset) const;
  /// 1-based byte column of \p P.
  unsigned column(Position P) const;

  size_t count() const { return Starts.size(); }
  /// Without its end; "" for a line that isn't there. 0-based.
  std::string_view line(unsigned Number) const;

private:
  std::string_view Text;
  Encoding Units;
  std::vector<size_t> Starts;
};

} // namespace lsp
} // namespace torchtidy

#endif
