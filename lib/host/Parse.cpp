//===- Parse.cpp - one translation unit, parsed plainly -------------------===//
#include "host/Parse.h"
#include "extract/Extract.h"
#include "host/Compiler.h"
#include "host/Cuda.h"
#include "host/Hints.h"
#include "host/Preamble.h"
#include "host/PreambleBuild.h"
#include "host/PreambleWatch.h"
#include "host/Recording.h"
#include "host/ResourceDir.h"
#include "host/UserFiles.h"
#include "project/Arguments.h"
#include "project/Paths.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <algorithm>
#include <ctime>
#include <filesystem>

namespace torchtidy {
namespace host {

using project::absolutePath;
using project::CompileCommand;
using project::Problem;
using project::UnitResult;

namespace {

/// Keeps errors; everything else is the compiler's to say.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::string Dir) : Directory(std::move(Dir)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<256> Text;
    Info.FormatDiagnostic(Text);
    Problem P;
    P.message = Text.str().str();
    if (Info.getLocation().isValid() && Info.hasSourceManager()) {
      clang::PresumedLoc L = Info.getSourceManager().getPresumedLoc(
          Info.getSourceManager().getExpansionLoc(Info.getLocation()), false);
      if (L.isValid()) {
        P.file = absolutePath(L.getFilename(), Directory);
        P.line = L.getLine();
        P.column = L.getColumn();
      }
    }
    (P.file.empty() ? Command : Source).push_back(std::move(P));
  }

  std::vector<Problem> Command; ///< about the flags: they have no place
  std::vector<Problem> Source;

private:
  std::string Directory;
};

using FileSystemPtr = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

bool isStopped(const HostOptions &O) { return O.stop && O.stop(); }

class FactsConsumer : public clang::ASTConsumer {
public:
  /// \p Watch is null without a preamble.
  FactsConsumer(const HostOptions &O, UnitResult &R, PreambleWatch *Watch,
                std::string &Unfaithful)
      : Options(O), Result(R), Watch(Watch), Unfaithful(Unfaithful) {}

  void Initialize(clang::ASTContext &Ctx) override {
    Files = std::make_unique<UserFiles>(Ctx.getSourceManager(), Options.root);
  }

  bool shouldSkipFunctionBody(clang::Decl *D) override {
    // What runs on a device is nobody's business here, and needs the toolkit's
    // functions.
    const clang::FunctionDecl *F = D->getAsFunction();
    bool OnDevice = F && (F->hasAttr<clang::CUDAGlobalAttr>() ||
                          (F->hasAttr<clang::CUDADeviceAttr>() &&
                           !F->hasAttr<clang::CUDAHostAttr>()));
    return OnDevice || !Files->contains(D->getLocation());
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    if (Watch)
      Watch->topLevel(Group);
    // False ends the parse, and HandleTranslationUnit isn't called.
    return !isStopped(Options);
  }

  void HandleTranslationUnit(clang::ASTContext &Ctx) override {
    if (Watch)
      Unfaithful = Watch->verdict();
    if (Watch && !Unfaithful.empty())
      return;
    ExtractOptions E;
    E.root = Options.root;
    E.thisUnitOnly = Watch != nullptr;
    Result.facts = extractFacts(Ctx, E);
    Result.parsed = true;
    Result.memory = memoryOf(Ctx);
    hashTexts(Ctx.getSourceManager());
  }

private:
  /// Bytes that the unit takes, to plan how many are parsed at once: what the
  /// parser's own tables take beside it is a fourth of that.
  static uint64_t memoryOf(clang::ASTContext &Ctx) {
    clang::SourceManager &SM = Ctx.getSourceManager();
    clang::SourceManager::MemoryBufferSizes Texts = SM.getMemoryBufferSizes();
    uint64_t Sum =
        Ctx.getASTAllocatedMemory() + Ctx.getSideTableAllocatedMemory() +
        Ctx.Idents.getAllocator().getTotalMemory() + SM.getContentCacheSize() +
        SM.getDataStructureSizes() + Texts.malloc_bytes + Texts.mmap_bytes;
    if (const clang::ExternalASTSource *Preamble = Ctx.getExternalSource()) {
      auto Binary = Preamble->getMemoryBufferSizes();
      Sum += Binary.malloc_bytes + Binary.mmap_bytes;
    }
    return Sum + Sum / 4;
  }

