//===- PreambleBuild.cpp - making a layer of a preamble -------------------===//
#include "host/PreambleBuild.h"
#include "extract/ClangCompat.h"
#include "extract/SourceMap.h"
#include "host/Compiler.h"
#include "project/Paths.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>

namespace torchtidy {
namespace host {

namespace {

using FileSystemPtr = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

FileSystemPtr overlay(FileSystemPtr Real, FileSystemPtr Memory) {
  std::string Folder = Real->getCurrentWorkingDirectory().get();
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> Result(
      new llvm::vfs::OverlayFileSystem(std::move(Real)));
  Result->pushOverlay(std::move(Memory));
  Result->setCurrentWorkingDirectory(Folder);
  return Result;
}

/// Notes what the layer's index tells.
class IndexRecorder : public compat::IncludeCallbacks {
public:
  IndexRecorder(clang::CompilerInstance &CI, const Layer *Below, LayerIndex &X)
      : PP(CI.getPreprocessor()), SM(CI.getSourceManager()), Below(Below),
        Index(X) {}

  void included(clang::SourceLocation Hash,
                clang::OptionalFileEntryRef File) override {
    if (!File)
      return;
    uint32_t To = number(*File);
    if (auto From = SM.getFileEntryRefForID(SM.getFileID(Hash)))
      if (SM.getFileID(Hash) != SM.getMainFileID())
        Index.includes[number(*From)].push_back(To);
  }

  void FileChanged(clang::SourceLocation Loc, FileChangeReason Reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (Reason != EnterFile)
      return;
    clang::FileID ID = SM.getFileID(Loc);
    auto File = SM.getFileEntryRefForID(ID);
    if (!File || ID == SM.getMainFileID())
      return;
    uint32_t N = number(*File);
    if (++Entered[N] == 2)
      Index.repeated.push_back(N);
  }

  void MacroExpands(const clang::Token &, const clang::MacroDefinition &MD,
                    clang::SourceRange, const clang::MacroArgs *) override {
    asked(MD);
  }
  void Ifdef(clang::SourceLocation, const clang::Token &,
             const clang::MacroDefinition &MD) override {
    asked(MD);
  }
  void Ifndef(clang::SourceLocation, const clang::Token &,
              const clang::MacroDefinition &MD) override {
    asked(MD);
  }
  void Defined(const clang::Token &, const clang::MacroDefinition &MD,
               clang::SourceRange) override {
    asked(MD);
  }
  void MacroDefined(const clang::Token &Name,
                    const clang::MacroDirective *) override {
    changed(Name);
  }
  void MacroUndefined(const clang::Token &Name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override {
    changed(Name);
  }

  /// When all is read.
  void finish() {
    Index.counter = PP.getCounterValue();
    for (const auto &Entry : PP.getIdentifierTable())
      Index.words.push_back(LayerIndex::hash(Entry.getKey()));
    std::sort(Index.words.begin(), Index.words.end());
    Index.words.erase(std::unique(Index.words.begin(), Index.words.end()),
                      Index.words.end());
    for (auto &Of : Index.includes) {
      std::sort(Of.begin(), Of.end());
      Of.erase(std::unique(Of.begin(), Of.end()), Of.end());
    }
    if (!Below || !Index.apart || Index.files.empty())
      return;
    IncludeGraph Graph(Below);
    Graph.add(Index);
    std::vector<bool> Reached;
    Graph.reach(Graph.find(Index.files[0]), Reached);
    for (clang::FileID F : Askers) {
      auto File = SM.getFileEntryRefForID(F);
      uint32_t N = File ? Graph.find(extract::plainPath(File->getName(),
                                                        SM.getFileManager()))
                        : IncludeGraph::None;
      if (File && (N == IncludeGraph::None || !Reached[N]))
        Index.apart = false;
    }
  }

private:
  uint32_t number(clang::FileEntryRef File) {
    auto [It, New] =
        Numbers.try_emplace(&File.getFileEntry(), uint32_t(Index.files.size()));
    if (New) {
      Index.files.push_back(
          extract::plainPath(File.getName(), SM.getFileManager()));
      Index.includes.emplace_back();
      Entered.push_back(0);
    }
    return It->second;
  }

  void asked(const clang::MacroDefinition &MD) {
    const clang::MacroInfo *M = Below && MD ? MD.getMacroInfo() : nullptr;
    if (!M || !Asked.insert(M).second)
      return;
    clang::SourceLocation L = M->getDefinitionLoc();
    if (L.isValid() && SM.isLoadedSourceLocation(L))
      Askers.insert(SM.getFileID(L));
  }

  void changed(const clang::Token &Name) {
    const clang::IdentifierInfo *I = Name.getIdentifierInfo();
    if (!I || isReservedName(I->getName()))
      return;
    for (const Layer *L = Below; L && Index.apart; L = L->below.get())
      Index.apart = !L->index.hasWord(I->getName());
  }

  clang::Preprocessor &PP;
  clang::SourceManager &SM;
  const Layer *Below;
  LayerIndex &Index;
  llvm::DenseMap<const clang::FileEntry *, uint32_t> Numbers;
  std::vector<unsigned> Entered;
  std::set<const clang::MacroInfo *> Asked;
  std::set<clang::FileID> Askers;
};

/// Clang looks through all declarations of a namespace, of which there are
/// thousands, for one that is used before it writes each.
class NamespaceMarker : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group)
      mark(D);
    return true;
  }

private:
  static void mark(clang::Decl *D) {
    auto *Context = llvm::dyn_cast<clang::DeclContext>(D);
    if (!Context || !Context->isFileContext())
      return;
    D->setReferenced();
    for (clang::Decl *Inner : Context->decls())
      if (llvm::isa<clang::NamespaceDecl>(Inner))
        mark(Inner);
  }
};

class LayerAction : public clang::GeneratePCHAction {
public:
  LayerAction(const Layer *Below, LayerIndex &X) : Below(Below), Index(X) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &CI) override {
    auto Callbacks = std::make_unique<IndexRecorder>(CI, Below, Index);
    Recorder = Callbacks.get();
    CI.getPreprocessor().addPPCallbacks(std::move(Callbacks));
    if (Below)
      CI.getPreprocessor().setCounterValue(Below->index.counter);
    return GeneratePCHAction::BeginSourceFileAction(CI);
  }

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI,
                    llvm::StringRef File) override {
    auto Writer = GeneratePCHAction::CreateASTConsumer(CI, File);
    if (!Writer)
      return nullptr;
    std::vector<std::unique_ptr<clang::ASTConsumer>> All;
    All.push_back(std::make_unique<NamespaceMarker>());
    All.push_back(std::move(Writer));
    return std::make_unique<clang::MultiplexConsumer>(std::move(All));
  }

  void EndSourceFileAction() override {
    Recorder->finish();
    GeneratePCHAction::EndSourceFileAction();
  }

