//===- Types.cpp - what a C++ type means to us ------------------*- C++ -*-===//
#include "extract/Types.h"
#include "api/LibTorch.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/SmallString.h"
#include <map>

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

std::string qualifiedName(const NamedDecl *D) {
  std::vector<std::string> Parts;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(D))
    Parts.push_back(C->getParent()->getNameAsString());
  else if (const auto *X = dyn_cast<CXXDestructorDecl>(D))
    Parts.push_back("~" + X->getParent()->getNameAsString());
  else if (const auto *X = dyn_cast<CXXConversionDecl>(D))
    Parts.push_back(X->getConversionType()->isBooleanType()
                        ? std::string("operator bool")
                        : X->getNameAsString());
  else
    Parts.push_back(D->getNameAsString());
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent()) {
    if (const auto *N = dyn_cast<NamespaceDecl>(C)) {
      if (!N->isInline() && !N->isAnonymousNamespace())
        Parts.push_back(N->getNameAsString());
    } else if (const auto *R = dyn_cast<TagDecl>(C)) {
      if (!R->getName().empty() &&
          !(isa<EnumDecl>(R) && !cast<EnumDecl>(R)->isScoped()))
        Parts.push_back(R->getNameAsString());
    }
  }
  std::string Result;
  for (auto It = Parts.rbegin(); It != Parts.rend(); ++It)
    Result += (Result.empty() ? "" : "::") + *It;
  return Result;
}

std::string usrOf(const Decl *D) {
  llvm::SmallString<128> Buffer;
  if (!D || index::generateUSRForDecl(D, Buffer))
    return std::string();
  return std::string(Buffer);
}

namespace {

/// A facts::TypeRole by its name, as LibTorch.def spells it.
TypeRole roleFromName(std::string_view Name) {
  static const std::map<std::string_view, TypeRole> Roles = {
      {"Tensor", TypeRole::Tensor},
      {"TensorOptions", TypeRole::TensorOptions},
      {"Device", TypeRole::Device},
      {"DeviceType", TypeRole::DeviceType},
      {"Dtype", TypeRole::Dtype},
      {"Scalar", TypeRole::Scalar},
      {"String", TypeRole::String},
      {"Generator", TypeRole::Generator},
      {"IValue", TypeRole::IValue},
      {"PackedSequence", TypeRole::PackedSequence},
      {"Module", TypeRole::Module},
      {"Cloneable", TypeRole::Module},
      {"ModuleHolder", TypeRole::ModuleHolder},
      {"AnyModule", TypeRole::AnyModule},
      {"JitModule", TypeRole::JitModule},
      {"FunctionalOptions", TypeRole::FunctionalOptions},
      {"Optimizer", TypeRole::Optimizer},
      {"Container", TypeRole::Container},
      {"Optional", TypeRole::Optional},
      {"Tuple", TypeRole::Tuple},
      {"SmartPtr", TypeRole::SmartPtr},
      {"Pointer", TypeRole::Pointer},
      {"Function", TypeRole::Function},
      {"Number", TypeRole::Number},
  };
  auto It = Roles.find(Name);
  return It == Roles.end() ? TypeRole::Record : It->second;
}

bool isMap(llvm::StringRef Name) {
  return Name == "std::map" || Name == "std::unordered_map" ||
         Name == "std::multimap" || Name == "std::unordered_multimap";
}

/// The class a base names, also when it depends on a template parameter.
const CXXRecordDecl *classOf(QualType T) {
  if (T.isNull())
    return nullptr;
  if (const CXXRecordDecl *D = T->getAsCXXRecordDecl())
    return D;
  if (const auto *S = T->getAs<TemplateSpecializationType>())
    if (const auto *TD = dyn_cast_or_null<ClassTemplateDecl>(
            S->getTemplateName().getAsTemplateDecl()))
      return TD->getTemplatedDecl();
  return nullptr;
}

} // namespace

TypeRole TypeMap::stdRole(const std::string &Name) {
  static const std::map<std::string_view, TypeRole> Roles = {
      {"vector", TypeRole::Container},
      {"array", TypeRole::Container},
      {"list", TypeRole::Container},
      {"forward_list", TypeRole::Container},
      {"deque", TypeRole::Container},
      {"set", TypeRole::Container},
      {"multiset", TypeRole::Container},
      {"unordered_set", TypeRole::Container},
      {"unordered_multiset", TypeRole::Container},
      {"map", TypeRole::Container},
      {"multimap", TypeRole::Container},
      {"unordered_map", TypeRole::Container},
      {"unordered_multimap", TypeRole::Container},
      {"queue", TypeRole::Container},
      {"stack", TypeRole::Container},
      {"priority_queue", TypeRole::Container},
      {"span", TypeRole::Container},
      {"valarray", TypeRole::Container},
      {"initializer_list", TypeRole::Container},
      {"optional", TypeRole::Optional},
      {"pair", TypeRole::Tuple},
      {"tuple", TypeRole::Tuple},
      {"shared_ptr", TypeRole::SmartPtr},
      {"unique_ptr", TypeRole::SmartPtr},
      {"weak_ptr", TypeRole::SmartPtr},
      {"reference_wrapper", TypeRole::SmartPtr},
      {"basic_string", TypeRole::String},
      {"basic_string_view", TypeRole::String},
      {"function", TypeRole::Function},
      {"move_only_function", TypeRole::Function},
      {"complex", TypeRole::Number},
  };
  auto It = Roles.find(std::string_view(Name).substr(5)); // behind "std::"
  return It == Roles.end() ? TypeRole::Record : It->second;
}

