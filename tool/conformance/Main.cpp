//===- Main.cpp - torch-tidy-conformance ----------------------------------===//
//
// Judges `propagate` by recorded answers of PyTorch's FakeTensorMode.
//
//===----------------------------------------------------------------------===//
#include "Recording.h"
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>

using namespace torchtidy;
using namespace torchtidy::conformance;

namespace {

const char Usage[] =
    "usage: torch-tidy-conformance --calculus FILE [-v] [--name NAME]\n"
    "\n"
    "Compares the device calculus with recorded answers of PyTorch, one JSON\n"
    "object a line; FILE may be -, the standard input. test/conformance reads\n"
    "compressed files.\n"
    "\n"
    "  -v, --verbose  every disagreement, not only some of each operator\n"
    "  --name NAME    what messages call the file\n"
    "\n"
    "Ends with the line 'agree N disagree N skipped N'. Exit codes: 0 "
    "compared,\n"
    "2 could not (no file, a malformed line).\n";

[[noreturn]] void die(const std::string &Message) {
  std::cout.flush();
  std::cerr << "torch-tidy-conformance: error: " << Message << "\n";
  std::exit(2);
}

struct Options {
  std::string file, name;
  bool verbose = false;
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
    if (A == "--calculus")
      O.file = Value();
    else if (A == "--name")
      O.name = Value();
    else if (A == "-v" || A == "--verbose")
      O.verbose = true;
    else if (A == "--values")
      die("'--values' runs the operators on fake tensors, which is not in this "
          "build; '--calculus FILE' judges the device calculus alone");
    else if (A == "--help" || A == "-h") {
      std::cout << Usage;
      std::exit(0);
    } else
      die("unknown option '" + A + "'; --help tells what there is");
  }
  if (O.file.empty())
    die("which recording? --calculus FILE");
  if (O.name.empty())
    O.name = O.file == "-" ? "standard input" : O.file;
  return O;
}

std::string describe(const api::Verdict &V) {
  switch (V.kind) {
  case api::Verdict::Clash:
    return "device-mismatch";
  case api::Verdict::PossibleClash:
    return "device-mismatch?";
  case api::Verdict::DataDependent:
    return "data-dependent";
  case api::Verdict::Fine:
    break;
  }
  std::string Text;
  for (const api::Device &D : V.results)
    Text += (Text.empty() ? "" : ",") + D.str();
  return Text.empty() ? "no tensor" : Text;
}

std::string describe(const Answer &A) {
  if (A.kind != Answer::Ok)
    return A.error;
  std::string Text;
  for (const auto &D : A.results)
    Text += (Text.empty() ? "" : ",") + (D ? D->str() : std::string("-"));
  return Text.empty() ? "no tensor" : Text;
}

std::string describe(const api::Call &C) {
  std::string Text;
  for (const api::Argument &A : C.arguments) {
    Text += Text.empty() ? "" : " ";
    Text += A.name.empty() ? std::to_string(A.position) : A.name;
    if (A.element >= 0)
      Text += "[" + std::to_string(A.element) + "]";
    Text += "=" + A.device.str() + (A.zeroDim == api::Tri::Yes ? "/0d" : "");
  }
  if (C.hasDevice)
    Text += (Text.empty() ? "device=" : " device=") + C.device.str();
  return Text;
}

/// One device in the verdict stands for all results.
bool sameResults(const api::Verdict &V, const Answer &A) {
  for (size_t I = 0; I < A.results.size(); ++I) {
    if (!A.results[I])
      continue;
    if (V.results.empty())
      return false;
    const api::Device &Got = V.results[std::min(I, V.results.size() - 1)];
    if (api::sameDevice(Got, *A.results[I]) != api::Tri::Yes)
      return false;
  }
  return true;
}

bool agrees(const api::Verdict &V, const Answer &A) {
  switch (A.kind) {
  case Answer::DeviceMismatch:
    return V.kind == api::Verdict::Clash;
  case Answer::DataDependent:
    return V.kind == api::Verdict::DataDependent;
  default:
    return V.kind == api::Verdict::Fine && sameResults(V, A);
  }
}

struct Tally {
  unsigned long agree = 0, disagree = 0, skipped = 0;
  std::map<std::string, std::vector<std::string>> byOperator;
};

void judge(const Recording &R, Tally &T) {
  if (R.answer.kind == Answer::Other) {
    ++T.skipped;
    return;
  }
  api::Verdict V = api::propagate(R.call, api::Strictness::FakeTensor, 214);
  if (agrees(V, R.answer)) {
    ++T.agree;
    return;
  }
  ++T.disagree;
  std::string Op = R.call.op;
  if (!R.call.overload.empty())
    Op += "." + R.call.overload;
  T.byOperator[Op].push_back(Op + " (" + describe(R.call) + "): expected " +
                             describe(R.answer) + ", got " + describe(V));
}

void print(const Tally &T, bool Verbose) {
  const size_t PerOperator = Verbose ? ~size_t(0) : 3;
  size_t Left = Verbose ? ~size_t(0) : 60, Hidden = 0;
  for (const auto &Group : T.byOperator) {
    size_t Shown = std::min({Group.second.size(), PerOperator, Left});
    for (size_t I = 0; I < Shown; ++I)
      std::cout << Group.second[I] << "\n";
    Left -= Shown;
    Hidden += Group.second.size() - Shown;
  }
  if (Hidden)
    std::cout << "and " << Hidden << " more in "
              << (T.byOperator.size() == 1
                      ? "this operator"
                      : "these " + std::to_string(T.byOperator.size()) +
                            " operators")
              << "; -v lists them all\n";
  std::cout << "agree " << T.agree << " disagree " << T.disagree << " skipped "
            << T.skipped << std::endl;
}

Tally readAll(std::istream &In, const std::string &Name) {
  Tally T;
  std::string Line;
  unsigned long Number = 0;
  while (std::getline(In, Line)) {
    ++Number;
    if (Line.empty())
      continue;
    if (Line.compare(0, 2, "\x1f\x8b") == 0)
      die(Name + " is compressed; give it to test/conformance");
    try {
      judge(parseRecording(Line), T);
    } catch (const std::exception &E) {
      die(Name + ":" + std::to_string(Number) + ": " + E.what());
    }
  }
  if (In.bad())
    die("cannot read " + Name);
  if (T.agree + T.disagree + T.skipped == 0)
    die(Name + " has no recorded call");
  return T;
}

} // namespace

int main(int Argc, char **Argv) {
  Options O = parseArguments(Argc, Argv);
  std::ifstream File;
  if (O.file != "-") {
    File.open(O.file);
    if (!File)
      die("cannot open " + O.file);
  }
  print(readAll(O.file == "-" ? std::cin : File, O.name), O.verbose);
  return 0;
}