  /// What a fix edits must still be what was read.
  void hashTexts(clang::SourceManager &SM) {
    // Not translateFile: it loads all places of a precompiled header.
    llvm::DenseMap<const clang::FileEntry *, clang::FileID> Local;
    for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
      const clang::SrcMgr::SLocEntry &S = SM.getLocalSLocEntry(I);
      if (!S.isFile())
        continue;
      clang::FileID ID = SM.getFileID(
          clang::SourceLocation::getFromRawEncoding(S.getOffset()));
      if (const clang::FileEntry *F = SM.getFileEntryForID(ID))
        Local.try_emplace(F, ID);
    }
    for (const std::string &Path : Result.facts.files) {
      auto Entry = SM.getFileManager().getFileRef(Path);
      if (!Entry) {
        llvm::consumeError(Entry.takeError());
        continue;
      }
      clang::FileID ID = Local.lookup(&Entry->getFileEntry());
      if (ID.isInvalid() && !Watch)
        ID = SM.translateFile(*Entry);
      addText(SM, Path, ID);
    }
    // A header of which nothing is told may be of the user's as well: another
    // text of it is another reading.
    for (auto [File, ID] : Local)
      if (auto Entry = SM.getFileEntryRefForID(ID))
        addText(SM,
                absolutePath(Entry->getName().str(), Result.command.directory),
                ID);
  }

  void addText(clang::SourceManager &SM, const std::string &Path,
               clang::FileID ID) {
    if (ID.isValid() && Files->contains(SM.getLocForStartOfFile(ID)))
      Result.texts.emplace(Path, project::hashText(SM.getBufferData(ID)));
  }

  const HostOptions &Options;
  UnitResult &Result;
  PreambleWatch *Watch;
  std::string &Unfaithful;
  std::unique_ptr<UserFiles> Files;
};

class FactsAction : public clang::ASTFrontendAction {
public:
  FactsAction(const HostOptions &O, UnitResult &R, PreambleWatch *Watch)
      : Options(O), Result(R), Watch(Watch) {}

  /// Why the facts may not be those of a plain parse: then there are none.
  std::string unfaithful;

  bool BeginSourceFileAction(clang::CompilerInstance &CI) override {
    if (Watch)
      Watch->start(CI);
    return true;
  }

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<FactsConsumer>(Options, Result, Watch, unfaithful);
  }

private:
  const HostOptions &Options;
  UnitResult &Result;
  PreambleWatch *Watch;
};

/// Runs one prepared invocation with our settings, with a preamble if there is
/// one.
class Runner : public clang::tooling::ToolAction {
public:
  Runner(const HostOptions &O, UnitResult &R, ErrorCollector &E,
         FileSystemPtr Disk, FileSystemPtr Texts, FileSystemPtr Looks,
         cache::Recorder &Notes)
      : Options(O), Result(R), Errors(E), Disk(std::move(Disk)),
        Texts(std::move(Texts)), Looks(std::move(Looks)), Notes(Notes) {}

  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> Invocation,
                     clang::FileManager *Files,
                     std::shared_ptr<clang::PCHContainerOperations> PCH,
                     clang::DiagnosticConsumer *) override {
    clang::FrontendOptions &F = Invocation->getFrontendOpts();
    F.SkipFunctionBodies = Options.skipBodies;
    F.DisableFree = false;
    Invocation->getDiagnosticOpts().ErrorLimit = 0;
    Invocation->getDiagnosticOpts().IgnoreWarnings = true;
    // Or it prints "3 errors generated." by itself.
    Invocation->getDiagnosticOpts().ShowCarets = false;
    if (runWithPreamble(*Invocation, PCH))
      return true;
    FactsAction Action(Options, Result, nullptr);
    return run(std::move(Invocation), *Files, std::move(PCH), Action);
  }