private:
  const Layer *Below;
  LayerIndex &Index;
  IndexRecorder *Recorder = nullptr;
};

bool append(const std::string &Output, const std::string &Bytes) {
  std::error_code EC;
  llvm::raw_fd_ostream Out(Output, EC, llvm::sys::fs::CD_OpenExisting,
                           llvm::sys::fs::FA_Write, llvm::sys::fs::OF_Append);
  if (EC)
    return false;
  Out << Bytes;
  Out.close();
  bool Good = !Out.has_error();
  Out.clear_error();
  return Good;
}

} // namespace

FileSystemPtr withLayers(FileSystemPtr Real, const Layer *Top) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory(
      new llvm::vfs::InMemoryFileSystem);
  for (const Layer *L = Top; L; L = L->below.get())
    Memory->addFileNoOwn(L->path, 0,
                         llvm::MemoryBufferRef(L->precompiled, L->path));
  return overlay(std::move(Real), std::move(Memory));
}

void useLayers(clang::CompilerInvocation &Flags, const Layer &Top) {
  clang::PreprocessorOptions &P = Flags.getPreprocessorOpts();
  P.ImplicitPCHInclude = Top.path;
  // Our closures say whether the files are still those. Clang would look at all
  // of them anew, and at flags that don't matter.
  P.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::All;
}

clang::CompilerInvocation headerFlags(const clang::CompilerInvocation &Unit) {
  clang::CompilerInvocation Flags(Unit);
  // Not a new FrontendOptions: not all of one is initialised.
  clang::FrontendOptions &F = Flags.getFrontendOpts();
  if (!F.Inputs.empty())
    F.DashX = F.Inputs[0].getKind();
  F.Inputs.clear();
  F.OutputFile.clear();
  F.StatsFile.clear();
  F.TimeTracePath.clear();
  F.DisableFree = false;
  F.SkipFunctionBodies = true;
  F.ProgramAction = clang::frontend::GeneratePCH;
  Flags.getCodeGenOpts() = clang::CodeGenOptions();
  Flags.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  clang::DiagnosticOptions &D = Flags.getDiagnosticOpts();
  D.Warnings.clear();
  D.Remarks.clear();
  D.DiagnosticLogFile.clear();
  D.DiagnosticSerializationFile.clear();
  D.IgnoreWarnings = true;
  // Read behind the preamble, as in front of the file.
  Flags.getPreprocessorOpts().Includes.clear();
  return Flags;
}

bool buildLayer(const clang::CompilerInvocation &Flags, FileSystemPtr Real,
                const Layer *Below, const std::string &Spelling,
                const std::string &Path, const std::string &Output,
                const std::function<std::string()> &Closure, std::string &Why) {
  auto Invocation = std::make_shared<clang::CompilerInvocation>(Flags);
  std::string Main = Path + ".h", Text = "#include <" + Spelling + ">\n";
  clang::FrontendOptions &F = Invocation->getFrontendOpts();
  F.Inputs.assign(1, clang::FrontendInputFile(Main, F.DashX));
  F.OutputFile = Output;
  F.UseTemporary = false;
  if (Below)
    useLayers(*Invocation, *Below);
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory(
      new llvm::vfs::InMemoryFileSystem);
  Memory->addFile(Main, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Main));
  llvm::IntrusiveRefCntPtr<clang::FileManager> Files(new clang::FileManager(
      Invocation->getFileSystemOpts(),
      overlay(withLayers(std::move(Real), Below), std::move(Memory))));

  LayerIndex Index;
  {
    clang::IgnoringDiagConsumer Quiet;
    auto CI = makeCompiler(std::move(Invocation), Files, Quiet);
    LayerAction Action(Below, Index);
    if (!CI || !CI->ExecuteAction(Action) ||
        CI->getDiagnostics().hasErrorOccurred() || Index.files.empty()) {
      Why = "<" + Spelling + "> doesn't parse by itself";
      return false;
    }
  }
  // All of the headers is out of memory here, before the result comes in.
  Index.closure = Closure();
  if (auto Bytes = llvm::MemoryBuffer::getFile(Output, false, false))
    Index.identity = LayerIndex::hash((*Bytes)->getBuffer());
  if (!append(Output, Index.toBytes())) {
    Why = "its precompiled header can't be written";
    return false;
  }
  return true;
}

} // namespace host
} // namespace torchtidy
