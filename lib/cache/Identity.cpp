//===- Identity.cpp - what a program or library was built of --------------===//
#include "cache/Closure.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>

namespace torchtidy {
namespace cache {

namespace {

constexpr uint64_t MaxNotes = 1u << 16;

/// Notes are padded to four bytes.
uint64_t padded(uint64_t N) { return (N + 3) & ~uint64_t(3); }

std::string buildIdIn(const std::string &Notes) {
  for (uint64_t At = 0; At + sizeof(ElfW(Nhdr)) <= Notes.size();) {
    ElfW(Nhdr) N;
    Notes.copy(reinterpret_cast<char *>(&N), sizeof N, At);
    uint64_t Name = At + sizeof N, Text = Name + padded(N.n_namesz);
    if (Text + N.n_descsz > Notes.size())
      break;
    if (N.n_type == NT_GNU_BUILD_ID && N.n_descsz >= 8 &&
        Notes.compare(Name, 4, std::string("GNU\0", 4)) == 0)
      return Notes.substr(Text, N.n_descsz);
    At = Text + padded(N.n_descsz);
  }
  return "";
}

/// The build id of an ELF file of this machine's kind, or "".
std::string buildId(int Fd) {
  ElfW(Ehdr) Header;
  if (!readAll(Fd, reinterpret_cast<char *>(&Header), sizeof Header, 0) ||
      std::string_view(reinterpret_cast<char *>(Header.e_ident), SELFMAG) !=
          ELFMAG ||
      Header.e_phentsize != sizeof(ElfW(Phdr)))
    return "";
  for (unsigned I = 0; I < Header.e_phnum; ++I) {
    ElfW(Phdr) P;
    if (!readAll(Fd, reinterpret_cast<char *>(&P), sizeof P,
                 Header.e_phoff + I * sizeof P))
      return "";
    if (P.p_type != PT_NOTE || P.p_filesz > MaxNotes)
      continue;
    std::string Notes(P.p_filesz, 0);
    if (!readAll(Fd, Notes.data(), Notes.size(), P.p_offset))
      return "";
    std::string Id = buildIdIn(Notes);
    if (!Id.empty())
      return Id;
  }
  return "";
}

} // namespace

std::optional<Digest> identityOf(const std::string &Path) {
  FileHandle File(::open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!File)
    return std::nullopt;
  const Stamp S = stampOfHandle(File.get());
  if (S.type != Stamp::File)
    return std::nullopt;
  std::string Id = buildId(File.get());
  return Id.empty() ? digestFile(File.get(), S.size) : digest("build id " + Id);
}

} // namespace cache
} // namespace torchtidy
