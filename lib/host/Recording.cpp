//===- Recording.cpp - notes what Clang reads -----------------------------===//
#include "host/Recording.h"
#include "extract/ClangCompat.h"
#include "project/Paths.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/MemoryBuffer.h"
#include <dlfcn.h>

namespace torchtidy {
namespace host {

namespace {

using cache::Recorder;
using cache::Stamp;

/// How a precompiled header begins.
constexpr llvm::StringLiteral PrecompiledMagic = "CPCH";

class RecordingFile : public llvm::vfs::File {
public:
  RecordingFile(std::unique_ptr<File> Inner, std::string Path, const Stamp &S,
                Recorder &R)
      : Inner(std::move(Inner)), Path(std::move(Path)), Taken(S), Notes(R) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return Inner->status(); }
  llvm::ErrorOr<std::string> getName() override { return Inner->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t FileSize,
            bool RequiresNullTerminator, bool IsVolatile) override {
    auto Buffer =
        Inner->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
    if (!Buffer) {
      Notes.spoil();
      return Buffer;
    }
    llvm::StringRef Text = (*Buffer)->getBuffer();
    Notes.read(Path, Taken, cache::digest({Text.data(), Text.size()}));
    if (Text.substr(0, PrecompiledMagic.size()) == PrecompiledMagic)
      Notes.setStrict();
    return Buffer;
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<File> Inner;
  std::string Path;
  Stamp Taken;
  Recorder &Notes;
};

class RecordingFileSystem : public compat::StatusFileSystem {
public:
  RecordingFileSystem(llvm::IntrusiveRefCntPtr<FileSystem> Disk, Recorder &R,
                      std::string Ignored)
      : StatusFileSystem(std::move(Disk)), Notes(R),
        Ignored(std::move(Ignored)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    note(Path);
    return ProxyFileSystem::status(Path);
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    std::string Name = absolute(Path);
    if (ignored(Name))
      return ProxyFileSystem::openFileForRead(Path);
    const Stamp Taken = cache::stampOf(Name);
    note(Name, Taken);
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (!File) {
      // A file that is there and can't be read may be read another time.
      if (Taken.type == Stamp::File)
        Notes.spoil();
      return File;
    }
    auto Status = (*File)->status();
    if (!Status || Status->getUniqueID().getFile() != Taken.inode ||
        Status->getUniqueID().getDevice() != Taken.device ||
        (Taken.type == Stamp::File && Status->getSize() != Taken.size))
      Notes.spoil();
    return std::unique_ptr<llvm::vfs::File>(
        new RecordingFile(std::move(*File), std::move(Name), Taken, Notes));
  }

  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Path,
                                          std::error_code &EC) override {
    std::string Name = absolute(Path);
    if (!ignored(Name))
      Notes.listed(Name);
    return ProxyFileSystem::dir_begin(Path, EC);
  }

private:
  /// Neither dots nor links are resolved: "a/../b" goes where the link a goes.
  std::string absolute(const llvm::Twine &Path) const {
    llvm::SmallString<256> Name;
    Path.toVector(Name);
    makeAbsolute(Name);
    return Name.str().str();
  }
  bool ignored(const std::string &Name) const {
    return !Ignored.empty() && project::isUnder(Name, Ignored);
  }
  void note(const std::string &Name, const Stamp &S) {
    if (S.type == Stamp::None)
      Notes.absent(Name);
    else
      Notes.seen(Name, S);
  }
  void note(const llvm::Twine &Path) {
    std::string Name = absolute(Path);
    if (!ignored(Name))
      note(Name, cache::stampOf(Name));
  }

  Recorder &Notes;
  const std::string Ignored;
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recording(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk, Recorder &R,
          const std::string &Ignored) {
  return llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
      new RecordingFileSystem(std::move(Disk), R, Ignored));
}

void recordClang(Recorder &R) {
  for (const void *Symbol :
       {reinterpret_cast<const void *>(
            static_cast<std::string (*)()>(&clang::getClangFullVersion)),
        reinterpret_cast<const void *>(&llvm::vfs::createPhysicalFileSystem)}) {
    Dl_info Info;
    if (!::dladdr(const_cast<void *>(Symbol), &Info) || !Info.dli_fname)
      R.spoil();
    else
      R.library(project::realPath(Info.dli_fname));
  }
}

} // namespace host
} // namespace torchtidy
