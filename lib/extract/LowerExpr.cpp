//===- LowerExpr.cpp - expressions ------------------------------*- C++ -*-===//
#include "api/LibTorch.h"
#include "extract/Lowering.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

/// Deeper nesting than people write: chains made by generators. What lies
/// below isn't read.
constexpr unsigned MaxDepth = 600;

/// Conversions that make no new value for us.
bool keepsValue(const ImplicitCastExpr *E) {
  switch (E->getCastKind()) {
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean:
  case CK_NullToPointer:
    return false;
  default:
    return true;
  }
}

} // namespace

const Expr *strip(const Expr *E) {
  while (E) {
    if (const auto *P = dyn_cast<ParenExpr>(E))
      E = P->getSubExpr();
    else if (const auto *F = dyn_cast<FullExpr>(E)) // cleanups, constants
      E = F->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else if (const auto *I = dyn_cast<ImplicitCastExpr>(E)) {
      if (!keepsValue(I))
        return E;
      E = I->getSubExpr();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() != UO_Extension)
        return E;
      E = U->getSubExpr();
    } else if (const auto *G = dyn_cast<GenericSelectionExpr>(E)) {
      if (G->isResultDependent())
        return E;
      E = G->getResultExpr();
    } else
      return E;
  }
  return E;
}

ValueId Lowering::lower(const Expr *E) {
  E = strip(E);
  if (!E)
    return NoValue;
  if (Depth >= MaxDepth) {
    F.incomplete = true;
    return other(E, {});
  }
  ++Depth;
  ValueId V = lowerKind(E);
  --Depth;
  return V;
}