private:
  /// False if the unit must be read plainly: nothing was left behind then.
  bool runWithPreamble(const clang::CompilerInvocation &Invocation,
                       std::shared_ptr<clang::PCHContainerOperations> PCH) {
    Result.plain = Options.skipBodies ? "no cache" : "bodies aren't skipped";
    Preambles *All = Options.skipBodies ? Preambles::in(Options.cacheFolder,
                                                        Options.cacheBytes)
                                        : nullptr;
    std::set<std::string> Without;
    for (unsigned Try = 0; All && Try < 2; ++Try) {
      Preamble Chosen = All->choose(Invocation, Disk, *Looks,
                                    Result.command.file, Options, Without);
      Result.plain = Chosen.why;
      if (!Chosen.top)
        return false;
      auto Copy = std::make_shared<clang::CompilerInvocation>(Invocation);
      useLayers(*Copy, *Chosen.top);
      llvm::IntrusiveRefCntPtr<clang::FileManager> Files(new clang::FileManager(
          Invocation.getFileSystemOpts(), withLayers(Texts, Chosen.top.get())));
      ErrorCollector Before = Errors;
      PreambleWatch Watch(Chosen.top);
      FactsAction Action(Options, Result, &Watch);
      run(std::move(Copy), *Files, PCH, Action);
      if (Result.parsed) {
        All->record(*Chosen.top, Notes);
        return true;
      }
      if (isStopped(Options))
        return true;
      Errors = Before;
      Result.plain = Action.unfaithful.empty() ? "Clang can't use the preamble"
                                               : Action.unfaithful;
      Without.insert(Watch.unasked().begin(), Watch.unasked().end());
      if (Without.empty())
        return false;
    }
    return false;
  }

  bool run(std::shared_ptr<clang::CompilerInvocation> Invocation,
           clang::FileManager &Files,
           std::shared_ptr<clang::PCHContainerOperations> PCH,
           FactsAction &Action) {
    auto CI =
        makeCompiler(std::move(Invocation), &Files, Errors, std::move(PCH));
    if (!CI)
      return false;
    // A header that isn't found must not hide what else the file says.
    CI->getDiagnostics().setFatalsAsError(true);
    bool Success = CI->ExecuteAction(Action);
    Files.clearStatCache();
    return Success;
  }

  const HostOptions &Options;
  UnitResult &Result;
  ErrorCollector &Errors;
  FileSystemPtr Disk, Texts, Looks;
  cache::Recorder &Notes;
};

/// Nobody may keep what was read from texts that aren't saved.
bool isRecorded(const HostOptions &O) {
  return (O.recordReads || !O.cacheFolder.empty()) && O.unsaved.empty();
}

/// Of processor time.
uint64_t threadMilliseconds() {
  timespec T;
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return uint64_t(T.tv_sec) * 1000 + uint64_t(T.tv_nsec) / 1'000'000;
}

/// What is looked at beside Clang's own file system.
void recordSearch(const CompileCommand &C, cache::Recorder &Notes) {
  Notes.probe(C.directory);
  recordGccHeaders(Notes);
  recordClang(Notes);
}

FileSystemPtr diskAt(const std::string &Directory) {
  // Each has its own working directory: the process's is everyone's.
  FileSystemPtr Real(llvm::vfs::createPhysicalFileSystem().release());
  Real->setCurrentWorkingDirectory(Directory);
  return Real;
}

/// \p Real, with the texts that aren't on the disk.
FileSystemPtr withTexts(FileSystemPtr Real, const HostOptions &O,
                        const CudaSupport &Cuda, const std::string &Directory) {
  if (O.unsaved.empty() && Cuda.files.empty())
    return Real;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory(
      new llvm::vfs::InMemoryFileSystem);
  for (const auto &[Path, Text] : Cuda.files)
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  for (const auto &[Path, Text] : O.unsaved)
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> Overlay(
      new llvm::vfs::OverlayFileSystem(std::move(Real)));
  Overlay->pushOverlay(std::move(Memory));
  Overlay->setCurrentWorkingDirectory(Directory);
  return Overlay;
}

