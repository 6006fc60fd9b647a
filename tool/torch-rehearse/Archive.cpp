//===- Archive.cpp - torch-rehearse model.pt ------------------------------===//
#include "Archive.h"
#include "Child.h"
#include "Program.h"
#include "findings/JsonLines.h"
#include "findings/TextRenderer.h"
#include "findings/Utf8.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace torchtidy {
namespace rehearse {
namespace {

constexpr int Failed = 2;
constexpr size_t MaxFindings = size_t(64) << 20, MaxModel = size_t(2) << 30;

const char *Footer =
    R"(The archive is loaded in a process of its own, whose time and memory are bounded
and which can write no files. Each --input is a tensor, in the order of the method's
arguments: 1x3x224x224:float32, 2x16:int64:0..1000 (values from that range),
scalar:float32; or int=3, float=0.5, bool=true, str=text, none, [1x3,1x4] (a list).

Exit code: 0 nothing, 1 findings at or above --fail-on, 2 it could not be rehearsed.)";

struct ArchiveOptions {
  std::string path, method = "forward", format = "text", output,
                    failOn = "likely", level = "likely";
  std::vector<std::string> inputs, libraries;
  int devices = 2;
  unsigned timeout = 120, memory = 0;
  bool verbose = false;
  std::string onnx, torchscript; ///< of an export: where it goes
  std::string device = "cpu";    ///< of an export: where it shall run
  bool force = false;

