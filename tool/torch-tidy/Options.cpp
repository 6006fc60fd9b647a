//===- Options.cpp - the command line of torch-tidy -----------------------===//
#include "Options.h"
#include "Help.h"
#include "checks/Checks.h"
#include "config/Config.h"
#include "front/Machine.h"
#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

namespace torchtidy {
namespace tool {

namespace {

/// A word in front that says what is to be done.
struct CommandWord {
  const char *word;
  Command command;
  const char *use, *what; ///< as --help shows it
  const char *description;
};

const CommandWord CommandWords[] = {
    {"facts", Command::Facts, "net.cpp -o net.facts -- FLAGS",
     "what one file says",
     "Reads one source, its headers and nothing else, and writes what it says: "
     "for 'torch-tidy link'."},
    {"link", Command::Link, "*.facts", "the findings of all that files say",
     "Judges together what 'torch-tidy facts' wrote of single files. The "
     "findings are those of an analysis of these files."},
    {"cache", Command::Cache, "info | clear", "what earlier runs have left",
     "Tells what earlier runs have left, or takes it out."},
    {"confirm", Command::Confirm, "findings.jsonl run.jsonl…",
     "what runs saw of the findings",
     "Says of each finding whether a run saw it happen."},
    {"lsp", Command::Lsp, "", "what an editor starts",
     "Serves an editor by the language server protocol, on standard input and "
     "output. docs/editors.md tells how to set one up."},
};

std::string overview() {
  std::string Out =
      "Finds device bugs in C++ code that uses LibTorch.\n\n"
      "  torch-tidy                        the whole project of the nearest "
      "compile_commands.json\n"
      "  torch-tidy -p build src net.cpp   files and folders of it\n"
      "  torch-tidy net.cpp -- -std=c++17 -I…   a file with these flags";
  for (const CommandWord &W : CommandWords) {
    std::string Use = std::string("  torch-tidy ") + W.word + " " + W.use;
    constexpr size_t Column = 36;
    Use.resize(std::max(Column, Use.size() + 3), ' ');
    Out += "\n" + Use + W.what;
  }
  return Out;
}

const char *const ExitCodes =
    "Exit codes: 0 nothing found, 1 findings at or above --fail-on,\n"
    "2 something couldn't be analyzed (said on standard error).";

const std::map<std::string, Format> Formats = {
    {"text", Format::Text},     {"jsonl", Format::JsonLines},
    {"sarif", Format::Sarif},   {"html", Format::Html},
    {"github", Format::GitHub}, {"gitlab", Format::GitLab}};
const std::vector<std::string> FormatNames = {"text", "jsonl",  "sarif",
                                              "html", "github", "gitlab"};
const std::map<std::string, Color> Colors = {
    {"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}};
const std::vector<std::string> LevelNames = {"certain", "likely", "advice"};
const std::vector<std::string> FailNames = {"certain", "likely", "advice",
                                            "never"};

/// Options as CLI11 reads them, before they mean something.
struct RawOptions {
  std::string level, failOn, format = "text", color = "auto", profile, memory;
  std::string cacheSize, cacheAction, cacheKind;
  bool noCache = false;
  bool noSkip = false, listChecks = false;
};

/// Options that are added from here on stand together in --help.
void section(CLI::App &App, const char *Name) {
  App.option_defaults()->group(Name);
}

void addOutputOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  section(App, "What comes out");
  App.add_option("--format", Raw.format,
                 "text (the default), jsonl, sarif, html, github (annotations "
                 "of a workflow) or gitlab (a code quality report)")
      ->check(CLI::IsMember(FormatNames))
      ->type_name("FORMAT");
  App.add_option("--color", Raw.color,
                 "colours in text: auto (the default: on a terminal, unless "
                 "$NO_COLOR is set), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  App.add_option("-o,--output", O.output,
                 "write the findings to FILE, whole or not at all")
      ->type_name("FILE");
  App.add_option("--fail-on", Raw.failOn,
                 Raw.failOn.empty()
                     ? "lowest level that makes the exit code 1: certain, "
                       "likely (the default), advice or never"
                     : "lowest level that makes the exit code 1: certain, "
                       "likely, advice or never (the default)")
      ->check(CLI::IsMember(FailNames))
      ->type_name("LEVEL");
  App.add_flag("--quiet", O.quiet, "no progress, no notes, no summary");
}

void addRoot(CLI::App &App, Options &O, const char *Default) {
  App.add_option("--root", O.root,
                 std::string("root of the project; default: ") + Default)
      ->type_name("DIR");
}

void addJobs(CLI::App &App, Options &O, const char *What) {
  App.add_option("-j,--jobs", O.jobs,
                 std::string(What) + " at once; default: one a processor")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
}

/// How sources are read.
void addReadOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  section(App, "What is read");
  App.add_option("-p", O.buildPath,
                 "build folder, or a compile_commands.json; default: the "
                 "nearest at or above the first file, or in a 'build' there")
      ->type_name("DIR");
  addRoot(App, O,
          "the nearest .torch-tidy.yaml, CMake's source folder, the nearest "
          ".git");
  // For comparing the two ways to parse; they give the same findings.
  App.add_flag("--no-skip", Raw.noSkip, "")->group("");
}

/// Where the cache is.
void addCacheFolder(CLI::App &App, Options &O) {
  App.add_option("--cache-dir", O.cacheFolder,
                 "folder of the cache; default: $TORCH_TIDY_CACHE, "
                 "$XDG_CACHE_HOME/torch-tidy or ~/.cache/torch-tidy")
      ->type_name("DIR");
}

void addCacheOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  section(App, "What earlier runs have left");
  addCacheFolder(App, O);
  App.add_option("--cache-size", Raw.cacheSize,
                 "what the cache may hold: 800M, 4G; default: 5 GB")
      ->type_name("SIZE");
  App.add_flag("--no-cache", Raw.noCache, "neither use the cache nor fill it");
}

void addCacheCommand(CLI::App &App, Options &O, RawOptions &Raw) {
  App.add_option("action", Raw.cacheAction,
                 "info: what the cache holds; clear: take it out")
      ->required()
      ->check(CLI::IsMember({"info", "clear"}))
      ->type_name("info|clear");
  addCacheFolder(App, O);
  App.add_option("--kind", Raw.cacheKind,
                 "clear: only entries of this kind: facts, answers, closures, "
                 "scans or preambles")
      ->check(CLI::IsMember(std::vector<std::string>(cache::KindNames.begin(),
                                                     cache::KindNames.end())))
      ->type_name("KIND");
  App.add_option("--unused-for", O.cacheDays,
                 "clear: only entries that weren't used for so many days")
      ->type_name("DAYS");
}

void addChecks(CLI::App &App, Options &O) {
  App.add_option("--checks", O.checks,
                 "rules by glob, '-' takes away: '*,-torch-export-*'")
      ->type_name("GLOBS");
}

void addConfig(CLI::App &App, Options &O, const std::string &From) {
  App.add_option("--config", O.configFile,
                 "what the project says; default: the nearest .torch-tidy.yaml "
                 "at or above " +
                     From + "; none: no file")
      ->type_name("FILE");
}

void addBaseline(CLI::App &App, Options &O) {
  App.add_option("--baseline", O.baseline,
                 "only findings that FILE doesn't hold")
      ->type_name("FILE");
}

void addLevel(CLI::App &App, RawOptions &Raw) {
  App.add_option("--level", Raw.level,
                 "lowest level shown: certain, likely (the default) or advice")
      ->check(CLI::IsMember(LevelNames))
      ->type_name("LEVEL");
}

/// What is judged, and which of it is told.
void addJudgeOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  section(App, "What is looked for");
  App.add_flag("--single-file", O.singleFile,
               "judge each file by itself, as the clang-tidy plugin does");
  addChecks(App, O);
  App.add_option("--profile", Raw.profile,
                 "strict, exported, multi-gpu, cpu-only, several with commas, "
                 "or default: none; else the project's")
      ->type_name("NAMES");
  addConfig(App, O, "the first file");
  App.add_option("--exclude", O.exclude,
                 "leave out files by glob, besides those of the project's "
                 "'exclude'; several times")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  addLevel(App, Raw);
}

/// Which of the findings are told, and what becomes of them.
void addChoiceOptions(CLI::App &App, Options &O) {
  section(App, "Which of it is told");
  App.add_option("--diff", O.diff,
                 "only findings on lines, or in modules, that changed since a "
                 "revision of git (--diff alone: HEAD), or that a patch file "
                 "(- for standard input) touches")
      ->type_name("REV|FILE");
  addBaseline(App, O);
  App.add_flag("--write-baseline", O.writeBaseline,
               "make FILE of --baseline hold all findings of this run");
  App.add_flag("--prune-baseline", O.pruneBaseline,
               "take out of FILE what is found no more");
  App.add_flag("--show-suppressed", O.showSuppressed,
               "print what comments or the baseline suppress, too; it counts "
               "for nothing");
  section(App, "Fixes");
  App.add_flag("--fix", O.fix, "change the files where a fix is known");
  // For tests of what is said then.
  App.add_option("--fix-rounds", O.fixRounds, "")->group("");
  App.add_flag("--dry-run", O.dryRun,
               "with --fix: print the change as a patch instead");
  section(App, "Questions");
  App.add_option("--why", O.why,
                 "print what is known at a line, and why it is silent")
      ->type_name("FILE:LINE");
  App.add_flag("--stats", O.stats,
               "print what was judged, and what was unknown or skipped");
}

void addModules(CLI::App &App, Options &O) {
  App.add_flag("--modules", O.modules,
               "with jsonl: a line for each module, too: what it holds, and "
               "what 'to()' does to it")
      ->needs("--format");
}

void addAnalysisOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  App.add_option("paths", O.paths, "files and folders; none: the whole project")
      ->type_name("FILE|DIR");
  addReadOptions(App, O, Raw);
  App.add_flag(
         "--project", O.project,
         "read the whole project, and show what concerns the files given: "
         "findings in them, and in the modules they are part of")
      ->needs("paths");
  addJobs(App, O, "files parsed");
  App.add_option("--memory", Raw.memory,
                 "what files that are parsed at once may take: 800M, 4G; "
                 "default: most of what is free")
      ->type_name("SIZE");
  addJudgeOptions(App, O, Raw);
  App.get_option("--single-file")->excludes("--project");
  addChoiceOptions(App, O);
  App.add_flag("--list-checks", Raw.listChecks, "print the enabled rules");
  App.add_option("--explain", O.explain, "print the page of a rule")
      ->type_name("RULE");
  addOutputOptions(App, O, Raw);
  addModules(App, O);
  addCacheOptions(App, O, Raw);
}

void addFactsOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  section(App, "What comes out");
  App.add_option("file", O.paths,
                 "a source; its flags stand behind '--', or in the compile "
                 "database")
      ->required()
      ->expected(1)
      ->type_name("FILE");
  App.add_option("-o,--output", O.output,
                 "write the facts to FILE, whole or not at all")
      ->required()
      ->type_name("FILE");
  App.add_option(
         "--depfile", O.depfile,
         "write to FILE, for make and ninja, what the facts are made of")
      ->type_name("FILE");
  App.add_flag(
      "--relative", O.relative,
      "name files below the root as seen from it: for a sandbox, or to "
      "link on another machine");
  addReadOptions(App, O, Raw);
}

void addLspOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  // Some editors say it of themselves.
  App.add_flag("--stdio", "speak on standard input and output; nothing else is "
                          "there");
  addReadOptions(App, O, Raw);
  addJobs(App, O, "files parsed");
  addCacheOptions(App, O, Raw);
  addChecks(App, O);
  addConfig(App, O, "a file");
  addBaseline(App, O);
  App.add_option("--confirmed", O.runFiles,
                 "what 'torch-tidy confirm --format=jsonl' or torch-rehearse "
                 "wrote: findings tell what runs say of them; several times")
      ->type_name("FILE.jsonl")
      ->allow_extra_args(false);
  addLevel(App, Raw);
}