ValueId Lowering::lowerKind(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    return declRef(cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return member(cast<MemberExpr>(E));
  case Stmt::CXXThisExprClass:
    return thisValue(E, true);
  case Stmt::CallExprClass:
  case Stmt::CUDAKernelCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return call(cast<CallExpr>(E));
  case Stmt::CXXMemberCallExprClass:
    return memberCall(cast<CXXMemberCallExpr>(E));
  case Stmt::CXXOperatorCallExprClass:
    return operatorCall(cast<CXXOperatorCallExpr>(E));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(cast<CXXConstructExpr>(E));
  case Stmt::CXXNewExprClass:
    return newObject(cast<CXXNewExpr>(E));
  case Stmt::InitListExprClass:
    return initList(cast<InitListExpr>(E));
  case Stmt::CXXStdInitializerListExprClass:
    return lower(cast<CXXStdInitializerListExpr>(E)->getSubExpr());
  case Stmt::LambdaExprClass:
    return lambdaValue(cast<LambdaExpr>(E));
  case Stmt::UnaryOperatorClass:
    return unary(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return binary(cast<BinaryOperator>(E));
  case Stmt::ArraySubscriptExprClass:
    return subscript(cast<ArraySubscriptExpr>(E));
  case Stmt::ConditionalOperatorClass: {
    const auto *Q = cast<ConditionalOperator>(E);
    return conditional(E, Q->getCond(), Q->getTrueExpr(), Q->getFalseExpr());
  }
  case Stmt::BinaryConditionalOperatorClass: {
    const auto *Q = cast<BinaryConditionalOperator>(E);
    Opaque[Q->getOpaqueValue()] = lower(Q->getCommon());
    return conditional(E, Q->getCond(), Q->getTrueExpr(), Q->getFalseExpr());
  }
  case Stmt::OpaqueValueExprClass: {
    auto It = Opaque.find(E);
    if (It != Opaque.end())
      return It->second;
    const Expr *Source = cast<OpaqueValueExpr>(E)->getSourceExpr();
    ValueId V = Source ? lower(Source) : other(E, {});
    return Opaque[E] = V;
  }
  default:
    break;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return lowerCast(Cast);
  return lowerRest(E);
}

/// What the source spells out; NoValue: it's no literal.
ValueId Lowering::literal(const Expr *E) {
  if (const auto *L = dyn_cast<StringLiteral>(E))
    return constant(E, TypeRole::String, compat::literalBytes(L));
  if (const auto *L = dyn_cast<CXXBoolLiteralExpr>(E))
    return constant(E, TypeRole::Bool, L->getValue() ? "true" : "false");
  if (isa<CXXNullPtrLiteralExpr>(E) || isa<GNUNullExpr>(E))
    return constant(E, TypeRole::Pointer, "nullptr");
  if (isa<FloatingLiteral>(E))
    return constant(E, TypeRole::Number, Src.text(E->getSourceRange()));
  std::string Text;
  if (isa<IntegerLiteral>(E) || isa<CharacterLiteral>(E) ||
      isa<UnaryExprOrTypeTraitExpr>(E) || isa<SizeOfPackExpr>(E) ||
      isa<TypeTraitExpr>(E) || isa<CXXNoexceptExpr>(E))
    return integerText(E, Text) ? constant(E, TypeRole::Number, Text)
                                : other(E, {});
  if (const auto *P = dyn_cast<PredefinedExpr>(E))
    return constant(E, TypeRole::String,
                    P->getFunctionName()
                        ? compat::literalBytes(P->getFunctionName())
                        : std::string());
  if (isa<ImplicitValueInitExpr>(E) || isa<CXXScalarValueInitExpr>(E))
    return constant(E, C.Types.roleOf(E->getType()),
                    E->getType()->isPointerType() ? "nullptr" : "0");
  return NoValue;
}

/// `({ …; value; })`, of GNU's.
ValueId Lowering::statementValue(const StmtExpr *E) {
  ValueId V = NoValue;
  for (const Stmt *Sub : E->getSubStmt()->body()) {
    const auto *Last = dyn_cast<Expr>(Sub);
    if (Last && Sub == E->getSubStmt()->body_back())
      V = lower(Last);
    else
      stmt(Sub);
  }
  return V != NoValue ? V : other(E, {});
}

/// Literals, and what is rare.
ValueId Lowering::lowerRest(const Expr *E) {
  if (ValueId V = literal(E); V != NoValue)
    return V;
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return lower(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return lower(D->getExpr());
  if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return lower(R->getSemanticForm());
  if (const auto *P = dyn_cast<CXXParenListInitExpr>(E)) {
    auto Inits = compat::parenListInits(P);
    return listOf(E, Exprs(Inits.data(), Inits.size()), E->getType());
  }
  if (const auto *S = dyn_cast<StmtExpr>(E))
    return statementValue(S);
  if (const auto *T = dyn_cast<CXXThrowExpr>(E)) {
    if (T->getSubExpr())
      lower(T->getSubExpr());
    ValueId V = other(E, {}, "throw");
    throwOut();
    return V;
  }
  if (const auto *D = dyn_cast<CXXDeleteExpr>(E))
    return other(E, {lower(D->getArgument())}, "delete");
  if (const auto *L = dyn_cast<ArrayInitLoopExpr>(E))
    return lower(L->getCommonExpr()); // an array copied element by element
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    return P->getResultExpr() ? lower(P->getResultExpr()) : other(E, {});
  if (isa<CoroutineSuspendExpr>(E) || isa<DependentCoawaitExpr>(E)) {
    F.incomplete = true;
    const Stmt *First = nullptr;
    for (const Stmt *Child : E->children())
      First = First ? First : Child;
    const auto *Awaited = dyn_cast_or_null<Expr>(First);
    return Awaited ? other(E, {lower(Awaited)}, "await") : other(E, {});
  }
  if (isa<CXXTypeidExpr>(E) || isa<RequiresExpr>(E) ||
      isa<ConceptSpecializationExpr>(E))
    return other(E, {});
  return unresolved(E);
}

ValueId Lowering::nullCheck(const Expr *E, ValueId V) {
  Instr I = make(Op::Compare, E);
  I.type.role = TypeRole::Bool;
  I.operands = {V, constant(E, TypeRole::Pointer, "nullptr")};
  I.text = "!=";
  I.name = Src.text(I.span);
  return add(std::move(I));
}

ValueId Lowering::lowerCast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean:
    return nullCheck(E, lower(Sub));
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
    return constant(E, TypeRole::Pointer, "nullptr");
  case CK_ToVoid: {
    ValueId V = lower(Sub);
    markUse(V, Use::Voided);
    return V;
  }
  default:
    return lower(Sub);
  }
}

ValueId Lowering::thisValue(const Expr *E, bool Pointer) {
  if (!isa<CXXThisExpr>(E) && Self) // an implicit one of a name not resolved
    return thisPlace(E->getSourceRange(), Self);
  Instr I = make(Op::This, E);
  if (const auto *T = dyn_cast<CXXThisExpr>(E)) {
    if (!Pointer && T->getType()->isPointerType()) {
      I.type = C.Types.of(T->getType()->getPointeeType());
      I.type.reference = true;
    }
  }
  return add(std::move(I));
}

ValueId Lowering::declRef(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  if (const auto *C2 = dyn_cast<EnumConstantDecl>(D))
    return enumerator(E, C2);
  if (const auto *V = dyn_cast<VarDecl>(D))
    return variable(E, V);
  if (const auto *B = dyn_cast<BindingDecl>(D)) {
    if (Vars.count(B->getCanonicalDecl()) || F.kind == FunctionKind::Lambda)
      return varPlace(varOf(B), E->getSourceRange());
    return B->getBinding() ? lower(B->getBinding()) : other(E, {});
  }
  if (const auto *Fn = dyn_cast<FunctionDecl>(D))
    return functionRef(E, Fn);
  Instr I = make(Op::Other, E);
  I.text = Src.text(I.span);
  I.name = D->getNameAsString();
  return add(std::move(I));
}

ValueId Lowering::functionRef(const Expr *E, const FunctionDecl *D) {
  Instr I = make(Op::Const, E);
  I.type.role = TypeRole::Function;
  I.text = qualifiedName(D);
  I.callee = I.text;
  I.api = C.apiName(D);
  I.calleeId = C.userFunctionId(D);
  return add(std::move(I));
}

ValueId Lowering::enumerator(const Expr *E, const EnumConstantDecl *D) {
  std::string Name = C.apiName(D);
  if (!Name.empty()) {
    std::string_view Device = api::deviceConstant(Name);
    if (!Device.empty())
      return constant(E, TypeRole::DeviceType, std::string(Device));
    TypeRole Role = C.Types.roleOf(E->getType());
    if (Role == TypeRole::Dtype)
      return constant(E, Role, D->getNameAsString());
    return constant(E, TypeRole::Other, Name);
  }
  llvm::SmallString<16> Text;
  D->getInitVal().toString(Text);
  return constant(E, TypeRole::Number, std::string(Text));
}

ValueId Lowering::staticMember(const Expr *E, const VarDecl *D) {
  Instr I = make(Op::Field, E);
  I.cls = C.Types.classId(cast<CXXRecordDecl>(D->getDeclContext()));
  I.name = D->getNameAsString();
  I.type = C.Types.of(D->getType());
  I.text = Src.text(I.span);
  return add(std::move(I));
}

ValueId Lowering::variable(const Expr *E, const VarDecl *D) {
  std::string Text;
  QualType T = D->getType();
  if (D->hasGlobalStorage() && !D->isStaticLocal()) {
    std::string Name = C.apiName(D);
    if (!Name.empty()) {
      std::string_view Device = api::deviceConstant(Name);
      if (!Device.empty())
        return constant(E, TypeRole::DeviceType, std::string(Device));
      TypeRole Role = C.Types.roleOf(T);
      if (Role == TypeRole::Dtype || Role == TypeRole::DeviceType)
        return constant(E, Role, D->getNameAsString());
      return constant(E, TypeRole::Other, Name);
    }
    if (D->isInStdNamespace() && D->getName() == "nullopt")
      return constant(E, TypeRole::Other, "nullopt");
  }
  if (T.isConstQualified() && T->isIntegralOrEnumerationType() &&
      !T->isBooleanType() && !T->isDependentType() &&
      C.Types.roleOf(T) == TypeRole::Number && integerText(E, Text))
    return constant(E, TypeRole::Number, Text);
  if (D->isStaticDataMember() && isa<CXXRecordDecl>(D->getDeclContext()))
    return staticMember(E, D);
  return varPlace(varOf(D), E->getSourceRange());
}

ValueId Lowering::member(const MemberExpr *E) {
  const ValueDecl *D = E->getMemberDecl();
  if (const auto *V = dyn_cast<VarDecl>(D))
    return staticMember(E, V);
  if (const auto *C2 = dyn_cast<EnumConstantDecl>(D))
    return enumerator(E, C2);
  if (const auto *M = dyn_cast<CXXMethodDecl>(D))
    return functionRef(E, M);
  ValueId Object = object(E->getBase(), E->isArrow());
  if (const auto *Field = dyn_cast<FieldDecl>(D))
    return fieldPlace(E, Field, Object);
  return other(E, {Object}, Src.text(E->getSourceRange()));
}

ValueId Lowering::fieldPlace(const Expr *E, const FieldDecl *D,
                             ValueId Object) {
  const auto *Class = dyn_cast<CXXRecordDecl>(D->getParent());
  if (!Class)
    return other(E, {Object});
  if (C.Types.hierarchy(Class).role == TypeRole::Tuple)
    return element(E, Object, D->getName() == "second" ? "1" : "0");
  if (D->isAnonymousStructOrUnion())
    return Object;
  Instr I = make(Op::Field, E);
  I.operands.push_back(Object);
  I.cls = C.Types.classId(Class);
  I.name = D->getNameAsString();
  I.type = C.Types.of(D->getType());
  I.text = Src.text(I.span);
  return add(std::move(I));
}

/// The object before `.` or `->`.
ValueId Lowering::object(const Expr *Base, bool Arrow) {
  return Arrow ? derefPlace(Base) : lower(Base);
}

/// The place a pointer-like expression points to.
ValueId Lowering::derefPlace(const Expr *Pointer) {
  const Expr *E = strip(Pointer);
  if (isa<CXXThisExpr>(E))
    return thisValue(E, false);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (U->getOpcode() == UO_AddrOf)
      return lower(U->getSubExpr());
  const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
  if (O && (O->getOperator() == OO_Arrow ||
            (O->getOperator() == OO_Star && O->getNumArgs() == 1))) {
    const Expr *Of = strip(O->getArg(0));
    TypeRole Role = C.Types.roleOf(Of->getType());
    bool Star = O->getOperator() == OO_Star;
    // `(*it)->f`: what a star gives is a pointer itself.
    if (Role == TypeRole::Optional) {
      ValueId To = element(E, lower(Of), "0");
      const TypeFact &T = C.Types.of(Of->getType());
      if (!T.args.empty())
        Pool[To].type = T.args[0];
      return Star ? deref(E, To) : To;
    }
    if (Role == TypeRole::SmartPtr || Role == TypeRole::ModuleHolder ||
        Role == TypeRole::Pointer) {
      ValueId To = deref(O, lower(Of), !Star);
      return Star ? deref(E, To) : To;
    }
  }
  return deref(E, lower(E));
}

ValueId Lowering::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  std::string Text;
  switch (E->getOpcode()) {
  case UO_AddrOf:
    // A member pointer has no object.
    if (E->getType()->isMemberPointerType())
      return other(E, {}, Src.text(E->getSourceRange()));
    return addressOf(E, lower(Sub));
  case UO_Deref:
    return derefPlace(Sub);
  case UO_LNot: {
    Instr I = make(Op::Not, E);
    I.operands.push_back(lower(Sub));
    return add(std::move(I));
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    ValueId Place = lower(Sub);
    return store(Place, other(E, {Place}), StoreKind::Assign,
                 E->getSourceRange());
  }
  case UO_Minus:
    if (integerText(E, Text))
      return constant(E, TypeRole::Number, Text);
    if (isa<FloatingLiteral>(strip(Sub)))
      return constant(E, TypeRole::Number, Src.text(E->getSourceRange()));
    return other(E, {lower(Sub)}, "-");
  default:
    return other(E, {lower(Sub)});
  }
}

