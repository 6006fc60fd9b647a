//===- Lowering.cpp - TorchScript to ONNX operators -----------------------===//
#include "runtime/export/Lowering.h"
#include "runtime/archive/Script.h"
#include "runtime/archive/Tensors.h"
#include <algorithm>
#include <stdexcept>
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/passes/remove_mutation.h>

using namespace torch::jit;
using c10::IValue;

namespace torchtidy {
namespace exporting {

//===- Writing ------------------------------------------------------------===//

static void describe(torch::jit::Value *V, const at::Tensor &Example) {
  if (Example.defined())
    V->setType(c10::TensorType::create(Example));
}

torch::jit::Value *Emitter::op(const char *Name,
                               const std::vector<torch::jit::Value *> &Inputs,
                               const std::vector<Attribute> &Attributes,
                               const at::Tensor &Example) {
  Node *N = graph->create(Symbol::fromQualString(std::string("onnx::") + Name),
                          Inputs, 1);
  for (const Attribute &A : Attributes) {
    auto Key = Symbol::attr(A.name);
    if (A.value.isInt())
      N->i_(Key, A.value.toInt());
    else if (A.value.isDouble())
      N->f_(Key, A.value.toDouble());
    else if (A.value.isString())
      N->s_(Key, A.value.toStringRef());
    else
      N->is_(Key, A.value.toIntVector());
  }
  graph->insertNode(N);
  describe(N->output(), Example);
  return N->output();
}

torch::jit::Value *Emitter::input(const std::string &Name,
                                  const at::Tensor &Example) {
  torch::jit::Value *V = graph->addInput(Name);
  describe(V, Example);
  return V;
}

torch::jit::Value *Emitter::constant(const at::Tensor &T) {
  auto It = Known.find(T.unsafeGetTensorImpl());
  if (It != Known.end())
    return It->second;
  auto Named = names.find(T.unsafeGetTensorImpl());
  std::string Name = Named != names.end() ? Named->second
                                          : "constant_" + std::to_string(Count);
  ++Count;
  torch::jit::Value *V = graph->addInput();
  if (initializers.count(Name))
    Name += "_" + std::to_string(Count);
  V->setDebugName(Name);
  at::Tensor Plain = T.detach().contiguous();
  describe(V, Plain);
  initializers[V->debugName()] = Plain;
  Known[T.unsafeGetTensorImpl()] = V;
  Kept.push_back(T);
  return V;
}

torch::jit::Value *Emitter::ints(const std::vector<int64_t> &Values) {
  at::Tensor T = at::empty({static_cast<int64_t>(Values.size())}, at::kLong);
  std::copy(Values.begin(), Values.end(), T.data_ptr<int64_t>());
  torch::jit::Value *V = constant(T);
  return V;
}

torch::jit::Value *Emitter::of(const Cell &C) {
  if (C.onnx)
    return C.onnx;
  if (C.value.isTensor())
    return constant(C.value.toTensor());
  if (C.value.isScalar())
    return constant(at::scalar_tensor(C.value.toScalar(), at::kFloat));
  throw std::runtime_error("a value of type " + C.value.tagKind() +
                           " has no place in ONNX");
}

//===- Executing ----------------------------------------------------------===//

namespace {

class Machine {
public:
  Machine(Lowered &Out, std::string Path) : Out(Out), Path(std::move(Path)) {}

  void set(const torch::jit::Value *V, Cell C) { Env[V] = std::move(C); }
  const Cell &get(const torch::jit::Value *V) const { return Env.at(V); }

  void block(const Block *B) {
    for (const Node *N : B->nodes())
      step(const_cast<Node *>(N));
  }

private:
  Lowered &Out;
  std::string Path;
  std::map<const torch::jit::Value *, Cell> Env;
  size_t Steps = 0;

  void step(Node *N) {
    if (++Steps > 1000000)
      throw std::runtime_error("it runs more than a million operators");
    switch (N->kind()) {
    case prim::Constant:
      return set(N->output(), {toIValue(N->output()).value_or(IValue())});
    case prim::If:
      return branch(N);
    case prim::Loop:
      return loop(N);
    case prim::ListConstruct:
    case prim::TupleConstruct:
      return construct(N);
    case prim::ListUnpack:
    case prim::TupleUnpack:
      return unpack(N);
    case prim::GetAttr:
      return set(N->output(),
                 {get(N->input()).value.toObject()->getAttr(N->s(attr::name))});
    case prim::RaiseException:
      throw std::runtime_error("it raises an exception");
    default:
      return call(N);
    }
  }

