//===- PreambleWatch.cpp - was the preamble read in the right place -------===//
#include "host/PreambleWatch.h"
#include "extract/ClangCompat.h"
#include "extract/SourceMap.h"
#include "host/PreambleCode.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include <algorithm>
#include <numeric>

namespace torchtidy {
namespace host {

using clang::SourceLocation;

class PreambleWatch::Callbacks : public compat::IncludeCallbacks {
public:
  explicit Callbacks(PreambleWatch &W) : W(W), SM(W.CI->getSourceManager()) {}

  void included(SourceLocation Hash,
                clang::OptionalFileEntryRef File) override {
    if (W.Open && File)
      W.included(Hash,
                 extract::plainPath(File->getName(), SM.getFileManager()));
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Why,
                   clang::SrcMgr::CharacteristicKind Kind,
                   clang::FileID) override {
    if (Why != EnterFile)
      return;
    // The last header asked for is entered when the time is already over.
    if (!W.Open && !JustClosed)
      return;
    JustClosed = W.Open;
    clang::FileID ID = SM.getFileID(Loc);
    if (ID == SM.getMainFileID())
      return;
    if (auto File = SM.getFileEntryRefForID(ID))
      W.Entered.push_back(
          {extract::plainPath(File->getName(), SM.getFileManager()),
           clang::SrcMgr::isSystem(Kind)});
  }

  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &MD,
                    clang::SourceRange, const clang::MacroArgs *) override {
    asked(Name, MD);
  }
  void Ifdef(SourceLocation, const clang::Token &Name,
             const clang::MacroDefinition &MD) override {
    asked(Name, MD);
  }
  void Ifndef(SourceLocation, const clang::Token &Name,
              const clang::MacroDefinition &MD) override {
    asked(Name, MD);
  }
  void Elifdef(SourceLocation, const clang::Token &Name,
               const clang::MacroDefinition &MD) override {
    asked(Name, MD);
  }
  void Elifndef(SourceLocation, const clang::Token &Name,
                const clang::MacroDefinition &MD) override {
    asked(Name, MD);
  }
  using PPCallbacks::Elifdef;
  using PPCallbacks::Elifndef;
  void Defined(const clang::Token &Name, const clang::MacroDefinition &MD,
               clang::SourceRange) override {
    asked(Name, MD);
  }
  void MacroDefined(const clang::Token &Name,
                    const clang::MacroDirective *D) override {
    // SEEK_SET is in three of libc's headers. The preamble gives it the same
    // meaning.
    const clang::MacroDirective *Before = D->getPrevious();
    if (!Before || !Before->getMacroInfo() ||
        !Before->getMacroInfo()->isIdenticalTo(*D->getMacroInfo(),
                                               W.CI->getPreprocessor(), true))
      changed(Name);
  }
  void MacroUndefined(const clang::Token &Name,
                      const clang::MacroDefinition &Before,
                      const clang::MacroDirective *) override {
    // As "#undef slots" in front of LibTorch, in case there is Qt.
    if (Before)
      changed(Name);
  }
  void PragmaDirective(SourceLocation Loc,
                       clang::PragmaIntroducerKind) override {
    if (W.Open)
      W.pragma(Loc);
  }

private:
  void asked(const clang::Token &Name, const clang::MacroDefinition &MD) {
    if (W.Open && MD && Name.getIdentifierInfo())
      W.asked(Name.getLocation(), Name.getIdentifierInfo()->getName(),
              MD.getMacroInfo());
  }
  void changed(const clang::Token &Name) {
    if (W.Open && Name.getIdentifierInfo())
      W.changed(Name.getLocation(), Name.getIdentifierInfo()->getName());
  }