/// Takes out of \p Args what a complaint about the flags quotes. Returns what
/// went, "" if nothing did.
std::string dropQuoted(const std::string &Message,
                       std::vector<std::string> &Args) {
  // The last quote first: "invalid value 'x' in '-std=x'" names the option
  // there.
  std::vector<std::string> Quoted;
  for (size_t Open = Message.find('\''); Open != std::string::npos;) {
    size_t Close = Message.find('\'', Open + 1);
    if (Close == std::string::npos)
      break;
    Quoted.push_back(Message.substr(Open + 1, Close - Open - 1));
    Open = Message.find('\'', Close + 1);
  }
  for (auto Q = Quoted.rbegin(); Q != Quoted.rend(); ++Q)
    for (size_t I = 1; I < Args.size(); ++I) {
      const std::string &A = Args[I];
      bool Hit = !Q->empty() && A.size() > 1 && A[0] == '-' &&
                 (A == *Q || A.rfind(*Q + "=", 0) == 0 ||
                  (A.size() > Q->size() + 1 &&
                   A.compare(A.size() - Q->size() - 1, std::string::npos,
                             "=" + *Q) == 0));
      if (!Hit)
        continue;
      std::string Gone = A;
      Args.erase(Args.begin() + I);
      return Gone;
    }
  return "";
}

/// A standard newer than this Clang's newest, or misspelled: the newest.
void replaceStandard(const std::string &Gone, std::vector<std::string> &Args) {
  if (Gone.rfind("-std=", 0) == 0 || Gone.rfind("--std=", 0) == 0)
    Args.push_back(Gone.find("gnu") != std::string::npos ? "-std=gnu++2b"
                                                         : "-std=c++2b");
}

bool aboutStandard(const std::vector<Problem> &Complaints) {
  return std::any_of(Complaints.begin(), Complaints.end(),
                     [](const Problem &P) {
                       return P.message.find("'-std=") != std::string::npos;
                     });
}

/// Clang leaves out a declaration whose initialiser has an error, and with it
/// all that stood in there.
void markIncomplete(facts::FileFacts &Facts, const facts::ParseProblem &P) {
  for (facts::FunctionFacts &F : Facts.functions)
    if (F.bodySpan.valid() && F.bodySpan.file == P.span.file) {
      unsigned First = F.nameSpan.file == P.span.file
                           ? std::min(F.nameSpan.line, F.bodySpan.line)
                           : F.bodySpan.line;
      F.incomplete |= First <= P.span.line && P.span.line <= F.bodySpan.endLine;
    }
}

void addParseProblems(UnitResult &R) {
  for (const Problem &P : R.problems) {
    facts::ParseProblem F;
    F.message = P.message;
    if (!P.file.empty()) {
      auto It = std::find(R.facts.files.begin(), R.facts.files.end(), P.file);
      F.span.file = static_cast<int>(It - R.facts.files.begin());
      if (It == R.facts.files.end())
        R.facts.files.push_back(P.file);
      F.span.line = F.span.endLine = P.line;
      F.span.column = F.span.endColumn = P.column;
    }
    markIncomplete(R.facts, F);
    R.facts.problems.push_back(std::move(F));
  }
}

/// What is the same for every unit, behind the flags of the build.
std::vector<std::string> commandLine(const std::vector<std::string> &Flags,
                                     const std::string &File,
                                     const std::string &ResourceDir) {
  std::vector<std::string> Line = Flags;
  bool OwnResources =
      std::any_of(Flags.begin(), Flags.end(), [](const std::string &A) {
        return A.rfind("-resource-dir", 0) == 0;
      });
  if (!OwnResources)
    Line.push_back("-resource-dir=" + ResourceDir);
  // Behind everything else: only what Clang doesn't have comes from there.
  static const std::string Gcc = gccHeaders();
  if (!Gcc.empty())
    Line.insert(Line.end(), {"-idirafter", Gcc});
  // gcc's omp.h gives this attribute arguments, which Clang refuses.
  bool OpenMP =
      std::any_of(Flags.begin(), Flags.end(), [](const std::string &A) {
        return A.rfind("-fopenmp", 0) == 0;
      });
  if (OpenMP)
    Line.push_back("-D__malloc__(...)=__malloc__");
  // Warnings that are errors by default (narrowing …) leave a whole AST behind,
  // and gcc lets many of them pass.
  Line.insert(Line.end(),
              {"-fsyntax-only", "-w", "-Wno-everything", "--", File});
  return Line;
}

} // namespace

