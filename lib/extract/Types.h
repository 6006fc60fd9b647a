//===- Types.h - what a C++ type means to us --------------------*- C++ -*-===//
#ifndef TORCHTIDY_EXTRACT_TYPES_H
#define TORCHTIDY_EXTRACT_TYPES_H

#include "extract/SourceMap.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <memory>

namespace torchtidy {
namespace extract {

/// Qualified name without template arguments, inline and unnamed namespaces.
std::string qualifiedName(const clang::NamedDecl *D);
std::string usrOf(const clang::Decl *D);

/// What a class is by all that stands above it.
struct Hierarchy {
  facts::TypeRole role = facts::TypeRole::Record;
  bool cloneable = false, torchBind = false, autogradFunction = false,
       dataset = false;
  /// ModuleHolder: the contained module.
  clang::QualType contained;
  /// A class whose role a base gave: that base's specialization.
  const clang::CXXRecordDecl *roleBase = nullptr;
};

class TypeMap {
public:
  TypeMap(clang::ASTContext &Ctx, SourceMap &Src) : Ctx(Ctx), Src(Src) {}

  const facts::TypeFact &of(clang::QualType T);
  facts::TypeRole roleOf(clang::QualType T) { return of(T).role; }
  const Hierarchy &hierarchy(const clang::CXXRecordDecl *D);

  /// Id of a class: of its pattern for an implicit instantiation.
  std::string classId(const clang::CXXRecordDecl *D);
  /// An iterator of the standard library, by its class.
  bool isIterator(clang::QualType T);

private:
  facts::TypeFact make(clang::QualType T, unsigned Depth);
  void fillRecord(facts::TypeFact &F, const clang::CXXRecordDecl *D,
                  unsigned Depth);
  void fillDependent(facts::TypeFact &F, clang::QualType T, unsigned Depth);
  facts::TypeRole stdRole(const std::string &Name);
  facts::TypeRole ownRole(const clang::NamedDecl *D, const std::string &Name,
                          Hierarchy *H);
  void addArgs(facts::TypeFact &F, const clang::NamedDecl *D,
               llvm::ArrayRef<clang::TemplateArgument> Args, unsigned Depth);
  void walkBases(const clang::CXXRecordDecl *D, Hierarchy &H, unsigned Depth);

  clang::ASTContext &Ctx;
  SourceMap &Src;
  std::map<void *, facts::TypeFact> Cache;
  llvm::DenseMap<const clang::CXXRecordDecl *, std::unique_ptr<Hierarchy>>
      Hierarchies;
  llvm::DenseMap<const clang::CXXRecordDecl *, std::string> ClassIds;
};

} // namespace extract
} // namespace torchtidy

#endif
