//===- Options.h - the command line of torch-tidy ---------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_OPTIONS_H
#define TORCHTIDY_TOOL_OPTIONS_H

#include "cache/Store.h"
#include "config/Config.h"
#include "findings/Finding.h"
#include <optional>
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

enum class Format { Text, JsonLines, Sarif, Html, GitHub, GitLab };

/// When text has colours. Auto: on a terminal that knows them, unless
/// $NO_COLOR is set.
enum class Color { Auto, Always, Never };

enum class Command {
  Analyze,
  Facts,   ///< what one file says, into a file
  Link,    ///< the findings of such files
  Cache,   ///< what is in the cache, and away with it
  Confirm, ///< join findings with what runs saw
  Lsp,     ///< serve an editor
  ListChecks,
  Explain,
  Exit, ///< help or version were printed, or the line is wrong
};

struct Options {
  Command command = Command::Analyze;
  int exitCode = 0; ///< of Exit

  // What to read.
  std::vector<std::string> paths;
  std::string buildPath;
  std::string root;
  std::optional<std::vector<std::string>> flags; ///< behind "--"
  unsigned jobs = 0;
  uint64_t memory = 0; ///< bytes; 0: most of what is free
  bool singleFile = false;
  bool project = false; ///< read all of it, show what concerns paths
  bool skipBodies = true;

  // What to look for and show.
  std::string checks = "*";
  std::vector<config::Profile> profiles;
  Level level = Level::Likely;                 ///< lowest shown
  std::optional<Level> failOn = Level::Likely; ///< nothing: never
  Format format = Format::Text;
  Color color = Color::Auto;
  std::string output; ///< "": standard output
  bool quiet = false;
  bool stats = false;
  bool showSuppressed = false;
  bool modules = false; ///< JsonLines: what modules hold, too
  std::string why;     ///< FILE:LINE
  std::string explain; ///< a rule

  // What the project says, and what of it the line says otherwise.
  std::string configFile;           ///< "": the nearest; "none": no file
  std::vector<std::string> exclude; ///< besides the project's
  config::Config config;            ///< after readSettings
  bool checksGiven = false, levelGiven = false, profileGiven = false;

  // What earlier runs know.
  bool cache = true;
  std::string cacheFolder; ///< "": the one that the environment names
  uint64_t cacheBytes = cache::Store::DefaultBytes;
  bool clearCache = false;              ///< of Cache: else it is told
  std::optional<cache::Kind> cacheKind; ///< of clearCache; nothing: all
  uint64_t cacheDays = 0;               ///< of clearCache: not used for so long

  // Which of it counts.
  std::optional<std::string> diff; ///< see Changes::load
  std::string baseline;            ///< a file; "": none
  bool writeBaseline = false, pruneBaseline = false;

  // What to change.
  bool fix = false;
  unsigned fixRounds = 10; ///< each applies what overlapped before
  bool dryRun = false;

  // facts, link
  std::string depfile; ///< "": none
  bool relative = false;
  std::vector<std::string> factsFiles; ///< files, folders and @lists

  // confirm
  std::string findingsFile;
  std::vector<std::string> runFiles;
};

/// Prints what is wrong with the line, or help, itself.
Options parseOptions(int Argc, const char *const *Argv);

} // namespace tool
} // namespace torchtidy

#endif
