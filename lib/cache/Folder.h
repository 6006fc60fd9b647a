//===- Folder.h - files of a folder that nobody else writes to --*- C++ -*-===//
#ifndef TORCHTIDY_CACHE_FOLDER_H
#define TORCHTIDY_CACHE_FOLDER_H

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace torchtidy {
namespace cache {

/// An open file; closed when it goes.
class FileHandle {
public:
  FileHandle() = default;
  explicit FileHandle(int Fd) : Fd(Fd) {}
  FileHandle(FileHandle &&O) noexcept : Fd(O.release()) {}
  FileHandle &operator=(FileHandle &&O) noexcept {
    if (this != &O)
      reset(O.release());
    return *this;
  }
  ~FileHandle() { reset(); }

  explicit operator bool() const { return Fd >= 0; }
  int get() const { return Fd; }
  int release() {
    int F = Fd;
    Fd = -1;
    return F;
  }
  void reset(int New = -1);

private:
  int Fd = -1;
};

/// Everything goes through the open folder, never through a link in it: what
/// is planted there, or put in its place, isn't followed.
struct Folder {
  FileHandle handle;
  std::string path;

  /// Makes the folders of \p Path that are missing, for this user alone. Empty
  /// handle and a readable reason if the result can't be had or isn't safe.
  static Folder open(const std::string &Path, std::string &Why);
  Folder sub(const char *Name, std::string &Why) const;

  /// A regular file of this user's, to read. Else empty; \p Wrong is true if
  /// what bears the name should go.
  FileHandle read(const std::string &Name, struct stat &St, bool &Wrong) const;
  FileHandle create(const std::string &Name) const; ///< new, to write
  /// Whatever bears the name, folders with all that is in them.
  void remove(const std::string &Name) const;
  /// errno tells why not.
  bool moveTo(const std::string &Name, const Folder &To,
              const std::string &NewName) const;
  void each(const std::function<void(const std::string &, const struct stat &)>
                &Do) const;
  std::string pathOf(const std::string &Name) const {
    return path + "/" + Name;
  }
};

/// All \p Size bytes at \p Offset, or false.
bool readAll(int Fd, char *To, size_t Size, uint64_t Offset);
bool writeAll(int Fd, std::string_view Bytes);

} // namespace cache
} // namespace torchtidy

#endif