ValueId Lowering::binary(const BinaryOperator *E) {
  if (E->isLogicalOp())
    return logical(E);
  if (E->getOpcode() == BO_Comma) {
    discarded(E->getLHS());
    return lower(E->getRHS());
  }
  if (E->getOpcode() == BO_Assign) {
    ValueId Value = lower(E->getRHS());
    ValueId Place = lower(E->getLHS());
    return store(Place, Value, StoreKind::Assign, E->getSourceRange(),
                 E->getRHS());
  }
  ValueId L = lower(E->getLHS()), R = lower(E->getRHS());
  if (E->isCompoundAssignmentOp())
    return store(L, other(E, {L, R}, E->getOpcodeStr().str()),
                 StoreKind::Assign, E->getSourceRange());
  if (E->isComparisonOp()) {
    Instr I = make(Op::Compare, E);
    I.operands = {L, R};
    I.text = E->getOpcodeStr().str();
    I.name = Src.text(I.span);
    return add(std::move(I));
  }
  // Fold only over literals: each operand has been folded already.
  auto IsNumber = [&](ValueId V) {
    return V != NoValue && Pool[V].op == Op::Const &&
           Pool[V].type.role == TypeRole::Number;
  };
  std::string Text;
  if (IsNumber(L) && IsNumber(R) && integerText(E, Text))
    return constant(E, TypeRole::Number, Text);
  if (E->isTypeDependent() && (Pool[L].type.role == TypeRole::Tensor ||
                               Pool[R].type.role == TypeRole::Tensor)) {
    // In a template, an operator with a tensor is a tensor's operator.
    Instr I = make(Op::Call, E);
    I.callee = I.api = "operator" + E->getOpcodeStr().str();
    I.type.role = TypeRole::Tensor;
    I.operands = {L, R};
    I.args.resize(2);
    I.text = Src.text(I.span);
    I.nameSpan = Src.token(E->getOperatorLoc());
    return add(std::move(I));
  }
  return other(E, {L, R}, E->getOpcodeStr().str());
}

