//===- Hardcoded.cpp - literal accelerators and what they forget -*- C++
//-*-===//
#include "checks/common/Hardcoded.h"
#include "checks/common/DeviceUse.h"
#include "checks/common/Guards.h"
#include <algorithm>
#include <optional>

namespace torchtidy {

namespace {

using Place = HardcodedDevice::Where;

bool endsWith(std::string_view S, std::string_view End) {
  return S.size() >= End.size() && S.substr(S.size() - End.size()) == End;
}

bool isOnAccelerator(const Device &D) {
  return D.kind == Device::Concrete && api::isAccelerator(D.type);
}

/// A tensor, or something that holds some.
bool holdsTensors(const facts::TypeFact &T) {
  switch (T.role) {
  case TypeRole::Tensor:
    return true;
  case TypeRole::Container:
  case TypeRole::Optional:
  case TypeRole::Tuple:
  case TypeRole::SmartPtr:
    return std::any_of(T.args.begin(), T.args.end(), holdsTensors);
  default:
    return false;
  }
}

bool saysDevice(const facts::TypeFact &T) {
  return T.role == TypeRole::Device || T.role == TypeRole::DeviceType ||
         T.role == TypeRole::TensorOptions ||
         (T.role == TypeRole::Optional && !T.args.empty() &&
          saysDevice(T.args[0]));
}

/// A module, or something that holds some.
bool holdsModules(const facts::TypeFact &T) {
  if (flow::isModuleRole(T.role))
    return true;
  switch (T.role) {
  case TypeRole::JitModule:
    return true;
  case TypeRole::Container:
  case TypeRole::Optional:
  case TypeRole::SmartPtr:
    return std::any_of(T.args.begin(), T.args.end(), holdsModules);
  default:
    return false;
  }
}

/// The thread classes and functions of the standard library.
bool startsThread(const std::string &Name) {
  for (const char *Starter : {"std::thread", "std::jthread", "std::async"}) {
    size_t Size = std::string_view(Starter).size();
    if (Name.compare(0, Size, Starter) == 0 &&
        (Name.size() == Size || Name[Size] == ':' || Name[Size] == '<'))
      return true;
  }
  return false;
}

/// Functions and lambdas that a thread runs.
std::set<std::string> threadBodies(const Judge &J) {
  std::set<std::string> R;
  for (const FunctionFacts &F : J.flow.facts.functions)
    for (const Instr &I : F.instrs) {
      if (I.op != Op::Call && I.op != Op::Construct)
        continue;
      bool Starts = startsThread(I.callee) || startsThread(I.type.name);
      // std::vector<std::thread>::emplace_back
      if (I.receiver >= 0 && !F.instrs[I.receiver].type.args.empty())
        Starts |= startsThread(F.instrs[I.receiver].type.args[0].name);
      for (int O : I.operands)
        if (Starts && O >= 0)
          findInTree(F, O, [&](const Instr &B) {
            bool Body = B.op == Op::Lambda || B.type.role == TypeRole::Function;
            if (Body && !B.calleeId.empty())
              R.insert(B.calleeId);
            return false;
          });
    }
  return R;
}

/// One function, seen as a place where a literal may stand.
class Function {
public:
  Function(const Judge &J, int Fn, const std::set<std::string> &Threads)
      : J(J), fn(Fn), F(J.flow.function(Fn)), Flow(J.flow.of(Fn)) {
    root = &F;
    while (root->kind == FunctionKind::Lambda) {
      thread |= Threads.count(root->id) != 0;
      int Parent = J.flow.functionIndex(root->parent);
      if (Parent < 0)
        break;
      root = &J.flow.function(Parent);
    }
    thread |= Threads.count(root->id) != 0;
    cls = J.flow.classOf(root->cls);
  }

