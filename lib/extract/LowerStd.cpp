//===- LowerStd.cpp - what the standard library's calls mean ----*- C++ -*-===//
//
// Casts, smart pointers, optionals, tuples and containers are seen through, so
// that the flow meets places and objects and not the library's functions.
//
//===----------------------------------------------------------------------===//
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

enum class Known {
  None,
  Same,      ///< the argument itself
  Address,   ///< a pointer to the argument
  Get,       ///< an element by a constant
  Begin,     ///< an iterator: a pointer to any element
  MakeTuple, ///< a tuple of the arguments
  MakeOptional,
};

Known knownFunction(llvm::StringRef Name) {
  static const std::pair<const char *, Known> Rows[] = {
      {"std::move", Known::Same},
      {"std::forward", Known::Same},
      {"std::as_const", Known::Same},
      {"std::ref", Known::Same},
      {"std::cref", Known::Same},
      {"std::next", Known::Same},
      {"std::prev", Known::Same},
      {"std::static_pointer_cast", Known::Same},
      {"std::dynamic_pointer_cast", Known::Same},
      {"std::const_pointer_cast", Known::Same},
      {"std::reinterpret_pointer_cast", Known::Same},
      {"std::make_move_iterator", Known::Same},
      {"std::addressof", Known::Address},
      {"std::get", Known::Get},
      {"std::begin", Known::Begin},
      {"std::end", Known::Begin},
      {"std::cbegin", Known::Begin},
      {"std::cend", Known::Begin},
      {"std::rbegin", Known::Begin},
      {"std::rend", Known::Begin},
      {"std::make_pair", Known::MakeTuple},
      {"std::make_tuple", Known::MakeTuple},
      {"std::forward_as_tuple", Known::MakeTuple},
      {"std::tie", Known::MakeTuple},
      {"std::make_optional", Known::MakeOptional},
  };
  for (const auto &[Key, Kind] : Rows)
    if (Name == Key)
      return Kind;
  return Known::None;
}

bool oneOf(llvm::StringRef Name, std::initializer_list<const char *> Names) {
  for (const char *N : Names)
    if (Name == N)
      return true;
  return false;
}

bool isMapType(const TypeFact &T) {
  return T.role == TypeRole::Container && T.args.size() == 1 &&
         T.args[0].role == TypeRole::Tuple && T.args[0].name == "std::pair" &&
         T.name.find("map") != std::string::npos;
}

/// Index of std::get: its first template argument, a number or a type.
std::string getIndex(const FunctionDecl *D) {
  const TemplateArgumentList *Args = D->getTemplateSpecializationArgs();
  if (!Args || Args->size() == 0)
    return "*";
  const TemplateArgument &First = Args->get(0);
  if (First.getKind() == TemplateArgument::Integral)
    return std::to_string(First.getAsIntegral().getExtValue());
  if (First.getKind() != TemplateArgument::Type || D->getNumParams() == 0)
    return "*";
  QualType Tuple = D->getParamDecl(0)->getType().getNonReferenceType();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Tuple->getAsCXXRecordDecl());
  if (!S)
    return "*";
  unsigned Index = 0;
  for (const TemplateArgument &A : S->getTemplateArgs().asArray()) {
    auto Parts = A.getKind() == TemplateArgument::Pack
                     ? A.pack_elements()
                     : llvm::ArrayRef<TemplateArgument>(A);
    for (const TemplateArgument &P : Parts) {
      if (P.getKind() == TemplateArgument::Type &&
          P.getAsType().getCanonicalType() ==
              First.getAsType().getCanonicalType())
        return std::to_string(Index);
      ++Index;
    }
  }
  return "*";
}

} // namespace