/// Role that a class's own name gives it; Record if none.
TypeRole TypeMap::ownRole(const NamedDecl *D, const std::string &Name,
                          Hierarchy *H) {
  if (Name.compare(0, 5, "std::") == 0)
    return stdRole(Name);
  if (!Src.isLibTorch(D->getLocation()))
    return TypeRole::Record;
  std::string Normal = api::normalise(Name);
  if (Normal == Name)
    return TypeRole::Record;
  std::string_view Mark = api::typeRoleOf(Normal);
  if (H) {
    H->cloneable |= Mark == "Cloneable";
    H->torchBind |= Mark == "TorchBind";
    H->autogradFunction |= Mark == "AutogradFunction";
    H->dataset |= Mark == "Dataset";
  }
  return roleFromName(Mark);
}

void TypeMap::walkBases(const CXXRecordDecl *D, Hierarchy &H, unsigned Depth) {
  if (Depth > 64)
    return;
  TypeRole Own = ownRole(D, qualifiedName(D), &H);
  if (Own != TypeRole::Record &&
      (H.role == TypeRole::Record || Own == TypeRole::Module)) {
    H.role = Own;
    H.roleBase = D;
    if (Own == TypeRole::ModuleHolder)
      if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
        if (S->getTemplateArgs().size() &&
            S->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
          H.contained = S->getTemplateArgs()[0].getAsType();
  }
  const CXXRecordDecl *Def = D->getDefinition();
  if (!Def)
    return;
  for (const CXXBaseSpecifier &B : Def->bases())
    if (const CXXRecordDecl *Base = classOf(B.getType())) {
      if (Base->getCanonicalDecl() == D->getCanonicalDecl())
        continue;
      walkBases(Base, H, Depth + 1);
      // `class Net : ModuleHolder<T>` inside a template names no definition.
      if (H.role == TypeRole::ModuleHolder && H.contained.isNull())
        if (const auto *S = B.getType()->getAs<TemplateSpecializationType>())
          if (!S->template_arguments().empty() &&
              S->template_arguments()[0].getKind() == TemplateArgument::Type)
            H.contained = S->template_arguments()[0].getAsType();
    }
}

const Hierarchy &TypeMap::hierarchy(const CXXRecordDecl *D) {
  auto &Slot = Hierarchies[D->getCanonicalDecl()];
  if (!Slot) {
    auto H = std::make_unique<Hierarchy>();
    walkBases(D, *H, 0);
    // The map may have grown meanwhile.
    return *(Hierarchies[D->getCanonicalDecl()] = std::move(H));
  }
  return *Slot;
}

std::string TypeMap::classId(const CXXRecordDecl *D) {
  D = D->getCanonicalDecl();
  auto It = ClassIds.find(D);
  if (It != ClassIds.end())
    return It->second;
  const CXXRecordDecl *Pattern = D->getTemplateInstantiationPattern();
  std::string Id = usrOf(Pattern ? Pattern->getCanonicalDecl() : D);
  ClassIds[D] = Id;
  return Id;
}

bool TypeMap::isIterator(QualType T) {
  if (T.isNull())
    return false;
  const CXXRecordDecl *D = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!D || !D->getIdentifier())
    return false;
  llvm::StringRef Name = D->getName();
  bool Named =
      (Name.size() >= 8 && Name.substr(Name.size() - 8) == "iterator") ||
      Name == "__wrap_iter";
  return Named && D->isInStdNamespace()
             ? true
             : Named && llvm::StringRef(qualifiedName(D)).substr(0, 11) ==
                            "__gnu_cxx::";
}

void TypeMap::addArgs(TypeFact &F, const NamedDecl *D,
                      llvm::ArrayRef<TemplateArgument> Args, unsigned Depth) {
  std::vector<QualType> Types;
  for (const TemplateArgument &A : Args) {
    if (A.getKind() == TemplateArgument::Type)
      Types.push_back(A.getAsType());
    else if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &P : A.pack_elements())
        if (P.getKind() == TemplateArgument::Type)
          Types.push_back(P.getAsType());
  }
  if (Types.empty())
    return;
  switch (F.role) {
  case TypeRole::Container:
    if (isMap(F.name.str()) && Types.size() >= 2) {
      // The elements of a map are pairs.
      TypeFact Pair;
      Pair.role = TypeRole::Tuple;
      Pair.name = Pair.spelling = "std::pair";
      Pair.args = {make(Types[0], Depth + 1), make(Types[1], Depth + 1)};
      F.args.push_back(std::move(Pair));
    } else if (F.name.compare(0, 5, "std::") != 0 && Types.size() == 2) {
      F.args.push_back(make(Types[1], Depth + 1)); // a dictionary's values
    } else {
      F.args.push_back(make(Types[0], Depth + 1));
    }
    break;
  case TypeRole::Tuple:
    for (QualType T : Types)
      F.args.push_back(make(T, Depth + 1));
    break;
  case TypeRole::Optional:
  case TypeRole::SmartPtr:
    F.args.push_back(make(Types[0], Depth + 1));
    break;
  default:
    break;
  }
}