bool Lowering::integerText(const Expr *E, std::string &Text) {
  QualType T = E->getType();
  if (T.isNull() || !T->isIntegralOrEnumerationType() ||
      E->isValueDependent() || E->containsErrors())
    return false;
  Expr::EvalResult R;
  if (!E->EvaluateAsInt(R, Ast))
    return false;
  llvm::SmallString<16> Buffer;
  R.Val.getInt().toString(Buffer, 10);
  Text = std::string(Buffer);
  return true;
}

/// Text of an Element's index: a constant's value, "*" for any other.
std::string Lowering::indexText(const Expr *Index) {
  const Expr *E = strip(Index);
  if (const auto *U = dyn_cast_or_null<CXXConstructExpr>(E))
    if (U->getNumArgs() >= 1 &&
        C.Types.roleOf(U->getType()) == TypeRole::String)
      E = strip(U->getArg(0));
  std::string Text;
  if (const auto *L = dyn_cast_or_null<StringLiteral>(E))
    return compat::literalBytes(L);
  if (E &&
      (isa<IntegerLiteral>(E) || isa<UnaryOperator>(E) || isa<DeclRefExpr>(E) ||
       isa<CXXBoolLiteralExpr>(E)) &&
      integerText(E, Text))
    return Text;
  return "*";
}