void addLinkOptions(CLI::App &App, Options &O, RawOptions &Raw) {
  App.add_option("facts", O.factsFiles,
                 "what 'torch-tidy facts' wrote: files, folders of them, or "
                 "@FILE with a list of them")
      ->required()
      ->type_name("FILE|DIR|@FILE");
  App.add_option("-p", O.buildPath,
                 "a compile database that tells whether all of the project is "
                 "here")
      ->type_name("DIR");
  addRoot(App, O, "the one that all facts name, else this folder");
  addJobs(App, O, "files read");
  addJudgeOptions(App, O, Raw);
  addChoiceOptions(App, O);
  addOutputOptions(App, O, Raw);
  addModules(App, O);
}

[[noreturn]] void fail(const std::string &Message) {
  throw CLI::ValidationError(Message);
}

void settleLevels(Options &O, const RawOptions &Raw) {
  if (!Raw.level.empty())
    parseLevel(Raw.level, O.level);
  O.levelGiven = !Raw.level.empty();
  if (Raw.failOn == "never")
    O.failOn.reset();
  else if (!Raw.failOn.empty()) {
    Level L = Level::Likely;
    parseLevel(Raw.failOn, L);
    O.failOn = L;
  }
}

void settleProfiles(Options &O, const RawOptions &Raw) {
  O.profileGiven = !Raw.profile.empty();
  if (Raw.profile == "default")
    return;
  for (size_t At = 0; At < Raw.profile.size();) {
    size_t End = std::min(Raw.profile.find(',', At), Raw.profile.size());
    std::string Name = Raw.profile.substr(At, End - At);
    std::optional<config::Profile> P = config::profileFromName(Name);
    if (!P)
      fail("--profile: no profile is called '" + Name + "'" +
           config::nearWords(Name, config::profileNames()));
    O.profiles.push_back(*P);
    At = End + 1;
  }
}

