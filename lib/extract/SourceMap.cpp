//===- SourceMap.cpp - places, texts and files ------------------*- C++ -*-===//
#include "extract/SourceMap.h"
#include "api/LibTorch.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {

namespace extract {

std::string plainPath(llvm::StringRef Name, const clang::FileManager &Files) {
  llvm::SmallString<256> Path(Name);
  Files.makeAbsolutePath(Path);
  llvm::SmallString<256> Plain(Path);
  llvm::sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  llvm::SmallString<256> Real;
  if (Path.str().contains("/../") && !llvm::sys::fs::equivalent(Path, Plain) &&
      !llvm::sys::fs::real_path(Path, Real))
    return std::string(Real);
  return std::string(Plain);
}

SourceMap::SourceMap(ASTContext &Ctx, const ExtractOptions &O, FileFacts &Out)
    : Ctx(Ctx), SM(Ctx.getSourceManager()), Root(O.root), Out(Out) {
  while (Root.size() > 1 && Root.back() == '/')
    Root.pop_back();
  FileID Main = SM.getMainFileID();
  Out.mainFile = pathOf(Main);
  fileIndex(Main);
  ownerOf(Main);
}

std::string SourceMap::pathOf(FileID F) {
  const std::string Name = compat::fileName(SM, F);
  return Name.empty() ? std::string() : plainPath(Name, SM.getFileManager());
}

SourceMap::Owner SourceMap::ownerOf(FileID F) {
  auto It = Owners.find(F);
  if (It != Owners.end())
    return It->second;
  Owner Result = Owner::System;
  SourceLocation Start = SM.getLocForStartOfFile(F);
  std::string Path = pathOf(F);
  if (F == SM.getMainFileID())
    Result = Owner::User;
  else if (api::isLibTorchHeader(Path))
    Result = Owner::LibTorch;
  else if (!Path.empty() && !SM.isInSystemHeader(Start) &&
           (Root.empty() || (Path.size() > Root.size() &&
                             Path.compare(0, Root.size(), Root) == 0 &&
                             Path[Root.size()] == '/')))
    Result = Owner::User;
  if (Result == Owner::User)
    UserFiles.push_back(F);
  return Owners[F] = Result;
}

SourceMap::Owner SourceMap::ownerAt(SourceLocation L) {
  if (L.isInvalid())
    return Owner::System;
  return ownerOf(SM.getFileID(SM.getExpansionLoc(L)));
}

bool SourceMap::isUser(SourceLocation L) { return ownerAt(L) == Owner::User; }

bool SourceMap::isLibTorch(SourceLocation L) {
  if (L.isInvalid())
    return false;
  // A mock of LibTorch, or one copied elsewhere, is a system header.
  SourceLocation E = SM.getExpansionLoc(L);
  return ownerAt(L) == Owner::LibTorch || SM.isInSystemHeader(E);
}

bool SourceMap::isSystem(SourceLocation L) { return !isUser(L); }

int SourceMap::fileIndex(FileID F) {
  auto It = Indices.find(F);
  if (It != Indices.end())
    return It->second;
  std::string Path = pathOf(F);
  // A header without guards has a FileID for each time it is included.
  auto Same = std::find(Out.files.begin(), Out.files.end(), Path);
  int Index = int(Same - Out.files.begin());
  if (Same == Out.files.end()) {
    Out.files.push_back(Path);
    Files.push_back(F);
  }
  return Indices[F] = Index;
}

/// The place in a file where \p L was written: a macro's argument as spelled,
/// anything from a macro's body at the expansion.
SourceLocation SourceMap::fileLoc(SourceLocation L, bool End, bool &Macro) {
  while (L.isMacroID()) {
    if (SM.isMacroArgExpansion(L)) {
      L = SM.getImmediateSpellingLoc(L);
      continue;
    }
    Macro = true;
    CharSourceRange R = SM.getImmediateExpansionRange(L);
    L = End ? R.getEnd() : R.getBegin();
  }
  return L;
}

SourceSpan SourceMap::span(SourceRange R) {
  SourceSpan S;
  if (R.isInvalid())
    return S;
  SourceLocation B = fileLoc(R.getBegin(), false, S.macro);
  SourceLocation E = fileLoc(R.getEnd(), true, S.macro);
  auto DB = SM.getDecomposedLoc(B), DE = SM.getDecomposedLoc(E);
  if (S.macro) {
    // Begins in an argument, ends in the body, or the like: all of the
    // expansion, the innermost that holds the range.
    CharSourceRange Whole = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(R), SM, Ctx.getLangOpts());
    if (Whole.isValid() && Whole.isCharRange()) {
      DB = SM.getDecomposedLoc(Whole.getBegin());
      DE = SM.getDecomposedLoc(Whole.getEnd());
      return fill(S, DB.first, DB.second, DE.second);
    }
  }
  if (DB.first != DE.first || DE.second < DB.second) {
    // Spelled in two places: show where it is expanded.
    S.macro = true;
    CharSourceRange X = SM.getExpansionRange(R);
    B = X.getBegin(), E = X.getEnd();
    DB = SM.getDecomposedLoc(B), DE = SM.getDecomposedLoc(E);
    if (DB.first != DE.first || DE.second < DB.second)
      E = B, DE = DB;
  }
  unsigned Length = Lexer::MeasureTokenLength(E, SM, Ctx.getLangOpts());
  return fill(S, DB.first, DB.second, DE.second + Length);
}

