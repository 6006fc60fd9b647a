//===- Utf8.h - text that may hold any bytes --------------------*- C++ -*-===//
//
// Source files, paths and tensor names come from anywhere. Nothing here throws
// on bytes that are no UTF-8.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_UTF8_H
#define TORCHTIDY_FINDINGS_UTF8_H

#include <cstddef>
#include <string>
#include <string_view>

namespace torchtidy {

/// One code point of a text. Not valid: `size` bytes that are no UTF-8 and that
/// a decoder replaces by one U+FFFD (the longest part of a sequence, as
/// browsers and Node.js do).
struct Rune {
  char32_t code = 0xFFFD;
  unsigned size = 1;
  bool valid = false;
};

/// \p At is less than Text.size().
Rune decodeRune(std::string_view Text, std::size_t At);

/// \p Text with U+FFFD for what is no UTF-8.
std::string validUtf8(std::string_view Text);

/// Columns on a terminal: 0 (combining), 1, or 2 (wide).
unsigned runeWidth(char32_t Code);

/// 1-based column in UTF-16 units (SARIF, editors) of the 1-based byte column
/// \p Column of \p Line; past the end of the line it goes on one by one.
unsigned utf16Column(std::string_view Line, unsigned Column);

/// Text safe to print on a terminal: control characters, and those that reorder
/// text, as <U+001B>; invalid bytes as <FF>. Newlines and tabs stay. \p Ascii:
/// for a terminal that shows nothing else.
std::string printable(std::string_view Text, bool Ascii = false);

/// How clang shows one rune of a source line; tabs are the caller's.
std::string printableRune(std::string_view Text, std::size_t At, const Rune &R,
                          bool Ascii = false);

} // namespace torchtidy

#endif
