//===- CompileDatabase.h - which flags a file is compiled with --*- C++ -*-===//
#ifndef TORCHTIDY_PROJECT_COMPILEDATABASE_H
#define TORCHTIDY_PROJECT_COMPILEDATABASE_H

#include <optional>
#include <string>
#include <vector>

namespace torchtidy {
namespace project {

/// One translation unit, as the build compiles it.
struct CompileCommand {
  std::string file;                   ///< absolute
  std::string directory;              ///< absolute
  std::vector<std::string> arguments; ///< whole command, as the build has it
  /// How the flags were come by when not from the file's own entry:
  /// "flags of /x/y.cpp"; else empty.
  std::string note;
};

class CompileDatabase {
public:
  /// Reads \p Path: a compile_commands.json or the folder that has one. On
  /// failure returns nothing and says why in \p Error.
  static std::optional<CompileDatabase> load(const std::string &Path,
                                             std::string &Error);

  /// The nearest compile_commands.json at or above \p Start (a file or folder),
  /// in a folder itself or in its `build`. "" if there is none.
  static std::string find(const std::string &Start);

  /// Path of the compile_commands.json.
  const std::string &path() const { return File; }
  /// The CMake source folder, or "".
  const std::string &sourceRoot() const { return Source; }
  /// The folder of the build when it is told apart from the sources, or "".
  const std::string &buildRoot() const { return Build; }

  /// One command a file (the first of duplicates), sorted by file, without the
  /// helper files of the build system.
  const std::vector<CompileCommand> &commands() const { return Commands; }

  /// The command of \p Source (absolute): its own entry, else of the unity
  /// source that includes it, else for a header of a source that includes it,
  /// else of the source with the most alike path. Nothing if the database is
  /// empty.
  std::optional<CompileCommand> commandFor(const std::string &Source) const;

  /// True for a source that only includes other sources (a unity build's).
  static bool isUnitySource(const std::string &File);

private:
  const CompileCommand *ownEntry(const std::string &Source) const;
  const CompileCommand *includer(const std::string &Header) const;
  const CompileCommand *nearest(const std::string &Source) const;

  std::string File, Source, Build;
  std::vector<CompileCommand> Commands;
};

/// `flags` as given behind "--", for \p File.
CompileCommand fixedCommand(const std::vector<std::string> &Flags,
                            const std::string &File,
                            const std::string &Directory);

} // namespace project
} // namespace torchtidy

#endif