  bool exports() const { return !onnx.empty() || !torchscript.empty(); }
};

void addOptions(CLI::App &App, ArchiveOptions &O) {
  App.add_option("archive", O.path, "A TorchScript archive")->required();
  App.add_option("--input", O.inputs, "An example input; once for each")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  App.add_option("--method", O.method, "What is run")->capture_default_str();
  App.add_option("--devices", O.devices, "Number of fake CUDA devices, 1 to 8")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  App.add_option("--library", O.libraries,
                 "A library that registers operators, loaded first")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  App.add_option("--format", O.format, "text or jsonl")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->capture_default_str();
  App.add_option("-o,--output", O.output,
                 "Where findings go (default: standard output)");
  App.add_option("--level", O.level,
                 "Least level that is shown: certain, likely or advice")
      ->check(CLI::IsMember({"certain", "likely", "advice"}))
      ->capture_default_str();
  App.add_option("--fail-on", O.failOn,
                 "Exit with 1 on findings of this level: certain, likely, "
                 "advice or never")
      ->check(CLI::IsMember({"certain", "likely", "advice", "never"}))
      ->capture_default_str();
  App.add_option("--timeout", O.timeout, "Seconds that it may take")
      ->check(CLI::Range(1u, 86400u))
      ->capture_default_str();
  App.add_option("--memory", O.memory,
                 "MB that it may take (default: 4096, or eight times the "
                 "file's size if that is more)")
      ->check(CLI::Range(64u, 1u << 24));
  App.add_flag("--verbose", O.verbose, "Show what LibTorch says meanwhile");
  App.footer(Footer);
}

std::string worker() {
  std::error_code Error;
  fs::path Here = fs::read_symlink("/proc/self/exe", Error).parent_path();
  for (const char *Place : {"../libexec", "."}) {
    fs::path Try = (Here / Place / "torch-rehearse-archive").lexically_normal();
    if (fs::exists(Try, Error))
      return Try.string();
  }
  throw BadProgram(
      "torch-rehearse is not whole: no torch-rehearse-archive in " +
      (Here / "../libexec").lexically_normal().string());
}

uint64_t memoryFor(const ArchiveOptions &O) {
  if (O.memory)
    return uint64_t(O.memory) << 20;
  std::error_code Error;
  uint64_t Size = fs::file_size(O.path, Error);
  return std::max(uint64_t(4) << 30, Error ? 0 : 8 * Size);
}

ChildResult runWorker(const ArchiveOptions &O) {
  ordered_json J{{"path", O.path},           {"method", O.method},
                 {"devices", O.devices},     {"inputs", O.inputs},
                 {"libraries", O.libraries}, {"memory", memoryFor(O)},
                 {"seconds", O.timeout},     {"onnx", !O.onnx.empty()},
                 {"device", O.device},       {"force", O.force}};
  J["torchscript"] = !O.torchscript.empty();
  return runChild({worker(), "{out}", J.dump()}, O.timeout,
                  O.exports() ? MaxModel : MaxFindings, O.verbose);
}

/// What the worker said, checked: it may have been taken over.
struct Answer {
  std::vector<Finding> findings;
  ordered_json archive; ///< null if it did not get so far
  ordered_json exported;
  std::string bytes; ///< of what was exported, one file after the other
};

Answer readAnswer(const ChildResult &R, const ArchiveOptions &O) {
  std::string What = "reading '" + O.path + "' ";
  if (R.late || (WIFSIGNALED(R.status) && WTERMSIG(R.status) == SIGXCPU))
    throw BadProgram(What + "took more than " + std::to_string(O.timeout) +
                     " seconds; --timeout gives it more");
  if (R.endless)
    throw BadProgram(What + "gave no end of findings");
  if (WIFSIGNALED(R.status))
    throw BadProgram(What + "ended LibTorch with signal " +
                     std::to_string(WTERMSIG(R.status)) + " (" +
                     strsignal(WTERMSIG(R.status)) +
                     "): the file is damaged, or hostile");
  Answer A;
  for (size_t At = 0; At < R.output.size();) {
    size_t End = std::min(R.output.find('\n', At), R.output.size());
    std::string Line = R.output.substr(At, End - At);
    At = End + 1;
    auto J = ordered_json::parse(Line);
    if (J.contains("error"))
      throw BadProgram(J["error"].get<std::string>());
    if (J.contains("export")) {
      A.exported = J["export"];
      A.bytes = R.output.substr(std::min(At, R.output.size()));
      break;
    }
    if (J.contains("archive"))
      A.archive = J["archive"];
    else
      A.findings.push_back(fromJsonLine(Line));
  }
  if (A.archive.is_null())
    throw BadProgram(What + "ended too early");
  return A;
}

/// Sources are shown from the current folder alone: an archive names any file
/// it likes.
bool readSource(const std::string &Path, std::string &Text) {
  std::error_code Error;
  fs::path Real = fs::weakly_canonical(Path, Error),
           Here = fs::current_path(Error);
  auto Pair = std::mismatch(Here.begin(), Here.end(), Real.begin(), Real.end());
  bool Own = !Error && Pair.first == Here.end() && Real.extension() == ".py";
  if (Own && fs::is_regular_file(Real, Error))
    return false; // read it
  Text.clear();
  return true;
}

std::string runsText(const ordered_json &Archive) {
  std::string Text;
  for (const auto &R : Archive.at("runs"))
    Text +=
        (Text.empty() ? "run on " : ", ") + R.at("device").get<std::string>();
  if (Text.empty())
    return "not run";
  return Text + " (" +
         counted(Archive.at("runs").at(0).at("operators").get<size_t>(),
                 "operator") +
         ")";
}

/// Returns false if a run did not end.
bool tellRuns(const ArchiveOptions &O, const Answer &A) {
  bool Whole = true;
  for (const auto &R : A.archive.at("runs")) {
    std::string Error = R.at("error");
    if (Error.empty())
      continue;
    Whole = false;
    std::cerr << "torch-rehearse: '" << O.path << "' on "
              << R.at("device").get<std::string>()
              << " ended early: " << printable(Error) << "\n";
  }
  for (const auto &N : A.archive.at("notes"))
    std::cerr << "torch-rehearse: note: " << printable(N.get<std::string>())
              << "\n";
  std::cerr << "torch-rehearse: " << O.path << ": "
            << A.archive.at("kind").get<std::string>() << ", "
            << runsText(A.archive) << ": " << summaryLine(A.findings) << "\n";
  return Whole;
}

void write(std::ostream &Out, const ArchiveOptions &O, const Answer &A) {
  if (O.format == "jsonl") {
    writeJsonLines(Out, A.findings);
    ordered_json Run{{"program", O.path},
                     {"args", O.inputs},
                     {"lines", A.archive.at("lines")}};
    for (const char *Key : {"kind", "runs", "saved", "notes"})
      Run[Key] = A.archive.at(Key);
    if (!A.archive.at("nodes").empty())
      Run["nodes"] = A.archive.at("nodes");
    Out << ordered_json{{"run", Run}}.dump() << "\n";
    return;
  }
  TextOptions T;
  T.summary = false;
  T.root = fs::current_path().string();
  T.sourceReader = readSource;
  writeText(Out, A.findings, T);
}

void keepLevels(Answer &A, const std::string &Least) {
  Level L = Level::Likely;
  parseLevel(Least, L);
  auto Below = [L](const Finding &F) { return F.level > L; };
  A.findings.erase(std::remove_if(A.findings.begin(), A.findings.end(), Below),
                   A.findings.end());
}

int tell(const ArchiveOptions &O, Answer &A) {
  keepLevels(A, O.level);
  bool Whole = tellRuns(O, A);
  for (Finding &F : A.findings)
    F.partial = !Whole;
  if (O.output.empty()) {
    write(std::cout, O, A);
  } else {
    std::ofstream Out(O.output, std::ios::binary);
    write(Out, O, A);
    if (!Out.flush())
      throw BadProgram("cannot write '" + O.output + "'");
  }
  if (!Whole)
    return Failed;
  Level Least;
  if (!parseLevel(O.failOn, Least))
    return 0;
  return std::any_of(A.findings.begin(), A.findings.end(),
                     [&](const Finding &F) { return F.level <= Least; });
}

int rehearseArchive(const ArchiveOptions &O) {
  Answer A = readAnswer(runWorker(O), O);
  return tell(O, A);
}

//===- torch-rehearse export ----------------------------------------------===//

/// Whole or not at all.
void writeWhole(const std::string &Path, const std::string &Bytes) {
  std::string New = Path + ".new";
  std::ofstream Out(New, std::ios::binary);
  Out << Bytes;
  Out.close();
  std::error_code Error;
  if (Out)
    fs::rename(New, Path, Error);
  if (!Out || Error) {
    fs::remove(New, Error);
    throw BadProgram("cannot write '" + Path + "'");
  }
}

/// Cuts the answer's bytes into files. Throws BadProgram if some are missing.
void writeFiles(const ArchiveOptions &O, const Answer &A) {
  size_t At = 0, All = 0;
  for (const auto &F : A.exported.at("files"))
    All += F.at("bytes").get<size_t>();
  if (All != A.bytes.size())
    throw BadProgram("what was exported did not come whole");
  for (const auto &F : A.exported.at("files")) {
    size_t Size = F.at("bytes").get<size_t>();
    const std::string &Path = F.at("name") == "onnx" ? O.onnx : O.torchscript;
    writeWhole(Path, A.bytes.substr(At, Size));
    At += Size;
    std::cerr << "torch-rehearse: wrote '" << Path << "', " << Size
              << " bytes\n";
  }
}

int exportArchive(const ArchiveOptions &O) {
  if (!O.exports())
    throw BadProgram("export: nothing to write; give --onnx FILE, "
                     "--torchscript FILE, or both");
  Answer A = readAnswer(runWorker(O), O);
  int Code = tell(O, A);
  if (A.exported.is_null())
    throw BadProgram("reading '" + O.path + "' ended before the export");
  for (const auto &S : A.exported.at("steps"))
    std::cerr << "torch-rehearse: " << printable(S.get<std::string>()) << "\n";
  if (A.exported.contains("error")) {
    std::cerr << "torch-rehearse: "
              << printable(A.exported["error"].get<std::string>()) << "\n";
    return Code == 1 ? 1 : Failed;
  }
  writeFiles(O, A);
  return Code;
}

bool endsWith(const std::string &S, const char *Tail) {
  size_t N = std::strlen(Tail);
  return S.size() > N && S.compare(S.size() - N, N, Tail) == 0;
}

bool isArchive(const std::string &Path) {
  for (const char *Ending :
       {".pt", ".pth", ".ts", ".ptl", ".pt2", ".onnx", ".torchscript"})
    if (endsWith(Path, Ending))
      return true;
  std::ifstream In(Path, std::ios::binary);
  char Head[4] = {};
  return In.read(Head, 4) && std::memcmp(Head, "PK\3\4", 4) == 0;
}

} // namespace