ValueId Lowering::subscript(const ArraySubscriptExpr *E) {
  ValueId Base = lower(E->getBase());
  ValueId Index = lower(E->getIdx());
  return element(E, Base, indexText(E->getIdx()), Index);
}

ValueId Lowering::lambdaValue(const LambdaExpr *E) {
  const CXXRecordDecl *Class = E->getLambdaClass();
  Instr I = make(Op::Lambda, E);
  unsigned Index = 0;
  for (auto It = E->capture_begin(); It != E->capture_end(); ++It, ++Index) {
    if (!It->capturesVariable())
      continue;
    const Expr *Init = *(E->capture_init_begin() + Index);
    I.operands.push_back(Init ? lower(Init) : NoValue);
  }
  std::string Id = F.id + "@L" + Src.lineColumn(E->getBeginLoc());
  // Macros that dispatch over types repeat a lambda for each of them: one body
  // stands for all.
  bool New = C.LambdaIdsTaken.insert(Id).second;
  C.LambdaIds[Class->getCanonicalDecl()] = Id;
  I.calleeId = Id;
  I.type.role = TypeRole::Function;
  ValueId V = add(std::move(I));
  if (New) {
    Lowering Body(C);
    Body.Depth = Depth;
    Body.lambda(E, Id, *this);
  }
  return V;
}

} // namespace extract
} // namespace torchtidy
