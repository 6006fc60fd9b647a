//===- Tensors.cpp - every tensor that an archive holds -------------------===//
#include "runtime/archive/Tensors.h"
#include "runtime/archive/Graphs.h"
#include "runtime/archive/Script.h"
#include <cctype>
#include <torch/csrc/jit/ir/constants.h>
#include <unordered_set>

using c10::IValue;
using torch::jit::Function;
using torch::jit::Module;
using torch::jit::Node;

namespace torchtidy {
namespace archive {

const char *toString(TensorKind K) {
  switch (K) {
  case TensorKind::Parameter:
    return "parameter";
  case TensorKind::Buffer:
    return "buffer";
  case TensorKind::Attribute:
    return "attribute";
  case TensorKind::Constant:
    return "constant";
  case TensorKind::Argument:
    return "argument";
  }
  return "";
}

static std::string quoted(const std::string &S) { return "'" + S + "'"; }

std::string NamedTensor::words() const {
  switch (kind) {
  case TensorKind::Parameter:
  case TensorKind::Buffer:
    return std::string(toString(kind)) + " " + quoted(path) + " of " + owner;
  case TensorKind::Attribute:
    return quoted(path) + " of " + owner + ", in an attribute of type " +
           typeText;
  case TensorKind::Constant:
    return "constant " + quoted(path) + " in the graph of " + owner;
  case TensorKind::Argument:
    return "input " + quoted(path);
  }
  return "";
}

std::string nameToRegister(const std::string &Path) {
  // Modules end with a dot; keys of a dict may have dots of their own.
  size_t Bracket = Path.find('[');
  size_t Dot = Path.rfind('.', Bracket);
  std::string Name;
  for (char C : Path.substr(Dot == std::string::npos ? 0 : Dot + 1)) {
    bool Word = std::isalnum(static_cast<unsigned char>(C)) || C == '_';
    if (Word || (!Name.empty() && Name.back() != '_'))
      Name += Word ? C : '_';
  }
  while (!Name.empty() && Name.back() == '_' && Bracket != std::string::npos)
    Name.pop_back();
  return Name;
}

//===- Looking up ---------------------------------------------------------===//

static const void *storageOf(const at::Tensor &T) {
  return T.has_storage() && T.storage() ? T.storage().unsafeGetStorageImpl()
                                        : nullptr;
}

void NamedTensors::add(NamedTensor T) {
  if (!T.tensor.defined())
    return;
  size_t N = All.size();
  ByImpl.emplace(T.tensor.unsafeGetTensorImpl(), N);
  if (const void *S = storageOf(T.tensor))
    ByStorage.emplace(S, N);
  All.push_back(std::move(T));
}

const NamedTensor *NamedTensors::find(const at::Tensor &T) const {
  auto It = ByImpl.find(T.unsafeGetTensorImpl());
  if (It != ByImpl.end())
    return &All[It->second];
  const void *S = storageOf(T);
  auto Of = S ? ByStorage.find(S) : ByStorage.end();
  return Of == ByStorage.end() ? nullptr : &All[Of->second];
}

//===- Walking ------------------------------------------------------------===//

namespace {

class Walk {
public:
  explicit Walk(NamedTensors &Out) : Out(Out) {}

  void module(const IValue &V, const std::string &Path, unsigned Depth) {
    if (Depth > 256 || !Seen.insert(V.toObject().get()).second)
      return;
    auto Object = V.toObject();
    auto Type = Object->type();
    for (size_t N = 0; N != Type->numAttributes(); ++N) {
      const IValue &Slot = Object->getSlot(N);
      std::string Name = Type->getAttributeName(N);
      std::string At = Path.empty() ? Name : Path + "." + Name;
      if (Slot.isObject()) {
        module(Slot, At, Depth + 1);
        continue;
      }
      NamedTensor T;
      T.owner = shortName(Type->name() ? Type->name()->qualifiedName() : "");
      T.typeText = Type->getAttribute(N)->annotation_str();
      bool Plain = Type->getAttribute(N)->kind() == c10::TypeKind::TensorType;
      T.kind = Plain && Type->is_parameter(N) ? TensorKind::Parameter
               : Plain && Type->is_buffer(N)  ? TensorKind::Buffer
                                              : TensorKind::Attribute;
      value(Slot, At, T, Depth + 1);
    }
  }

private:
  NamedTensors &Out;
  std::unordered_set<const void *> Seen;

  void value(const IValue &V, const std::string &Path, const NamedTensor &Like,
             unsigned Depth) {
    if (Depth > 256)
      return;
    if (V.isTensor()) {
      NamedTensor T = Like;
      T.path = Path;
      T.tensor = V.toTensor();
      Out.add(std::move(T));
    } else if (V.isObject()) {
      module(V, Path, Depth + 1);
    } else if (V.isList()) {
      size_t N = 0;
      for (const IValue &E : V.toListRef())
        value(E, Path + "[" + std::to_string(N++) + "]", Like, Depth + 1);
    } else if (V.isTuple()) {
      size_t N = 0;
      for (const IValue &E : V.toTupleRef().elements())
        value(E, Path + "[" + std::to_string(N++) + "]", Like, Depth + 1);
    } else if (V.isGenericDict()) {
      for (const auto &E : V.toGenericDict())
        value(E.value(), Path + "[" + keyText(E.key()) + "]", Like, Depth + 1);
    }
  }
  static std::string keyText(const IValue &K) {
    return K.isString() ? "\"" + K.toStringRef() + "\""
           : K.isInt()  ? std::to_string(K.toInt())
                        : "…";
  }
};

} // namespace

void collectTensors(const Module &M, const std::string &Archive,
                    NamedTensors &Out) {
  Walk(Out).module(M._ivalue(), "", 0);
  size_t Number = 0;
  forEachNode(M, [&](const Function &F, Node &N) {
    if (N.kind() != c10::prim::Constant || N.outputs().size() != 1)
      return;
    auto V = torch::jit::toIValue(N.output());
    if (!V || !V->isTensor())
      return;
    NamedTensor T;
    T.kind = TensorKind::Constant;
    T.tensor = V->toTensor();
    if (T.tensor.defined() && Out.find(T.tensor))
      return;
    T.path = "c" + std::to_string(Number++);
    T.owner = shortName(F.qualname().qualifiedName());
    T.place = placeOf(N.sourceRange(), Archive);
    const auto &Uses = N.output()->uses();
    if (!Uses.empty())
      T.place = placeOf(Uses.front().user->sourceRange(), Archive);
    Out.add(std::move(T));
  });
}

} // namespace archive
} // namespace torchtidy
