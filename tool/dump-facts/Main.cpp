//===- Main.cpp - torch-tidy-facts: print the facts of a file ---*- C++ -*-===//
//
// torch-tidy-facts [--json] [--function=NAME] FILE -- FLAGS
//
//===----------------------------------------------------------------------===//
#include "extract/Extract.h"
#include "facts/Dump.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include <cstdio>
#include <cstring>

using namespace clang;
using namespace torchtidy;

namespace {

struct Options {
  bool json = false;
  std::string function; ///< only functions whose name contains it
};

class Consumer : public ASTConsumer {
public:
  explicit Consumer(const Options &O) : O(O) {}
  void HandleTranslationUnit(ASTContext &Ctx) override {
    facts::FileFacts F = extractFacts(Ctx, ExtractOptions());
    if (O.json) {
      std::puts(facts::toJson(F).c_str());
      return;
    }
    if (O.function.empty()) {
      std::fputs(facts::dump(F).c_str(), stdout);
      return;
    }
    for (const facts::FunctionFacts &Fn : F.functions)
      if (Fn.name.find(O.function) != std::string::npos)
        std::fputs(facts::dump(Fn).c_str(), stdout);
  }

private:
  const Options &O;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(const Options &O) : O(O) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    return std::make_unique<Consumer>(O);
  }

private:
  const Options &O;
};

class Factory : public tooling::FrontendActionFactory {
public:
  explicit Factory(const Options &O) : O(O) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<Action>(O);
  }

private:
  const Options &O;
};

int usage() {
  std::fputs(
      "usage: torch-tidy-facts [--json] [--function=NAME] FILE -- FLAGS\n",
      stderr);
  return 2;
}

} // namespace

int main(int argc, const char **argv) {
  std::string Error, File;
  auto Database =
      tooling::FixedCompilationDatabase::loadFromCommandLine(argc, argv, Error);
  Options O;
  for (int I = 1; I < argc; ++I) {
    std::string Arg = argv[I];
    if (Arg == "--json")
      O.json = true;
    else if (Arg.compare(0, 11, "--function=") == 0)
      O.function = Arg.substr(11);
    else if (!Arg.empty() && Arg[0] != '-' && File.empty())
      File = Arg;
    else
      return usage();
  }
  if (File.empty() || !Database)
    return usage();
  if (!llvm::sys::fs::exists(File)) {
    std::fprintf(stderr, "torch-tidy-facts: no such file: %s\n", File.c_str());
    return 2;
  }
  tooling::ClangTool Tool(*Database, {File});
  // Clang's own headers: the folder is named by the major, or the version.
  for (const char *Name : {CLANG_VERSION_MAJOR_STRING, CLANG_VERSION_STRING}) {
    std::string Dir = std::string(TORCHTIDY_RESOURCE_DIR) + "/" + Name;
    if (llvm::sys::fs::exists(Dir + "/include/stddef.h"))
      Tool.appendArgumentsAdjuster(tooling::getInsertArgumentAdjuster(
          {"-resource-dir", Dir}, tooling::ArgumentInsertPosition::BEGIN));
  }
  Factory F(O);
  return Tool.run(&F) ? 2 : 0;
}
