//===- Workspace.cpp - what of a project is to be read --------------------===//
#include "Workspace.h"
#include "Analysis.h"
#include "Settings.h"
#include "front/Machine.h"
#include "project/CompileDatabase.h"
#include "project/Paths.h"
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <utility>

namespace torchtidy {
namespace tool {

using project::CompileCommand;

/// What is read at once before something is told: a chain of unsaved headers
/// that includes unsaved headers.
static constexpr unsigned MaxRounds = 4;

static unsigned meanwhileThreads(const Options &O) {
  return O.jobs ? O.jobs : std::max(1u, front::processors() / 2);
}

Workspace::Workspace(Options Given, Reach R, cache::Store *S, Verdicts V,
                     std::function<void()> Wake)
    : O(std::move(Given)), Depth(R), Store(S), Beside(std::move(V)),
      Others(meanwhileThreads(O), std::move(Wake)) {}

Workspace::~Workspace() = default;

bool Workspace::reads(const std::string &File) const {
  return std::any_of(Units.begin(), Units.end(),
                     [&](const Unit &U) { return U.files.count(File) != 0; });
}

void Workspace::select(const std::set<std::string> &Open, lsp::Listener &L) {
  project::Request R;
  R.buildPath = O.buildPath;
  R.flags = O.flags;
  R.root = O.root;
  R.wholeProject = Depth != Reach::Files && !O.flags;
  // A new file that isn't saved yet has no command of its own.
  std::error_code EC;
  for (const std::string &File : Open)
    if (std::filesystem::exists(File, EC) && R.paths.empty())
      R.paths = {File};
  R.excluded = [this](const std::string &File) { return isExcluded(O, File); };
  Chosen = project::select(R);
  DatabaseStamp = cache::stampOf(O.buildPath);
  Selected = true;
  Covered.clear();
  for (const std::string &E : Chosen.errors)
    L.say(lsp::Severity::Warning, E);
  std::vector<Unit> Old = std::exchange(Units, {});
  for (const CompileCommand &C : Chosen.commands)
    addCommand(C);
  project::ParseOptions P = parseOptions(Chosen, O);
  if (Store) {
    P.cacheFolder = Store->folder();
    P.cacheBytes = O.cacheBytes;
  }
  P.recordReads = true;
  Reader = std::make_shared<const UnitReader>(Store, P);
  // What is known of a file stays known while its command does.
  for (Unit &U : Units)
    for (Unit &Before : Old)
      if (Before.command.file == U.command.file &&
          Before.command.arguments == U.command.arguments &&
          Before.command.directory == U.command.directory)
        U = std::move(Before);
}

void Workspace::addCommand(const CompileCommand &C) {
  bool Known = std::any_of(Units.begin(), Units.end(), [&](const Unit &U) {
    return U.command.file == C.file;
  });
  if (Known)
    return;
  Unit U;
  U.command = C;
  U.files.insert(C.file);
  Units.push_back(std::move(U));
}

/// An open file that the project's own commands don't read gets one.
void Workspace::cover(const std::string &File, lsp::Listener &L) {
  if (!Covered.insert(File).second || reads(File) || isExcluded(O, File))
    return;
  std::error_code EC;
  if (!std::filesystem::exists(File, EC))
    return coverNew(File);
  project::Request R;
  R.buildPath = O.buildPath;
  R.flags = O.flags;
  R.root = Chosen.root;
  R.paths = {File};
  project::Selection S = project::select(R);
  for (const CompileCommand &C : S.commands) {
    addCommand(C);
    if (std::none_of(Chosen.commands.begin(), Chosen.commands.end(),
                     [&](const CompileCommand &D) { return D.file == C.file; }))
      Chosen.commands.push_back(C);
  }
  if (!Chosen.root.empty() && project::isUnder(File, Chosen.root))
    Chosen.onlyRead.insert(S.onlyRead.begin(), S.onlyRead.end());
  for (const std::string &N : S.notes)
    L.say(lsp::Severity::Log, N);
}

/// One that was never saved: nothing includes it, and no folder has it.
void Workspace::coverNew(const std::string &File) {
  std::string Why;
  std::optional<CompileCommand> C;
  if (O.flags)
    C = project::fixedCommand(*O.flags, File, project::absolutePath("."));
  else if (auto All = project::CompileDatabase::load(O.buildPath, Why))
    C = All->commandFor(File);
  if (C && C->file == File) {
    addCommand(*C);
    Chosen.commands.push_back(*C);
  }
}

Unsaved Workspace::unsavedFor(const Unit &U) const {
  Unsaved Out;
  std::error_code EC;
  for (const auto &[Path, Text] : Dirty)
    if (U.files.count(Path) ||
        (!U.read.unit.problems.empty() && !std::filesystem::exists(Path, EC)))
      Out.emplace(Path, Text);
  return Out;
}

std::string Workspace::keyOf(const Unsaved &Texts) const {
  std::string Key;
  for (const auto &[Path, Text] : Texts)
    Key += Path + '\n' + std::to_string(project::hashText(Text)) + '\n';
  return Key;
}

void Workspace::markStale(const lsp::Texts &Texts, bool DiskChanged) {
  Dirty.clear();
  for (const auto &[Path, Text] : Texts) {
    std::string Disk;
    if (!project::readFile(Path, Disk) || Disk != *Text)
      Dirty.emplace(Path, *Text);
  }
  std::optional<UnitReader::Look> Disk;
  if (DiskChanged)
    Disk.emplace(Reader, Unsaved());
  for (Unit &U : Units) {
    std::string Key = keyOf(unsavedFor(U));
    bool Other = Key != U.wanted;
    // What was read with texts that aren't saved knows nothing of the disk.
    bool Changed = DiskChanged && U.known && !Disk->holds(U.read);
    if (U.known && !U.stale && !Other && !Changed)
      continue;
    if (!U.ticket || Other || Changed)
      U.ticket = ++Tickets;
    U.wanted = std::move(Key);
    U.missing &= !Changed && !Other;
    U.stale = !U.missing;
  }
}

/// Units that have to be read before anything can be said of \p First: their
/// own, or one that reads them.
std::vector<size_t>
Workspace::urgent(const std::vector<std::string> &First) const {
  std::vector<size_t> Out;
  for (const std::string &File : First) {
    size_t Best = Units.size();
    for (size_t I = 0; I < Units.size(); ++I) {
      const Unit &U = Units[I];
      if (!U.files.count(File))
        continue;
      bool Own = U.command.file == File;
      if (Own || Best == Units.size())
        Best = I;
      if (Own)
        break;
    }
    if (Best < Units.size() && Units[Best].stale &&
        std::find(Out.begin(), Out.end(), Best) == Out.end())
      Out.push_back(Best);
  }
  return Out;
}

void Workspace::store(Unit &U, ReadUnit R) {
  auto Same = [](const ReadUnit &A, const ReadUnit &B) {
    auto Words = [](const project::UnitResult &X) {
      std::string Out = std::to_string(X.parsed) + std::to_string(X.unread);
      for (const project::Problem &P : X.problems)
        Out += P.file + std::to_string(P.line) + ":" +
               std::to_string(P.column) + P.message + '\n';
      return Out;
    };
    bool Both = A.facts && B.facts;
    return (Both ? *A.facts == *B.facts : A.facts == B.facts) &&
           Words(A.unit) == Words(B.unit);
  };
  if (!U.known || !Same(U.read, R))
    U.number = ++Numbers;
  // What it read from the disk it may read again when an edit is undone.
  if (U.wanted.empty())
    U.files.clear();
  U.files.insert(R.files.begin(), R.files.end());
  U.read = std::move(R);
  U.known = true;
  U.stale = U.missing = false;
  // It may have read more of the unsaved texts than it was thought to, and
  // without them.
  std::string Now = keyOf(unsavedFor(U));
  if (Now != U.wanted) {
    U.wanted = std::move(Now);
    U.stale = true;
    U.ticket = ++Tickets;
  }
}

void Workspace::readNow(const std::vector<size_t> &Which, lsp::Listener &L) {
  std::mutex Lock;
  L.progress("reading " + Units[Which.front()].command.file.substr(
                              Units[Which.front()].command.file.rfind('/') + 1),
             0, 0);
  sideBySide(Which.size(), O.jobs, [&](size_t I) {
    Unit &U = Units[Which[I]];
    UnitReader::Look Look(Reader, unsavedFor(U));
    std::optional<ReadUnit> R = Look.read(U.command, /*OnlyKnown=*/false,
                                          [&L] { return L.outdated(); });
    std::lock_guard<std::mutex> Guard(Lock);
    if (R)
      store(U, std::move(*R));
  });
  L.progress("", 0, 0);
}

void Workspace::takeDone() {
  for (Background::Done &D : Others.take()) {
    auto It = std::find_if(Units.begin(), Units.end(), [&](const Unit &U) {
      return U.ticket == D.job.ticket;
    });
    if (It == Units.end() || !It->stale)
      continue;
    if (D.unit)
      store(*It, std::move(*D.unit));
    else
      It->stale = false, It->missing = true;
  }
}

void Workspace::readMeanwhile() {
  std::vector<Background::Job> Jobs;
  std::shared_ptr<UnitReader::Look> Disk;
  for (const Unit &U : Units) {
    if (!U.stale)
      continue;
    Background::Job J;
    J.ticket = U.ticket;
    J.command = U.command;
    Unsaved Texts = unsavedFor(U);
    J.onlyKnown = Depth == Reach::Known && Texts.empty();
    if (Texts.empty() && !Disk)
      Disk = std::make_shared<UnitReader::Look>(Reader, Texts);
    J.look = Texts.empty() ? Disk
                           : std::make_shared<UnitReader::Look>(Reader, Texts);
    Jobs.push_back(std::move(J));
  }
  Others.replace(std::move(Jobs));
}

bool Workspace::allKnown() const {
  return std::none_of(Units.begin(), Units.end(),
                      [](const Unit &U) { return U.stale; });
}

bool Workspace::settled() const { return allKnown() && Others.left() == 0; }

void Workspace::check(const std::set<std::string> &Open,
                      const lsp::Texts &Texts,
                      const std::vector<std::string> &First, bool DiskChanged,
                      lsp::Listener &L) {
  if (!Selected ||
      (DiskChanged && !cache::stampOf(O.buildPath).sameAs(DatabaseStamp)))
    select(Open, L);
  takeDone();
  for (const std::string &File : Open)
    cover(File, L);
  markStale(Texts, DiskChanged);
  std::vector<size_t> Now = urgent(First);
  for (unsigned Round = 0; !Now.empty() && Round < MaxRounds; ++Round) {
    readNow(Now, L);
    if (L.outdated())
      return;
    Now = urgent(First);
  }
  readMeanwhile();
  for (const std::string &Why : Beside.refresh())
    L.say(lsp::Severity::Error, Why);
  std::set<std::string> Only(First.begin(), First.end());
  judgeAndReport(Open, allKnown() ? Open : Only, Texts, L);
  size_t Left = Others.left();
  MostLeft = Left ? std::max(MostLeft, Left) : 0;
  L.progress(Left ? "reading the project" : "", unsigned(MostLeft - Left),
             unsigned(MostLeft));
}

} // namespace tool
} // namespace torchtidy
