//===- Border.h - what crosses to the Clang module and back -----*- C++ -*-===//
//
// The programs link no Clang. It stands in a module that is loaded when the
// first file has to be parsed: libtorchtidy-clang-<major>.so. Both sides have
// their own copy of everything they are made of, so nothing but plain bytes
// goes over: a request for each file, a unit result back.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PROJECT_BORDER_H
#define TORCHTIDY_PROJECT_BORDER_H

#include "project/Unit.h"
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace torchtidy {
namespace project {

/// How a unit is to be parsed, the same for all of a run.
struct ParseOptions {
  /// Root of the user's project; see ExtractOptions.
  std::string root;
  /// Skip function bodies outside the user's files. The findings are the same;
  /// the parse is twice as fast.
  bool skipBodies = true;
  /// Texts that aren't saved yet, by absolute path.
  std::map<std::string, std::string> unsaved;
  /// Folder of the cache, and how large it may become; "": none. With one,
  /// units get a closure.
  std::string cacheFolder;
  uint64_t cacheBytes = 0;
  /// Units get a closure without a cache, too.
  bool recordReads = false;
  /// Asked now and then, by the threads that parse: once it says true, the
  /// parse ends as soon as it can, and its unit is worth nothing. Doesn't cross
  /// as bytes.
  std::function<bool()> stop;
};

struct ParseRequest {
  CompileCommand command;
  ParseOptions options;
};

std::string toBytes(const ParseRequest &R);
std::string toBytes(const UnitResult &R);

/// Both throw std::runtime_error with a readable reason on anything that the
/// toBytes of this version didn't write.
ParseRequest requestFromBytes(std::string_view Bytes);
UnitResult unitFromBytes(std::string_view Bytes);
/// … with facts as \p Facts makes them of their bytes.
UnitResult
unitFromBytes(std::string_view Bytes,
              const std::function<facts::FileFacts(std::string_view)> &Facts);

} // namespace project
} // namespace torchtidy

extern "C" {

/// Takes the bytes of an answer; they are gone when it returns.
typedef void TorchTidyClangSink(void *Context, const char *Bytes, size_t Size);
/// Whether nobody waits for the answer any more.
typedef bool TorchTidyClangStop(void *Context);

struct TorchTidyClang {
  const char *clangVersion; ///< of the Clang that was loaded: "19.1.7"
  /// Parses one unit: bytes of a ParseRequest in, of a UnitResult out. Calls
  /// \p Sink once and throws nothing. Several may run at once. \p Stop may be
  /// null; it is called on other threads.
  void (*parse)(const char *Request, size_t Size, TorchTidyClangSink *Sink,
                TorchTidyClangStop *Stop, void *Context);
};

/// The module's only symbol, under TORCHTIDY_CLANG_ENTRY. \p Border is the
/// caller's TORCHTIDY_BORDER; nullptr when the module's own is another.
typedef const TorchTidyClang *TorchTidyClangEntry(const char *Border);
}

#define TORCHTIDY_CLANG_ENTRY "torchtidy_clang"
/// Both sides must be of one build: the number goes up with every change of
/// what crosses, and facts carry their own schema.
#define TORCHTIDY_BORDER "torch-tidy " TORCHTIDY_VERSION " border 3"

#endif
