//===- UnitFile.cpp - a unit's result in a file of its own ----------------===//
#include "project/UnitFile.h"
#include "facts/Binary.h"
#include "facts/Bytes.h"
#include "project/Border.h"
#include "project/Paths.h"

namespace torchtidy {
namespace project {

namespace {

constexpr std::string_view Magic("\x89TTunit\n", 8);

/// Of all that stands in the file.
uint64_t form() {
  return facts::checksum(TORCHTIDY_BORDER) ^ facts::formOfBytes();
}

template <class Change> void changePaths(UnitResult &R, Change Do) {
  Do(R.command.file);
  Do(R.facts.mainFile);
  for (std::string &F : R.facts.files)
    Do(F);
  for (Problem &P : R.problems)
    Do(P.file);
  std::map<std::string, uint64_t> Texts;
  for (auto &[Path, Hash] : R.texts) {
    std::string Changed = Path;
    Do(Changed);
    Texts[Changed] = Hash;
  }
  R.texts = std::move(Texts);
}

} // namespace

std::string toFacts(UnitFile F, bool Relative) {
  UnitResult Kept;
  Kept.command.file = std::move(F.unit.command.file);
  Kept.facts = std::move(F.unit.facts);
  Kept.parsed = F.unit.parsed;
  Kept.problems = std::move(F.unit.problems);
  Kept.hints = std::move(F.unit.hints);
  Kept.texts = std::move(F.unit.texts);
  const std::string Root = Relative ? F.root : "";
  if (!Root.empty())
    changePaths(Kept, [&](std::string &Path) {
      if (isUnder(Path, Root) && Path != Root)
        Path.erase(0, Root == "/" ? 1 : Root.size() + 1);
    });
  facts::ByteWriter Parts;
  Parts.text(Relative ? "" : F.root);
  Parts.number(F.unit.unread);
  Parts.bytes += toBytes(Kept);
  const std::string &Content = Parts.bytes;
  facts::ByteWriter Out;
  Out.bytes = Magic;
  Out.fixed(form(), 8);
  Out.fixed(Content.size(), 8);
  Out.fixed(facts::checksum(Content), 8);
  return Out.bytes + Content;
}

static UnitFile
read(std::string_view Bytes, const std::string &Root,
     const std::function<facts::FileFacts(std::string_view)> &Facts) {
  facts::ByteReader In(Bytes);
  if (Bytes.substr(0, Magic.size()) != Magic)
    facts::refuseFacts("it doesn't begin like one");
  In.take(Magic.size());
  if (In.fixed(8) != form())
    facts::refuseFacts("it is of another version of torch-tidy; make it anew "
                       "with 'torch-tidy facts'");
  uint64_t Size = In.fixed(8), Sum = In.fixed(8);
  if (Size != In.left())
    facts::refuseFacts(Size > In.left() ? "it is cut off" : "it is too long");
  std::string_view Content = In.take(In.left());
  if (facts::checksum(Content) != Sum)
    facts::refuseFacts("its content isn't what was written");
  facts::ByteReader Parts(Content);
  UnitFile F;
  F.root = Parts.text();
  bool Unread = Parts.number(1, "a flag") != 0;
  F.unit = unitFromBytes(Parts.take(Parts.left()), Facts);
  F.unit.unread = Unread;
  F.unit.plain = "made before";
  bool Relative = false;
  changePaths(F.unit, [&](std::string &Path) {
    if (Path.empty() || Path.front() == '/')
      return;
    Path = absolutePath(Path, Root);
    Relative = true;
  });
  if (Relative)
    F.root = Root;
  return F;
}

UnitFile unitFromFacts(std::string_view Bytes, const std::string &Root) {
  return read(Bytes, Root, facts::fromBytes);
}

UnitFile outlineFromFacts(std::string_view Bytes, const std::string &Root,
                          facts::Outline &O) {
  return read(Bytes, Root, [&](std::string_view Facts) {
    facts::FileFacts Head;
    O = facts::outlineOfBytes(Facts, Head);
    return Head;
  });
}

} // namespace project
} // namespace torchtidy
