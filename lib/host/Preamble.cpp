//===- Preamble.cpp - heavy headers, read once for many files -------------===//
#include "host/Preamble.h"
#include "host/Crash.h"
#include "host/PreambleBuild.h"
#include "host/Recording.h"
#include "project/Paths.h"
#include "clang/Basic/Version.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/Path.h"

namespace torchtidy {
namespace host {

namespace {

using FileSystemPtr = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// What Clang can't precompile, or what says already how the file begins.
std::string refusal(const clang::CompilerInvocation &Unit) {
  const clang::PreprocessorOptions &P = Unit.getPreprocessorOpts();
  const clang::LangOptions &L = Unit.getLangOpts();
  const auto &Inputs = Unit.getFrontendOpts().Inputs;
  if (Inputs.size() != 1 || !Inputs[0].isFile())
    return "not one source file";
  clang::InputKind Kind = Inputs[0].getKind();
  if (Kind.getLanguage() != clang::Language::CXX || Kind.isPreprocessed())
    return "not C++";
  if (Kind.isHeader() || Inputs[0].isSystem())
    return "a header by itself";
  if (L.CUDA || L.OpenCL || L.ObjC)
    return "not plain C++";
  // Since C++20 the language has them; whether a file uses them is scanned.
  if ((L.Modules && !L.CPlusPlusModules) ||
      Unit.getHeaderSearchOpts().ImplicitModuleMaps ||
      !Unit.getFrontendOpts().ModuleMapFiles.empty() ||
      !Unit.getFrontendOpts().ModuleFiles.empty() ||
      !Unit.getHeaderSearchOpts().PrebuiltModuleFiles.empty())
    return "modules";
  if (!P.ImplicitPCHInclude.empty() || !P.PCHThroughHeader.empty() ||
      !P.ChainedIncludes.empty())
    return "a precompiled header in the flags";
  if (!P.MacroIncludes.empty())
    return "-imacros in the flags";
  if (!P.RemappedFiles.empty() || !P.RemappedFileBuffers.empty() ||
      !Unit.getHeaderSearchOpts().VFSOverlayFiles.empty())
    return "remapped files in the flags";
  if (!Unit.getFrontendOpts().Plugins.empty())
    return "plugins in the flags";
  return "";
}

bool isRelative(const std::string &Path) {
  return !Path.empty() && !llvm::sys::path::is_absolute(Path);
}

/// Equal for two units if headers read the same in both, as far as flags say.
std::string flagsKey(const clang::CompilerInvocation &Flags,
                     const std::string &Directory) {
  std::string Key = "preamble 2\n" + clang::getClangFullVersion() + "\n";
  for (const std::string &A : Flags.getCC1CommandLine())
    Key += A + '\n';
  const clang::HeaderSearchOptions &H = Flags.getHeaderSearchOpts();
  bool Relative = isRelative(H.Sysroot) || isRelative(H.ResourceDir);
  for (const auto &E : H.UserEntries)
    Relative |= isRelative(E.Path);
  if (Relative)
    Key += Directory + '\n';
  return Key;
}

/// Why \p L is not for a project like this, or "".
std::string unfit(const Layer &L, const HostOptions &O,
                  const HeaderSearchPaths &Paths) {
  for (const std::string &F : L.index.files)
    if (isUserHeader(F, false, O.root) && !Paths.isSystem(F))
      return "<" + L.spelling + "> includes the project's own " + F;
  if (O.unsaved.empty())
    return "";
  // What isn't saved may be one of its headers, or stand in front of one.
  auto C = cache::Closure::fromBytes(L.index.closure);
  for (const auto &[Path, Text] : O.unsaved)
    if (!C || llvm::is_contained(L.index.files, Path) ||
        std::binary_search(C->absent.begin(), C->absent.end(), Path))
      return Path + " isn't saved";
  return "";
}

} // namespace

struct Preambles::Slot {
  std::mutex mutex;
  std::shared_ptr<const Layer> layer;
  std::string failed; ///< why there is none, for the rest of the run
};

Preambles *Preambles::in(const std::string &Folder, uint64_t MaxBytes) {
  static std::mutex Mutex;
  static std::map<std::string, std::unique_ptr<Preambles>> All;
  if (Folder.empty())
    return nullptr;
  std::lock_guard<std::mutex> Guard(Mutex);
  auto [It, New] = All.try_emplace(Folder);
  if (New) {
    std::string Why;
    if (auto S = cache::Store::open(Folder, MaxBytes, Why))
      It->second.reset(new Preambles(std::move(S)));
  }
  return It->second.get();
}

std::vector<std::string> Preambles::plan(const std::string &Flags,
                                         const std::vector<HeaderUse> &Uses,
                                         const HeaderSearchPaths &Paths) {
  std::string Key = "plan\n" + Flags;
  for (const HeaderUse &U : Uses)
    Key += U.spelling + '\n' + U.path + '\n';
  std::vector<std::string> Chosen;
  // Only a guess at what is worth it: it may be as old as it likes.
  if (auto Text = Store->get(cache::Kind::Scan, Key)) {
    llvm::SmallVector<llvm::StringRef, 8> Lines;
    llvm::StringRef(*Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef L : Lines)
      Chosen.push_back(L.str());
    return Chosen;
  }
  Chosen = chooseHeaders(Uses, Paths);
  std::string Text;
  for (const std::string &C : Chosen)
    Text += C + '\n';
  Store->put(cache::Kind::Scan, Key, Text);
  return Chosen;
}

bool Preambles::holds(const Layer &L) {
  auto C = cache::Closure::fromBytes(L.index.closure);
  return C && cache::Validator(Store.get()).holds(*C);
}

void Preambles::record(const Layer &Top, cache::Recorder &Notes) {
  for (const Layer *L = &Top; L; L = L->below.get()) {
    auto Name = std::make_pair(L->key, L->index.identity);
    std::lock_guard<std::mutex> Guard(Mutex);
    auto Known = Kept.find(Name);
    if (Known == Kept.end()) {
      auto C = cache::Closure::fromBytes(L->index.closure);
      if (!C || !C->save(*Store, L->key))
        return Notes.spoil();
      Known = Kept.emplace(Name, C->contentDigest()).first;
    }
    Notes.part(L->key, Known->second);
  }
}

std::shared_ptr<const Layer>
Preambles::layer(const clang::CompilerInvocation &Flags,
                 const std::string &FlagsKey, FileSystemPtr Disk,
                 std::shared_ptr<const Layer> Below,
                 const std::string &Spelling, std::string &Why) {
  std::string Key = FlagsKey + Spelling + '\n';
  if (Below)
    Key += Below->key + '\n' + std::to_string(Below->index.identity);
  Key = "preamble " + cache::digest(Key).hex();
  std::shared_ptr<Slot> S;
  {
    std::lock_guard<std::mutex> Guard(Mutex);
    auto &Entry = Slots[Key];
    if (!Entry)
      Entry = std::make_shared<Slot>();
    S = Entry;
  }
  std::lock_guard<std::mutex> Guard(S->mutex);
  if (S->layer && holds(*S->layer))
    return S->layer;
  if (S->layer) {
    S->layer = nullptr;
    Store->remove(cache::Kind::Preamble, Key);
  }
  if (!S->failed.empty()) {
    Why = S->failed;
    return nullptr;
  }
  std::string Path = "/torch-tidy-preamble/" + Key.substr(9) + ".pch";
  auto Make = [&](const std::string &Output) {
    bool Made = false;
    cache::Recorder Recorder;
    recordClang(Recorder);
    FileSystemPtr Recorded = recording(Disk, Recorder);
    // A header that brings Clang down must not leave others waiting.
    bool Survived = survives([&] {
      Made = buildLayer(
          Flags, Recorded, Below.get(), Spelling, Path, Output,
          [&] {
            auto C = Recorder.finish();
            return C ? C->toBytes() : std::string();
          },
          Why);
    });
    if (!Survived)
      Why = "Clang crashes while it precompiles <" + Spelling + ">";
    return Survived && Made;
  };
  for (unsigned Try = 0; Try < 2; ++Try) {
    std::string File = Store->make(cache::Kind::Preamble, Key, Make);
    std::shared_ptr<Layer> L;
    if (!File.empty() && (L = Layer::load(File, Why))) {
      L->key = Key;
      L->spelling = Spelling;
      L->path = Path;
      L->below = Below;
      if (holds(*L))
        return S->layer = L;
      Why = "headers change while they are read";
    }
    if (File.empty())
      break;
    Store->remove(cache::Kind::Preamble, Key);
  }
  if (Why.empty())
    Why = "the cache could not keep it";
  S->failed = Why;
  return nullptr;
}

Preamble Preambles::choose(const clang::CompilerInvocation &Unit,
                           FileSystemPtr Disk, llvm::vfs::FileSystem &Texts,
                           const std::string &Main, const HostOptions &O,
                           const std::set<std::string> &Without) {
  Preamble P;
  P.why = refusal(Unit);
  if (!P.why.empty())
    return P;
  HeaderSearchPaths Paths(Unit.getHeaderSearchOpts(), Texts);
  HeaderScan Scan = scanHeaders(Unit, Paths, Main, O.root);
  P.why = Scan.refused;
  if (!P.why.empty())
    return P;
  std::vector<HeaderUse> Uses;
  for (const HeaderUse &U : Scan.headers)
    if (!Without.count(U.spelling))
      Uses.push_back(U);
  clang::CompilerInvocation Flags = headerFlags(Unit);
  std::string Directory = Disk->getCurrentWorkingDirectory().get();
  std::string Key = flagsKey(Flags, Directory);
  std::vector<std::string> Chosen = plan(Key, Uses, Paths);
  if (Chosen.empty())
    P.why = "no large headers";
  for (const std::string &Spelling : Chosen) {
    auto L = layer(Flags, Key, Disk, P.top, Spelling, P.why);
    if (!L)
      break;
    P.why = unfit(*L, O, Paths);
    if (!P.why.empty())
      break;
    P.top = std::move(L);
  }
  if (P.top)
    P.why.clear();
  return P;
}

} // namespace host
} // namespace torchtidy
