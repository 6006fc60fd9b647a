//===- Lowering.h - from a body to the tensor IR ----------------*- C++ -*-===//
//
// One object lowers one function. Instructions are collected in blocks under
// provisional ids; finish() drops what can't be reached and numbers the rest.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_EXTRACT_LOWERING_H
#define TORCHTIDY_EXTRACT_LOWERING_H

#include "extract/Context.h"

namespace torchtidy {
namespace extract {

using facts::Instr;
using facts::NoValue;
using facts::Op;
using facts::TypeRole;
using facts::ValueId;
using Exprs = llvm::ArrayRef<const clang::Expr *>;

class Lowering {
public:
  explicit Lowering(Context &C) : C(C), Ast(C.Ast), Src(C.Src) {}

  // Each lowers one body and adds it to the file's facts.
  void function(const clang::FunctionDecl *D, const std::string &Id);
  void fieldInit(const clang::FieldDecl *D, const clang::Expr *Init,
                 const std::string &Class, const std::string &Id,
                 bool FromTemplate);
  /// A field that its class's default constructor makes.
  void fieldMade(const clang::FieldDecl *D, const clang::CXXRecordDecl *Made,
                 const std::string &Class, const std::string &Id,
                 bool FromTemplate);
  void globalInit(const clang::VarDecl *D);
  void lambda(const clang::LambdaExpr *E, const std::string &Id,
              const Lowering &Parent);

private:
  void beginField(const clang::FieldDecl *D, const std::string &Class,
                  const std::string &Id, bool FromTemplate);
  void endField(const clang::FieldDecl *D, ValueId Value, clang::SourceRange R,
                const clang::Expr *Init = nullptr);

  // Building.cpp: blocks and instructions.
  int newBlock();
  void jump(int To);
  void branch(ValueId Cond, int True, int False);
  void enter(int B) { Current = B; }
  /// Ends the block; what follows can't be reached.
  void terminate(bool NoReturn);
  Instr make(Op O, const clang::Expr *E);
  Instr make(Op O, clang::SourceRange R);
  ValueId add(Instr I);
  ValueId constant(const clang::Expr *E, TypeRole Role, std::string Text);
  ValueId other(const clang::Expr *E, std::vector<ValueId> Operands,
                std::string Text = std::string());
  ValueId element(const clang::Expr *E, ValueId Of, std::string Index,
                  ValueId IndexValue = NoValue);
  /// \p Pointer: \p E is the pointer, not what it points to.
  ValueId deref(const clang::Expr *E, ValueId Of, bool Pointer = true);
  ValueId addressOf(const clang::Expr *E, ValueId Of);
  ValueId thisPlace(clang::SourceRange R, const clang::CXXRecordDecl *Class);
  ValueId varPlace(int Var, clang::SourceRange R);
  /// \p Written: the expression of the value, if there is one.
  ValueId store(ValueId Place, ValueId Value, facts::StoreKind Kind,
                clang::SourceRange R, const clang::Expr *Written = nullptr);
  void bind(int Var, ValueId Place, clang::SourceRange R);
  void begin();
  void finish();
  bool isPlace(ValueId V) const;
  void markUse(ValueId V, facts::Use U);

  // Variables.
  int addVar(const clang::ValueDecl *D, facts::Storage S);
  int varOf(const clang::ValueDecl *D);
  void addParams(const clang::FunctionDecl *D);
  /// The device that a literal names; see facts::VarFact::defaultDevice.
  std::string literalDevice(const clang::Expr *E);

  // LowerStmt.cpp
  void stmt(const clang::Stmt *S);
  void declStmt(const clang::DeclStmt *S);
  void localVar(const clang::VarDecl *D);
  void initVar(const clang::VarDecl *D, int Var, ValueId Value,
               const clang::Expr *Init);
  void bindings(const clang::DecompositionDecl *D, int Hidden);
  void ifStmt(const clang::IfStmt *S);
  void whileStmt(const clang::WhileStmt *S);
  void doStmt(const clang::DoStmt *S);
  void forStmt(const clang::ForStmt *S);
  void rangeFor(const clang::CXXForRangeStmt *S);
  void switchStmt(const clang::SwitchStmt *S);
  void switchCase(const clang::SwitchCase *S);
  void returnStmt(const clang::ReturnStmt *S);
  void tryStmt(const clang::CXXTryStmt *S);
  void throwOut();
  void loopBody(const clang::Stmt *Body, int Break, int Continue);
  void discarded(const clang::Expr *E);
  int labelBlock(const clang::LabelDecl *L);
  void initialisers(const clang::CXXConstructorDecl *D);
  void initialiser(const clang::CXXCtorInitializer *I,
                   const clang::CXXConstructorDecl *D);
  bool unsupported(const clang::Stmt *S);

  // LowerCond.cpp: control flow inside expressions.
  void condition(const clang::Expr *E, int True, int False);
  ValueId logical(const clang::BinaryOperator *E);
  ValueId conditional(const clang::Expr *E, const clang::Expr *Cond,
                      const clang::Expr *True, const clang::Expr *False);