bool Lowering::stdFunction(const CallExpr *E, const FunctionDecl *D,
                           ValueId &Result) {
  if (C.isUser(D) || !D->getDeclName().isIdentifier())
    return false;
  // make_shared, make_unique, and LibTorch's own of the same form.
  if (D->getName().substr(0, 5) == "make_" ||
      D->getName() == "allocate_shared") {
    if (C.Types.roleOf(E->getType()) == TypeRole::SmartPtr) {
      Result = makeObject(E, D);
      return true;
    }
  }
  if (E->getNumArgs() == 0)
    return false;
  Known Kind = knownFunction(qualifiedName(D));
  const Expr *First = E->getArg(0);
  switch (Kind) {
  case Known::None:
    return false;
  case Known::Same:
    if (E->getNumArgs() > 1 && D->getName() == "move")
      return false; // the algorithm
    Result = lower(First);
    return true;
  case Known::Address:
    Result = addressOf(E, lower(First));
    return true;
  case Known::Get:
    Result = element(E, lower(First), getIndex(D));
    return true;
  case Known::Begin:
    Result = addressOf(E, element(First, lower(First), "*"));
    return true;
  case Known::MakeTuple:
    Result = listOf(E, Exprs(E->getArgs(), E->getNumArgs()), E->getType());
    return true;
  case Known::MakeOptional: {
    Exprs Args(E->getArgs(), E->getNumArgs());
    Result = listOf(E, Args, E->getType());
    return true;
  }
  }
  return false;
}

/// make_shared<T>(…) and its like.
ValueId Lowering::makeObject(const CallExpr *E, const FunctionDecl *D) {
  QualType Made;
  if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          E->getType()->getAsCXXRecordDecl()))
    if (S->getTemplateArgs().size() &&
        S->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
      Made = S->getTemplateArgs()[0].getAsType();
  unsigned From = D->getName() == "allocate_shared" ? 1 : 0;
  ValueId V = forwarded(E, E->getType(),
                        Exprs(E->getArgs() + From, E->getNumArgs() - From),
                        Made, E->getRParenLoc());
  Pool[V].callee = qualifiedName(D);
  return V;
}

/// An element by index or key. The elements of a map are pairs.
ValueId Lowering::keyed(const Expr *E, ValueId Container,
                        const Expr *ContainerExpr, const Expr *Key) {
  ValueId Index = lower(Key);
  ValueId Item = element(E, Container, indexText(Key), Index);
  const TypeFact &T = C.Types.of(ContainerExpr->getType());
  if (!isMapType(T))
    return Item;
  Pool[Item].type = T.args[0];
  return element(E, Item, "1");
}

bool Lowering::conversion(const CXXMemberCallExpr *E,
                          const CXXConversionDecl *D, ValueId &Result) {
  if (C.isUser(D))
    return false;
  const auto *M = cast<MemberExpr>(strip(E->getCallee()));
  QualType Object = strip(M->getBase())->getType();
  if (Object->isPointerType())
    Object = Object->getPointeeType();
  TypeRole From = C.Types.roleOf(Object), To = C.Types.roleOf(E->getType());
  if (D->getConversionType()->isBooleanType()) {
    if (From != TypeRole::SmartPtr && From != TypeRole::ModuleHolder &&
        From != TypeRole::Function)
      return false;
    Result = nullCheck(E, object(M->getBase(), M->isArrow()));
    return true;
  }
  if (From == TypeRole::SmartPtr && To != TypeRole::SmartPtr) {
    // A reference_wrapper gives what it refers to.
    Result = object(M->getBase(), M->isArrow());
    return true;
  }
  if (From == To) {
    Result = object(M->getBase(), M->isArrow());
    return true;
  }
  return false;
}

