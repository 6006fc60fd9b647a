//===- make-facts.cpp - many facts files out of a few ---------------------===//
//
// make-facts COPIES OUT FACTS...
//
// Copies what 'torch-tidy facts --relative' wrote, COPIES times, under ids and
// paths of its own each: what the files of one copy share they still share, and
// no two copies have anything to do with each other but the library.
//
//===----------------------------------------------------------------------===//
#include "facts/Fields.h"
#include "project/Paths.h"
#include "project/UnitFile.h"
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

using namespace torchtidy;
using facts::Text;

namespace {

/// Visits every id.
template <class Each> class Ids {
public:
  explicit Ids(Each Do) : Do(std::move(Do)) {}
  void id(const char *, Text &T) { Do(T); }
  template <class V> void operator()(const char *, V &Value, V = V()) {
    visit(Value);
  }
  template <class V> void visit(V &Value) {
    if constexpr (std::is_same_v<V, facts::TypeArgs>) {
      if (!Value.empty())
        visit(Value.own());
    } else if constexpr (facts::IsVector<V>::value) {
      if constexpr (std::is_class_v<typename V::value_type>)
        for (auto &E : Value)
          visit(E);
    } else if constexpr (facts::IsStruct<V>) {
      facts::fields(*this, Value);
    }
  }

private:
  Each Do;
};

/// Ids of what the project defines, and what lies in it: a class's id begins
/// those of its members.
class Renaming {
public:
  std::unordered_set<std::string> own;

  Text operator()(Text Id, const std::string &Tag) {
    auto [It, New] = Known.try_emplace(Id);
    if (New)
      It->second = split(Id);
    size_t At = It->second;
    return At ? Text(Id.substr(0, At) + "~" + Tag + Id.substr(At)) : Id;
  }

private:
  size_t split(const std::string &Id) const {
    for (size_t End = 1; End <= Id.size(); ++End)
      if ((End == Id.size() || Id[End] == '@' || Id[End] == '#') &&
          own.count(Id.substr(0, End)))
        return End;
    return 0;
  }
  std::unordered_map<Text, size_t> Known;
};

std::string contentOf(const std::string &Path) {
  std::string Bytes;
  if (!project::readFile(Path, Bytes))
    throw std::runtime_error("cannot read " + Path);
  return Bytes;
}

int run(unsigned Copies, const std::string &Out,
        const std::vector<std::string> &Files) {
  std::vector<std::string> Bytes;
  Renaming Rename;
  for (const std::string &F : Files) {
    Bytes.push_back(contentOf(F));
    facts::FileFacts Facts = project::unitFromFacts(Bytes.back(), "/").unit.facts;
    for (const facts::ClassFacts &C : Facts.classes)
      Rename.own.insert(C.id);
    for (const facts::FunctionFacts &Fn : Facts.functions) {
      Rename.own.insert(Fn.id);
      for (const facts::VarFact &V : Fn.vars)
        if (!V.globalId.empty())
          Rename.own.insert(V.globalId);
    }
  }
  std::filesystem::create_directories(Out);
  unsigned Written = 0;
  for (unsigned Copy = 0; Copy < Copies; ++Copy) {
    const std::string Tag = std::to_string(Copy);
    Ids Visit([&](Text &T) { T = T.empty() ? T : Rename(T, Tag); });
    for (size_t I = 0; I < Bytes.size(); ++I) {
      project::UnitFile F =
          project::unitFromFacts(Bytes[I], "/synthetic/copy" + Tag);
      facts::fields(Visit, F.unit.facts);
      F.root = "/synthetic";
      std::ofstream To(Out + "/" + Tag + "-" + std::to_string(I) + ".facts",
                       std::ios::binary);
      To << project::toFacts(std::move(F), false);
      if (!To.flush())
        throw std::runtime_error("cannot write below " + Out);
      ++Written;
    }
  }
  std::printf("%u files in %s\n", Written, Out.c_str());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  unsigned Copies = argc > 3 ? unsigned(std::strtoul(argv[1], nullptr, 10)) : 0;
  if (!Copies) {
    std::fputs("usage: make-facts COPIES OUT FACTS...\n", stderr);
    return 2;
  }
  try {
    return run(Copies, argv[2], {argv + 3, argv + argc});
  } catch (const std::exception &E) {
    std::fprintf(stderr, "make-facts: %s\n", E.what());
    return 2;
  }
}
