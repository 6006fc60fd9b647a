//===- Graphs.cpp - what an archive's graphs say of devices ---------------===//
#include "runtime/archive/Graphs.h"
#include "runtime/archive/Script.h"
#include <map>
#include <sstream>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/constants.h>

using namespace torch::jit;

namespace torchtidy {
namespace archive {
namespace {

void forEachIn(Block *B, const std::function<void(Node &)> &Do,
               unsigned Depth) {
  if (Depth > 256)
    return;
  for (Node *N : B->nodes()) {
    Do(*N);
    for (Block *Inner : N->blocks())
      forEachIn(Inner, Do, Depth + 1);
  }
}

/// Operators that have no name of their own in LibTorch's headers.
struct Names {
  c10::Symbol device = c10::Symbol::fromQualString("aten::device"),
              cuda = c10::Symbol::fromQualString("aten::cuda"),
              cpu = c10::Symbol::fromQualString("aten::cpu");
  static const Names &get() {
    static const Names N;
    return N;
  }
};

/// Devices that modules keep in attributes: `to` does not change them.
using KeptDevices =
    std::map<std::pair<const c10::ClassType *, std::string>, c10::Device>;

KeptDevices keptDevices(const Module &M) {
  KeptDevices All;
  for (const Module &One : M.modules()) {
    auto Type = One.type();
    for (size_t N = 0; N != Type->numAttributes(); ++N) {
      IValue V = One._ivalue()->getSlot(N);
      if (V.isDevice())
        All.emplace(std::make_pair(Type.get(), Type->getAttributeName(N)),
                    V.toDevice());
    }
  }
  return All;
}

c10::optional<c10::Device> keptDeviceOf(Value *V, const KeptDevices &Kept) {
  Node *N = V->node();
  if (N->kind() != prim::GetAttr)
    return c10::nullopt;
  auto Type = N->input(0)->type()->cast<c10::ClassType>();
  auto It = Kept.find({Type.get(), N->s(attr::name)});
  return It == Kept.end() ? c10::nullopt
                          : c10::optional<c10::Device>(It->second);
}

/// The device that \p V is, or that `aten::device("cuda", 1)` makes.
c10::optional<c10::Device> deviceOf(Value *V) {
  auto Constant = toIValue(V);
  if (Constant && Constant->isDevice())
    return Constant->toDevice();
  Node *N = V->node();
  if (N->kind() != Names::get().device)
    return c10::nullopt;
  if (N->inputs().empty())
    return c10::nullopt;
  auto Name = toIValue(N->input(0));
  if (!Name || !Name->isString())
    return c10::nullopt;
  std::string Text = Name->toStringRef();
  if (N->inputs().size() > 1)
    if (auto Index = toIValue(N->input(1)); Index && Index->isInt())
      Text += ":" + std::to_string(Index->toInt());
  try {
    return c10::Device(Text);
  } catch (const c10::Error &) {
    return c10::nullopt; // no device that this LibTorch knows
  }
}

bool isComparison(const Node &N) {
  auto K = N.kind();
  return K == aten::eq || K == aten::ne || K == aten::__contains__ ||
         K == prim::RaiseException || K == aten::str || K == prim::Print;
}

bool isUnderCondition(const Node &N, const Graph &G) {
  return N.owningBlock() != G.block();
}

bool makesTensor(const Node &N) {
  const c10::FunctionSchema *S = N.maybeSchema();
  if (!S || S->returns().empty())
    return false;
  for (const c10::Argument &A : S->arguments())
    if (A.type()->isSubtypeOf(*c10::TensorType::get()) ||
        A.type()->isSubtypeOf(*c10::ListType::ofTensors()))
      return false;
  return true;
}

std::string textOf(Node &N) {
  std::ostringstream Out;
  N.print(Out, 0, nullptr, /*print_source_locations=*/false,
          /*print_attributes=*/true, /*print_scopes=*/false,
          /*print_body=*/false);
  std::string Text = Out.str();
  while (!Text.empty() && (Text.back() == '\n' || Text.back() == ' '))
    Text.pop_back();
  return Text.size() > 300 ? Text.substr(0, 300) + "…" : Text;
}

BakedDevice bake(const Function &F, Node &User, const std::string &Device,
                 const std::string &Archive) {
  BakedDevice B;
  B.device = Device;
  B.op = User.kind().toQualString();
  B.function = shortName(F.qualname().qualifiedName());
  B.node = textOf(User);
  B.place = placeOf(User.sourceRange(), Archive);
  B.factory = makesTensor(User);
  B.conditional = isUnderCondition(User, *User.owningGraph());
  return B;
}

} // namespace

void forEachNode(const Module &M,
                 const std::function<void(const Function &, Node &)> &Do) {
  auto Unit = M._ivalue()->compilation_unit();
  if (!Unit)
    return;
  for (Function *F : Unit->get_functions()) {
    GraphFunction *G = tryToGraphFunction(*F);
    if (!G)
      continue;
    F->ensure_defined();
    forEachIn(G->graph()->block(), [&](Node &N) { Do(*F, N); }, 0);
  }
}

std::vector<BakedDevice> bakedDevices(const Module &M,
                                      const std::string &Archive) {
  std::vector<BakedDevice> All;
  KeptDevices Kept = keptDevices(M);
  forEachNode(M, [&](const Function &F, Node &N) {
    bool Cuda = N.kind() == Names::get().cuda;
    if (Cuda || N.kind() == Names::get().cpu) {
      All.push_back(bake(F, N, Cuda ? "cuda" : "cpu", Archive));
      return;
    }
    if (isComparison(N) || N.kind() == prim::Constant ||
        N.kind() == Names::get().device)
      return;
    for (Value *V : N.inputs()) {
      if (!V->type()->isSubtypeOf(*c10::DeviceObjType::get()))
        continue;
      auto Attribute = keptDeviceOf(V, Kept);
      if (auto D = Attribute ? Attribute : deviceOf(V)) {
        All.push_back(bake(F, N, D->str(), Archive));
        if (Attribute)
          All.back().attribute = V->node()->s(attr::name);
      }
    }
  });
  return All;
}

} // namespace archive
} // namespace torchtidy
