//===- fuzz.cpp - damaged archives, as many as are asked for --------------===//
//
// usage: archive-fuzz COUNT FOLDER ARCHIVE INPUT [ARCHIVE INPUT]…
//
// Each damaged archive is rehearsed in a forked, confined process, as
// torch-rehearse does it; LibTorch is loaded once. Half of them have bytes of
// the file damaged, which a checksum notices; half have a record damaged and
// its checksum made anew, which reaches the parsers. The seed is fixed. Those
// that end LibTorch with a signal are left in FOLDER.
//
//===----------------------------------------------------------------------===//
#include "runtime/archive/Archive.h"
#include "runtime/archive/Confine.h"
#include <caffe2/serialize/inline_container.h>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace torchtidy;
using caffe2::serialize::PyTorchStreamReader;
using caffe2::serialize::PyTorchStreamWriter;

namespace {

std::mt19937 Random(20);

size_t below(size_t N) { return N ? Random() % N : 0; }

void damage(std::string &Bytes) {
  if (Bytes.empty())
    return;
  size_t At = below(Bytes.size()), Length = below(64) + 1;
  switch (below(5)) {
  case 0:
    Bytes.resize(At);
    break;
  case 1:
    Bytes.erase(At, Length);
    break;
  case 2:
    Bytes.insert(At, Bytes.substr(below(Bytes.size()), Length));
    break;
  default:
    for (size_t N = below(4) + 1; N; --N)
      Bytes[below(Bytes.size())] = static_cast<char>(Random());
  }
}

std::string readFile(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

void writeFile(const std::string &Path, const std::string &Bytes) {
  std::ofstream(Path, std::ios::binary) << Bytes;
}

/// The archive with one record damaged, and whole as a zip file.
std::string withDamagedRecord(const std::string &Path) {
  PyTorchStreamReader In(Path);
  std::string Out;
  PyTorchStreamWriter Writer([&Out](const void *Data, size_t Size) {
    Out.append(static_cast<const char *>(Data), Size);
    return Size;
  });
  auto Names = In.getAllRecords();
  size_t Victim = below(Names.size());
  for (size_t N = 0; N != Names.size(); ++N) {
    if (Names[N] == "version")
      continue; // the writer adds its own
    auto Record = In.getRecord(Names[N]);
    std::string Bytes(static_cast<char *>(std::get<0>(Record).get()),
                      std::get<1>(Record));
    if (N == Victim)
      damage(Bytes);
    Writer.writeRecord(Names[N], Bytes.data(), Bytes.size());
  }
  Writer.writeEndOfFile();
  return Out;
}

/// 'e'nded, 'r'efused, 's'ignal or 'l'ate.
char rehearseForked(const std::string &Path, const std::string &Input) {
  pid_t Child = fork();
  if (Child == 0) {
    alarm(400); // of wall time: for what waits; CPU time is bounded below
    archive::confine(uint64_t(2) << 30, 60);
    (void)!freopen("/dev/null", "w", stderr);
    archive::Options O;
    O.path = Path;
    O.inputs = {Input};
    try {
      archive::rehearse(O);
    } catch (const std::exception &) {
      _exit(2);
    }
    _exit(0);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (WIFEXITED(Status))
    return WEXITSTATUS(Status) == 0 ? 'e' : 'r';
  int Signal = WTERMSIG(Status);
  return Signal == SIGALRM || Signal == SIGXCPU ? 'l' : 's';
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 5)
    return 2;
  archive::forbidFileOperators();
  int Wanted = std::atoi(Arguments[1]);
  std::string Folder = Arguments[2], Path = Folder + "/damaged.pt";
  int Ended = 0, Refused = 0, Signals = 0, Late = 0;
  for (int N = 0; N != Wanted; ++N) {
    int Pick = 3 + 2 * static_cast<int>(below((Count - 3) / 2));
    std::string Bytes;
    if (N % 2) {
      Bytes = withDamagedRecord(Arguments[Pick]);
    } else {
      Bytes = readFile(Arguments[Pick]);
      damage(Bytes);
    }
    writeFile(Path, Bytes);
    char Outcome = rehearseForked(Path, Arguments[Pick + 1]);
    Ended += Outcome == 'e';
    Refused += Outcome == 'r';
    Late += Outcome == 'l';
    if (Outcome == 's')
      writeFile(Folder + "/signal-" + std::to_string(Signals++) + ".pt", Bytes);
  }
  std::printf("fuzz: %d archives: %d ended, %d refused, %d signals, %d late\n",
              Wanted, Ended, Refused, Signals, Late);
  return Late != 0 || Ended == 0 || Refused == 0;
}
