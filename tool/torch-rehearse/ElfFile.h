//===- ElfFile.h - an ELF file, as far as a launcher looks ------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_ELFFILE_H
#define TORCHTIDY_TOOL_REHEARSE_ELFFILE_H

#include <functional>
#include <gelf.h>
#include <string>

namespace torchtidy {
namespace rehearse {

class ElfFile {
public:
  /// Throws BadProgram if \p Path can't be opened.
  explicit ElfFile(const std::string &Path);
  ~ElfFile();
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  bool isElf() const { return E && elf_kind(E) == ELF_K_ELF; }
  bool header(GElf_Ehdr &H) const { return gelf_getehdr(E, &H); }
  bool hasSegment(unsigned Type) const;
  /// Its bytes; empty if it has none.
  std::string buildId() const;
  /// True if the dynamic symbols have a name that \p Wanted is true for.
  bool hasSymbol(const std::function<bool(const char *)> &Wanted) const;

private:
  int Fd;
  Elf *E = nullptr;
};

} // namespace rehearse
} // namespace torchtidy

#endif
