//===- Units.cpp - what reading a unit gave, kept for the next run --------===//
#include "cache/Units.h"
#include "facts/Binary.h"
#include "facts/Bytes.h"
#include "project/Arguments.h"
#include "project/Paths.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace torchtidy {
namespace cache {

namespace {

using facts::ByteReader;
using facts::ByteWriter;
using project::CompileCommand;
using project::UnitResult;

/// Of what an entry holds; facts have their own.
constexpr const char *Layout = "unit 1";

/// From how many files on what lies outside the project gets a closure of its
/// own, which other units name.
constexpr size_t ManyFiles = 64;

/// What Clang's driver asks of the environment.
constexpr const char *Variables[] = {"CPATH",
                                     "C_INCLUDE_PATH",
                                     "CPLUS_INCLUDE_PATH",
                                     "OBJC_INCLUDE_PATH",
                                     "GCC_EXEC_PREFIX",
                                     "COMPILER_PATH",
                                     "SDKROOT",
                                     "CCC_OVERRIDE_OPTIONS",
                                     "CCC_ADD_ARGS",
                                     "CL",
                                     "SOURCE_DATE_EPOCH"};

void addVariable(ByteWriter &W, const char *Name) {
  const char *Value = std::getenv(Name);
  W.text(Value ? std::string("=") + Value : "");
}

struct Entry {
  UnitResult unit; ///< without facts
  Digest facts, content;
};

std::string toBytes(const UnitResult &WithoutFacts, const Digest &Facts,
                    const Digest &Content) {
  ByteWriter W;
  for (uint64_t N : {Facts.low, Facts.high, Content.low, Content.high})
    W.fixed(N, 8);
  W.text(project::toBytes(WithoutFacts));
  return std::move(W.bytes);
}

std::optional<Entry> fromBytes(std::string_view Bytes) {
  try {
    ByteReader R(Bytes);
    Entry E;
    for (uint64_t *N :
         {&E.facts.low, &E.facts.high, &E.content.low, &E.content.high})
      *N = R.fixed(8);
    E.unit = project::unitFromBytes(R.text());
    return E;
  } catch (const std::runtime_error &) {
    return std::nullopt;
  }
}

std::string factsKey(const Digest &D) { return "facts " + D.hex(); }

/// All of \p R that is kept beside the facts.
UnitResult withoutFacts(const UnitResult &R) {
  // A new member doesn't compile here until it is thought of.
  const auto &[command, facts, parsed, unread, problems, hints, texts, closure,
               plain, milliseconds, memory] = R;
  UnitResult Rest;
  Rest.parsed = parsed;
  Rest.unread = unread;
  Rest.problems = problems;
  Rest.hints = hints;
  Rest.texts = texts;
  Rest.closure = closure;
  Rest.plain = plain;
  Rest.milliseconds = milliseconds;
  Rest.memory = memory;
  return Rest;
}

Digest contentOf(const UnitResult &R, const Digest &Facts) {
  UnitResult Words = withoutFacts(R);
  Words.command.file = R.command.file;
  // How it was read decides nothing.
  Words.closure.clear();
  Words.plain.clear();
  Words.milliseconds = Words.memory = 0;
  return digest(project::toBytes(Words) + Facts.hex() +
                (R.unread ? "unread" : ""));
}

std::string folderOf(const std::string &File) {
  return std::filesystem::path(File).parent_path().string();
}

} // namespace

std::string unitKey(const CompileCommand &C, const project::ParseOptions &O,
                    const std::string &Reader) {
  project::CleanArguments Clean =
      project::cleanArguments(C.arguments, C.directory, C.file);
  // Texts that are nowhere on the disk can't be looked for there.
  if (!Clean.error.empty() || !O.unsaved.empty() || Reader.empty())
    return "";
  ByteWriter W;
  W.text(Layout);
  W.text(Reader);
  W.text(C.file);
  W.text(C.directory);
  W.number(Clean.arguments.size());
  for (const std::string &A : Clean.arguments)
    W.text(A);
  W.number(Clean.cuda);
  W.text(O.root);
  W.number(O.skipBodies);
  for (const char *Name : Variables)
    addVariable(W, Name);
  // A toolkit is sought by the compiler's name and in the path.
  if (Clean.cuda) {
    W.text(C.arguments.empty() ? "" : C.arguments[0]);
    addVariable(W, "PATH");
  }
  return std::move(W.bytes);
}

Digest contentOf(const UnitResult &R) {
  return contentOf(R, digest(facts::toBytes(R.facts)));
}

std::optional<UnitCache::Found> UnitCache::find(const CompileCommand &C) {
  const std::string Key = unitKey(C, Options, Reader);
  std::optional<std::string> Bytes;
  if (!Key.empty())
    Bytes = Entries.get(Kind::Facts, Key);
  if (!Bytes)
    return std::nullopt;
  std::optional<Entry> E = fromBytes(*Bytes);
  std::optional<Closure> Made;
  if (E)
    Made = Closure::fromBytes(E->unit.closure);
  bool Renewed = false;
  if (!Made || !Files.holds(*Made, &Renewed))
    return std::nullopt;
  if (Renewed) {
    E->unit.closure = Made->toBytes();
    Entries.put(Kind::Facts, Key, toBytes(E->unit, E->facts, E->content));
  }
  E->unit.command = C;
  return Found{std::move(E->unit), E->content, E->facts};
}

std::optional<std::string> UnitCache::factsBytes(const Found &F) {
  std::optional<std::string> Bytes =
      Entries.get(Kind::Facts, factsKey(F.facts));
  if (Bytes && digest(*Bytes) != F.facts)
    Bytes.reset();
  return Bytes;
}

bool UnitCache::loadFacts(Found &F) {
  std::optional<std::string> Bytes = factsBytes(F);
  if (!Bytes)
    return false;
  try {
    F.unit.facts = facts::fromBytes(*Bytes);
    return true;
  } catch (const std::runtime_error &) {
    return false;
  }
}

/// Puts what lies outside \p Own into a closure that many units name.
void UnitCache::share(Closure &C, const std::string &Own) {
  Closure Mine, Others;
  Mine.parts = std::move(C.parts);
  Mine.strict = Others.strict = C.strict;
  auto Outside = [&](const std::string &Path) {
    return !project::isUnder(Path, Own);
  };
  // One file under two names is told by one closure.
  std::set<std::pair<uint64_t, uint64_t>> Inodes;
  for (const Closure::File &F : C.files)
    if (!Outside(F.path))
      Inodes.emplace(F.stamp.device, F.stamp.inode);
  for (Closure::File &F : C.files) {
    bool Other =
        Outside(F.path) && !Inodes.count({F.stamp.device, F.stamp.inode});
    (Other ? Others : Mine).files.push_back(std::move(F));
  }
  for (std::string &A : C.absent)
    (Outside(A) ? Others : Mine).absent.push_back(std::move(A));
  for (Closure::Listing &L : C.listings)
    (Outside(L.path) ? Others : Mine).listings.push_back(std::move(L));
  const Digest Content = Others.contentDigest();
  const std::string Key = "outside " + Content.hex();
  bool New;
  {
    std::lock_guard<std::mutex> Guard(Mutex);
    New = Shared.insert(Key).second;
  }
  if (New)
    Others.save(Entries, Key);
  Mine.parts.push_back({Key, Content});
  C = std::move(Mine);
}

Digest UnitCache::keep(const UnitResult &R) {
  return keep(R, facts::toBytes(R.facts));
}

Digest UnitCache::keep(const UnitResult &R, const std::string &Facts) {
  const Digest FactsDigest = digest(Facts), Content = contentOf(R, FactsDigest);
  const std::string Key =
      R.closure.empty() ? "" : unitKey(R.command, Options, Reader);
  std::optional<Closure> C;
  if (!Key.empty())
    C = Closure::fromBytes(R.closure);
  if (!C)
    return Content;
  if (C->files.size() > ManyFiles)
    share(*C, Options.root.empty() ? folderOf(R.command.file) : Options.root);
  UnitResult Rest = withoutFacts(R);
  Rest.closure = C->toBytes();
  if (Entries.put(Kind::Facts, factsKey(FactsDigest), Facts))
    Entries.put(Kind::Facts, Key, toBytes(Rest, FactsDigest, Content));
  return Content;
}

UnitCache::Cost UnitCache::lastCost(const CompileCommand &C) {
  const std::string Key = unitKey(C, Options, Reader);
  std::optional<std::string> Bytes;
  if (!Key.empty())
    Bytes = Entries.get(Kind::Facts, Key);
  std::optional<Entry> E;
  if (Bytes)
    E = fromBytes(*Bytes);
  return E ? Cost{E->unit.milliseconds, E->unit.memory} : Cost();
}

} // namespace cache
} // namespace torchtidy