SourceSpan SourceMap::fill(SourceSpan S, FileID File, unsigned Begin,
                           unsigned End) {
  S.file = fileIndex(File);
  S.offset = Begin;
  S.endOffset = End;
  S.line = SM.getLineNumber(File, Begin);
  S.column = SM.getColumnNumber(File, Begin);
  S.endLine = SM.getLineNumber(File, End);
  S.endColumn = SM.getColumnNumber(File, End);
  return S;
}

SourceSpan SourceMap::token(SourceLocation L) { return span(SourceRange(L)); }

SourceSpan SourceMap::before(SourceLocation L) {
  SourceSpan S = token(L);
  S.endLine = S.line, S.endColumn = S.column, S.endOffset = S.offset;
  return S;
}

SourceSpan SourceMap::after(SourceLocation L) {
  SourceSpan S = token(L);
  S.line = S.endLine, S.column = S.endColumn, S.offset = S.endOffset;
  return S;
}

std::string SourceMap::text(const SourceSpan &S) {
  constexpr unsigned Max = 160;
  std::string Result;
  if (!S.valid())
    return Result;
  bool Invalid = false;
  llvm::StringRef Buffer = SM.getBufferData(Files[S.file], &Invalid);
  if (Invalid || S.endOffset > Buffer.size() || S.offset > S.endOffset)
    return Result;
  for (char C : Buffer.slice(S.offset, S.endOffset)) {
    bool Space = C == ' ' || C == '\t' || C == '\n' || C == '\r';
    if (Space && !Result.empty() && Result.back() == ' ')
      continue;
    // Stop between characters, not inside one.
    if (Result.size() >= Max && (C & 0xC0) != 0x80)
      break;
    Result += Space ? ' ' : C;
  }
  return Result;
}

bool SourceMap::inThrowMacro(SourceLocation L) {
  while (L.isMacroID()) {
    llvm::StringRef Name =
        Lexer::getImmediateMacroName(L, SM, Ctx.getLangOpts());
    if (api::isThrowExpectingMacro(std::string_view(Name.data(), Name.size())))
      return true;
    L = SM.getImmediateMacroCallerLoc(L);
  }
  return false;
}

std::string SourceMap::lineColumn(SourceLocation L) {
  bool Macro = false;
  auto D = SM.getDecomposedLoc(fileLoc(L, false, Macro));
  return std::to_string(SM.getLineNumber(D.first, D.second)) + ":" +
         std::to_string(SM.getColumnNumber(D.first, D.second));
}

bool SourceMap::includesLibTorch() {
  // The namespaces that every version of LibTorch opens in its first header.
  for (const char *Name : {"c10", "at", "torch"})
    for (const NamedDecl *D :
         Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name)))
      if (isa<NamespaceDecl>(D) && isLibTorch(D->getLocation()))
        return true;
  return false;
}

