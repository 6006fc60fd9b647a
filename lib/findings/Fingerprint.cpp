//===- Fingerprint.cpp - the same finding after the file has moved on -*- C++
//-*-===//
#include "findings/Fingerprint.h"
#include "findings/Paths.h"
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <tuple>

namespace torchtidy {

static bool isWord(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
}

static std::string withoutRoot(std::string Text, std::string Root) {
  if (Root.empty() || Root == "/")
    return Text;
  if (Root.back() != '/')
    Root += '/';
  for (std::size_t At; (At = Text.find(Root)) != std::string::npos;)
    Text.erase(At, Root.size());
  return Text;
}

/// Names stand in quotes and are kept ('fc1' is not 'fc2', 'cuda:1' not
/// 'cuda:0'); a number outside them is a line or a count.
static std::string withoutNumbers(const std::string &Text) {
  std::string Out;
  bool Quoted = false;
  for (std::size_t At = 0; At < Text.size(); ++At) {
    char C = Text[At];
    if (C == '\'')
      Quoted = !Quoted;
    bool Digit = std::isdigit(static_cast<unsigned char>(C));
    bool Begins = At == 0 || !isWord(Text[At - 1]);
    std::size_t End = At;
    while (End < Text.size() &&
           std::isdigit(static_cast<unsigned char>(Text[End])))
      ++End;
    bool Alone = End == Text.size() || !isWord(Text[End]);
    if (Quoted || !Digit || !Begins || !Alone) {
      Out += C;
      continue;
    }
    Out += '#';
    At = End - 1;
  }
  return Out;
}

static std::string hex(std::uint64_t Value) {
  char Buffer[17];
  std::snprintf(Buffer, sizeof Buffer, "%016llx",
                static_cast<unsigned long long>(Value));
  return Buffer;
}

std::string fingerprint(const Finding &F, const std::string &Root) {
  std::string Path = normalizePath(F.span.file);
  if (isUnder(Path, Root))
    Path = displayPath(Path, Root);
  else if (!Path.empty() && Path[0] == '/')
    Path = Path.substr(Path.rfind('/') + 1);
  Origin Odd = F.origins.empty() ? Origin() : F.origins.front();
  std::uint64_t Hash = 0xcbf29ce484222325u; // FNV-1a
  for (const std::string &Part :
       {F.rule, Path, Odd.module, Odd.member, Odd.factory,
        withoutNumbers(withoutRoot(F.message, Root))}) {
    for (char C : Part)
      Hash = (Hash ^ static_cast<unsigned char>(C)) * 0x100000001b3u;
    Hash *= 0x100000001b3u; // a byte 0 between the parts
  }
  return hex(Hash);
}

void setFingerprints(std::vector<Finding> &Findings, const std::string &Root) {
  std::vector<std::size_t> Order(Findings.size());
  std::iota(Order.begin(), Order.end(), std::size_t(0));
  auto Place = [&](std::size_t I) {
    const Span &S = Findings[I].span;
    return std::make_tuple(S.file, S.line, S.column, S.endLine, S.endColumn, I);
  };
  std::sort(Order.begin(), Order.end(),
            [&](std::size_t A, std::size_t B) { return Place(A) < Place(B); });
  std::map<std::string, unsigned> Seen;
  for (std::size_t I : Order) {
    std::string Print = fingerprint(Findings[I], Root);
    unsigned Count = ++Seen[Print];
    Findings[I].fingerprint =
        Count == 1 ? Print : Print + "-" + std::to_string(Count);
  }
}

} // namespace torchtidy
