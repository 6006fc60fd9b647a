//===- Main.cpp - torch-tidy-facts: print the facts of a file ---*- C++ -*-===//
//
// torch-tidy-facts [--json] [--function=NAME] FILE -- FLAGS
// torch-tidy-facts --how [--cache-dir=DIR] [--root=DIR] [--jobs=N] FILE... -- FLAGS
//
// The second form goes the way of torch-tidy's runs and prints all that reading
// a file gives, as lines of JSON and of text. On standard error it says of each
// file whether a preamble was used.
//
//===----------------------------------------------------------------------===//
#include "extract/Extract.h"
#include "facts/Dump.h"
#include "cache/Store.h"
#include "host/Host.h"
#include "project/Paths.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include <cstdio>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace clang;
using namespace torchtidy;

namespace {

struct Options {
  bool json = false;
  std::string function; ///< only functions whose name contains it
  bool how = false;
  unsigned jobs = 1;
  project::ParseOptions parse; ///< for how
};

void print(const project::UnitResult &R) {
  std::puts(facts::toJson(R.facts).c_str());
  for (const project::Problem &P : R.problems)
    std::printf("%s:%u:%u: %s\n", P.file.c_str(), P.line, P.column,
                P.message.c_str());
  for (const std::string &H : R.hints)
    std::printf("hint: %s\n", H.c_str());
  for (const auto &[Path, Hash] : R.texts)
    std::printf("text %s %llx\n", Path.c_str(), (unsigned long long)Hash);
  std::printf("parsed %d\n", int(R.parsed));
}

int readAsRuns(const Options &O, const std::vector<std::string> &Files,
               const std::vector<std::string> &Flags) {
  std::vector<project::UnitResult> Results(Files.size());
  std::atomic<size_t> Next{0};
  auto Work = [&] {
    for (size_t I; (I = Next++) < Files.size();) {
      project::CompileCommand C;
      C.file = project::absolutePath(Files[I]);
      C.directory = project::absolutePath(".");
      C.arguments = Flags;
      C.arguments.insert(C.arguments.begin(), "clang++");
      C.arguments.push_back(C.file);
      Results[I] = host::analyzeFile(C, O.parse);
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned J = 1; J < O.jobs; ++J)
    Threads.emplace_back(Work);
  Work();
  for (std::thread &T : Threads)
    T.join();
  for (const project::UnitResult &R : Results) {
    print(R);
    std::fprintf(stderr, "%s: %s%s\n", R.command.file.c_str(),
                 R.plain.empty() ? "with a preamble" : "plainly: ",
                 R.plain.c_str());
  }
  return 0;
}

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
      "usage: torch-tidy-facts [--json] [--function=NAME] FILE -- FLAGS\n"
      "       torch-tidy-facts --how [--cache-dir=DIR] [--root=DIR] [--jobs=N] "
      "FILE... -- FLAGS\n",
      stderr);
  return 2;
}

} // namespace

int main(int argc, const char **argv) {
  std::string Error;
  std::vector<std::string> Files, Flags;
  for (int I = 1; I < argc; ++I)
    if (std::strcmp(argv[I], "--") == 0)
      Flags.assign(argv + I + 1, argv + argc);
  auto Database =
      tooling::FixedCompilationDatabase::loadFromCommandLine(argc, argv, Error);
  Options O;
  O.parse.cacheBytes = cache::Store::DefaultBytes;
  for (int I = 1; I < argc; ++I) {
    std::string Arg = argv[I];
    auto Value = [&](const char *Option) {
      size_t Length = std::strlen(Option);
      return Arg.compare(0, Length, Option) == 0 ? argv[I] + Length : nullptr;
    };
    if (Arg == "--json")
      O.json = true;
    else if (Arg == "--how")
      O.how = true;
    else if (const char *V = Value("--function="))
      O.function = V;
    else if (const char *V = Value("--cache-dir="))
      O.parse.cacheFolder = project::absolutePath(V);
    else if (const char *V = Value("--root="))
      O.parse.root = project::absolutePath(V);
    else if (const char *V = Value("--jobs="))
      O.jobs = unsigned(std::atoi(V));
    else if (!Arg.empty() && Arg[0] != '-')
      Files.push_back(Arg);
    else
      return usage();
  }
  if (Files.empty() || !Database || (Files.size() > 1 && !O.how))
    return usage();
  if (O.how)
    return readAsRuns(O, Files, Flags);
  const std::string &File = Files.front();
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