void checkRules(const Options &O) {
  bool Any = false;
  for (const RuleInfo &R : allRules())
    Any |= matchesGlobs(R.name, O.checks);
  if (!Any)
    fail("--checks: no rule matches '" + O.checks +
         "'; --list-checks prints them");
}

void settleKnown(const Options &O) {
  for (auto [Given, Name] :
       {std::make_pair(O.writeBaseline, "--write-baseline"),
        std::make_pair(O.pruneBaseline, "--prune-baseline")})
    if (Given && O.baseline.empty())
      fail(std::string(Name) + ": goes with --baseline FILE");
  if (O.writeBaseline && O.pruneBaseline)
    fail("--write-baseline: goes without --prune-baseline, it prunes as well");
  if (O.writeBaseline && (O.fix || O.diff))
    fail("--write-baseline: goes without --fix and --diff");
  if (O.diff && O.diff->empty())
    fail("--diff: wants a revision, a patch file or -");
}

void settleCache(Options &O, const RawOptions &Raw) {
  O.cache = !Raw.noCache;
  if (!Raw.cacheSize.empty()) {
    std::optional<uint64_t> Bytes = front::parseSize(Raw.cacheSize);
    if (!Bytes)
      fail("--cache-size: '" + Raw.cacheSize + "' is no size; 800M and 4G are");
    O.cacheBytes = *Bytes;
  }
  O.clearCache = Raw.cacheAction == "clear";
  for (size_t I = 0; I < cache::KindNames.size(); ++I)
    if (Raw.cacheKind == cache::KindNames[I])
      O.cacheKind = cache::Kind(I);
  if (!O.clearCache && (O.cacheKind || O.cacheDays))
    fail("--kind and --unused-for: go with clear");
}