bool Lowering::stdMethod(const CXXMemberCallExpr *E, const CXXMethodDecl *D,
                         ValueId &Result) {
  if (C.isUser(D) || D->isStatic() || !D->getDeclName().isIdentifier())
    return false;
  const auto *M = cast<MemberExpr>(strip(E->getCallee()));
  QualType ObjectType = strip(M->getBase())->getType();
  if (M->isArrow() && ObjectType->isPointerType())
    ObjectType = ObjectType->getPointeeType();
  const TypeFact &T = C.Types.of(ObjectType);
  llvm::StringRef Name = D->getName();
  unsigned NumArgs = E->getNumArgs();
  auto Receiver = [&] { return object(M->getBase(), M->isArrow()); };
  switch (T.role) {
  case TypeRole::SmartPtr:
    if (NumArgs == 0 && oneOf(Name, {"get", "lock", "release"})) {
      // A reference_wrapper's get gives the object, which we take it for.
      Result = Receiver();
      return true;
    }
    if (Name == "reset") {
      ValueId Value = NumArgs ? lower(E->getArg(0))
                              : constant(E, TypeRole::Pointer, "nullptr");
      Result = store(Receiver(), Value, StoreKind::Assign, E->getSourceRange());
      return true;
    }
    return false;
  case TypeRole::ModuleHolder: {
    TypeRole Gives = C.Types.roleOf(E->getType());
    if (NumArgs == 0 &&
        (Gives == TypeRole::SmartPtr || Gives == TypeRole::Pointer)) {
      Result = Receiver();
      return true;
    }
    return false;
  }
  case TypeRole::Optional:
    if (NumArgs == 0 && Name == "value") {
      Result = element(E, Receiver(), "0");
      return true;
    }
    return false;
  case TypeRole::Container:
    break;
  default:
    return false;
  }
  if (NumArgs == 1 && Name == "at") {
    Result = keyed(E, Receiver(), M->getBase(), E->getArg(0));
    return true;
  }
  if (NumArgs == 0 && Name == "front") {
    Result = element(E, Receiver(), "0");
    return true;
  }
  if (NumArgs == 0 && oneOf(Name, {"back", "top"})) {
    Result = element(E, Receiver(), "*");
    return true;
  }
  // Iterators are pointers to an element.
  if (C.Types.roleOf(E->getType()) == TypeRole::Pointer &&
      oneOf(Name,
            {"begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin",
             "crend", "find", "lower_bound", "upper_bound", "data"})) {
    ValueId Of = Receiver();
    for (const Expr *A : E->arguments())
      lower(A);
    ValueId Item = element(E, Of, "*");
    if (!T.args.empty())
      Pool[Item].type = T.args[0];
    Result = addressOf(E, Item);
    return true;
  }
  return false;
}

/// Operands of emplace…: the object that is made, unless one is given whole.
void Lowering::emplaceArgs(Instr &I, const CXXMemberCallExpr *E,
                           const CXXMethodDecl *D) {
  QualType Object = E->getImplicitObjectArgument()->getType();
  if (Object->isPointerType())
    Object = Object->getPointeeType();
  const TypeFact &T = C.Types.of(Object);
  Exprs Args(E->getArgs(), E->getNumArgs());
  // emplace of a sequence and emplace_hint begin with a position.
  bool Position = D->getName() == "emplace_hint" ||
                  (D->getName() == "emplace" && Args.size() &&
                   C.Types.isIterator(Args[0]->getType()));
  if (Position) {
    I.operands.push_back(lower(Args[0]));
    I.args.push_back(argFact(D, 0));
    Args = Args.drop_front();
  }
  QualType Made;
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Object->getAsCXXRecordDecl());
  if (S && S->getTemplateArgs().size() &&
      S->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
    Made = S->getTemplateArgs()[0].getAsType();
  ArgFact A;
  if (isMapType(T)) {
    ValueId Pair = listOf(E, Args, Object);
    Pool[Pair].type = T.args[0];
    A.type = T.args[0];
    I.operands.push_back(Pair);
  } else {
    TypeRole Role = Made.isNull() ? TypeRole::Other : C.Types.roleOf(Made);
    bool Whole = Args.size() == 1 && !Made.isNull() &&
                 (Args[0]->getType()
                          .getNonReferenceType()
                          .getCanonicalType()
                          .getUnqualifiedType() ==
                      Made.getCanonicalType().getUnqualifiedType() ||
                  isTransparent(Role, C.Types.roleOf(Args[0]->getType())));
    I.operands.push_back(
        Whole ? lower(Args[0])
              : forwarded(E, Made, Args, Made, E->getRParenLoc()));
    A.type = C.Types.of(Made);
  }
  I.args.push_back(std::move(A));
}

/// `std::tie(a, b) = f()`: each variable gets its element.
bool Lowering::tieAssignment(const CXXOperatorCallExpr *E, ValueId &Result) {
  const auto *Tie = dyn_cast<CallExpr>(strip(E->getArg(0)));
  const FunctionDecl *D = Tie ? Tie->getDirectCallee() : nullptr;
  if (!D || C.isUser(D) || qualifiedName(D) != "std::tie")
    return false;
  ValueId Value = lower(E->getArg(1)), Last = Value;
  for (unsigned I = 0; I < Tie->getNumArgs(); ++I) {
    const Expr *Target = Tie->getArg(I);
    if (C.Types.of(Target->getType()).name == "std::_Swallow_assign")
      continue; // std::ignore
    ValueId Part = element(Target, Value, std::to_string(I));
    ValueId Place = lower(Target);
    Last = store(Place, Part, StoreKind::Assign, E->getSourceRange());
  }
  Result = Last;
  return true;
}

} // namespace extract
} // namespace torchtidy