  // LowerExpr.cpp
  /// The value or place of \p E; NoValue only for no expression.
  ValueId lower(const clang::Expr *E);
  ValueId lowerKind(const clang::Expr *E);
  ValueId literal(const clang::Expr *E);
  ValueId statementValue(const clang::StmtExpr *E);
  ValueId lowerRest(const clang::Expr *E);
  ValueId lowerCast(const clang::CastExpr *E);
  ValueId declRef(const clang::DeclRefExpr *E);
  ValueId variable(const clang::Expr *E, const clang::VarDecl *D);
  ValueId enumerator(const clang::Expr *E, const clang::EnumConstantDecl *D);
  ValueId functionRef(const clang::Expr *E, const clang::FunctionDecl *D);
  ValueId staticMember(const clang::Expr *E, const clang::VarDecl *D);
  ValueId member(const clang::MemberExpr *E);
  ValueId fieldPlace(const clang::Expr *E, const clang::FieldDecl *D,
                     ValueId Object);
  ValueId object(const clang::Expr *Base, bool Arrow);
  ValueId derefPlace(const clang::Expr *Pointer);
  ValueId unary(const clang::UnaryOperator *E);
  ValueId binary(const clang::BinaryOperator *E);
  ValueId subscript(const clang::ArraySubscriptExpr *E);
  ValueId lambdaValue(const clang::LambdaExpr *E);
  ValueId nullCheck(const clang::Expr *E, ValueId V);
  ValueId thisValue(const clang::Expr *E, bool Pointer);
  bool integerText(const clang::Expr *E, std::string &Text);
  std::string indexText(const clang::Expr *Index);

  // LowerCall.cpp
  ValueId call(const clang::CallExpr *E);
  ValueId launch(const clang::CUDAKernelCallExpr *E);
  ValueId memberCall(const clang::CXXMemberCallExpr *E);
  ValueId comparison(const clang::CXXOperatorCallExpr *E,
                     const clang::FunctionDecl *D);
  ValueId operatorCall(const clang::CXXOperatorCallExpr *E);
  ValueId callOperator(const clang::CXXOperatorCallExpr *E);
  ValueId assignment(const clang::CXXOperatorCallExpr *E);
  bool autogradApply(const clang::CallExpr *E, const clang::FunctionDecl *D,
                     ValueId &Result);
  /// Emits a Call; Args are lowered after \p Receiver.
  ValueId emitCall(const clang::Expr *E, const clang::FunctionDecl *D,
                   ValueId Receiver, clang::QualType Object, Exprs Args,
                   clang::SourceLocation Name, clang::SourceLocation End,
                   bool Virtual = false);
  facts::SourceSpan argumentsEnd(Exprs Args, clang::SourceLocation Close);
  void lowerArgs(Instr &I, const clang::FunctionDecl *D, Exprs Args);
  facts::ArgFact argFact(const clang::FunctionDecl *D, unsigned Index);

  // LowerDependent.cpp: names that aren't resolved.
  ValueId unresolved(const clang::Expr *E);
  ValueId unresolvedCall(const clang::CallExpr *E);
  ValueId dependentOperator(const clang::CXXOperatorCallExpr *E);
  bool recoveredCall(const clang::RecoveryExpr *E, ValueId &Result);
  void unresolvedCallee(Instr &I, const clang::Expr *Callee);

  // LowerStd.cpp: what the standard library means; false: an ordinary call.
  bool stdFunction(const clang::CallExpr *E, const clang::FunctionDecl *D,
                   ValueId &Result);
  bool stdMethod(const clang::CXXMemberCallExpr *E,
                 const clang::CXXMethodDecl *D, ValueId &Result);
  bool conversion(const clang::CXXMemberCallExpr *E,
                  const clang::CXXConversionDecl *D, ValueId &Result);
  ValueId keyed(const clang::Expr *E, ValueId Container,
                const clang::Expr *ContainerExpr, const clang::Expr *Key);
  ValueId makeObject(const clang::CallExpr *E, const clang::FunctionDecl *D);
  void emplaceArgs(Instr &I, const clang::CXXMemberCallExpr *E,
                   const clang::CXXMethodDecl *D);
  bool tieAssignment(const clang::CXXOperatorCallExpr *E, ValueId &Result);

  // LowerConstruct.cpp
  ValueId construct(const clang::CXXConstructExpr *E);
  ValueId newObject(const clang::CXXNewExpr *E);
  ValueId initList(const clang::InitListExpr *E);
  ValueId listOf(const clang::Expr *E, Exprs Elements, clang::QualType T);
  /// Object of type \p T made from forwarded arguments.
  ValueId forwarded(const clang::Expr *E, clang::QualType T, Exprs Args,
                    clang::QualType Made, clang::SourceLocation End);
  bool seeThrough(const clang::CXXConstructExpr *E, ValueId &Result);

  Context &C;
  clang::ASTContext &Ast;
  SourceMap &Src;
  facts::FunctionFacts F;
  const clang::CXXRecordDecl *Self = nullptr; ///< class of `this`, if any

  struct ProtoBlock {
    std::vector<ValueId> instrs;
    ValueId cond = NoValue;
    std::vector<int> succs;
    bool noReturn = false;
  };
  std::vector<Instr> Pool;
  std::vector<ProtoBlock> Blocks;
  int Current = 0;

  llvm::DenseMap<const clang::Decl *, int> Vars;
  std::vector<int> Breaks, Continues;
  std::vector<std::vector<int>> Handlers; ///< of the try statements around
  struct Switch {
    int head;
    bool hasDefault;
  };
  std::vector<Switch> Switches;
  llvm::DenseMap<const clang::LabelDecl *, int> Labels;
  llvm::DenseMap<const clang::Expr *, ValueId> Opaque;
  llvm::DenseMap<const clang::CXXRecordDecl *, ValueId> SeenLambdas;
  unsigned Depth = 0;
};

/// Where the name of what is called stands.
clang::SourceLocation nameLocation(const clang::Expr *Callee);

/// A converting constructor of \p To gives a handle to, a view of, or a copy of
/// its argument: nothing that the flow would tell apart.
bool isTransparent(TypeRole To, TypeRole From);

/// Without parentheses, implicit casts that keep the value, temporaries.
const clang::Expr *strip(const clang::Expr *E);

} // namespace extract
} // namespace torchtidy

#endif