bool namesArchive(int Count, char **Arguments) {
  static const char *const WithValue[] = {
      "-o",      "--output", "--devices", "--device",  "--format", "--fail-on",
      "--input", "--method", "--library", "--timeout", "--memory", "--level"};
  for (int N = 1; N < Count && std::strcmp(Arguments[N], "--") != 0; ++N) {
    if (Arguments[N][0] != '-')
      return isArchive(Arguments[N]); // what follows a program is its own
    for (const char *Option : WithValue)
      if (std::strcmp(Arguments[N], Option) == 0) {
        ++N;
        break;
      }
  }
  return false;
}

static int runMain(CLI::App &App, ArchiveOptions &O, int Count,
                   char **Arguments, int (*Run)(const ArchiveOptions &)) {
  try {
    App.parse(Count, Arguments);
  } catch (const CLI::ParseError &E) {
    int Code = App.exit(E);
    return Code == 0 ? 0 : Failed;
  }
  try {
    return Run(O);
  } catch (const std::exception &E) {
    std::cerr << "torch-rehearse: " << printable(E.what()) << "\n";
    return Failed;
  }
}

int archiveMain(int Count, char **Arguments) {
  CLI::App App("Rehearse an archive on fake CUDA devices.", "torch-rehearse");
  ArchiveOptions O;
  addOptions(App, O);
  return runMain(App, O, Count, Arguments, &rehearseArchive);
}

bool namesExport(int Count, char **Arguments) {
  return Count > 1 && std::strcmp(Arguments[1], "export") == 0;
}

int exportMain(int Count, char **Arguments) {
  CLI::App App("Rehearse an archive, then export it on the CPU.",
               "torch-rehearse export");
  ArchiveOptions O;
  addOptions(App, O);
  App.add_option("--onnx", O.onnx, "An ONNX file to write");
  App.add_option("--torchscript", O.torchscript,
                 "A TorchScript archive to write, with every tensor on cpu");
  App.add_option("--device", O.device,
                 "Where it shall run (cuda:1): after the export it is moved "
                 "there, rehearsed")
      ->capture_default_str();
  App.add_flag("--force", O.force, "Export in spite of findings");
  return runMain(App, O, Count - 1, Arguments + 1, &exportArchive);
}

} // namespace rehearse
} // namespace torchtidy
