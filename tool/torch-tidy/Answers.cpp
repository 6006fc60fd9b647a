//===- Answers.cpp - what earlier runs know of this one -------------------===//
#include "Answers.h"
#include "cache/Findings.h"
#include "front/ClangModule.h"
#include "project/Paths.h"
#include <iostream>
#include <memory>
#include <stdexcept>

namespace torchtidy {

namespace api {

template <class A> void members(A &Ar, TaughtArg &T) {
  auto &[name, position] = T;
  Ar(name, position);
}

template <class A> void members(A &Ar, Taught &T) {
  auto &[name, behaviour, argument, sameDevice, free, onCpu, returns,
         returnsCpu, argumentsOnly] = T;
  Ar(name, behaviour, argument, sameDevice, free, onCpu, returns, returnsCpu,
     argumentsOnly);
}

template <class A> void members(A &Ar, TaughtModule &T) {
  auto &[base, buffers, parameters, modules, moves] = T;
  Ar(base, buffers, parameters, modules, moves);
}

template <class A> void members(A &Ar, Teaching &T) {
  auto &[functions, modules] = T;
  Ar(functions, modules);
}

} // namespace api

template <class A> void members(A &Ar, JudgeOptions &J) {
  auto &[checks, strict, exported, multiGpu, cpuOnly, levels, keepSuppressed,
         unusedSuppressions, inventory] = J;
  Ar(checks, strict, exported, multiGpu, cpuOnly, levels, keepSuppressed,
     unusedSuppressions, inventory);
}

template <class A> void members(A &Ar, JudgeStats &S) {
  auto &[files, modules, functions, unknownClasses, incompleteFunctions,
         cappedFunctions, held] = S;
  Ar(files, modules, functions, unknownClasses, incompleteFunctions,
     cappedFunctions, held);
}

namespace cache {

template <class A> void members(A &Ar, Digest &D) {
  auto &[low, high] = D;
  Ar(low, high);
}

} // namespace cache

namespace tool {

namespace {

void note(const Options &O, const std::string &Words) {
  if (!O.quiet)
    std::cerr << "torch-tidy: note: " << Words << "\n";
}

std::unique_ptr<cache::Store> openStore(const Options &O) {
  std::string Why;
  std::string Folder = O.cacheFolder.empty()
                           ? cache::Store::defaultFolder(Why)
                           : project::absolutePath(O.cacheFolder);
  std::unique_ptr<cache::Store> S;
  if (!Folder.empty())
    S = cache::Store::open(Folder, O.cacheBytes, Why);
  if (!S && !Why.empty())
    note(O, "no cache: " + Why);
  return S;
}

} // namespace

cache::Store *openCache(const Options &O) {
  if (!O.cache)
    return nullptr;
  static const std::unique_ptr<cache::Store> S = openStore(O);
  return S.get();
}

Answers::Answers(const project::Selection &S, const Options &O)
    : S(S), O(O), Entries(openCache(O)) {
  if (!Entries)
    return;
  // The module reads; a file of the same name elsewhere is another.
  std::string Module = front::clangModulePath();
  std::optional<cache::Digest> Reader;
  if (!Module.empty())
    Reader = cache::identityOf(Module);
  if (Reader)
    Units.emplace(*Entries, Reader->hex(), parseOptions(S, O));
}

void Answers::connect(front::ReadOptions &R) {
  if (!Units)
    return;
  R.parse.cacheFolder = Entries->folder();
  R.parse.cacheBytes = O.cacheBytes;
  R.recall = [this](const project::CompileCommand &C)
      -> std::optional<project::UnitResult> {
    std::optional<cache::UnitCache::Found> F = Units->find(C);
    if (!F)
      return std::nullopt;
    std::lock_guard<std::mutex> Guard(Mutex);
    Contents[C.file] = F->content;
    return Recalled.emplace(C.file, std::move(*F)).first->second.unit;
  };
  R.keep = [this](const project::UnitResult &U) {
    cache::Digest Content = Units->keep(U);
    std::lock_guard<std::mutex> Guard(Mutex);
    Contents[U.command.file] = Content;
  };
  R.cost = [this](const project::CompileCommand &C) {
    cache::UnitCache::Cost Last = Units->lastCost(C);
    return front::Cost{Last.milliseconds, Last.memory};
  };
}

std::string Answers::keyOf(const Analysis &A, const JudgeOptions &J) const {
  // These look into the facts themselves.
  if (!O.why.empty() || O.diff || O.project)
    return "";
  static const std::optional<cache::Digest> Program =
      cache::identityOf("/proc/self/exe");
  if (!Program)
    return "";
  std::vector<cache::Digest> All;
  for (const project::UnitResult &U : A.units) {
    auto Known = Contents.find(U.command.file);
    All.push_back(Known != Contents.end() ? Known->second
                                          : cache::contentOf(U));
  }
  cache::Writer W;
  W(std::string("answer 1"), *Program, J, O.config.teaching, O.config.packs,
    O.singleFile, S.root, S.onlyRead, O.config.file, O.config.exclude,
    O.exclude, project::absolutePath("."), All);
  return "answer " + cache::digest(W.bytes()).hex();
}

bool Answers::find(Analysis &A, const JudgeOptions &J) {
  if (!Units)
    return false;
  Key = keyOf(A, J);
  std::optional<std::string> Bytes;
  if (!Key.empty())
    Bytes = Entries->get(cache::Kind::Answers, Key);
  if (!Bytes)
    return false;
  try {
    cache::Reader R(*Bytes);
    std::vector<Finding> Findings, Suppressed;
    JudgeStats Stats;
    R(Findings, Suppressed, Stats);
    if (!R.atEnd())
      return false;
    A.findings = std::move(Findings);
    A.suppressed = std::move(Suppressed);
    A.stats = std::move(Stats);
    tellTrouble();
    return true;
  } catch (const std::runtime_error &) {
    return false;
  }
}

bool Answers::loadFacts(
    std::vector<project::UnitResult> &All,
    const std::function<project::UnitResult(const project::CompileCommand &)>
        &Read) {
  bool Again = false;
  for (project::UnitResult &U : All) {
    auto Known = Recalled.find(U.command.file);
    if (Known == Recalled.end())
      continue;
    if (Units->loadFacts(Known->second)) {
      U.facts = std::move(Known->second.unit.facts);
      continue;
    }
    // It may have changed since the key was made.
    Key.clear();
    U = Read(U.command);
    Units->keep(U);
    Again = true;
  }
  return Again;
}

void Answers::keep(const Analysis &A) {
  if (!Entries)
    return;
  if (!Key.empty()) {
    cache::Writer W;
    W(A.findings, A.suppressed, A.stats);
    Entries->put(cache::Kind::Answers, Key, W.bytes());
  }
  tellTrouble();
}

void Answers::tellTrouble() const {
  static bool Told = false;
  const std::string Trouble = Entries->trouble();
  if (!Told && !Trouble.empty())
    note(O, "not all was kept in the cache: " + Trouble);
  Told |= !Trouble.empty();
}

} // namespace tool
} // namespace torchtidy
