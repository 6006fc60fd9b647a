//===- Link.cpp - facts of many files become one project's ------*- C++ -*-===//
//
// The same class or function, read in several files, folds into one. Programs
// of one project often give different things the same name (every example has
// its own `Net` and `main`): what is defined in different places stays apart,
// each file's references going to what that file saw.
//
//===----------------------------------------------------------------------===//
#include "facts/Fields.h"
#include <algorithm>
#include <map>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

namespace torchtidy {
namespace facts {
namespace {

/// Where something is defined: a file's path and an offset.
using Place = std::pair<Text, unsigned>;

/// The places of one file's spans; each path becomes a Text once.
class Places {
public:
  explicit Places(const FileFacts &F) : Files(F.files.begin(), F.files.end()) {}
  Place of(const SourceSpan &S) const {
    return S.valid() ? Place(Files[size_t(S.file)], S.offset) : Place("", 0);
  }

private:
  std::vector<Text> Files;
};

/// Old ids and the new ones of one file. A class's id begins those of its
/// members, a function's those of its lambdas.
using Renames = std::map<std::string, std::string>;

std::string renamed(const Renames &R, const std::string &Id) {
  if (R.empty() || Id.empty())
    return Id;
  // The shortest renamed beginning: the outermost scope.
  for (size_t End = 1; End <= Id.size(); ++End) {
    if (End != Id.size() && Id[End] != '@' && Id[End] != '#')
      continue;
    auto It = R.find(Id.substr(0, End));
    if (It != R.end())
      return It->second + Id.substr(End);
  }
  return Id;
}

/// Gives spans the project's file numbers, and ids their new names.
class Rewrite {
public:
  Rewrite(const std::vector<int> &Files, const Renames &R)
      : Files(Files), R(R) {}

