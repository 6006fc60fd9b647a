//===- Utf8.cpp - text that may hold any bytes ------------------*- C++ -*-===//
#include "findings/Utf8.h"
#include <algorithm>
#include <cstdio>

namespace torchtidy {

namespace {

/// What may follow a lead byte: how many bytes in all, and the range of the
/// second one, which shuts out overlong forms and surrogates.
struct Lead {
  unsigned size;
  unsigned char low, high;
  unsigned bits;
};

Lead leadOf(unsigned char B) {
  if (B >= 0xC2 && B <= 0xDF)
    return {2, 0x80, 0xBF, B & 0x1Fu};
  if (B == 0xE0)
    return {3, 0xA0, 0xBF, 0};
  if (B == 0xED)
    return {3, 0x80, 0x9F, B & 0x0Fu};
  if (B >= 0xE1 && B <= 0xEF)
    return {3, 0x80, 0xBF, B & 0x0Fu};
  if (B == 0xF0)
    return {4, 0x90, 0xBF, 0};
  if (B >= 0xF1 && B <= 0xF3)
    return {4, 0x80, 0xBF, B & 0x07u};
  if (B == 0xF4)
    return {4, 0x80, 0x8F, B & 0x07u};
  return {0, 0, 0, 0};
}

struct Range {
  char32_t first, last;
};

bool inRanges(char32_t C, const Range *Begin, const Range *End) {
  const Range *R = std::upper_bound(
      Begin, End, C, [](char32_t V, const Range &X) { return V < X.first; });
  return R != Begin && C <= (R - 1)->last;
}

// The blocks that occur in source; a full table would be Unicode's own.
const Range Zero[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489},  {0x0591, 0x05BD}, {0x0610, 0x061A},
    {0x064B, 0x065F}, {0x093C, 0x093C},  {0x0941, 0x0948}, {0x094D, 0x094D},
    {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},  {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200F},  {0x202A, 0x202E}, {0x2060, 0x2064},
    {0x20D0, 0x20FF}, {0x302A, 0x302D},  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};
const Range Wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},
    {0x23E9, 0x23EC},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x26A1, 0x26A1},   {0x2705, 0x2705},
    {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2757, 0x2757},
    {0x2795, 0x2797},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};

/// Controls, and what makes a terminal show text in another order than it runs.
bool hidden(char32_t C) {
  return C < 0x20 || (C >= 0x7F && C <= 0x9F) || (C >= 0x202A && C <= 0x202E) ||
         (C >= 0x2066 && C <= 0x2069);
}

std::string escapeOf(const char *Format, unsigned Value) {
  char Buffer[16];
  std::snprintf(Buffer, sizeof Buffer, Format, Value);
  return Buffer;
}

} // namespace

Rune decodeRune(std::string_view Text, std::size_t At) {
  unsigned char B = static_cast<unsigned char>(Text[At]);
  if (B < 0x80)
    return {B, 1, true};
  Lead L = leadOf(B);
  if (!L.size)
    return {};
  char32_t Code = L.bits;
  for (unsigned I = 1; I < L.size; ++I) {
    unsigned char Low = I == 1 ? L.low : 0x80, High = I == 1 ? L.high : 0xBF;
    if (At + I >= Text.size())
      return {0xFFFD, I, false};
    unsigned char Next = static_cast<unsigned char>(Text[At + I]);
    if (Next < Low || Next > High)
      return {0xFFFD, I, false};
    Code = (Code << 6) | (Next & 0x3Fu);
  }
  return {Code, L.size, true};
}

std::string validUtf8(std::string_view Text) {
  std::string Out;
  Out.reserve(Text.size());
  for (std::size_t At = 0; At < Text.size();) {
    Rune R = decodeRune(Text, At);
    if (R.valid)
      Out.append(Text.substr(At, R.size));
    else
      Out += "\xEF\xBF\xBD";
    At += R.size;
  }
  return Out;
}

unsigned runeWidth(char32_t Code) {
  if (Code < 0x300)
    return 1;
  if (inRanges(Code, std::begin(Zero), std::end(Zero)))
    return 0;
  return inRanges(Code, std::begin(Wide), std::end(Wide)) ? 2 : 1;
}

unsigned utf16Column(std::string_view Line, unsigned Column) {
  if (Column == 0)
    return 0;
  std::size_t Bytes = Column - 1, At = 0;
  unsigned Units = 0;
  while (At < Line.size() && At < Bytes) {
    Rune R = decodeRune(Line, At);
    Units += R.code > 0xFFFF ? 2 : 1;
    At += R.size;
  }
  if (Bytes > At)
    Units += static_cast<unsigned>(Bytes - At);
  return Units + 1;
}

std::string printableRune(std::string_view Text, std::size_t At, const Rune &R,
                          bool Ascii) {
  if (!R.valid) {
    std::string Out;
    for (unsigned I = 0; I < R.size; ++I)
      Out += escapeOf("<%02X>", static_cast<unsigned char>(Text[At + I]));
    return Out;
  }
  if (hidden(R.code) || (Ascii && R.code > 0x7E))
    return escapeOf("<U+%04X>", static_cast<unsigned>(R.code));
  return std::string(Text.substr(At, R.size));
}

std::string printable(std::string_view Text, bool Ascii) {
  std::string Out;
  for (std::size_t At = 0; At < Text.size();) {
    Rune R = decodeRune(Text, At);
    if (R.code == '\n' || R.code == '\t')
      Out += Text[At];
    else
      Out += printableRune(Text, At, R, Ascii);
    At += R.size;
  }
  return Out;
}

} // namespace torchtidy
