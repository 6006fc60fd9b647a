//===- Module.cpp - Clang behind one symbol -------------------------------===//
//
// What torch-tidy loads when the first file has to be parsed. See
// project/Border.h for what crosses.
//
//===----------------------------------------------------------------------===//
#include "facts/TextScope.h"
#include "host/Host.h"
#include "clang/Basic/Version.h"
#include <cstring>

using namespace torchtidy;

static project::UnitResult failed(const std::string &Why) {
  project::UnitResult R;
  R.problems.push_back({"", 0, 0, "internal error: " + Why});
  return R;
}

static void parse(const char *Request, size_t Size, TorchTidyClangSink *Sink,
                  TorchTidyClangStop *Stop, void *Context) {
  std::string Answer;
  // Only bytes leave: a program that lives for days reads the same file often.
  facts::TextScope Texts;
  try {
    project::ParseRequest R = project::requestFromBytes({Request, Size});
    if (Stop)
      R.options.stop = [=] { return Stop(Context); };
    Answer = project::toBytes(host::analyzeFile(R.command, R.options));
  } catch (const std::exception &E) {
    Answer = project::toBytes(failed(E.what()));
  }
  Sink(Context, Answer.data(), Answer.size());
}

extern "C" const TorchTidyClang *torchtidy_clang(const char *Border);
extern "C" __attribute__((visibility("default"))) const TorchTidyClang *
torchtidy_clang(const char *Border) {
  static const TorchTidyClang Clang = {CLANG_VERSION_STRING, parse};
  return std::strcmp(Border, TORCHTIDY_BORDER) == 0 ? &Clang : nullptr;
}
