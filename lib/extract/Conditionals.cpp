//===- Conditionals.cpp - lines under #if -----------------------*- C++ -*-===//
//
// Read from the text, not from the preprocessor: a precompiled header's records
// are gone, a plugin comes too late for callbacks, and branches that aren't
// taken count as well.
//
//===----------------------------------------------------------------------===//
#include "extract/SourceMap.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {
namespace {

struct Directive {
  std::string name; ///< "ifdef"
  std::string text; ///< "ifdef USE_CUDA", in one line
  unsigned line = 0, lastLine = 0;
};

/// The directives of a file, in order; what stands in comments and raw strings
/// is none.
std::vector<Directive> directives(const SourceManager &SM, FileID File,
                                  const LangOptions &Options) {
  std::vector<Directive> Result;
  Lexer Lex(File, SM.getBufferOrFake(File), SM, Options);
  Token T;
  bool End = Lex.LexFromRawLexer(T);
  while (!End) {
    if (!T.is(tok::hash) || !T.isAtStartOfLine()) {
      End = Lex.LexFromRawLexer(T);
      continue;
    }
    Directive D;
    D.line = SM.getSpellingLineNumber(T.getLocation());
    D.lastLine = D.line;
    End = Lex.LexFromRawLexer(T);
    for (; !End && !T.isAtStartOfLine(); End = Lex.LexFromRawLexer(T)) {
      std::string Word = Lexer::getSpelling(T, SM, Options);
      if (D.name.empty())
        D.name = Word;
      if (!D.text.empty() && T.hasLeadingSpace())
        D.text += ' ';
      D.text += Word;
      D.lastLine = SM.getSpellingLineNumber(T.getEndLoc());
    }
    Result.push_back(std::move(D));
  }
  return Result;
}

/// `#ifndef NET_H` or `#if !defined(NET_H)`, then `#define NET_H`, around all
/// there is.
bool isIncludeGuard(const std::vector<Directive> &All) {
  if (All.size() < 3 || All[1].name != "define" || All.back().name != "endif")
    return false;
  auto Open = [](const Directive &D) { return D.name.rfind("if", 0) == 0; };
  llvm::StringRef If = All[0].text, Define = All[1].text;
  if (!Open(All[0]) || !(If.consume_front("ifndef ") ||
                         If.consume_front("if !defined")))
    return false;
  llvm::StringRef Name = If.trim(" ()");
  Define.consume_front("define");
  if (Define.trim().split(' ').first != Name)
    return false;
  int Depth = 0;
  for (size_t I = 0; I < All.size(); ++I) {
    Depth += Open(All[I]) ? 1 : All[I].name == "endif" ? -1 : 0;
    if (!Depth)
      return I + 1 == All.size();
  }
  return false;
}

void addConditionals(const std::vector<Directive> &All, int File,
                     std::vector<ConditionalFact> &Out) {
  std::vector<ConditionalFact> Open;
  bool Guard = isIncludeGuard(All);
  for (size_t I = 0; I < All.size(); ++I) {
    const Directive &D = All[I];
    bool Ends = D.name == "endif";
    bool Goes = D.name.rfind("el", 0) == 0; // else, elif, elifdef, elifndef
    bool Begins = D.name.rfind("if", 0) == 0;
    if (Guard && (I == 0 || I + 1 == All.size()))
      continue;
    std::string Before;
    if ((Ends || Goes) && !Open.empty()) {
      ConditionalFact &C = Open.back();
      C.lastLine = D.line - 1;
      Before = C.condition + "; ";
      if (C.lastLine >= C.firstLine)
        Out.push_back(C);
      Open.pop_back();
    } else if (Ends || Goes) {
      continue;
    }
    if (Begins || Goes) {
      ConditionalFact C;
      C.file = File;
      C.firstLine = D.lastLine + 1;
      C.condition = (Goes ? Before : "") + D.text;
      Open.push_back(std::move(C));
    }
  }
}

} // namespace

void SourceMap::scanConditionals() {
  std::vector<int> Done;
  for (size_t I = 0; I < UserFiles.size(); ++I) {
    bool Invalid = false;
    llvm::StringRef Text = SM.getBufferData(UserFiles[I], &Invalid);
    // `# if` is one too.
    if (Invalid || !Text.contains("endif"))
      continue;
    int Index = fileIndex(UserFiles[I]);
    if (std::find(Done.begin(), Done.end(), Index) != Done.end())
      continue;
    Done.push_back(Index);
    addConditionals(directives(SM, UserFiles[I], Ctx.getLangOpts()), Index,
                    Out.conditionals);
  }
}

} // namespace extract
} // namespace torchtidy
