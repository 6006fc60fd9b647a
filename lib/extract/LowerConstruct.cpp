//===- LowerConstruct.cpp - objects being made ------------------*- C++ -*-===//
#include "api/LibTorch.h"
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

/// Elements of a literal list that are read; of longer lists of numbers only
/// the first.
constexpr unsigned MaxNumbers = 32;

} // namespace

bool isTransparent(TypeRole To, TypeRole From) {
  switch (To) {
  case TypeRole::SmartPtr:
    return From == TypeRole::SmartPtr || From == TypeRole::Pointer;
  case TypeRole::String:
  case TypeRole::Tensor:
  case TypeRole::Container:
  case TypeRole::Optional:
  case TypeRole::Function:
  case TypeRole::Tuple:
  case TypeRole::Scalar:
  case TypeRole::Generator:
    return From == To;
  default:
    return false;
  }
}

namespace {

/// Arguments that were written or are needed: defaults left out.
Exprs writtenArgs(const CXXConstructExpr *E) {
  unsigned N = E->getNumArgs();
  while (N && isa<CXXDefaultArgExpr>(E->getArg(N - 1)))
    --N;
  return Exprs(E->getArgs(), N);
}

/// The only argument as an initializer list: its elements.
const InitListExpr *elementList(const CXXConstructExpr *E) {
  Exprs Args = writtenArgs(E);
  if (Args.size() != 1)
    return nullptr;
  const Expr *A = strip(Args[0]);
  if (const auto *S = dyn_cast<CXXStdInitializerListExpr>(A))
    return dyn_cast<InitListExpr>(strip(S->getSubExpr()));
  return nullptr;
}

} // namespace

bool Lowering::seeThrough(const CXXConstructExpr *E, ValueId &Result) {
  const CXXConstructorDecl *D = E->getConstructor();
  Exprs Args = writtenArgs(E);
  if (Args.size() != 1)
    return false;
  if (D->isCopyOrMoveConstructor()) {
    Result = lower(Args[0]);
    return true;
  }
  if (C.isUser(D))
    return false;
  TypeRole To = C.Types.roleOf(E->getType());
  TypeRole From = C.Types.roleOf(strip(Args[0])->getType());
  if (!isTransparent(To, From) &&
      !isTransparent(To, C.Types.roleOf(Args[0]->getType())))
    return false;
  Result = lower(Args[0]);
  return true;
}

ValueId Lowering::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *D = E->getConstructor();
  ValueId Result = NoValue;
  if (seeThrough(E, Result))
    return Result;
  QualType T = E->getType();
  TypeRole Role = C.Types.roleOf(T);
  if (const InitListExpr *List = elementList(E)) {
    if (Role == TypeRole::Container)
      return listOf(E, Exprs(List->getInits(), List->getNumInits()), T);
  }
  Exprs Args = writtenArgs(E);
  SourceLocation End = E->getParenOrBraceRange().getEnd();
  if (Role == TypeRole::Container && Args.size() == 1 && !C.isUser(D) &&
      !D->isExplicit()) {
    // A view of a single element.
    const TypeFact &Made = C.Types.of(T);
    if (!Made.args.empty() &&
        Made.args[0].role == C.Types.roleOf(Args[0]->getType()))
      return listOf(E, Args, T);
  }
  if (Role == TypeRole::Tuple && !C.isUser(D) && !Args.empty())
    return listOf(E, Args, T);
  // A holder's own constructor passes everything on, unless a person wrote one.
  if (Role == TypeRole::ModuleHolder &&
      (!C.isUser(D) || D->isImplicit() || D->isDefaulted() ||
       D->getInheritedConstructor()))
    return forwarded(E, T, Args, QualType(), End);
  Instr I = make(Op::Construct, E);
  I.type = C.Types.of(T);
  I.callee = qualifiedName(D);
  I.api = C.apiName(D);
  I.calleeId = C.userFunctionId(D);
  lowerArgs(I, D, Args);
  I.text = Src.text(I.span);
  I.nameSpan = Src.token(E->getLocation());
  if (End.isValid())
    I.argsEnd = Src.before(End);
  ValueId V = add(std::move(I));
  if (D->isNoReturn())
    throwOut();
  return V;
}

/// What a factory of the standard library, a holder or emplace makes of its
/// arguments. \p T is the type of the value, \p Made of the object in it; a
/// holder says itself what it holds.
ValueId Lowering::forwarded(const Expr *E, QualType T, Exprs Args,
                            QualType Made, SourceLocation End) {
  const CXXRecordDecl *Class = nullptr;
  if (!T.isNull() && Made.isNull())
    Made = T;
  if (!Made.isNull())
    Class = Made->getAsCXXRecordDecl();
  const bool Holder = Class && C.Types.roleOf(Made) == TypeRole::ModuleHolder;
  if (Holder) {
    const Hierarchy &H = C.Types.hierarchy(Class);
    Class = H.contained.isNull() ? nullptr : H.contained->getAsCXXRecordDecl();
  }
  Instr I = make(Op::Construct, E);
  if (!T.isNull())
    I.type = C.Types.of(T);
  if (Holder && Args.size() == 1) {
    // Around a module that exists, or none.
    TypeRole Given = C.Types.roleOf(Args[0]->getType());
    if (Given == TypeRole::SmartPtr || Given == TypeRole::Pointer)
      Class = nullptr;
  }
  const CXXConstructorDecl *Ctor =
      Class ? C.forwardedConstructor(Class, Args) : nullptr;
  if (Ctor) {
    I.callee = qualifiedName(Ctor);
    I.api = C.apiName(Ctor);
    I.calleeId = C.userFunctionId(Ctor);
  } else if (Class && Class->getIdentifier()) {
    I.callee = qualifiedName(Class) + "::" + Class->getNameAsString();
    if (!C.apiName(Class).empty())
      I.api = C.apiName(Class) + "::" + Class->getNameAsString();
  }
  lowerArgs(I, Ctor, Args);
  I.text = Src.text(I.span);
  I.nameSpan = Src.token(E->getExprLoc());
  if (End.isValid())
    I.argsEnd = Src.before(End);
  return add(std::move(I));
}

