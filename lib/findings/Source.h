//===- Source.h - lines of the files that findings name ---------*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_SOURCE_H
#define TORCHTIDY_FINDINGS_SOURCE_H

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torchtidy {

/// Text of a file, for text that isn't on disk (an editor's, a test's): returns
/// false to let the disk answer.
using SourceReader =
    std::function<bool(const std::string &Path, std::string &Text)>;

/// Reads each file once. A file that can't be read has no text and no lines.
class Sources {
public:
  /// Relative paths are looked up under \p Root.
  explicit Sources(SourceReader Reader = nullptr, std::string Root = "")
      : Reader(std::move(Reader)), Root(std::move(Root)) {}

  /// Null when the file can't be read.
  const std::string *text(const std::string &Path);
  /// 1-based, without its line end; false when there is no such line.
  bool line(const std::string &Path, unsigned Number, std::string_view &Out);

private:
  struct File {
    bool readable = false;
    std::string text;
    std::vector<std::string_view> lines;
  };
  const File &file(const std::string &Path);

  SourceReader Reader;
  std::string Root;
  std::map<std::string, std::unique_ptr<File>> Files;
};

/// Lines without their ends; \n, \r\n and \r end a line, as for Clang.
std::vector<std::string_view> splitLines(std::string_view Text);

} // namespace torchtidy

#endif