  std::vector<HardcodedDevice> run() {
    std::vector<HardcodedDevice> R;
    if (F.blocks.empty() || !hasLiteral() || forAccelerators())
      return R;
    std::optional<Place> Where = place();
    if (!Where)
      return R;
    std::set<int> Told;
    for (size_t Id = 0; Id < F.instrs.size() && Id < Flow.values.size(); ++Id)
      for (int L : literalsOf(int(Id)))
        if (worthTelling(*Where, int(Id)) && !Told.count(L) &&
            !knowsAccelerator(J, {fn, L}) &&
            !knowsAccelerator(J, {fn, int(Id)})) {
          Told.insert(L);
          add(R, describe(*Where, L, int(Id)));
        }
    if (*Where == Place::Owner && F.kind == FunctionKind::Constructor &&
        keeps(holdsTensors))
      for (size_t Id = 0; Id < F.instrs.size(); ++Id)
        for (int L : literalsKept(F.instrs[Id]))
          if (!Told.count(L) && !knowsAccelerator(J, {fn, L})) {
            Told.insert(L);
            add(R, start(*Where, L, int(Id)));
          }
    return R;
  }

private:
  /// A function that is written for one device is told once.
  static void add(std::vector<HardcodedDevice> &R, HardcodedDevice H) {
    for (HardcodedDevice &First : R)
      if (H.level != Level::Certain && First.level == H.level) {
        First.others.push_back(H.literal);
        return;
      }
    R.push_back(std::move(H));
  }

  bool hasLiteral() const {
    return std::any_of(F.instrs.begin(), F.instrs.end(), isLiteralAccelerator);
  }

  /// Code for an accelerator, by its name, its file or what it calls; tests and
  /// main may know their machine.
  bool forAccelerators() const {
    const std::string &File = root->nameSpan.file < 0
                                  ? root->name.str()
                                  : J.flow.facts.files[root->nameSpan.file];
    if (endsWith(File, ".cu") || endsWith(File, ".cuh") ||
        (root->isMain && !thread) || inTest(J, fn))
      return true;
    if (api::speaksOfAccelerators(root->shortName) ||
        (cls && (api::speaksOfAccelerators(cls->name) || cls->isDataset)))
      return true;
    return std::any_of(F.instrs.begin(), F.instrs.end(), [](const Instr &I) {
      if (I.op != Op::Call && I.op != Op::Construct)
        return false;
      if (saysDevice(I.type))
        return false;
      const api::Row *R = rowOf(I);
      if (R)
        return R->role == api::Role::DeviceExport;
      // Streams, guards, kernels' launchers.
      return api::speaksOfAccelerators(I.callee);
    });
  }

  /// The id of the namespace-scope tensor that the function initialises.
  std::string globalTensor() const {
    for (const Instr &I : root->instrs)
      if (I.op == Op::Store && !I.operands.empty() && I.operands[0] >= 0 &&
          root->instrs[I.operands[0]].op == Op::Var) {
        const facts::VarFact &V = root->vars[root->instrs[I.operands[0]].var];
        if (V.storage == facts::Storage::Global &&
            V.type.role == TypeRole::Tensor)
          return V.globalId;
      }
    return "";
  }

  /// The class has a member like that.
  bool keeps(bool Like(const facts::TypeFact &)) const {
    return cls && std::any_of(cls->fields.begin(), cls->fields.end(),
                              [&](const facts::FieldFact &Field) {
                                return !Field.isStatic && Like(Field.type);
                              });
  }

  std::optional<Place> place() const {
    if (thread)
      return Place::Thread;
    if (root->kind == FunctionKind::GlobalInit)
      return globalTensor().empty() ? std::nullopt
                                    : std::optional<Place>(Place::Static);
    if (cls && (cls->isModule || cls->isAutogradFunction))
      return Place::Module;
    // Who keeps a device beside a module means it for the module.
    if (keeps(holdsTensors) || (keeps(holdsModules) && keeps(saysDevice)))
      return Place::Owner;
    for (unsigned P = 0; P < root->numParams; ++P)
      if (saysDevice(root->vars[P].type) && !root->vars[P].name.empty())
        return Place::Given;
    for (unsigned P = 0; P < root->numParams; ++P)
      if (holdsTensors(root->vars[P].type))
        return Place::Helper;
    return std::nullopt;
  }

  /// Literals that decide where \p Id puts something.
  std::vector<int> literalsOf(int Id) const {
    const Instr &I = F.instrs[Id];
    if (!placesSomething(I))
      return {};
    if (isLiteralAccelerator(I))
      return {Id};
    std::vector<int> R;
    for (int O : deviceOperands(F, I)) {
      const auto &Alts = Flow.values[O].alts;
      if (Alts.size() != 1 || !isOnAccelerator(Alts[0].device))
        continue;
      for (int L : literalsBehind(F, O))
        R.push_back(L);
    }
    return R;
  }