UnitResult parseUnit(const CompileCommand &C, const HostOptions &O,
                     const std::string &ResourceDir) {
  UnitResult R;
  R.command = C;
  R.facts.mainFile = C.file;
  std::error_code EC;
  project::CleanArguments Clean =
      project::cleanArguments(C.arguments, C.directory, C.file);
  if (!Clean.error.empty())
    R.problems.push_back({C.file, 0, 0, Clean.error});
  else if (!std::filesystem::is_directory(C.directory, EC))
    R.problems.push_back({C.file, 0, 0,
                          "the folder it is compiled in, " + C.directory +
                              ", doesn't exist; is the compile database out of "
                              "date?"});
  if (!R.problems.empty()) {
    addParseProblems(R);
    return R;
  }
  std::vector<std::string> Args = Clean.arguments;
  CudaSupport Cuda;
  cache::Recorder Notes;
  const uint64_t Begin = threadMilliseconds();
  if (Clean.cuda) {
    Cuda = cudaSupport(Args, C.arguments.empty() ? "" : C.arguments[0], Notes);
    Args.insert(Args.end(), Cuda.arguments.begin(), Cuda.arguments.end());
  }
  for (unsigned Try = 0; Try < 8; ++Try) {
    R.parsed = false;
    ErrorCollector Errors(C.directory);
    FileSystemPtr Disk = diskAt(C.directory), Noted = Disk;
    if (isRecorded(O))
      Noted = recording(Disk, Notes, O.cacheFolder);
    FileSystemPtr Texts = withTexts(Noted, O, Cuda, C.directory);
    llvm::IntrusiveRefCntPtr<clang::FileManager> Files(
        new clang::FileManager(clang::FileSystemOptions(), Texts));
    // What a preamble is chosen by decides nothing of the facts.
    FileSystemPtr Looks =
        isRecorded(O) ? withTexts(Disk, O, Cuda, C.directory) : Texts;
    Runner Action(O, R, Errors, Disk, Texts, Looks, Notes);
    clang::tooling::ToolInvocation Invocation(
        commandLine(Args, C.file, ResourceDir), &Action, Files.get(),
        std::make_shared<clang::PCHContainerOperations>());
    Invocation.setDiagnosticConsumer(&Errors);
    Invocation.run();
    R.problems = Errors.Source;
    if (isStopped(O))
      return R;
    // Complaints about flags that stopped nothing are no problem of the facts;
    // but without its standard Clang reads C++98.
    if (R.parsed && !aboutStandard(Errors.Command))
      break;
    R.problems.insert(R.problems.end(), Errors.Command.begin(),
                      Errors.Command.end());
    std::string Gone;
    for (const Problem &P : Errors.Command)
      if (Gone.empty())
        Gone = dropQuoted(P.message, Args);
    if (Gone.empty())
      break;
    replaceStandard(Gone, Args);
  }
  if (!R.parsed && R.problems.empty())
    R.problems.push_back({C.file, 0, 0, "Clang gave up on it without a word"});
  R.hints = hintsFor(R, Clean.cuda && !Cuda.complete, Notes);
  addParseProblems(R);
  if (isRecorded(O)) {
    recordSearch(C, Notes);
    if (std::optional<cache::Closure> Known = Notes.finish())
      R.closure = Known->toBytes();
  }
  R.milliseconds = threadMilliseconds() - Begin;
  return R;
}

} // namespace host
} // namespace torchtidy
