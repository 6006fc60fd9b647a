//===- Model.cpp - an ONNX model: read, checked, evaluated ----------------===//
#include "runtime/onnx/Model.h"
#ifdef TORCHTIDY_ONNX
#include "runtime/onnx/Evaluate.h"
#include <algorithm>
#include <climits>
#include <filesystem>
#include <fstream>
#include <google/protobuf/io/coded_stream.h>
#include <iterator>
#include <map>
#include <onnx/checker.h>
#include <onnx/defs/schema.h>

namespace fs = std::filesystem;

namespace torchtidy {
namespace onnxmodel {

using archive::BadArchive;

bool available() { return true; }

std::string InputInfo::text() const {
  std::string Text = name + ": " + c10::toString(type) + " ";
  for (size_t D = 0; D != sizes.size(); ++D)
    Text += (D ? "x" : "") +
            (sizes[D] < 0 ? std::string("?") : std::to_string(sizes[D]));
  return Text + (sizes.empty() ? "scalar" : "");
}

namespace {

/// Its weights may be in other files: only those beside it are read.
void checkExternal(const ::onnx::TensorProto &T, const std::string &Path) {
  if (T.data_location() != ::onnx::TensorProto::EXTERNAL)
    return;
  for (const auto &E : T.external_data()) {
    if (E.key() != "location")
      continue;
    fs::path Where = E.value();
    bool Up = std::find(Where.begin(), Where.end(), "..") != Where.end();
    if (Where.is_absolute() || Up)
      throw BadArchive("'" + Path +
                       "' names a file outside its own folder "
                       "for weights: '" +
                       E.value() + "'");
    std::error_code Error;
    if (!fs::is_regular_file(fs::path(Path).parent_path() / Where, Error))
      throw BadArchive("'" + Path + "' has weights in '" + E.value() +
                       "', which isn't beside it");
  }
}

InputInfo infoOf(const ::onnx::ValueInfoProto &V) {
  InputInfo I;
  I.name = V.name();
  const auto &T = V.type().tensor_type();
  I.type = typeOf(T.elem_type());
  for (const auto &D : T.shape().dim())
    I.sizes.push_back(D.has_dim_value() ? D.dim_value() : -1);
  return I;
}

bool isOnnxDomain(const std::string &D) {
  return D.empty() || D == "ai.onnx" || D == "ai.onnx.ml" ||
         D == "ai.onnx.training" || D == "ai.onnx.preview.training" ||
         D == "com.microsoft";
}

std::string titleOf(const ::onnx::NodeProto &N) {
  bool Own = N.domain().empty() || N.domain() == "ai.onnx";
  return (Own ? "" : N.domain() + "::") + N.op_type();
}

bool isForeign(const std::string &Op) {
  size_t Colon = Op.find("::");
  return Colon != std::string::npos && !isOnnxDomain(Op.substr(0, Colon));
}

using Versions = std::map<std::string, int>;

int sinceOf(const ::onnx::NodeProto &N, const Versions &Imported) {
  std::string Domain = N.domain() == "ai.onnx" ? "" : N.domain();
  auto It = Imported.find(Domain);
  if (It == Imported.end())
    return 0;
  auto *S =
      ::onnx::OpSchemaRegistry::Schema(N.op_type(), It->second, N.domain());
  return S ? S->SinceVersion() : 0;
}

/// Those of branches and bodies come after the node that has them.
void collectNodes(const ::onnx::GraphProto &G, const Versions &Imported,
                  const std::string &Under, unsigned Depth,
                  std::vector<archive::OnnxNode> &Out) {
  if (Depth > 64)
    return;
  for (const auto &N : G.node()) {
    std::string Name = N.name();
    if (Name.empty() && N.output_size())
      Name = N.output(0);
    Out.push_back({Name, titleOf(N), sinceOf(N, Imported), Under});
    for (const auto &A : N.attribute()) {
      if (A.has_g())
        collectNodes(A.g(), Imported, Name, Depth + 1, Out);
      for (const auto &Inner : A.graphs())
        collectNodes(Inner, Imported, Name, Depth + 1, Out);
    }
  }
}

void addOnce(std::vector<std::string> &To, const std::string &S) {
  if (std::find(To.begin(), To.end(), S) == To.end())
    To.push_back(S);
}

} // namespace

Model::Model(std::string Bytes, const std::string &Path)
    : Proto(std::make_unique<::onnx::ModelProto>()) {
  google::protobuf::io::CodedInputStream In(
      reinterpret_cast<const uint8_t *>(Bytes.data()),
      static_cast<int>(std::min<size_t>(Bytes.size(), INT_MAX)));
  if (Bytes.size() > INT_MAX)
    throw BadArchive("'" + Path + "' is larger than a protobuf may be (2 GB)");
  if (!Proto->ParseFromCodedStream(&In) || !In.ConsumedEntireMessage() ||
      Proto->graph().node_size() + Proto->graph().output_size() == 0)
    throw BadArchive("'" + Path + "' is no ONNX model: it can't be parsed");
  for (const auto &T : Proto->graph().initializer())
    checkExternal(T, Path);
  std::vector<std::string> Weights;
  for (const auto &T : Proto->graph().initializer())
    Weights.push_back(T.name());
  std::sort(Weights.begin(), Weights.end());
  try {
    auto Nodes = nodeInfos();
    if (std::none_of(Nodes.begin(), Nodes.end(),
                     [](const auto &N) { return isForeign(N.op); }))
      ::onnx::checker::check_model(*Proto);
    for (const auto &V : Proto->graph().input())
      if (!std::binary_search(Weights.begin(), Weights.end(), V.name()))
        Inputs.push_back(infoOf(V));
  } catch (const std::exception &E) {
    std::string Why = E.what();
    throw BadArchive("'" + Path + "' is no valid ONNX model: " +
                     Why.substr(0, Why.find('\n')));
  }
}

Model::~Model() = default;

size_t Model::nodes() const { return Proto->graph().node_size(); }

std::string Model::description() const {
  std::string Text;
  for (const auto &O : Proto->opset_import())
    Text += (Text.empty() ? "opset " : ", ") +
            (O.domain().empty() ? "" : O.domain() + " ") +
            std::to_string(O.version());
  Text += ", IR version " + std::to_string(Proto->ir_version());
  if (!Proto->producer_name().empty())
    Text += ", by " + Proto->producer_name() + " " + Proto->producer_version();
  return Text;
}

std::vector<archive::OnnxNode> Model::nodeInfos() const {
  Versions Imported;
  for (const auto &O : Proto->opset_import())
    Imported[O.domain() == "ai.onnx" ? "" : O.domain()] =
        static_cast<int>(O.version());
  std::vector<archive::OnnxNode> All;
  collectNodes(Proto->graph(), Imported, "", 0, All);
  return All;
}

std::vector<std::string> Model::metadata() const {
  std::vector<std::string> All;
  for (const auto &P : Proto->metadata_props())
    All.push_back(P.key() + "=" + P.value());
  return All;
}

std::vector<std::string> Model::unknownOperators() const {
  std::vector<std::string> All;
  for (const auto &N : Proto->graph().node())
    if ((!N.domain().empty() && N.domain() != "ai.onnx") ||
        !canEvaluate(N.op_type()))
      addOnce(All, N.op_type());
  return All;
}

std::vector<at::Tensor>
Model::evaluate(const std::vector<at::Tensor> &In) const {
  std::map<std::string, at::Tensor> Values;
  for (const auto &T : Proto->graph().initializer()) {
    if (T.data_location() == ::onnx::TensorProto::EXTERNAL)
      throw std::runtime_error("weights in other files aren't read here");
    Values[T.name()] = tensorOf(T);
  }
  for (size_t N = 0; N != Inputs.size(); ++N)
    Values[Inputs[N].name] = In.at(N);
  for (const auto &N : Proto->graph().node()) {
    std::vector<at::Tensor> Given;
    for (const std::string &Name : N.input()) {
      auto It = Values.find(Name);
      if (It == Values.end() && !Name.empty())
        throw std::runtime_error("'" + Name + "' is made by no node");
      Given.push_back(It == Values.end() ? at::Tensor() : It->second);
    }
    auto Made = evaluateNode(N, Given);
    for (int I = 0; I < N.output_size() && I < int(Made.size()); ++I)
      Values[N.output(I)] = Made[I];
  }
  std::vector<at::Tensor> Out;
  for (const auto &V : Proto->graph().output()) {
    auto It = Values.find(V.name());
    if (It == Values.end())
      throw std::runtime_error("output '" + V.name() + "' is made by no node");
    Out.push_back(It->second);
  }
  return Out;
}

//===- What torch-rehearse says -------------------------------------------===//

static std::string joined(const std::vector<std::string> &All) {
  std::string Text;
  for (const std::string &S : All)
    Text += (Text.empty() ? "" : ", ") + S;
  return Text;
}

static std::string inputsText(const Model &M) {
  std::vector<std::string> All;
  for (const InputInfo &I : M.inputs())
    All.push_back(I.text());
  return joined(All);
}

static void checkInputs(const Model &M, const std::string &Path,
                        const std::vector<at::Tensor> &In) {
  bool Fits = In.size() == M.inputs().size();
  for (size_t N = 0; Fits && N != In.size(); ++N) {
    const InputInfo &I = M.inputs()[N];
    Fits = In[N].scalar_type() == I.type &&
           In[N].dim() == static_cast<int64_t>(I.sizes.size());
    for (int64_t D = 0; Fits && D != In[N].dim(); ++D)
      Fits = I.sizes[D] < 0 || I.sizes[D] == In[N].size(D);
  }
  if (!Fits)
    throw BadArchive("'" + Path + "' takes other inputs: " + inputsText(M));
}

static void run(const Model &M, const archive::Options &O,
                const std::vector<at::Tensor> &In, archive::Result &R) {
  checkInputs(M, O.path, In);
  auto Unknown = M.unknownOperators();
  if (!Unknown.empty()) {
    R.notes.push_back("not run: " + joined(Unknown) +
                      " aren't evaluated here, and this build has no ONNX "
                      "Runtime");
    return;
  }
  archive::RunOn Run;
  Run.device = "cpu";
  Run.operators = M.nodes();
  try {
    M.evaluate(In);
  } catch (const std::exception &E) {
    Run.error = E.what();
    Run.error = Run.error.substr(0, Run.error.find('\n'));
  }
  R.runs.push_back(Run);
}

/// "2 Conv (since opset 11), 1 Relu (since opset 14)".
static std::string operatorsText(const std::vector<archive::OnnxNode> &Nodes) {
  std::map<std::string, size_t> Counts;
  for (const archive::OnnxNode &N : Nodes)
    ++Counts[N.op +
             (N.since ? " (since opset " + std::to_string(N.since) + ")" : "")];
  std::vector<std::string> All;
  for (const auto &C : Counts)
    All.push_back(std::to_string(C.second) + " " + C.first);
  return joined(All);
}

/// One finding an operator, which names its nodes.
static void judgeNodes(const archive::Options &O, archive::Result &R) {
  std::map<std::string, std::vector<std::string>> Foreign;
  for (const archive::OnnxNode &N : R.nodes)
    if (isForeign(N.op))
      Foreign[N.op].push_back(
          "'" + N.name + "'" +
          (N.under.empty() ? "" : " inside '" + N.under + "'"));
  for (auto &Op : Foreign) {
    Finding F;
    F.rule = "onnx-device";
    F.level = Level::Likely;
    F.message = "'" + Op.first +
                "' is no operator of ONNX; it runs only where a "
                "library that has it is registered, and there may "
                "be none for the wanted provider";
    F.span.file = O.path;
    F.span.line = F.span.endLine = 1;
    F.op = Op.first;
    size_t Count = Op.second.size();
    Op.second.resize(std::min<size_t>(Count, 5));
    Note N;
    N.message =
        (Count == 1 ? "node " : "nodes ") + joined(Op.second) +
        (Count > 5 ? ", and " + std::to_string(Count - 5) + " more" : "");
    F.notes.push_back(std::move(N));
    R.findings.push_back(std::move(F));
  }
}

archive::Result rehearse(const archive::Options &O,
                         const std::vector<at::Tensor> &Inputs) {
  std::ifstream In(O.path, std::ios::binary);
  Model M({std::istreambuf_iterator<char>(In), {}}, O.path);
  archive::Result R;
  R.kind = "ONNX model (" + std::to_string(M.nodes()) + " nodes, " +
           M.description() + ")";
  R.nodes = M.nodeInfos();
  judgeNodes(O, R);
  R.notes.push_back("operators: " + operatorsText(R.nodes));
  if (!M.metadata().empty())
    R.notes.push_back("metadata: " + joined(M.metadata()));
  if (!M.inputs().empty())
    R.notes.push_back("inputs: " + inputsText(M));
  if (Inputs.empty() && !M.inputs().empty())
    R.notes.push_back("not run: it needs inputs, as --input");
  else
    run(M, O, Inputs, R);
  R.notes.push_back("an ONNX model names no devices; which provider runs each "
                    "node is decided by ONNX Runtime, which isn't here");
  return R;
}

} // namespace onnxmodel
} // namespace torchtidy

#else

namespace torchtidy {
namespace onnxmodel {

bool available() { return false; }

archive::Result rehearse(const archive::Options &O,
                         const std::vector<at::Tensor> &) {
  throw archive::BadArchive("'" + O.path +
                            "' can't be read: this build of "
                            "torch-rehearse has no libonnx "
                            "(libonnx-dev)");
}

} // namespace onnxmodel
} // namespace torchtidy
#endif
