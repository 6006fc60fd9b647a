//===- ClangModule.cpp - finding and loading the Clang module -------------===//
#include "front/ClangModule.h"
#include "facts/Binary.h"
#include "front/LoadModule.h"
#include <mutex>
#include <stdexcept>

namespace torchtidy {
namespace front {

static const TorchTidyClang &clang() {
  static std::once_flag Flag;
  static const TorchTidyClang *Clang = nullptr;
  static std::string Why;
  std::call_once(Flag, [] {
    try {
      Clang = static_cast<const TorchTidyClang *>(
          loadModule(TORCHTIDY_MODULE_NAME, "parses", TORCHTIDY_CLANG_ENTRY,
                     TORCHTIDY_BORDER));
    } catch (const std::exception &E) {
      Why = E.what();
    }
  });
  if (!Clang)
    throw std::runtime_error(Why);
  return *Clang;
}

std::string clangModulePath(std::vector<std::string> *Tried) {
  return modulePath(TORCHTIDY_MODULE_NAME, Tried);
}

project::UnitResult
parse(const project::CompileCommand &C, const project::ParseOptions &O,
      const std::function<facts::FileFacts(std::string_view)> &Facts) {
  const TorchTidyClang &Clang = clang();
  std::string Request = project::toBytes(project::ParseRequest{C, O});
  struct Waiting {
    std::string answer;
    const std::function<bool()> &stop;
  } W{"", O.stop};
  Clang.parse(
      Request.data(), Request.size(),
      [](void *Context, const char *Bytes, size_t Size) {
        static_cast<Waiting *>(Context)->answer.assign(Bytes, Size);
      },
      O.stop
          ? [](void
                   *Context) { return static_cast<Waiting *>(Context)->stop(); }
          : static_cast<TorchTidyClangStop *>(nullptr),
      &W);
  return project::unitFromBytes(W.answer, Facts);
}

project::UnitResult parse(const project::CompileCommand &C,
                          const project::ParseOptions &O) {
  return parse(C, O, facts::fromBytes);
}

} // namespace front
} // namespace torchtidy