void settle(Options &O, const RawOptions &Raw) {
  settleCache(O, Raw);
  if (O.command == Command::Cache)
    return;
  settleProfiles(O, Raw);
  O.format = Formats.at(Raw.format);
  O.color = Colors.at(Raw.color);
  O.skipBodies = !Raw.noSkip;
  if (!Raw.memory.empty()) {
    std::optional<uint64_t> Bytes = front::parseSize(Raw.memory);
    if (!Bytes)
      fail("--memory: '" + Raw.memory + "' is no size; 800M and 4G are");
    O.memory = *Bytes;
  }
  settleLevels(O, Raw);
  if (O.command == Command::Confirm || O.command == Command::Facts)
    return;
  if (O.command == Command::Link && O.fix && !O.dryRun)
    fail("--fix: goes with --dry-run here; facts are of files as they were");
  if (Raw.listChecks)
    O.command = Command::ListChecks;
  else if (!O.explain.empty())
    O.command = Command::Explain;
  checkRules(O);
  if (O.dryRun && !O.fix)
    fail("--dry-run: goes with --fix");
  settleKnown(O);
  if (!O.why.empty()) {
    size_t Colon = O.why.rfind(':');
    if (Colon == std::string::npos || Colon == 0 || Colon + 1 == O.why.size() ||
        O.why.find_first_not_of("0123456789", Colon + 1) != std::string::npos)
      fail("--why: wants FILE:LINE, got '" + O.why + "'");
    if (O.paths.empty())
      O.paths.push_back(O.why.substr(0, Colon));
  }
}

std::string version() {
  return "torch-tidy " TORCHTIDY_VERSION " (Clang " TORCHTIDY_CLANG_VERSION ")";
}

/// The word in front, which goes from \p Args to \p Name; none: analyze.
const CommandWord *takeCommand(std::vector<std::string> &Args,
                               std::string &Name) {
  for (const CommandWord &W : CommandWords)
    if (!Args.empty() && Args.front() == W.word) {
      Name += std::string(" ") + W.word;
      Args.erase(Args.begin());
      return &W;
    }
  return nullptr;
}

void parse(CLI::App &App, std::vector<std::string> Args) {
  // CLI11 takes them from the back.
  std::reverse(Args.begin(), Args.end());
  App.parse(std::move(Args));
}

} // namespace

Options parseOptions(int Argc, const char *const *Argv) {
  Options O;
  RawOptions Raw;
  std::vector<std::string> Args(Argv + 1, Argv + Argc);
  auto Dashes = std::find(Args.begin(), Args.end(), "--");
  if (Dashes != Args.end()) {
    O.flags.emplace(Dashes + 1, Args.end());
    Args.erase(Dashes, Args.end());
  }
  // Its value stands behind '=' only: what follows a bare one is a file.
  for (std::string &A : Args)
    if (A == "--diff")
      A = "--diff=HEAD";
  std::string Name = "torch-tidy";
  const CommandWord *Word = takeCommand(Args, Name);
  O.command = Word ? Word->command : Command::Analyze;
  CLI::App App(Word ? Word->description : overview(), Name);
  App.formatter(std::make_shared<HelpFormatter>());
  App.footer(ExitCodes);
  if (O.command == Command::Facts) {
    addFactsOptions(App, O, Raw);
  } else if (O.command == Command::Link) {
    addLinkOptions(App, O, Raw);
  } else if (O.command == Command::Cache) {
    addCacheCommand(App, O, Raw);
  } else if (O.command == Command::Lsp) {
    addLspOptions(App, O, Raw);
  } else if (O.command == Command::Confirm) {
    Raw.failOn = "never";
    App.add_option("findings", O.findingsFile,
                   "findings of torch-tidy --format=jsonl")
        ->required()
        ->type_name("FINDINGS.jsonl");
    App.add_option("runs", O.runFiles,
                   "what torch-rehearse --format=jsonl wrote")
        ->required()
        ->type_name("RUN.jsonl");
    addOutputOptions(App, O, Raw);
  } else {
    addAnalysisOptions(App, O, Raw);
  }
  section(App, "Help");
  App.set_help_flag("-h,--help", "print this");
  App.set_version_flag("--version", version(), "print the versions");
  try {
    parse(App, std::move(Args));
    const CLI::Option *Checks = App.get_option_no_throw("--checks");
    O.checksGiven = Checks && Checks->count() > 0;
    settle(O, Raw);
  } catch (const CLI::Success &E) {
    O.command = Command::Exit;
    O.exitCode = App.exit(E);
  } catch (const CLI::ParseError &E) {
    std::cerr << "torch-tidy: error: " << E.what()
              << " (torch-tidy --help lists the options)\n";
    O.command = Command::Exit;
    O.exitCode = 2;
  }
  return O;
}

} // namespace tool
} // namespace torchtidy