  void bind(const Block *B, Node *N) {
    for (size_t I = 0; I != N->outputs().size(); ++I)
      set(N->output(I), get(B->outputs()[I]));
  }

  void branch(Node *N) {
    const Block *B = N->blocks()[get(N->input()).value.toBool() ? 0 : 1];
    block(B);
    bind(B, N);
  }

  void loop(Node *N) {
    const Block *B = N->blocks()[0];
    int64_t Most = get(N->input(0)).value.toInt();
    bool Go = get(N->input(1)).value.toBool();
    std::vector<Cell> Carried;
    for (size_t I = 2; I < N->inputs().size(); ++I)
      Carried.push_back(get(N->input(I)));
    for (int64_t Turn = 0; Go && Turn < Most; ++Turn) {
      set(B->inputs()[0], {Turn});
      for (size_t I = 0; I != Carried.size(); ++I)
        set(B->inputs()[I + 1], Carried[I]);
      block(B);
      Go = get(B->outputs()[0]).value.toBool();
      for (size_t I = 0; I != Carried.size(); ++I)
        Carried[I] = get(B->outputs()[I + 1]);
    }
    for (size_t I = 0; I != Carried.size(); ++I)
      set(N->output(I), Carried[I]);
  }

  std::vector<Cell> inputsOf(Node *N) const {
    std::vector<Cell> All;
    for (const torch::jit::Value *V : N->inputs())
      All.push_back(get(V));
    return All;
  }

  // The interpreter has instructions for these four, and no operators.
  void construct(Node *N) {
    Cell C;
    C.items = inputsOf(N);
    std::vector<IValue> Values;
    for (const Cell &Item : C.items)
      Values.push_back(Item.value);
    if (N->kind() == prim::TupleConstruct) {
      C.value = c10::ivalue::Tuple::create(std::move(Values));
    } else {
      const auto &Type = N->output()->type()->expectRef<c10::ListType>();
      c10::impl::GenericList L(Type.getElementType());
      for (IValue &V : Values)
        L.push_back(std::move(V));
      C.value = std::move(L);
    }
    set(N->output(), std::move(C));
  }

  void unpack(Node *N) {
    const Cell From = get(N->input());
    std::vector<IValue> Values;
    if (From.value.isTuple())
      for (const IValue &V : From.value.toTupleRef().elements())
        Values.push_back(V);
    else
      Values = From.value.toListRef().vec();
    for (size_t I = 0; I != N->outputs().size(); ++I) {
      Cell C = I < From.items.size() ? From.items[I] : Cell();
      C.value = Values.at(I);
      set(N->output(I), std::move(C));
    }
  }

  static bool anyTensor(const std::vector<IValue> &All) {
    for (const IValue &V : All)
      if (V.isTensor() || V.isTensorList())
        return true;
    return false;
  }

  std::string placeOf(Node *N) const {
    Span S = archive::placeOf(N->sourceRange(), Path);
    return S.valid() ? S.file.substr(S.file.rfind('/') + 1) + ":" +
                           std::to_string(S.line)
                     : "";
  }

  void call(Node *N) {
    if (!N->maybeOperator())
      throw std::runtime_error("there is no ONNX export for " +
                               std::string(N->kind().toQualString()) + " at " +
                               placeOf(N));
    std::vector<Cell> Inputs = inputsOf(N);
    bool Depends = false;
    Stack S;
    for (const Cell &C : Inputs) {
      Depends |= C.depends();
      S.push_back(C.value);
    }
    std::string Name = N->kind().toQualString();
    if (Name == "aten::__getitem__" && !Inputs[0].items.empty())
      return element(N, Inputs);
    N->getOperation()(S);
    if (Name == "aten::append")
      return append(N, Inputs);
    std::vector<IValue> Results(S.end() - N->outputs().size(), S.end());
    for (size_t I = 0; I != Results.size(); ++I)
      set(N->output(I), {Results[I]});
    if (!Depends || !anyTensor(Results))
      return;
    const FunctionSchema *Schema = N->maybeSchema();
    bool Mutates = Schema && Schema->is_mutable();
    std::vector<torch::jit::Value *> Values;
    if (!Mutates)
      Values = lower(Out.emitter, {Name, Inputs, Results});
    if (Values.empty())
      return unsupported(N, Results);
    take(N, Results, Values);
  }

