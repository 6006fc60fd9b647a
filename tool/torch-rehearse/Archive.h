//===- Archive.h - torch-rehearse model.pt ----------------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_ARCHIVE_H
#define TORCHTIDY_TOOL_REHEARSE_ARCHIVE_H

namespace torchtidy {
namespace rehearse {

/// True if what is to be rehearsed is a model's file, not a program: the first
/// argument that is no option is one by its ending or its first bytes.
bool namesArchive(int Count, char **Arguments);

/// Exit code.
int archiveMain(int Count, char **Arguments);

/// True for `torch-rehearse export …`; a program of that name is `./export`, or
/// comes after `--`.
bool namesExport(int Count, char **Arguments);
int exportMain(int Count, char **Arguments);

} // namespace rehearse
} // namespace torchtidy

#endif
