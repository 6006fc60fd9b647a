//===- Compiler.h - a compiler over given files -----------------*- C++ -*-===//
//
// The one place that knows how Clang's versions put one together.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_HOST_COMPILER_H
#define TORCHTIDY_HOST_COMPILER_H

#include "clang/Basic/FileManager.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/PCHContainerOperations.h"

namespace torchtidy {
namespace host {

using FileManagerPtr = llvm::IntrusiveRefCntPtr<clang::FileManager>;

/// It reads through \p Files and tells \p Client, whom it doesn't own. Null if
/// it has nobody to tell.
inline std::unique_ptr<clang::CompilerInstance>
makeCompiler(std::shared_ptr<clang::CompilerInvocation> Invocation,
             const FileManagerPtr &Files, clang::DiagnosticConsumer &Client,
             std::shared_ptr<clang::PCHContainerOperations> PCH =
                 std::make_shared<clang::PCHContainerOperations>()) {
#if CLANG_VERSION_MAJOR >= 21
  auto CI = std::make_unique<clang::CompilerInstance>(std::move(Invocation),
                                                      std::move(PCH));
#else
  auto CI = std::make_unique<clang::CompilerInstance>(std::move(PCH));
  CI->setInvocation(std::move(Invocation));
#endif
#if CLANG_VERSION_MAJOR >= 22
  CI->setVirtualFileSystem(Files->getVirtualFileSystemPtr());
  CI->setFileManager(Files);
  CI->createDiagnostics(&Client, /*ShouldOwnClient=*/false);
#elif CLANG_VERSION_MAJOR >= 20
  CI->setFileManager(Files.get());
  CI->createDiagnostics(Files->getVirtualFileSystem(), &Client,
                        /*ShouldOwnClient=*/false);
#else
  CI->setFileManager(Files.get());
  CI->createDiagnostics(&Client, /*ShouldOwnClient=*/false);
#endif
  if (!CI->hasDiagnostics())
    return nullptr;
#if CLANG_VERSION_MAJOR >= 22
  CI->createSourceManager();
#else
  CI->createSourceManager(*Files);
#endif
  return CI;
}

} // namespace host
} // namespace torchtidy

#endif