  /// A list of results is one value to TorchScript and several to ONNX.
  void take(Node *N, const std::vector<IValue> &Results,
            const std::vector<torch::jit::Value *> &Values) {
    if (Results.size() == 1 && Results[0].isTensorList()) {
      Cell C{Results[0]};
      auto Tensors = Results[0].toTensorVector();
      for (size_t I = 0; I != Tensors.size(); ++I)
        C.items.push_back({Tensors[I], Values.at(I)});
      return set(N->output(), std::move(C));
    }
    for (size_t I = 0; I != Results.size(); ++I)
      set(N->output(I), {Results[I], I < Values.size() ? Values[I] : nullptr});
  }

  void append(Node *N, const std::vector<Cell> &Inputs) {
    Cell List = Inputs[0]; // its value is the list that has grown
    List.items.push_back(Inputs[1]);
    set(N->input(0), List);
    set(N->output(), std::move(List));
  }

  void element(Node *N, const std::vector<Cell> &Inputs) {
    auto Size = static_cast<int64_t>(Inputs[0].items.size());
    int64_t At = Inputs[1].value.toInt();
    set(N->output(), Inputs[0].items.at(At < 0 ? At + Size : At));
  }

  /// What follows is still walked, so that all of them are told at once.
  void unsupported(Node *N, const std::vector<IValue> &Results) {
    std::string Name = N->kind().toQualString(), Place = placeOf(N);
    for (const Unsupported &Old : Out.unsupported)
      if (Old.op == Name && Old.place == Place)
        return standIn(N, Results);
    Out.unsupported.push_back({Name, Place});
    standIn(N, Results);
  }
  void standIn(Node *N, const std::vector<IValue> &Results) {
    std::vector<torch::jit::Value *> Values;
    for (const IValue &V : Results)
      if (V.isTensorList())
        for (const at::Tensor &T : V.toTensorVector())
          Values.push_back(Out.emitter.op("Identity", {}, {}, T));
      else
        Values.push_back(V.isTensor()
                             ? Out.emitter.op("Identity", {}, {}, V.toTensor())
                             : nullptr);
    take(N, Results, Values);
  }
};

void addOutputs(Lowered &L, const Cell &C) {
  if (!C.items.empty()) {
    for (const Cell &Item : C.items)
      addOutputs(L, Item);
    return;
  }
  if (!C.value.isTensor())
    return;
  Emitter &E = L.emitter;
  // An input or a weight that is returned needs a node of its own.
  torch::jit::Value *V = E.of(C);
  if (V->node()->kind() == prim::Param)
    V = E.op("Identity", {V}, {}, C.value.toTensor());
  E.graph->registerOutput(V);
  L.outputs.push_back(C.value.toTensor());
}

void nameConstants(const Module &M, const std::string &Path, Emitter &E) {
  archive::NamedTensors All;
  archive::collectTensors(M, Path, All);
  for (const auto &T : All.all())
    if (T.kind != archive::TensorKind::Constant)
      E.names[T.tensor.unsafeGetTensorImpl()] = T.path;
}

} // namespace

Lowered lowerModule(const Module &M, const std::string &Path,
                    const std::vector<IValue> &Inputs,
                    const std::vector<std::string> &Names) {
  torch::NoGradGuard NoGrad;
  Lowered L;
  auto G = M.get_method("forward").graph()->copy();
  Inline(*G);
  RemoveTensorMutation(G);
  nameConstants(M, Path, L.emitter);
  Machine Run(L, Path);
  Run.set(G->inputs()[0], {M._ivalue()});
  for (size_t N = 0; N + 1 < G->inputs().size(); ++N) {
    Cell C{N < Inputs.size() ? Inputs[N] : IValue()};
    if (C.value.isTensor())
      C.onnx = L.emitter.input(Names[N], C.value.toTensor());
    Run.set(G->inputs()[N + 1], std::move(C));
  }
  Run.block(G->block());
  for (const torch::jit::Value *V : G->outputs())
    addOutputs(L, Run.get(V));
  return L;
}

} // namespace exporting
} // namespace torchtidy
