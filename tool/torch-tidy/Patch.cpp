//===- Patch.cpp - edits of a text, and the difference they make ----------===//
#include "Patch.h"
#include <algorithm>
#include <string_view>

namespace torchtidy {
namespace tool {

namespace {

constexpr size_t ContextLines = 3;

/// Lines with their ends: only \n ends one, for patch as for git.
std::vector<std::string_view> linesOf(const std::string &Text) {
  std::vector<std::string_view> Lines;
  std::string_view Rest = Text;
  while (!Rest.empty()) {
    size_t End = std::min(Rest.find('\n'), Rest.size() - 1) + 1;
    Lines.push_back(Rest.substr(0, End));
    Rest.remove_prefix(End);
  }
  return Lines;
}

/// Old lines [old, oldEnd) became new lines [fresh, freshEnd).
struct Change {
  size_t old, oldEnd, fresh, freshEnd;
};

using Lines = std::vector<std::string_view>;

/// Longest common subsequence of the part between equal ends. Fixes touch few
/// lines, but far apart: a table of the square of that part may be large, so
/// above a bound the part is one change.
std::vector<Change> differences(const Lines &A, const Lines &B) {
  size_t Begin = 0, EndA = A.size(), EndB = B.size();
  while (Begin < EndA && Begin < EndB && A[Begin] == B[Begin])
    ++Begin;
  while (EndA > Begin && EndB > Begin && A[EndA - 1] == B[EndB - 1])
    --EndA, --EndB;
  size_t N = EndA - Begin, M = EndB - Begin;
  std::vector<Change> Changes;
  if (N == 0 && M == 0)
    return Changes;
  constexpr size_t MaxCells = 64u << 20;
  if (N == 0 || M == 0 || N * M > MaxCells)
    return {{Begin, EndA, Begin, EndB}};
  std::vector<uint32_t> Length((N + 1) * (M + 1), 0);
  auto At = [&](size_t I, size_t J) -> uint32_t & {
    return Length[I * (M + 1) + J];
  };
  for (size_t I = N; I-- > 0;)
    for (size_t J = M; J-- > 0;)
      At(I, J) = A[Begin + I] == B[Begin + J]
                     ? At(I + 1, J + 1) + 1
                     : std::max(At(I + 1, J), At(I, J + 1));
  size_t I = 0, J = 0;
  while (I < N || J < M) {
    if (I < N && J < M && A[Begin + I] == B[Begin + J]) {
      ++I, ++J;
      continue;
    }
    Change C{Begin + I, Begin + I, Begin + J, Begin + J};
    while ((I < N || J < M) &&
           !(I < N && J < M && A[Begin + I] == B[Begin + J])) {
      if (J == M || (I < N && At(I + 1, J) >= At(I, J + 1)))
        ++I;
      else
        ++J;
    }
    C.oldEnd = Begin + I, C.freshEnd = Begin + J;
    Changes.push_back(C);
  }
  return Changes;
}

std::string range(size_t Begin, size_t Count) {
  // An empty range names the line before it.
  std::string S = std::to_string(Count == 0 ? Begin : Begin + 1);
  return Count == 1 ? S : S + "," + std::to_string(Count);
}

void addLine(std::string &Out, char Mark, std::string_view Line) {
  Out += Mark;
  Out += Line;
  if (Line.empty() || Line.back() != '\n')
    Out += "\n\\ No newline at end of file\n";
}

std::string hunk(const Lines &A, const Lines &B, const Change *First,
                 const Change *Last) {
  size_t Lead = std::min(ContextLines, First->old);
  size_t Tail = std::min(ContextLines, A.size() - Last->oldEnd);
  size_t Old = First->old - Lead, OldEnd = Last->oldEnd + Tail;
  size_t New = First->fresh - Lead, NewEnd = Last->freshEnd + Tail;
  std::string Out = "@@ -" + range(Old, OldEnd - Old) + " +" +
                    range(New, NewEnd - New) + " @@\n";
  size_t I = Old;
  for (const Change *C = First; C <= Last; ++C) {
    for (; I < C->old; ++I)
      addLine(Out, ' ', A[I]);
    for (; I < C->oldEnd; ++I)
      addLine(Out, '-', A[I]);
    for (size_t J = C->fresh; J < C->freshEnd; ++J)
      addLine(Out, '+', B[J]);
  }
  for (; I < OldEnd; ++I)
    addLine(Out, ' ', A[I]);
  return Out;
}

} // namespace

std::string applyEdits(const std::string &Text,
                       const std::vector<Edit> &Edits) {
  std::string Out;
  size_t Position = 0;
  for (const Edit &E : Edits) {
    Out.append(Text, Position, E.span.offset - Position);
    Out += E.text;
    Position = E.span.endOffset;
  }
  return Out.append(Text, Position, std::string::npos);
}

std::string unifiedDiff(const std::string &Name, const std::string &Old,
                        const std::string &New) {
  Lines A = linesOf(Old), B = linesOf(New);
  std::vector<Change> Changes = differences(A, B);
  if (Changes.empty())
    return "";
  std::string Out = "--- a/" + Name + "\n+++ b/" + Name + "\n";
  for (size_t First = 0; First < Changes.size();) {
    size_t Last = First;
    while (Last + 1 < Changes.size() &&
           Changes[Last + 1].old - Changes[Last].oldEnd <= 2 * ContextLines)
      ++Last;
    Out += hunk(A, B, &Changes[First], &Changes[Last]);
    First = Last + 1;
  }
  return Out;
}

} // namespace tool
} // namespace torchtidy
