//===- TorchCheck.cpp - one rule as a clang-tidy check
//---------------------===//
#include "TorchCheck.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace clang {
namespace tidy {
llvm::ArrayRef<std::pair<torchtidy::Level, llvm::StringRef>>
OptionEnumMapping<torchtidy::Level>::getEnumMapping() {
  static const std::pair<torchtidy::Level, llvm::StringRef> Levels[] = {
      {torchtidy::Level::Certain, "certain"},
      {torchtidy::Level::Likely, "likely"},
      {torchtidy::Level::Advice, "advice"}};
  return Levels;
}
} // namespace tidy
} // namespace clang

namespace torchtidy {
namespace plugin {

namespace {

/// Matches nothing; takes the context on the way. The end of a unit is told
/// without one, and the unit's own declaration is never matched in clangd.
class ContextTaker : public internal::MatcherInterface<Decl> {
public:
  explicit ContextTaker(std::shared_ptr<UnitRun> R) : Run(std::move(R)) {}
  bool matches(const Decl &, internal::ASTMatchFinder *Finder,
               internal::BoundNodesTreeBuilder *) const override {
    if (!Run->context())
      Run->setContext(Finder->getASTContext());
    return false;
  }

private:
  std::shared_ptr<UnitRun> Run;
};

} // namespace

TorchCheck::TorchCheck(StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Rule(Name.str()),
      Strict(Options.getLocalOrGlobal("Strict", false)),
      Lowest(Options.getLocalOrGlobal("Level",
                                      Strict ? Level::Advice : Level::Likely)),
      Run(UnitRun::of(Context)) {
  Run->enable(Rule, Strict);
}

void TorchCheck::registerMatchers(MatchFinder *Finder) {
  // Without a matcher of its own a check isn't told the end of the unit. Every
  // unit with something to find has a function or a class.
  internal::Matcher<Decl> Take(new ContextTaker(Run));
  Finder->addMatcher(functionDecl(Take), this);
  Finder->addMatcher(cxxRecordDecl(Take), this);
}

void TorchCheck::onEndOfTranslationUnit() {
  for (const Finding &F : Run->findings())
    if (F.rule == Rule && F.level <= Lowest)
      report(F);
}

void TorchCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "Strict", Strict);
  Options.store(Opts, "Level", Lowest);
}

SourceLocation TorchCheck::locate(const std::string &File, unsigned Offset) {
  SourceManager &SM = Run->context()->getSourceManager();
  auto Entry = SM.getFileManager().getFileRef(File);
  if (!Entry) {
    llvm::consumeError(Entry.takeError());
    return SourceLocation();
  }
  FileID ID = SM.translateFile(*Entry);
  return ID.isValid() ? SM.getLocForStartOfFile(ID).getLocWithOffset(Offset)
                      : SourceLocation();
}

void TorchCheck::addFix(DiagnosticBuilder &D, const Fix &F) {
  for (const Edit &E : F.edits) {
    SourceLocation Begin = locate(E.span.file, E.span.offset);
    SourceLocation End = locate(E.span.file, E.span.endOffset);
    if (Begin.isValid() && End.isValid())
      D << FixItHint::CreateReplacement(
          CharSourceRange::getCharRange(Begin, End), E.text);
  }
}

void TorchCheck::report(const Finding &F) {
  {
    // As an argument: a message may hold a '%'.
    DiagnosticBuilder D = diag(locate(F.span.file, F.span.offset), "%0")
                          << F.message;
    if (!F.fixes.empty())
      addFix(D, F.fixes.front());
  }
  for (const Note &N : F.notes)
    diag(locate(N.span.valid() ? N.span.file : F.span.file,
                N.span.valid() ? N.span.offset : F.span.offset),
         "%0", DiagnosticIDs::Note)
        << N.message;
  // Further ways out are for the one who reads: clang-tidy takes the fixes of
  // notes only with --fix-notes.
  for (size_t I = 1; I < F.fixes.size(); ++I) {
    DiagnosticBuilder D =
        diag(locate(F.span.file, F.span.offset), "%0", DiagnosticIDs::Note)
        << F.fixes[I].message;
    addFix(D, F.fixes[I]);
  }
}

} // namespace plugin
} // namespace torchtidy
