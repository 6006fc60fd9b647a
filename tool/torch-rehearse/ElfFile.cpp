//===- ElfFile.cpp - an ELF file, as far as a launcher looks --------------===//
#include "ElfFile.h"
#include "Program.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace torchtidy {
namespace rehearse {

ElfFile::ElfFile(const std::string &Path) {
  elf_version(EV_CURRENT);
  Fd = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    throw BadProgram("cannot read '" + Path + "': " + std::strerror(errno));
  E = elf_begin(Fd, ELF_C_READ, nullptr);
}

ElfFile::~ElfFile() {
  if (E)
    elf_end(E);
  close(Fd);
}

bool ElfFile::hasSegment(unsigned Type) const {
  size_t Count = 0;
  elf_getphdrnum(E, &Count);
  for (size_t I = 0; I != Count; ++I) {
    GElf_Phdr P;
    if (gelf_getphdr(E, static_cast<int>(I), &P) && P.p_type == Type)
      return true;
  }
  return false;
}

std::string ElfFile::buildId() const {
  std::string Id;
  Elf_Scn *Section = nullptr;
  while ((Section = elf_nextscn(E, Section))) {
    GElf_Shdr H;
    if (!gelf_getshdr(Section, &H) || H.sh_type != SHT_NOTE)
      continue;
    Elf_Data *Data = elf_getdata(Section, nullptr);
    GElf_Nhdr Note;
    size_t At = 0, Name, Value;
    while (Data && At < Data->d_size &&
           (At = gelf_getnote(Data, At, &Note, &Name, &Value)) > 0)
      if (Note.n_type == NT_GNU_BUILD_ID)
        Id.assign(static_cast<char *>(Data->d_buf) + Value, Note.n_descsz);
  }
  return Id;
}

bool ElfFile::hasSymbol(const std::function<bool(const char *)> &Wanted) const {
  Elf_Scn *Section = nullptr;
  while ((Section = elf_nextscn(E, Section))) {
    GElf_Shdr H;
    if (!gelf_getshdr(Section, &H) || H.sh_type != SHT_DYNSYM || !H.sh_entsize)
      continue;
    Elf_Data *Data = elf_getdata(Section, nullptr);
    for (size_t I = 0; Data && I != H.sh_size / H.sh_entsize; ++I) {
      GElf_Sym S;
      const char *Name = gelf_getsym(Data, static_cast<int>(I), &S)
                             ? elf_strptr(E, H.sh_link, S.st_name)
                             : nullptr;
      if (Name && S.st_shndx != SHN_UNDEF && Wanted(Name))
        return true;
    }
  }
  return false;
}

} // namespace rehearse
} // namespace torchtidy
