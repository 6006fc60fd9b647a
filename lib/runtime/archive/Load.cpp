//===- Load.cpp - opening what may be damaged or hostile ------------------===//
#include "runtime/archive/Load.h"
#include <algorithm>
#include <caffe2/serialize/inline_container.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <regex>
#include <torch/csrc/api/include/torch/version.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/csrc/jit/serialization/import.h>

using caffe2::serialize::PyTorchStreamReader;

namespace torchtidy {
namespace archive {
namespace {

[[noreturn]] void refuse(const std::string &Path, const std::string &Why) {
  throw BadArchive("'" + Path + "' " + Why);
}

/// Says what a file is that is no zip archive.
[[noreturn]] void refuseOther(const std::string &Path,
                              const std::string &Head) {
  if (Head.empty())
    refuse(Path, "is empty");
  if (Head.size() > 1 && Head[0] == '\x80')
    refuse(Path, "is a pickle of torch.save in its old form, which has no code "
                 "to run; save it anew with a later PyTorch, or export it with "
                 "torch.jit.save");
  if (Head.size() > 8 && Head.compare(4, 4, "PTMF") == 0)
    refuse(Path, "is a flatbuffer for mobile, which keeps no devices");
  if (Head.size() > 262 && Head.compare(257, 5, "ustar") == 0)
    refuse(Path, "is an archive of PyTorch 1.0 or older; load it there and "
                 "save it with a later one");
  refuse(Path, "is no archive: it doesn't begin as a zip file does");
}

std::string headOf(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    refuse(Path, std::string("can't be read: ") + std::strerror(errno));
  std::string Head(512, '\0');
  In.read(&Head[0], static_cast<std::streamsize>(Head.size()));
  Head.resize(static_cast<size_t>(In.gcount()));
  return Head;
}

void readPickle(PyTorchStreamReader &In, const std::string &Record,
                const std::string &Prefix, std::vector<SavedTensor> &Out) {
  auto Bytes = In.getRecord(Record);
  for (SavedTensor &T :
       savedTensors(static_cast<const char *>(std::get<0>(Bytes).get()),
                    std::get<1>(Bytes))) {
    T.path = Prefix + T.path;
    Out.push_back(std::move(T));
  }
}

/// Packages of torch.export, whose own folder a reader of archives wants.
bool isExportPackage(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  std::string Tail(65536, '\0');
  In.seekg(0, std::ios::end);
  auto Size = static_cast<long long>(In.tellg());
  In.seekg(std::max(0LL, Size - static_cast<long long>(Tail.size())));
  In.read(&Tail[0], static_cast<std::streamsize>(Tail.size()));
  Tail.resize(static_cast<size_t>(In.gcount()));
  // Names stand in the directory at its end.
  return Tail.find("serialized_exported_program.json") != std::string::npos ||
         Tail.find("/archive_format") != std::string::npos;
}

/// Later ones run such packages, and are not asked to here.
std::string whoDoesNot() {
  if (TORCH_VERSION_MAJOR >= 2)
    return "torch-rehearse doesn't read";
  return "this LibTorch (" + std::to_string(TORCH_VERSION_MAJOR) + "." +
         std::to_string(TORCH_VERSION_MINOR) + ") can't run";
}

Opened openZip(const std::string &Path) {
  if (isExportPackage(Path))
    refuse(Path, "is a package of torch.export (.pt2), which " + whoDoesNot() +
                     "; it keeps the devices that it was exported on, and "
                     "move_to_device_pass of torch.export.passes changes them "
                     "(Python, from 2.6 on)");
  PyTorchStreamReader In(Path);
  Opened O;
  bool Data = In.hasRecord("data.pkl");
  bool Constants = In.hasRecord("constants.pkl");
  if (!Data)
    refuse(Path, In.hasRecord("bytecode.pkl")
                     ? "is for mobile alone; save it with torch::jit::save"
                     : "is a zip archive, and none of PyTorch's: it has no "
                       "data.pkl");
  O.kind = Constants ? FileKind::TorchScript : FileKind::Pickle;
  readPickle(In, "data.pkl", "", O.saved);
  if (Constants)
    readPickle(In, "constants.pkl", "constants", O.saved);
  return O;
}

/// What an operator's library is called, for those that people meet.
std::string libraryOf(const std::string &Namespace) {
  if (Namespace == "torchvision")
    return "torchvision's C++ library";
  if (Namespace == "torchaudio" || Namespace == "torch_scatter" ||
      Namespace == "torch_sparse" || Namespace == "torch_cluster")
    return Namespace + "'s library";
  return "the library that registers " + Namespace + "::…";
}

} // namespace

std::string reasonOf(const std::exception &E) {
  std::string Text = E.what();
  if (auto *Torch = dynamic_cast<const c10::Error *>(&E))
    Text = Torch->what_without_backtrace();
  // A regular expression takes stack by the character.
  if (Text.size() > 16384)
    Text = Text.substr(0, 8192) + "\n" + Text.substr(Text.size() - 8192);
  if (dynamic_cast<const std::bad_alloc *>(&E) ||
      Text.find("can't allocate memory") != std::string::npos)
    return "it needs more memory than it may have; --memory gives it more";
  static const std::regex Unknown(
      R"(Unknown builtin op: (\w+)::(\w+)|(?:object has no attribute or method|nonexistent operator) '?(\w+))");
  std::smatch M;
  bool NoSuch = std::regex_search(Text, M, Unknown) && M[1].matched;
  if (NoSuch && M[1] == "aten" && (M[2] == "save" || M[2] == "from_file"))
    return "it calls aten::" + M[2].str() +
           ", which reads or writes files; nothing of it is run";
  if (NoSuch)
    return "it calls " + M[1].str() + "::" + M[2].str() +
           ", which this LibTorch doesn't know: " + libraryOf(M[1]) +
           " is missing; --library FILE loads it";
  // The traceback's last line says what happened.
  static const std::regex Last(R"((?:^|\n)(?:RuntimeError|[\w.]*Error): (.+))");
  if (std::regex_search(Text, M, Last))
    return M[1];
  size_t Line = Text.find_first_not_of(" \n");
  if (Line == std::string::npos)
    return "no reason was given";
  return Text.substr(Line, Text.find('\n', Line) - Line);
}

void forbidFileOperators() {
  for (const char *Name : {"aten::save", "aten::from_file"}) {
    auto Symbol = c10::Symbol::fromQualString(Name);
    // A copy: the list shrinks as they go.
    auto All = torch::jit::getAllOperatorsFor(Symbol);
    for (const auto &Operator : All)
      torch::jit::deregisterOperator(Operator->schema());
  }
}

Opened openArchive(const std::string &Path) {
  std::string Head = headOf(Path);
  if (Head.compare(0, 4, "PK\3\4") != 0)
    refuseOther(Path, Head);
  try {
    return openZip(Path);
  } catch (const BadArchive &) {
    throw;
  } catch (const std::exception &E) {
    refuse(Path, "can't be read: " + reasonOf(E));
  }
}

torch::jit::Module loadModule(const std::string &Path, c10::Device Device) {
  try {
    return torch::jit::load(Path, Device);
  } catch (const std::exception &E) {
    refuse(Path, "can't be loaded: " + reasonOf(E));
  }
}

} // namespace archive
} // namespace torchtidy