  /// `device_(torch::kCUDA)`: the methods make and move by it.
  std::vector<int> literalsKept(const Instr &I) const {
    if (I.op != Op::Store || I.operands.size() < 2 || I.operands[0] < 0 ||
        I.operands[1] < 0 || F.instrs[I.operands[0]].op != Op::Field ||
        !saysDevice(F.instrs[I.operands[0]].type))
      return {};
    return literalsBehind(F, I.operands[1]);
  }

  /// In a free function the literal is a fault for what is made there; to move
  /// an argument may be all that it is for.
  bool worthTelling(Place Where, int Use) const {
    if (Where != Place::Helper && Where != Place::Given)
      return true;
    const api::Row *R = rowOf(F.instrs[Use]);
    if (R->role == api::Role::Load || R->role == api::Role::MoveModule)
      return false;
    // What is saved or exported may be meant to.
    if (Where == Place::Helper && !Flow.sinks.empty())
      return false;
    if (R->role != api::Role::MoveTensor)
      return true;
    const auto &Alts = Flow.values[Use].alts;
    return !Alts.empty() &&
           std::all_of(Alts.begin(), Alts.end(), [&](const Alt &A) {
             return !A.sources.empty() &&
                    std::all_of(A.sources.begin(), A.sources.end(),
                                [&](const Source &S) {
                                  return S.fn == fn &&
                                         (S.kind == Source::Factory ||
                                          S.kind == Source::Explicit);
                                });
           });
  }

  HardcodedDevice start(Place Where, int Literal, int Use) const {
    HardcodedDevice H;
    H.where = Where;
    H.literal = {fn, Literal};
    H.use = {fn, Use};
    H.constructs = J.constructs(fn) && cls;
    if (Where == Place::Static)
      H.global = globalTensor();
    if (Where == Place::Owner && !keeps(holdsTensors))
      for (const facts::FieldFact &Field : cls->fields)
        if (H.given.empty() && !Field.isStatic && saysDevice(Field.type))
          H.given = Field.name;
    H.around = root->kind == FunctionKind::Constructor && cls
                   ? "the constructor of '" + cls->name + "'"
               : root->kind == FunctionKind::FieldInit && cls
                   ? "an initialiser of '" + cls->name + "'"
                   : "'" + root->name + "'";
    return H;
  }

  HardcodedDevice describe(Place Where, int Literal, int Use) const {
    HardcodedDevice H = start(Where, Literal, Use);
    meets(Use, H);
    bool Known = !H.partner.empty();
    if (Where == Place::Module && (Known || (H.constructs && othersOnCpu(Use))))
      H.level = Level::Certain;
    // What isn't seen to meet an argument may be meant for something else.
    // A tensor of no elements stands for none.
    if ((Where == Place::Helper && !Known) || makesNothing(Use))
      H.level = Level::Advice;
    for (unsigned P = 0; P < root->numParams && Where == Place::Given; ++P)
      if (H.given.empty() && saysDevice(root->vars[P].type))
        H.given = root->vars[P].name;
    return H;
  }

  /// `torch::empty({0}, …)`, `torch::tensor({}, …)`
  bool makesNothing(int Use) const {
    const Instr &I = F.instrs[Use];
    if (rowOf(I)->role != api::Role::Factory || I.operands.empty())
      return false;
    int Id = I.operands[0];
    while (Id >= 0 && F.instrs[Id].op == Op::Construct &&
           !F.instrs[Id].operands.empty())
      Id = F.instrs[Id].operands[0];
    return Id >= 0 &&
           (F.instrs[Id].op == Op::Construct ||
            (F.instrs[Id].op == Op::Const && F.instrs[Id].text == "0"));
  }

  /// The side that was put there by \p Use.
  bool comesFrom(const Alt &A, int Use) const {
    if (!isOnAccelerator(A.device))
      return false;
    if (A.moved)
      return F.instrs[Use].op == Op::Call &&
             rowOf(F.instrs[Use])->role == api::Role::MoveTensor;
    return std::any_of(
        A.sources.begin(), A.sources.end(),
        [&](const Source &S) { return S.fn == fn && S.instr == Use; });
  }

