//===- main.cpp - torch-rehearse: a program on devices that aren't there --===//
#include "Archive.h"
#include "Build.h"
#include "Program.h"
#include "Summary.h"
#include "findings/JsonLines.h"
#include "runtime/common/RunText.h"
#include <CLI/CLI.hpp>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

using namespace torchtidy;
using namespace torchtidy::rehearse;

namespace {

constexpr int Failed = 2;

const char *Footer =
    R"(The program runs as it is: is_available() says yes, values are real, and every
operator's devices are checked. A mismatch throws what LibTorch throws on a GPU,
so the program ends, or recovers, as it would there.

Exit code: the program's own, its signal included; 1 if --fail-on asks for it;
2 if nothing could be rehearsed.)";

/// "cuda:1", "cuda", "1" or "mps". Throws CLI::ValidationError.
void readDevice(const std::string &Text, Options &O) {
  size_t Colon = Text.find(':');
  std::string Type = Text.substr(0, Colon),
              Index = Colon == std::string::npos ? "0" : Text.substr(Colon + 1);
  if (Type.find_first_not_of("0123456789") == std::string::npos) {
    Index = Type;
    Type = "cuda";
  }
  bool Known = Type == "cuda" || Type == "xpu" || Type == "mps";
  if (!Known || Index.empty() || Index.size() > 2 ||
      Index.find_first_not_of("0123456789") != std::string::npos)
    throw CLI::ValidationError("--device",
                               "'" + Text +
                                   "' is no device of torch-rehearse; they "
                                   "are cuda:0 to cuda:7, xpu:0 to xpu:7, mps");
  O.type = Type;
  O.current = std::stoi(Index);
  if (Type == "mps") // a Mac has one
    O.devices = 1;
  if (O.current >= O.devices)
    throw CLI::ValidationError("--device", O.device() + " of " +
                                               std::to_string(O.devices) +
                                               " devices does not exist");
}

void addOptions(CLI::App &App, Options &O, std::string &Device) {
  App.add_option("--devices", O.devices, "Number of fake devices, 1 to 8")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  App.add_option("--device", Device,
                 "The current device at the start of every thread: what 'cuda' "
                 "without an index means (default cuda:0); or mps, xpu:0");
  App.add_flag(
      "--keep-going", O.keepGoing,
      "Report each mismatch and carry on as if the tensor had been moved");
  App.add_flag("--explore{64}", O.explore,
               "Run the other sides of branches on tensors' values too, in "
               "copies of the program that can change nothing; at most 64, or "
               "--explore=N");
  App.add_option("--level", O.level,
                 "Lowest level told: certain, likely or advice")
      ->check(CLI::IsMember({"certain", "likely", "advice"}))
      ->capture_default_str();
  App.add_option("--format", O.format, "text or jsonl")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->capture_default_str();
  App.add_option("-o,--output", O.output,
                 "Where findings go (default: standard error)");
  App.add_option(
         "--fail-on", O.failOn,
         "Exit with 1 on findings of this level: certain, likely or never")
      ->check(CLI::IsMember({"certain", "likely", "never"}))
      ->capture_default_str();
  App.add_option("command", O.command,
                 "The program and its arguments, after --")
      ->required();
  App.set_version_flag("--version",
                       "torch-rehearse " TORCHTIDY_VERSION
                       " (LibTorch " TORCHTIDY_LIBTORCH_VERSION ")");
  App.footer(Footer);
}

int openOutput(const std::string &Path) {
  if (Path.empty())
    return dup(STDERR_FILENO);
  int Fd = open(Path.c_str(),
                O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (Fd < 0)
    throw BadProgram("cannot write '" + Path + "': " + std::strerror(errno));
  return Fd;
}

void writeAll(int Fd, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t N = write(Fd, Text.data() + Done, Text.size() - Done);
    if (N < 0 && errno != EINTR)
      throw BadProgram(std::string("cannot write findings: ") +
                       std::strerror(errno));
    Done += N > 0 ? N : 0;
  }
}

bool failsOn(const Options &O, const rt::SharedRun &R) {
  if (O.failOn == "never")
    return false;
  return R.certain.load() || (O.failOn == "likely" && R.likely.load());
}

/// The object that came with this launcher, or one that is built for the
/// program's own LibTorch.
std::string preloadThatFits(const std::string &Program) {
  std::string Preload = findPreload();
  try {
    checkProgram(Program, Preload);
    return Preload;
  } catch (const OtherLibTorch &Other) {
    std::cerr << "torch-rehearse: " << Other.what() << "\n";
    Preload = preloadBuiltFor(inspectLibTorch(Other.library));
  }
  checkProgram(Program, Preload);
  return Preload;
}

int rehearseProgram(const Options &O) {
  std::string Program = findProgram(O.command.front());
  std::string Preload = preloadThatFits(Program);
  Page P;
  Memo Explored;
  int Out = openOutput(O.output);
  int Status = 0;
  {
    PreloadName Name(Preload);
    Status = runProgram(O, Program, preloadFor(Program, Name.str()), P,
                        Explored, Out);
  }
  if (!P->started.load())
    throw BadProgram(
        "the program ran, but the rehearsal did not come up in it");
  bool Jsonl = O.format == "jsonl";
  for (const Finding &F : branchesOf(Explored.text())) {
    P->likely.fetch_add(1);
    writeAll(Out, Jsonl ? toJsonLine(F) + "\n" : rt::clangText(F));
  }
  if (Jsonl)
    writeAll(Out, summaryLine(O, *P) + "\n");
  if (!Jsonl || !O.output.empty())
    std::cerr << summaryText(O, *P);
  if (failsOn(O, *P))
    return 1;
  endLike(Status);
}

} // namespace

int main(int Count, char **Arguments) {
  if (namesExport(Count, Arguments))
    return exportMain(Count, Arguments);
  if (namesArchive(Count, Arguments))
    return archiveMain(Count, Arguments);
  CLI::App App("Rehearse a program that uses LibTorch on fake devices.",
               "torch-rehearse");
  Options O;
  std::string Device = "cuda:0";
  addOptions(App, O, Device);
  // What follows the program is its own, dashes and all.
  App.prefix_command(false);
  App.positionals_at_end(true);
  try {
    App.parse(Count, Arguments);
    readDevice(Device, O);
  } catch (const CLI::ParseError &E) {
    int Code = App.exit(E);
    return Code == 0 ? 0 : Failed;
  }
  try {
    return rehearseProgram(O);
  } catch (const std::exception &E) {
    std::cerr << "torch-rehearse: " << E.what() << "\n";
    return Failed;
  }
}
