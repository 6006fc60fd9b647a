//===- LineHash.cpp - GitHub's hash of the line a finding stands on -*- C++
//-*-===//
#include "findings/LineHash.h"
#include "findings/Utf8.h"
#include <cstdint>
#include <cstdio>
#include <map>

namespace torchtidy {

namespace {

constexpr std::size_t Window = 100;
constexpr std::uint64_t Base = 37;
/// Stands for the end of the file, as a character.
constexpr char16_t EndOfFile = 0xFFFF;

/// What is hashed: UTF-16 units, blanks left out, every line end a '\n'.
struct Units {
  std::vector<char16_t> units;
  std::vector<std::size_t> lineStarts; ///< indices into units
};

/// Appends units; the first after a line's end begins a line, so blanks at the
/// end of a file begin none of their own.
class Collector {
public:
  void add(char16_t Unit) {
    bool AfterReturn = SawReturn;
    SawReturn = Unit == u'\r';
    if (Unit == u' ' || Unit == u'\t' || (AfterReturn && Unit == u'\n'))
      return;
    if (Unit == u'\r')
      Unit = u'\n';
    if (AtStart)
      Out.lineStarts.push_back(Out.units.size());
    AtStart = Unit == u'\n';
    Out.units.push_back(Unit);
  }
  Units Out;

private:
  bool AtStart = true, SawReturn = false;
};

Units collect(std::string_view Text) {
  Collector C;
  for (std::size_t At = 0; At < Text.size();) {
    Rune R = decodeRune(Text, At);
    At += R.size;
    if (R.code > 0xFFFF) {
      C.add(static_cast<char16_t>(0xD800 + ((R.code - 0x10000) >> 10)));
      C.add(static_cast<char16_t>(0xDC00 + ((R.code - 0x10000) & 0x3FF)));
    } else {
      C.add(static_cast<char16_t>(R.code));
    }
  }
  C.add(EndOfFile);
  return std::move(C.Out);
}

std::string hex(std::uint64_t Value) {
  char Buffer[17];
  std::snprintf(Buffer, sizeof Buffer, "%llx",
                static_cast<unsigned long long>(Value));
  return Buffer;
}

} // namespace

std::vector<std::string> githubLineHashes(std::string_view Text) {
  Units U = collect(Text);
  U.units.resize(U.units.size() + Window, 0); // zeros after the end of the file
  std::uint64_t Leaving = 1;                  // weight of a unit that leaves
  for (std::size_t I = 0; I < Window; ++I)
    Leaving *= Base;

  std::vector<std::string> Out;
  std::map<std::uint64_t, unsigned> Seen;
  std::uint64_t Hash = 0; // of units [End - Window, End), modulo 2^64
  std::size_t End = 0;
  for (std::size_t Start : U.lineStarts) {
    for (; End < Start + Window; ++End) {
      Hash = Hash * Base + U.units[End];
      if (End >= Window)
        Hash -= Leaving * U.units[End - Window];
    }
    Out.push_back(hex(Hash) + ":" + std::to_string(++Seen[Hash]));
  }
  return Out;
}

} // namespace torchtidy