  /// An operator that gets it beside something that moves with others.
  void meets(int Use, HardcodedDevice &H) const {
    for (const Meeting &M : Flow.meetings)
      for (const Side &Side : flow::sidesOf(M)) {
        const Alt &Other = Side.other;
        if (!comesFrom(Side.mine, Use) || Other.device.kind != Device::Symbol ||
            !J.deviceful(Other.device) || J.isChosen(Other.device))
          continue;
        H.partner = J.nameOf(Other) + J.whereabouts(Other);
        const Symbol &S = J.flow.names[Other.device.symbol];
        if (S.kind == Symbol::Param && S.fn == fn && !Other.fresh) {
          const flow::Paths::Node &N = J.flow.paths[S.path];
          if (N.kind == flow::Paths::Var && N.index < int(F.numParams) &&
              F.vars[N.index].type.role == TypeRole::Tensor)
            H.variable = N.index;
        }
        return;
      }
  }

  /// The same constructor registers what is made on cpu, and doesn't move it.
  bool othersOnCpu(int Use) const {
    const api::Row *R = rowOf(F.instrs[Use]);
    if (R->role == api::Role::MoveModule || R->role == api::Role::Load)
      return false;
    for (const flow::ModuleMove &M : Flow.moves)
      if (isOnAccelerator(M.device))
        return false;
    return std::any_of(Flow.registers.begin(), Flow.registers.end(),
                       [](const flow::RegisterEvent &E) {
                         return !E.value.alts.empty() &&
                                std::all_of(E.value.alts.begin(),
                                            E.value.alts.end(),
                                            [](const Alt &A) {
                                              return A.device.isConcrete("cpu");
                                            });
                       });
  }

  const Judge &J;
  int fn;
  const FunctionFacts &F;
  const flow::FunctionFlow &Flow;
  const FunctionFacts *root; ///< around the lambdas
  const ClassFacts *cls;
  bool thread = false;
};

} // namespace

std::vector<HardcodedDevice> findHardcodedDevices(const Judge &J) {
  std::vector<HardcodedDevice> R;
  std::set<std::string> Threads = threadBodies(J);
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (HardcodedDevice &H : Function(J, int(Fn), Threads).run())
      R.push_back(std::move(H));
  return R;
}

/// The one that takes the value, and nothing else, takes any device.
static bool takesDevice(const FunctionFacts &F, int Value) {
  bool Fits = false;
  for (const Instr &I : F.instrs)
    for (int O : I.operands)
      if (O == Value)
        Fits = I.operands.size() == 1 &&
               (I.type.role == TypeRole::TensorOptions ||
                (I.type.role == TypeRole::Device && I.op == Op::Construct));
  return Fits;
}

/// What becomes of one literal: `torch::Device(torch::kCUDA)` goes as a whole.
static std::optional<Edit> replaceLiteral(const Judge &J, Site Literal,
                                          const std::string &Device) {
  const FunctionFacts &F = J.flow.function(Literal.fn);
  const Instr &L = F.instrs[Literal.instr];
  if (L.op != Op::Const || L.span.macro || !takesDevice(F, Literal.instr))
    return std::nullopt;
  for (const Instr &I : F.instrs)
    if (I.op == Op::Construct && I.type.role == TypeRole::Device &&
        I.operands.size() == 1 && I.operands[0] == Literal.instr &&
        I.span.valid() && !I.span.macro)
      return Edit{J.span(I.span), Device};
  return Edit{J.span(L.span), Device};
}

std::optional<Fix> askArgument(const Judge &J, const HardcodedDevice &H) {
  const FunctionFacts &F = J.flow.function(H.literal.fn);
  if (H.variable < 0 || F.vars[H.variable].name.empty() ||
      F.vars[H.variable].fromTemplate)
    return std::nullopt;
  const std::string Device = F.vars[H.variable].name + ".device()";
  Fix X{"use " + Device, {}};
  std::vector<Site> All = H.others;
  All.insert(All.begin(), H.literal);
  for (Site Literal : All) {
    std::optional<Edit> E = replaceLiteral(J, Literal, Device);
    if (Literal.fn != H.literal.fn || !E)
      return std::nullopt;
    X.edits.push_back(std::move(*E));
  }
  return X;
}

} // namespace torchtidy