  void id(const char *, Text &T) {
    if (R.empty() || T.empty())
      return;
    auto [It, New] = Known.try_emplace(T);
    if (New)
      It->second = renamed(R, T);
    T = It->second;
  }
  template <class V> void operator()(const char *, V &Value, V = V()) {
    visit(Value);
  }
  template <class V> void visit(V &Value) {
    if constexpr (IsVector<V>::value) {
      for (auto &E : Value)
        visit(E);
    } else if constexpr (std::is_same_v<V, SourceSpan>) {
      if (Value.valid())
        Value.file = Files[Value.file];
    } else if constexpr (std::is_same_v<V, TypeArgs>) {
      if (Value.empty())
        return;
      // Most share a list with others; so shall what becomes of them.
      auto It = Lists.find(Value.identity());
      if (It == Lists.end()) {
        std::vector<TypeFact> Changed(Value.begin(), Value.end());
        visit(Changed);
        It = Lists
                 .emplace(Value.identity(),
                          std::make_pair(Value, TypeArgs(std::move(Changed))))
                 .first;
      }
      Value = It->second.second;
    } else if constexpr (IsStruct<V>) {
      if constexpr (std::is_same_v<V, TypeFact>)
        if (R.empty())
          return; // types have ids only
      fields(*this, Value);
    }
  }

private:
  const std::vector<int> &Files;
  const Renames &R;
  std::unordered_map<Text, Text> Known;
  /// What was seen, kept so that its identity stays its own, and its like.
  std::unordered_map<const void *, std::pair<TypeArgs, TypeArgs>> Lists;
};

/// The same entity from two files: keeps what says more.
void merge(ClassFacts &Into, ClassFacts &&From) {
  if (From.fromTemplate && !Into.fromTemplate)
    std::swap(Into, From);
  for (MethodFact &M : From.methods) {
    auto Same = std::find_if(Into.methods.begin(), Into.methods.end(),
                             [&](const MethodFact &O) { return O.id == M.id; });
    if (Same == Into.methods.end())
      Into.methods.push_back(std::move(M));
    else
      Same->bodySeen |= M.bodySeen;
  }
}

bool saysMore(const FunctionFacts &A, const FunctionFacts &B) {
  if (A.dependent != B.dependent)
    return !A.dependent;
  if (A.incomplete != B.incomplete)
    return !A.incomplete;
  return A.instrs.size() > B.instrs.size();
}

void sortMethods(ClassFacts &C) {
  // Declaration order, the compiler's own last.
  std::sort(C.methods.begin(), C.methods.end(),
            [](const MethodFact &A, const MethodFact &B) {
              return std::make_tuple(A.isImplicit, A.nameSpan.file,
                                     A.nameSpan.offset, A.id) <
                     std::make_tuple(B.isImplicit, B.nameSpan.file,
                                     B.nameSpan.offset, B.id);
            });
}

/// Ids that stand for things defined in several places.
std::unordered_set<Text> clashes(const std::vector<FileFacts> &Files) {
  std::unordered_map<Text, Place> First;
  std::unordered_set<Text> Result;
  auto Add = [&](const Text &Id, Place At) {
    auto [It, New] = First.try_emplace(Id, At);
    if (!New && It->second != At)
      Result.insert(Id);
  };
  for (const FileFacts &F : Files) {
    Places At(F);
    for (const ClassFacts &C : F.classes)
      Add(C.id, At.of(C.nameSpan));
    for (const FunctionFacts &Fn : F.functions)
      if (Fn.kind != FunctionKind::Lambda)
        Add(Fn.id, At.of(Fn.nameSpan));
  }
  return Result;
}

Renames renamesOf(const FileFacts &F, const std::unordered_set<Text> &Clashes) {
  Renames R;
  if (Clashes.empty())
    return R;
  Places At(F);
  auto Add = [&](const Text &Id, const SourceSpan &S) {
    if (Clashes.count(Id)) {
      Place P = At.of(S);
      R[Id] = Id + "!" + P.first + ":" + std::to_string(P.second);
    }
  };
  for (const ClassFacts &C : F.classes)
    Add(C.id, C.nameSpan);
  for (const FunctionFacts &Fn : F.functions)
    if (Fn.kind != FunctionKind::Lambda)
      Add(Fn.id, Fn.nameSpan);
  return R;
}

/// A template as written gives way to its instantiations in other files.
void dropReadPatterns(std::map<Text, FunctionFacts> &Functions) {
  std::set<std::pair<int, unsigned>> Read;
  for (const auto &[Id, F] : Functions)
    if (F.fromTemplate && !F.dependent && F.nameSpan.valid())
      Read.insert({F.nameSpan.file, F.nameSpan.offset});
  for (auto It = Functions.begin(); It != Functions.end();) {
    const FunctionFacts &F = It->second;
    bool Drop = F.dependent && Read.count({F.nameSpan.file, F.nameSpan.offset});
    It = Drop ? Functions.erase(It) : std::next(It);
  }
}

} // namespace

const ClassFacts *ProjectFacts::findClass(const std::string &Id) const {
  auto It = std::lower_bound(
      classes.begin(), classes.end(), Id,
      [](const ClassFacts &C, const std::string &Key) { return C.id < Key; });
  return It != classes.end() && It->id == Id ? &*It : nullptr;
}

const FunctionFacts *ProjectFacts::findFunction(const std::string &Id) const {
  auto It = std::lower_bound(functions.begin(), functions.end(), Id,
                             [](const FunctionFacts &F,
                                const std::string &Key) { return F.id < Key; });
  return It != functions.end() && It->id == Id ? &*It : nullptr;
}

/// The order in which files are joined: by name, the same file with other flags
/// by what was read.
static std::vector<size_t> joinOrder(const std::vector<FileFacts> &Files,
                                     const std::map<std::string, int> &Mains) {
  std::vector<std::pair<std::string, size_t>> Order;
  for (size_t I = 0; I < Files.size(); ++I) {
    const FileFacts &F = Files[I];
    std::string Key = F.mainFile + '\0';
    if (Mains.at(F.mainFile) > 1)
      Key += toJson(F);
    Order.push_back({std::move(Key), I});
  }
  std::sort(Order.begin(), Order.end());
  std::vector<size_t> Out;
  for (const auto &[Key, Index] : Order)
    Out.push_back(Index);
  return Out;
}

namespace {

/// What several files tell of one thing, brought together.
class Joined {
public:
  explicit Joined(ProjectFacts &P) : P(P) {}

