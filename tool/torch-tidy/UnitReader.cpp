//===- UnitReader.cpp - units for a program that stays --------------------===//
#include "UnitReader.h"
#include "facts/TextScope.h"
#include "front/ClangModule.h"
#include "front/Machine.h"
#include "front/Schedule.h"
#include "project/Paths.h"
#include <algorithm>
#include <thread>
#include <utility>

namespace torchtidy {
namespace tool {

using project::CompileCommand;
using project::UnitResult;

/// Facts stay as bytes: \p U gets their outline, and the names of their files.
static facts::FileFacts outlined(ReadUnit &U, std::string_view Bytes) {
  facts::FileFacts Head;
  U.facts = std::make_shared<const std::string>(Bytes);
  facts::TextScope Texts; // an outline is numbers
  U.outline = facts::outlineOfBytes(*U.facts, Head);
  return Head;
}

/// What \p U read, from its texts and what it was made of. LibTorch's headers
/// and the system's are many, and nobody edits them.
static void listFiles(ReadUnit &U) {
  for (const auto &[Path, Hash] : U.unit.texts)
    U.files.insert(Path);
  if (U.made)
    for (const cache::Closure::File &F : U.made->files)
      if (F.use == cache::Closure::Read && !project::isUnder(F.path, "/usr"))
        U.files.insert(project::absolutePath(F.path, "/"));
  U.files.insert(U.unit.command.file);
}

/// There is nothing to read with.
static ReadUnit failed(const CompileCommand &C, const std::string &Why) {
  ReadUnit U;
  U.unit.command = C;
  U.unit.facts.mainFile = C.file;
  U.unit.problems.push_back({C.file, 0, 0, Why});
  U.files.insert(C.file);
  return U;
}

UnitReader::UnitReader(cache::Store *Store, project::ParseOptions O)
    : Store(Store), Options(std::move(O)) {
  std::string Module = front::clangModulePath();
  if (!Module.empty())
    if (auto Known = cache::identityOf(Module))
      Identity = Known->hex();
}

UnitReader::Look::Look(std::shared_ptr<const UnitReader> R, Unsaved T)
    : Reader(std::move(R)), Texts(std::move(T)), Scan(&Texts),
      Files(Reader->Store) {
  if (Reader->Store && Texts.empty() && !Reader->Identity.empty())
    Known.emplace(*Reader->Store, Reader->Identity, Reader->Options);
}

std::optional<ReadUnit> UnitReader::Look::recall(const CompileCommand &C) {
  if (!Known)
    return std::nullopt;
  std::optional<cache::UnitCache::Found> F = Known->find(C);
  std::optional<std::string> Bytes;
  if (F)
    Bytes = Known->factsBytes(*F);
  if (!Bytes)
    return std::nullopt;
  ReadUnit U;
  try {
    U.unit = std::move(F->unit);
    U.unit.facts = outlined(U, *Bytes);
    return U;
  } catch (const std::runtime_error &) {
    return std::nullopt;
  }
}

std::optional<ReadUnit>
UnitReader::Look::read(const CompileCommand &C, bool OnlyKnown,
                       const std::function<bool()> &Stop) {
  if (!Scan.possible(C)) {
    ReadUnit U;
    U.unit.command = C;
    U.unit.facts.mainFile = C.file;
    U.unit.unread = true;
    // Its includes decide it, and any of them may change.
    U.files.insert(C.file);
    return U;
  }
  std::optional<ReadUnit> U = recall(C);
  if (!U && OnlyKnown)
    return std::nullopt;
  if (!U) {
    project::ParseOptions P = Reader->Options;
    P.unsaved = Texts;
    P.stop = Stop;
    U.emplace();
    U->unit = front::parse(
        C, P, [&](std::string_view Bytes) { return outlined(*U, Bytes); });
    if (Stop && Stop())
      return std::nullopt;
    if (Known && U->facts)
      Known->keep(U->unit, *U->facts);
  }
  U->made = cache::Closure::fromBytes(U->unit.closure);
  U->unit.closure.clear();
  listFiles(*U);
  return U;
}

bool UnitReader::Look::holds(ReadUnit &U) {
  return U.made && Files.holds(*U.made);
}

Background::Background(unsigned Count, std::function<void()> Wake)
    : Shared(std::make_shared<State>()) {
  Shared->wake = std::move(Wake);
  for (unsigned I = 0; I < std::max(1u, Count); ++I)
    std::thread([S = Shared] { work(*S); }).detach();
}

Background::~Background() {
  std::lock_guard<std::mutex> Guard(Shared->lock);
  Shared->ends = true;
  Shared->waiting.clear();
  for (auto &[Ticket, Stop] : Shared->running)
    *Stop = true;
  Shared->changed.notify_all();
}

void Background::replace(std::vector<Job> Jobs) {
  std::lock_guard<std::mutex> Guard(Shared->lock);
  Shared->waiting.clear();
  for (auto &[Ticket, Stop] : Shared->running)
    if (std::none_of(Jobs.begin(), Jobs.end(),
                     [T = Ticket](const Job &J) { return J.ticket == T; }))
      *Stop = true;
  const std::vector<Done> &Ready = Shared->ready;
  for (Job &J : Jobs)
    if (!Shared->running.count(J.ticket) &&
        std::none_of(Ready.begin(), Ready.end(),
                     [&](const Done &D) { return D.job.ticket == J.ticket; }))
      Shared->waiting.push_back(std::move(J));
  Shared->changed.notify_all();
}

std::vector<Background::Done> Background::take() {
  std::lock_guard<std::mutex> Guard(Shared->lock);
  return std::exchange(Shared->ready, {});
}

size_t Background::left() const {
  std::lock_guard<std::mutex> Guard(Shared->lock);
  return Shared->waiting.size() + Shared->running.size() + Shared->ready.size();
}

void Background::work(State &S) {
  std::unique_lock<std::mutex> Guard(S.lock);
  while (!S.ends) {
    // A second one only where the machine has room for it.
    bool Room =
        S.running.empty() || front::freeMemory() >= 2 * front::UnitMemory;
    if (S.waiting.empty() || !Room) {
      S.changed.wait(Guard);
      continue;
    }
    Done D;
    D.job = std::move(S.waiting.front());
    S.waiting.pop_front();
    auto Stop = std::make_shared<std::atomic<bool>>(false);
    S.running.emplace(D.job.ticket, Stop);
    Guard.unlock();
    try {
      D.unit = D.job.look->read(D.job.command, D.job.onlyKnown,
                                [&] { return Stop->load(); });
    } catch (const std::exception &E) {
      D.unit = failed(D.job.command, E.what());
    }
    D.job.look.reset();
    Guard.lock();
    S.running.erase(D.job.ticket);
    // What was stopped is nothing that anybody waits for.
    if (!*Stop)
      S.ready.push_back(std::move(D));
    S.changed.notify_all();
    if (S.ends)
      return;
    Guard.unlock();
    S.wake();
    Guard.lock();
  }
}

} // namespace tool
} // namespace torchtidy
