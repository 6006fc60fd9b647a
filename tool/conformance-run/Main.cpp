//===- Main.cpp - torch-tidy-conformance-run ------------------------------===//
//
// Runs recorded calls on fake tensors and compares with PyTorch's answers. The
// calls run in a child process, so that one that crashes or hangs is one
// disagreement and no more.
//
//===----------------------------------------------------------------------===//
#include "Coverage.h"
#include "Judge.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace torchtidy::conformance;

namespace {

const char Usage[] =
    "usage: torch-tidy-conformance-run --values real|meta FILE [-v] [--name "
    "N]\n"
    "       torch-tidy-conformance-run --coverage\n"
    "\n"
    "Runs recorded calls, one JSON object a line, on fake tensors and "
    "compares\n"
    "devices, types and shapes with PyTorch's. FILE may be -, the standard\n"
    "input. test/conformance reads compressed files.\n"
    "\n"
    "  --values real  fake tensors hold values, and kernels are the CPU's\n"
    "  --values meta  they have sizes only\n"
    "  --coverage     by which way each operator's shapes are found in meta\n"
    "  -v, --verbose  every disagreement, not only some of each operator, and\n"
    "                 why calls were skipped\n"
    "  --name NAME    what messages call the file\n"
    "\n"
    "Ends with the line 'agree N disagree N skipped N'; skipped are calls "
    "that\n"
    "this LibTorch lacks. Exit codes: 0 compared, 2 could not (no file, a\n"
    "malformed line).\n";

[[noreturn]] void die(const std::string &Message) {
  std::cout.flush();
  std::cerr << "torch-tidy-conformance-run: error: " << Message << "\n";
  std::exit(2);
}

struct Options {
  std::string file, name;
  bool withoutValues = false, chosen = false, verbose = false;
};

Options parseArguments(int Argc, char **Argv) {
  Options O;
  for (int I = 1; I < Argc; ++I) {
    std::string A = Argv[I];
    auto Value = [&] {
      if (++I >= Argc)
        die("'" + A + "' needs a value");
      return std::string(Argv[I]);
    };
    if (A == "--values") {
      std::string V = Value();
      if (V != "real" && V != "meta")
        die("--values is real or meta, not '" + V + "'");
      O.withoutValues = V == "meta";
      O.chosen = true;
    } else if (A == "-v" || A == "--verbose") {
      O.verbose = true;
    } else if (A == "--name") {
      O.name = Value();
    } else if (A == "--help" || A == "-h") {
      std::cout << Usage;
      std::exit(0);
    } else if (A == "--coverage") {
      printCoverage();
      std::exit(0);
    } else if (A.size() > 1 && A[0] == '-') {
      die("unknown option '" + A + "'");
    } else if (O.file.empty()) {
      O.file = A;
    } else {
      die("one file at a time");
    }
  }
  if (O.file.empty() || !O.chosen)
    die("which recording? --values real|meta FILE");
  if (O.name.empty())
    O.name = O.file;
  return O;
}

std::vector<std::string> readLines(const Options &O) {
  std::ifstream File;
  if (O.file != "-") {
    File.open(O.file);
    if (!File)
      die("cannot open " + O.name);
  }
  std::istream &In = O.file == "-" ? std::cin : File;
  std::vector<std::string> Lines;
  for (std::string Line; std::getline(In, Line);)
    Lines.push_back(std::move(Line));
  if (In.bad())
    die("cannot read " + O.name);
  if (!Lines.empty() && Lines[0].compare(0, 2, "\x1f\x8b") == 0)
    die(O.name + " is compressed; give it to test/conformance");
  return Lines;
}

//===- The child ----------------------------------------------------------===//

constexpr unsigned SecondsPerCall = 60;

void writeAll(int Fd, const std::string &Text) {
  for (size_t At = 0; At < Text.size();) {
    ssize_t N = write(Fd, Text.data() + At, Text.size() - At);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      _exit(3);
    At += static_cast<size_t>(N);
  }
}

std::string oneLine(std::string Text) {
  std::replace(Text.begin(), Text.end(), '\n', ' ');
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  return Text;
}

/// For each line from \p First on: kind, operator, text, with tabs between.
[[noreturn]] void runChild(const std::vector<std::string> &Lines, size_t First,
                           bool WithoutValues, int Fd) {
  for (size_t N = First; N != Lines.size(); ++N) {
    if (Lines[N].empty()) {
      writeAll(Fd, "E\t\t\n");
      continue;
    }
    alarm(SecondsPerCall);
    std::string Out;
    try {
      Judgement J = judge(Lines[N], WithoutValues);
      Out = std::string(1, J.kind == Judgement::Agree      ? 'A'
                           : J.kind == Judgement::Disagree ? 'D'
                                                           : 'S') +
            "\t" + oneLine(J.op) + "\t" + oneLine(J.text);
    } catch (const std::exception &E) {
      Out = std::string("M\t\t") + oneLine(E.what());
    }
    writeAll(Fd, Out + "\n");
  }
  _exit(0);
}

//===- The parent ---------------------------------------------------------===//

struct Tally {
  unsigned long agree = 0, disagree = 0, skipped = 0;
  std::map<std::string, std::vector<std::string>> byOperator, lacking;
};

void take(const std::string &Line, const Options &O, size_t Number, Tally &T) {
  size_t A = Line.find('\t'), B = Line.find('\t', A + 1);
  std::string Op = Line.substr(A + 1, B - A - 1), Text = Line.substr(B + 1);
  switch (Line[0]) {
  case 'A':
    ++T.agree;
    break;
  case 'D':
    ++T.disagree;
    T.byOperator[Op].push_back("line " + std::to_string(Number + 1) + ": " +
                               Text);
    break;
  case 'S':
    ++T.skipped;
    T.lacking[Op].push_back(Text);
    break;
  case 'M':
    die(O.name + ":" + std::to_string(Number + 1) + ": " + Text);
  default:
    break;
  }
}

/// Reads a child's lines; returns how many it judged.
size_t readChild(int Fd, const Options &O, size_t First, Tally &T) {
  std::string Buffer;
  size_t Done = 0;
  char Some[1 << 16];
  for (;;) {
    ssize_t N = read(Fd, Some, sizeof Some);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return Done;
    Buffer.append(Some, static_cast<size_t>(N));
    size_t At = 0;
    for (size_t End; (End = Buffer.find('\n', At)) != std::string::npos;
         At = End + 1)
      take(Buffer.substr(At, End - At), O, First + Done++, T);
    Buffer.erase(0, At);
  }
}

Tally runAll(const std::vector<std::string> &Lines, const Options &O) {
  Tally T;
  for (size_t Next = 0; Next < Lines.size();) {
    int Pipe[2];
    if (pipe(Pipe))
      die("cannot make a pipe");
    pid_t Child = fork();
    if (Child < 0)
      die("cannot start a process");
    if (Child == 0) {
      close(Pipe[0]);
      runChild(Lines, Next, O.withoutValues, Pipe[1]);
    }
    close(Pipe[1]);
    Next += readChild(Pipe[0], O, Next, T);
    close(Pipe[0]);
    int Status = 0;
    while (waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
    }
    if (Next == Lines.size())
      break;
    // It died over this one.
    std::string Why =
        !WIFSIGNALED(Status) ? "exit " + std::to_string(WEXITSTATUS(Status))
        : WTERMSIG(Status) == SIGALRM ? "longer than a minute"
                                      : strsignal(WTERMSIG(Status));
    take("D\t" + operatorOf(Lines[Next]) + "\tcrash: " + Why, O, Next, T);
    ++Next;
  }
  return T;
}

void printDisagreements(const Tally &T, bool Verbose) {
  const size_t PerOperator = Verbose ? ~size_t(0) : 3;
  size_t Left = Verbose ? ~size_t(0) : 60, Hidden = 0;
  for (const auto &Group : T.byOperator) {
    size_t Shown = std::min({Group.second.size(), PerOperator, Left});
    for (size_t I = 0; I < Shown; ++I)
      std::cout << Group.first << ", " << Group.second[I] << "\n";
    Left -= Shown;
    Hidden += Group.second.size() - Shown;
  }
  if (Hidden)
    std::cout << "and " << Hidden << " more of " << T.byOperator.size()
              << " operators; -v lists them all\n";
}

void print(const Tally &T, bool Verbose) {
  printDisagreements(T, Verbose);
  if (Verbose)
    for (const auto &Group : T.lacking)
      std::cout << "skipped " << Group.second.size() << " of " << Group.first
                << ": " << Group.second.front() << "\n";
  else if (!T.lacking.empty())
    std::cout << "skipped calls are of " << T.lacking.size()
              << " operators; -v says why\n";
  std::cout << "agree " << T.agree << " disagree " << T.disagree << " skipped "
            << T.skipped << std::endl;
}

} // namespace

int main(int Argc, char **Argv) {
  Options O = parseArguments(Argc, Argv);
  Tally T = runAll(readLines(O), O);
  if (T.agree + T.disagree + T.skipped == 0)
    die(O.name + " has no recorded call");
  print(T, O.verbose);
  return 0;
}