  void add(FileFacts &F, const std::unordered_set<Text> &Clashes);
  void finish();

private:
  void addDefinitions(FileFacts &F);
  void addPlaces(FileFacts &F, const std::vector<int> &FileMap);

  ProjectFacts &P;
  std::map<Text, ClassFacts> Classes;
  std::map<Text, FunctionFacts> Functions;
  std::set<std::tuple<int, unsigned, unsigned>> Suppressed;
  std::map<std::pair<int, unsigned>, std::pair<std::string, unsigned>>
      Conditionals;
  std::set<std::tuple<int, unsigned, std::string>> Problems;
};

void Joined::add(FileFacts &F, const std::unordered_set<Text> &Clashes) {
  std::vector<int> FileMap;
  for (const std::string &Path : F.files)
    FileMap.push_back(
        int(std::lower_bound(P.files.begin(), P.files.end(), Path) -
            P.files.begin()));
  Renames R = renamesOf(F, Clashes);
  Rewrite Rw(FileMap, R);
  fields(Rw, F);
  addDefinitions(F);
  addPlaces(F, FileMap);
}

void Joined::addDefinitions(FileFacts &F) {
  for (ClassFacts &C : F.classes) {
    auto [It, New] = Classes.try_emplace(C.id, std::move(C));
    if (!New)
      merge(It->second, std::move(C));
  }
  for (FunctionFacts &Fn : F.functions) {
    auto It = Functions.find(Fn.id);
    if (It == Functions.end())
      Functions.emplace(Text(Fn.id), std::move(Fn));
    else if (saysMore(Fn, It->second))
      It->second = std::move(Fn);
  }
}

void Joined::addPlaces(FileFacts &F, const std::vector<int> &FileMap) {
  for (SuppressionFact &S : F.suppressions) {
    S.file = FileMap[S.file];
    if (Suppressed.insert({S.file, S.line, S.column}).second)
      P.suppressions.push_back(std::move(S));
  }
  for (ConditionalFact &C : F.conditionals)
    Conditionals.try_emplace({FileMap[C.file], C.firstLine},
                             std::move(C.condition), C.lastLine);
  for (ParseProblem &Pr : F.problems)
    if (Problems.insert({Pr.span.file, Pr.span.offset, Pr.message}).second)
      P.problems.push_back(std::move(Pr));
}

void Joined::finish() {
  for (auto &[At, C] : Conditionals)
    P.conditionals.push_back({At.first, At.second, C.second, C.first});
  dropReadPatterns(Functions);
  for (auto &[Id, C] : Classes) {
    for (MethodFact &M : C.methods)
      M.bodySeen |= Functions.count(M.id) != 0;
    sortMethods(C);
    P.classes.push_back(std::move(C));
  }
  for (auto &[Id, F] : Functions)
    P.functions.push_back(std::move(F));
}

} // namespace

ProjectFacts link(std::vector<FileFacts> Files) {
  ProjectFacts P;
  std::map<std::string, int> Mains;
  std::set<std::string> Paths;
  for (const FileFacts &F : Files) {
    ++Mains[F.mainFile];
    Paths.insert(F.files.begin(), F.files.end());
  }
  P.files.assign(Paths.begin(), Paths.end());
  for (const auto &[Name, Count] : Mains)
    P.mainFiles.push_back(Name);

  const std::unordered_set<Text> Clashes = clashes(Files);
  Joined All(P);
  for (size_t I : joinOrder(Files, Mains))
    All.add(Files[I], Clashes);
  All.finish();
  return P;
}

} // namespace facts
} // namespace torchtidy