namespace {

struct Comment {
  std::string kind; ///< "", "NEXTLINE", "BEGIN", "END"
  bool all = true;
  std::vector<std::string> rules;
  std::string reason;
  size_t length = 0; ///< behind "NOLINT", to the end of the list
};

llvm::StringRef trimReason(llvm::StringRef S) {
  S = S.substr(0, S.find('\n')).trim();
  if (S.size() >= 2 && S.substr(S.size() - 2) == "*/")
    S = S.drop_back(2);
  return S.ltrim(" \t:-,").rtrim();
}

/// Parses what stands behind "NOLINT"; clang-tidy's rules.
Comment parseComment(llvm::StringRef Rest) {
  Comment C;
  llvm::StringRef Whole = Rest;
  for (const char *Kind : {"NEXTLINE", "BEGIN", "END"})
    if (Rest.substr(0, strlen(Kind)) == Kind) {
      C.kind = Kind;
      Rest = Rest.drop_front(strlen(Kind));
      break;
    }
  if (!Rest.empty() && Rest[0] == '(') {
    size_t Close = Rest.find_first_of(")\n");
    if (Close != llvm::StringRef::npos && Rest[Close] == ')') {
      C.all = false;
      llvm::SmallVector<llvm::StringRef, 4> Parts;
      Rest.substr(1, Close - 1).split(Parts, ',');
      for (llvm::StringRef P : Parts)
        if (!P.trim().empty())
          C.rules.push_back(P.trim().str());
      Rest = Rest.drop_front(Close + 1);
    }
  }
  C.length = Whole.size() - Rest.size();
  C.reason = trimReason(Rest).str();
  return C;
}

bool isWordChar(char C) { return isalnum((unsigned char)C) || C == '_'; }

void scanFile(llvm::StringRef Text, int File,
              std::vector<SuppressionFact> &Out) {
  std::vector<SuppressionFact> Open;
  unsigned Line = 1;
  size_t LineStart = 0, Counted = 0;
  for (size_t At = Text.find("NOLINT"); At != llvm::StringRef::npos;
       At = Text.find("NOLINT", At + 6)) {
    for (; Counted < At; ++Counted)
      if (Text[Counted] == '\n')
        ++Line, LineStart = Counted + 1;
    if (At && isWordChar(Text[At - 1]))
      continue;
    Comment C = parseComment(Text.substr(At + 6));
    size_t Behind = At + 6 + C.kind.size();
    if (Behind < Text.size() && isWordChar(Text[Behind]))
      continue; // NOLINTFOO
    SuppressionFact S;
    S.file = File;
    S.line = Line;
    S.column = unsigned(At - LineStart) + 1;
    S.offset = unsigned(At);
    S.endOffset = unsigned(At + 6 + C.length);
    S.rules = C.rules;
    S.reason = C.reason;
    S.firstLine = S.lastLine = C.kind == "NEXTLINE" ? Line + 1 : Line;
    if (C.kind == "BEGIN") {
      Open.push_back(S);
      continue;
    }
    if (C.kind == "END") {
      // Closes the innermost begin of the same list.
      auto It = std::find_if(Open.rbegin(), Open.rend(),
                             [&](auto &B) { return B.rules == S.rules; });
      if (It == Open.rend())
        continue;
      SuppressionFact B = *It;
      Open.erase(std::next(It).base());
      B.lastLine = Line;
      S = B;
    }
    // "NOLINT()" names no rule and suppresses none.
    if (C.all || !S.rules.empty())
      Out.push_back(S);
  }
}

} // namespace

void SourceMap::scanSuppressions() {
  // By index: scanning opens no new file, but fileIndex may add one.
  std::vector<int> Done;
  for (size_t I = 0; I < UserFiles.size(); ++I) {
    bool Invalid = false;
    llvm::StringRef Text = SM.getBufferData(UserFiles[I], &Invalid);
    if (Invalid || Text.find("NOLINT") == llvm::StringRef::npos)
      continue;
    int Index = fileIndex(UserFiles[I]);
    if (std::find(Done.begin(), Done.end(), Index) != Done.end())
      continue;
    Done.push_back(Index);
    scanFile(Text, Index, Out.suppressions);
  }
}

} // namespace extract
} // namespace torchtidy