void TypeMap::fillRecord(TypeFact &F, const CXXRecordDecl *D, unsigned Depth) {
  F.name = qualifiedName(D);
  if (D->isLambda()) {
    F.role = TypeRole::Function;
    F.spelling = "lambda";
    return;
  }
  const Hierarchy &H = hierarchy(D);
  F.role = H.role;
  F.cls = classId(D);
  if (F.role == TypeRole::ModuleHolder) {
    if (!H.contained.isNull())
      F.args.push_back(make(H.contained, Depth + 1));
    return;
  }
  const CXXRecordDecl *From = H.roleBase ? H.roleBase : D;
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(From)) {
    std::string Own = F.name;
    F.name = qualifiedName(From); // addArgs goes by it
    addArgs(F, From, S->getTemplateArgs().asArray(), Depth);
    F.name = Own;
  }
  if (F.role == TypeRole::Record && isIterator(compat::typeOf(Ctx, D))) {
    // An iterator is a pointer to an element.
    F.role = TypeRole::Pointer;
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      if (S->getTemplateArgs().size() &&
          S->getTemplateArgs()[0].getKind() == TemplateArgument::Type) {
        QualType T = S->getTemplateArgs()[0].getAsType();
        F.args.push_back(
            make(T->isPointerType() ? T->getPointeeType() : T, Depth + 1));
      }
  }
}

void TypeMap::fillDependent(TypeFact &F, QualType T, unsigned Depth) {
  F.role = TypeRole::Dependent;
  const auto *S = T->getAs<TemplateSpecializationType>();
  if (!S)
    return;
  const auto *TD = dyn_cast_or_null<ClassTemplateDecl>(
      S->getTemplateName().getAsTemplateDecl());
  if (!TD)
    return;
  const CXXRecordDecl *D = TD->getTemplatedDecl();
  fillRecord(F, D, Depth);
  F.args.clear();
  if (F.role == TypeRole::ModuleHolder) {
    if (!S->template_arguments().empty() &&
        S->template_arguments()[0].getKind() == TemplateArgument::Type)
      F.args.push_back(make(S->template_arguments()[0].getAsType(), Depth + 1));
    return;
  }
  addArgs(F, D, S->template_arguments(), Depth);
}

TypeFact TypeMap::make(QualType T, unsigned Depth) {
  TypeFact F;
  if (T.isNull() || Depth > 5)
    return F;
  if (const auto *R = T->getAs<ReferenceType>()) {
    F.reference = true;
    F.rvalueReference = isa<RValueReferenceType>(R);
    T = R->getPointeeType();
  }
  F.isConst = T.isConstQualified();
  T = T.getUnqualifiedType();
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Policy.SuppressUnwrittenScope = true;
  F.spelling = T.getAsString(Policy);

  if (const CXXRecordDecl *D = T->getAsCXXRecordDecl()) {
    fillRecord(F, D, Depth);
  } else if (const auto *A = Ctx.getAsArrayType(T)) {
    F.role = TypeRole::Container;
    F.args.push_back(make(A->getElementType(), Depth + 1));
  } else if (T->isDependentType() && !T->isPointerType()) {
    fillDependent(F, T, Depth);
  } else if (const auto *P = T->getAs<PointerType>()) {
    QualType To = P->getPointeeType();
    if (To->isAnyCharacterType())
      F.role = TypeRole::String;
    else if (To->isFunctionType())
      F.role = TypeRole::Function;
    else {
      F.role = TypeRole::Pointer;
      F.args.push_back(make(To, Depth + 1));
    }
  } else if (const auto *E = T->getAs<EnumType>()) {
    F.name = qualifiedName(E->getDecl());
    F.role = ownRole(E->getDecl(), F.name, nullptr);
    if (F.role == TypeRole::Record)
      F.role = TypeRole::Number;
  } else if (T->isVoidType()) {
    F.role = TypeRole::Void;
  } else if (T->isBooleanType()) {
    F.role = TypeRole::Bool;
  } else if (T->isArithmeticType()) {
    F.role = TypeRole::Number;
  } else if (T->isFunctionType() || T->isMemberFunctionPointerType()) {
    F.role = TypeRole::Function;
  } else if (T->isNullPtrType()) {
    F.role = TypeRole::Pointer;
  }
  return F;
}

const TypeFact &TypeMap::of(QualType T) {
  auto It = Cache.find(T.getAsOpaquePtr());
  if (It != Cache.end())
    return It->second;
  TypeFact F = make(T, 0);
  return Cache.emplace(T.getAsOpaquePtr(), std::move(F)).first->second;
}

} // namespace extract
} // namespace torchtidy