  PreambleWatch &W;
  clang::SourceManager &SM;
  bool JustClosed = true;
};

PreambleWatch::PreambleWatch(std::shared_ptr<const Layer> T)
    : Top(std::move(T)) {
  for (const Layer *L = Top.get(); L; L = L->below.get())
    Headers.insert(Headers.begin(), {L, L->index.files[0], 0});
}

PreambleWatch::~PreambleWatch() = default;

void PreambleWatch::start(clang::CompilerInstance &Instance) {
  CI = &Instance;
  CI->getPreprocessor().addPPCallbacks(std::make_unique<Callbacks>(*this));
  CI->getPreprocessor().setCounterValue(Top->index.counter);
  CI->getPreprocessor().setTokenWatcher(
      [this](const clang::Token &T) { token(T); });
}

void PreambleWatch::fail(const std::string &Why) {
  if (Reason.empty())
    Reason = Why;
}

std::string PreambleWatch::fileOf(SourceLocation L) const {
  const clang::SourceManager &SM = CI->getSourceManager();
  auto File = SM.getFileEntryRefForID(SM.getFileID(SM.getExpansionLoc(L)));
  return File ? extract::plainPath(File->getName(), SM.getFileManager())
              : std::string();
}

void PreambleWatch::token(const clang::Token &T) {
  if (!Open || T.isAnnotation())
    return;
  if (T.is(clang::tok::l_brace))
    ++Depth;
  else if (T.is(clang::tok::r_brace))
    --Depth;
  BetweenDeclarations =
      T.isOneOf(clang::tok::semi, clang::tok::r_brace, clang::tok::eof);
}

void PreambleWatch::included(SourceLocation Hash, const std::string &File) {
  Events.push_back({Hash, true, File});
  for (Wanted &H : Headers) {
    if (H.asked || H.header != File)
      continue;
    if (Depth || !BetweenDeclarations)
      fail("<" + H.layer->spelling + "> is included inside a declaration");
    H.asked = ++Asked;
    End = Hash;
  }
  Open = Asked < Headers.size();
}

void PreambleWatch::changed(SourceLocation At, llvm::StringRef Name) {
  const clang::SourceManager &SM = CI->getSourceManager();
  if (fileOf(At).empty() || (SM.isInSystemHeader(At) && isReservedName(Name)))
    return;
  for (const Wanted &H : Headers)
    if (!H.asked && H.layer->index.hasWord(Name))
      fail("the macro '" + Name.str() + "' is changed before <" +
           H.layer->spelling + ">, which looks at it");
}

void PreambleWatch::asked(SourceLocation At, llvm::StringRef Name,
                          const clang::MacroInfo *M) {
  const clang::SourceManager &SM = CI->getSourceManager();
  if (!M)
    return;
  if (M->isBuiltinMacro()) {
    // It gives another number each time.
    if (Name == "__COUNTER__")
      changed(At, Name);
    return;
  }
  SourceLocation L = M->getDefinitionLoc();
  if (L.isInvalid() || !SM.isLoadedSourceLocation(L) || SM.isInSystemHeader(At))
    return;
  std::string File = fileOf(L);
  if (!File.empty())
    Events.push_back({At, false, std::move(File)});
}

void PreambleWatch::pragma(SourceLocation At) {
  const clang::SourceManager &SM = CI->getSourceManager();
  // Those of a library end with its headers.
  if (SM.isInSystemHeader(SM.getExpansionLoc(At)))
    return;
  auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
  llvm::StringRef Rest = SM.getBufferData(File).substr(Offset);
  Rest = Rest.take_until([](char C) { return C == '\n'; });
  if (!Rest.consume_front("#"))
    return fail("_Pragma in front of its headers");
  llvm::SmallVector<llvm::StringRef, 8> Words;
  Rest.ltrim().split(Words, ' ', 4, /*KeepEmpty=*/false);
  auto Word = [&](size_t I) {
    return I < Words.size() ? Words[I].rtrim() : llvm::StringRef();
  };
  // Warnings are nobody's business here.
  bool Harmless = llvm::is_contained(
      {"once", "region", "endregion", "mark", "message", "warning", "comment"},
      Word(1).take_until([](char C) { return C == '(' || C == '/'; }));
  bool Compiler = Word(1) == "GCC" || Word(1) == "clang";
  if (Compiler && Word(2) == "system_header")
    Harmless = true;
  if (Compiler && Word(2) == "diagnostic")
    Harmless =
        llvm::is_contained({"push", "pop", "ignored", "warning"}, Word(3));
  if (!Harmless)
    fail("'#" + Rest.trim().str() + "' stands in front of its headers");
}

void PreambleWatch::topLevel(clang::DeclGroupRef Group) {
  const clang::SourceManager &SM = CI->getSourceManager();
  for (clang::Decl *D : Group) {
    if (D->isFromASTFile() || D->getLocation().isInvalid())
      continue;
    SourceLocation Begin = SM.getExpansionLoc(D->getBeginLoc());
    // An instantiation of what the preamble has.
    if (Begin.isInvalid() || SM.isLoadedSourceLocation(Begin))
      continue;
    // One token is read ahead, and with it the header behind a declaration.
    if (!Open && (End.isInvalid() || !SM.isBeforeInTranslationUnit(Begin, End)))
      continue;
    if (!SM.isInSystemHeader(Begin))
      Code.push_back(D);
  }
}

std::string PreambleWatch::checkOrder(const IncludeGraph &Graph) {
  std::vector<bool> Reached;
  for (const Event &E : Events)
    if (E.include && Graph.find(E.file) != IncludeGraph::None)
      Graph.reach(Graph.find(E.file), Reached);
  Reached.resize(Reached.size() + 1);
  for (const Wanted &H : Headers) {
    uint32_t N = Graph.find(H.header);
    if (!H.asked && (N >= Reached.size() || !Reached[N]))
      Unasked.push_back(H.layer->spelling);
  }
  if (!Unasked.empty())
    return "<" + Unasked.front() + "> isn't included after all";
  for (size_t Lower = 0; Lower < Headers.size(); ++Lower)
    for (size_t Upper = Lower + 1; Upper < Headers.size(); ++Upper)
      if (Headers[Upper].asked && !Headers[Upper].layer->index.apart &&
          (!Headers[Lower].asked ||
           Headers[Upper].asked < Headers[Lower].asked))
        return "the order of <" + Headers[Upper].layer->spelling + "> and <" +
               Headers[Lower].layer->spelling + "> matters";
  return "";
}

std::string PreambleWatch::checkEvents(const IncludeGraph &Graph) const {
  bool Errors = CI->getDiagnostics().hasErrorOccurred();
  for (const Entry &In : Entered) {
    uint32_t N = Graph.find(In.file);
    bool Header =
        std::any_of(Headers.begin(), Headers.end(),
                    [&](const Wanted &H) { return H.header == In.file; });
    // <clocale> has a guard that Clang doesn't see as one: nothing comes of
    // reading it again, or there are errors.
    if (N != IncludeGraph::None &&
        (Header || !(Graph.mayRepeat(N) || (In.system && !Errors))))
      return In.file + " has no include guard";
  }
  std::vector<bool> Reached;
  for (const Event &E : Events) {
    uint32_t N = Graph.find(E.file);
    if (N == IncludeGraph::None)
      continue;
    if (E.include)
      Graph.reach(N, Reached);
    else if (N >= Reached.size() || !Reached[N])
      return "a macro of " + E.file + " is used before it is included";
  }
  return "";
}

std::string PreambleWatch::checkCode(const IncludeGraph &Graph) const {
  const clang::SourceManager &SM = CI->getSourceManager();
  std::vector<bool> Reached;
  auto Next = Events.begin();
  for (clang::Decl *D : Code) {
    SourceLocation Begin = SM.getExpansionLoc(D->getBeginLoc());
    for (; Next != Events.end() &&
           SM.isBeforeInTranslationUnit(Next->where, Begin);
         ++Next)
      if (Next->include && Graph.find(Next->file) != IncludeGraph::None)
        Graph.reach(Graph.find(Next->file), Reached);
    std::string Name = usesBeforeInclude(D, [&](SourceLocation L) {
      uint32_t N = Graph.find(fileOf(L));
      return N == IncludeGraph::None || (N < Reached.size() && Reached[N]);
    });
    if (!Name.empty())
      return "'" + Name + "' is used before its header is included";
  }
  return "";
}

std::string PreambleWatch::verdict() {
  if (!Reason.empty())
    return Reason;
  bool Direct = !Open && Asked == 1 && Entered.empty();
  // The common case: a file begins with its headers.
  if (Direct && Code.empty() &&
      std::all_of(Events.begin(), Events.end(),
                  [](const Event &E) { return E.include; }))
    return "";
  if (!Code.empty() && CI->getDiagnostics().hasErrorOccurred())
    return "errors, and code in front of its headers";
  IncludeGraph Graph(Top.get());
  std::string Why = checkOrder(Graph);
  if (Why.empty())
    Why = checkEvents(Graph);
  if (Why.empty())
    Why = checkCode(Graph);
  return Why;
}

} // namespace host
} // namespace torchtidy
