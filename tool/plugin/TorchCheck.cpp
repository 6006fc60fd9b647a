//===- TorchCheck.cpp - one rule as a clang-tidy check --------------------===//
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

/// A check's own option, or one for all of ours ("torch-*.Profile"), or a
/// global one.
static std::string option(const tidy::ClangTidyCheck::OptionsView &View,
                          tidy::ClangTidyContext *Context,
                          const std::string &Rule, const char *Name) {
  const auto &Options = Context->getOptions().CheckOptions;
  for (const std::string &Key :
       {Rule + "." + Name, std::string("torch-*.") + Name}) {
    auto It = Options.find(Key);
    if (It != Options.end())
      return It->getValue().Value;
  }
  return View.getLocalOrGlobal(Name, "").str();
}

/// The profiles of a text, "strict,exported"; nothing when it is empty.
static std::optional<std::vector<config::Profile>>
profilesOf(const std::string &Text, tidy::ClangTidyContext *Context) {
  if (Text.empty())
    return std::nullopt;
  std::vector<config::Profile> R;
  llvm::SmallVector<StringRef> Names;
  StringRef(Text).split(Names, ',');
  for (StringRef Name : Names) {
    Name = Name.trim();
    if (std::optional<config::Profile> P = config::profileFromName(Name.str()))
      R.push_back(*P);
    else if (Name != "default")
      Context->configurationDiag("no profile is called '%0'%1",
                                 DiagnosticIDs::Error)
          << Name << config::nearWords(Name.str(), config::profileNames());
  }
  return R;
}

static std::string profileText(const tidy::ClangTidyCheck::OptionsView &View,
                               tidy::ClangTidyContext *Context,
                               const std::string &Rule) {
  std::string Text = option(View, Context, Rule, "Profile");
  // The profile's first name.
  if (Text.empty() && View.getLocalOrGlobal("Strict", false))
    Text = "strict";
  return Text;
}

static std::optional<Level>
levelOf(const tidy::ClangTidyCheck::OptionsView &View,
        tidy::ClangTidyContext *Context, const std::string &Rule) {
  Level L;
  if (parseLevel(option(View, Context, Rule, "Level"), L))
    return L;
  // One that is misspelled is told by clang-tidy.
  return View.getLocalOrGlobal<Level>("Level");
}

TorchCheck::TorchCheck(StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Rule(Name.str()), Tidy(Context),
      Profile(profileText(Options, Context, Rule)),
      Lowest(levelOf(Options, Context, Rule)), Run(UnitRun::of(Context)) {
  Run->enable(Rule, profilesOf(Profile, Context));
}

void TorchCheck::registerMatchers(MatchFinder *Finder) {
  // Without a matcher of its own a check isn't told the end of the unit. One
  // of us takes the context: every unit with something to find has a function
  // or a class. LibTorch's headers have a million of them, so the others ask
  // for what C++ never has: a matcher costs at each node of its kind.
  if (!Run->claimContext()) {
    Finder->addMatcher(objcProtocolDecl(unless(anything())), this);
    return;
  }
  internal::Matcher<Decl> Take(new ContextTaker(Run));
  Finder->addMatcher(functionDecl(Take), this);
  Finder->addMatcher(cxxRecordDecl(Take), this);
}

void TorchCheck::onEndOfTranslationUnit() {
  const std::vector<Finding> &Findings = Run->findings(*Tidy);
  const Level Most = Lowest.value_or(Run->lowest());
  for (const Finding &F : Findings)
    if (F.rule == Rule && F.level <= Most)
      report(F);
}

void TorchCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "Profile", Profile);
  // Of a profile that shows advice; the project's file isn't known here.
  const bool Advice = Profile.find("strict") != std::string::npos ||
                      Profile.find("multi-gpu") != std::string::npos;
  Options.store(Opts, "Level",
                Lowest.value_or(Advice ? Level::Advice : Level::Likely));
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