std::string Lowering::literalDevice(const Expr *E) {
  E = strip(E);
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return std::string(
        api::deviceConstant(api::normalise(qualifiedName(R->getDecl()))));
  if (const auto *S = dyn_cast<clang::StringLiteral>(E))
    return S->isOrdinary() ? S->getString().str() : "";
  const auto *K = dyn_cast<CXXConstructExpr>(E);
  if (!K)
    return "";
  Exprs Args = writtenArgs(K);
  TypeRole Role = C.Types.roleOf(K->getType());
  if (Args.empty())
    return Role == TypeRole::TensorOptions ? "none" : "";
  if (Role != TypeRole::Device && Role != TypeRole::TensorOptions &&
      Role != TypeRole::String)
    return "";
  std::string Device = literalDevice(Args[0]);
  std::string Index;
  if (Args.size() == 2 && Role == TypeRole::Device &&
      integerText(strip(Args[1]), Index) && Index[0] != '-')
    Device += Device.empty() ? "" : ":" + Index;
  return Args.size() > 1 && Index.empty() ? "" : Device;
}

ValueId Lowering::newObject(const CXXNewExpr *E) {
  const Expr *Init = E->getInitializer();
  const auto *Made =
      dyn_cast_or_null<CXXConstructExpr>(Init ? strip(Init) : nullptr);
  Instr I = make(Op::Construct, E);
  if (E->isArray() && E->getArraySize() && *E->getArraySize())
    lower(*E->getArraySize());
  if (Made) {
    const CXXConstructorDecl *D = Made->getConstructor();
    I.callee = qualifiedName(D);
    I.api = C.apiName(D);
    if (C.Types.roleOf(Made->getType()) != TypeRole::ModuleHolder)
      I.calleeId = C.userFunctionId(D);
    lowerArgs(I, D, writtenArgs(Made));
    if (Made->getParenOrBraceRange().isValid())
      I.argsEnd = Src.before(Made->getParenOrBraceRange().getEnd());
  } else if (Init) {
    I.operands.push_back(lower(Init));
    I.args.emplace_back();
  }
  I.text = Src.text(I.span);
  return add(std::move(I));
}

ValueId Lowering::listOf(const Expr *E, Exprs Elements, QualType T) {
  Instr I = make(Op::Construct, E);
  I.type = C.Types.of(T);
  I.name = "{}"; // operands are the elements
  bool Long = Elements.size() > MaxNumbers;
  for (size_t N = 0; N < Elements.size(); ++N) {
    const Expr *A = Elements[N];
    if (!A || (Long && N >= MaxNumbers && A->getType()->isArithmeticType()))
      continue;
    if (isa<DesignatedInitExpr>(A))
      A = cast<DesignatedInitExpr>(A)->getInit();
    I.operands.push_back(lower(A));
    I.args.emplace_back();
    I.args.back().type = C.Types.of(A->getType());
  }
  I.text = Src.text(I.span);
  return add(std::move(I));
}

ValueId Lowering::initList(const InitListExpr *E) {
  if (const InitListExpr *Semantic =
          E->isSemanticForm() ? E : E->getSemanticForm())
    E = Semantic;
  QualType T = E->getType();
  Exprs Inits(E->getInits(), E->getNumInits());
  // `int x{3}`, `T t{other}`
  if (E->isTransparent() ||
      (Inits.size() == 1 && !T.isNull() && T->isScalarType()))
    return lower(Inits[0]);
  if (Inits.empty() && !T.isNull() && T->isScalarType())
    return constant(E, C.Types.roleOf(T), T->isPointerType() ? "nullptr" : "0");
  // A std::array is its only member.
  if (Inits.size() == 1 && !T.isNull() && !T->isArrayType() &&
      C.Types.roleOf(T) == TypeRole::Container)
    if (const auto *Inner = dyn_cast<InitListExpr>(strip(Inits[0])))
      return listOf(E, Exprs(Inner->getInits(), Inner->getNumInits()), T);
  ValueId V = listOf(E, Inits, T);
  // An aggregate's elements go by its fields' names, behind its bases.
  const CXXRecordDecl *Class = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  if (!Class || !Class->getDefinition() || Pool[V].args.size() != Inits.size())
    return V;
  size_t At = Class->getDefinition()->getNumBases();
  for (const FieldDecl *Field : Class->getDefinition()->fields()) {
    if (Field->isBitField() && !Field->getDeclName())
      continue;
    if (At >= Pool[V].args.size())
      break;
    Pool[V].args[At].param = Field->getNameAsString();
    Pool[V].args[At++].type = C.Types.of(Field->getType());
  }
  return V;
}

} // namespace extract
} // namespace torchtidy
