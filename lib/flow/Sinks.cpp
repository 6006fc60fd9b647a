//===- Sinks.cpp - what leaves the process, or goes to Python ---*- C++ -*-===//
//
// An object of Python's is known by what C++ put into it: its elements are the
// values that it carries, whatever Python makes of them. The dotted path of a
// function is kept as text.
//
//===----------------------------------------------------------------------===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using facts::NoValue;

Value Interp::sink(const Instr &I, int Id, const api::Row *R) {
  Value V;
  V.role = I.type.role;
  if (!recording)
    return V;
  SinkEvent E;
  E.at = {fn, Id};
  E.row = R;
  E.name = I.callee;
  auto WithDevice = [&](Value X) {
    auto Of = [&](Value &Y) {
      for (Alt &A : Y.alts) {
        auto It = st.objects.find(A.identity);
        if (It != st.objects.end())
          A.device = It->second;
      }
    };
    Of(X);
    for (Value &C : X.captures)
      Of(C);
    return X;
  };
  for (size_t K = 0; K < I.operands.size(); ++K) {
    Value Arg = operand(I, K);
    // The elements of a local list that was filled one by one.
    if (I.operands[K] != NoValue && vals[I.operands[K]].path >= 0 &&
        Arg.elements.empty() && Arg.role == TypeRole::Container) {
      Value Any = readPath(F.paths.element(vals[I.operands[K]].path, "*"));
      if (Any.known())
        Arg.elements.push_back(Any);
    } else if (!R) {
      Arg = pythonContents(I, K);
    }
    Arg.path = -1;
    E.args.push_back(WithDevice(Arg));
    E.argInstrs.push_back(I.operands[K]);
  }
  if (I.receiver != NoValue)
    E.receiver = WithDevice(read(vals[I.receiver]));
  out.sinks.push_back(std::move(E));
  return V;
}

bool Interp::isPython(std::string_view Name) {
  constexpr std::string_view Within = "pybind11::";
  return Name.substr(0, Within.size()) == Within;
}

static bool carries(const Value &V) {
  return V.tensorLike() || V.known() || !V.elements.empty();
}

static std::string_view lastPart(std::string_view Dotted) {
  return Dotted.substr(Dotted.rfind('.') + 1);
}

/// An argument with what was put into it one by one: `kwargs["x"] = x`.
Value Interp::pythonContents(const Instr &I, size_t K) {
  Value V = operand(I, K);
  const int Path = I.operands[K] == NoValue ? -1 : vals[I.operands[K]].path;
  if (Path < 0)
    return V;
  auto Any = st.env.find(F.paths.element(Path, "*"));
  if (Any != st.env.end() && carries(Any->second))
    V.elements.push_back(Any->second);
  return V;
}

/// `py::dict("x"_a = x)`, `py::object(f)`.
Value Interp::pythonObject(const Instr &I) {
  Value V;
  V.role = I.type.role;
  for (size_t K = 0; K < I.operands.size(); ++K) {
    Value A = pythonContents(I, K);
    if (I.operands.size() == 1 && !A.isConst && !A.text.empty())
      V.text = A.text;
    A.path = -1;
    if (carries(A) && V.elements.size() < MaxElements)
      V.elements.push_back(std::move(A));
  }
  return V;
}

/// `model.attr("to")("cuda")`, by the names that a tensor's methods have. A
/// module moves in place; that a result is dropped says that it is one.
Value Interp::pythonMove(const Instr &I, const Value &Method) {
  Value V;
  V.role = I.type.role;
  const api::Row *R =
      api::findRow(api::methodOfTensor(lastPart(Method.text)));
  if (!R || R->role != api::Role::MoveTensor || Method.captures.empty())
    return V;
  Alt A;
  if (R->info == std::string_view("args")) {
    for (const Value &Arg : operands(I))
      if (Arg.role == TypeRole::String && Arg.alts.size() == 1)
        A.device = Arg.alts[0].device;
  } else if (R->info != std::string_view("type")) {
    A.device = Device::concrete(R->info);
  }
  if (A.device.kind == Device::Unknown)
    return V;
  addAlt(V, A);
  const int Object = Method.captures[0].path;
  if (I.use == facts::Use::Discarded && Object >= 0)
    assign(Object, V);
  return V;
}

/// py::module_::import("torch.onnx").attr("export")(model, inputs …).
Value Interp::pythonCall(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  const std::string_view Name = lastName(I.callee);
  Value Receiver;
  const int Place = I.receiver != NoValue ? vals[I.receiver].path : -1;
  if (I.receiver != NoValue)
    Receiver = read(vals[I.receiver]);
  if (Name == "import" || Name == "attr") {
    Value Arg = operand(I, 0);
    if (!Arg.isConst)
      return V;
    V.text = Receiver.text.empty() ? Arg.text : Receiver.text + "." + Arg.text;
    Receiver.path = Place;
    Receiver.captures.clear();
    V.captures = {Receiver};
    return V;
  }
  if (Name == "operator()") {
    if (api::isPythonExporter(Receiver.text)) {
      V = sink(I, Id, nullptr);
      if (recording)
        out.sinks.back().name = Receiver.text;
      return V;
    }
    V = pythonMove(I, Receiver);
    if (V.known())
      return V;
  }
  // `kwargs["x"] = x`, `list.append(x)`.
  if (Name == "operator[]" && Place >= 0) {
    V.path = F.paths.element(Place, "*");
    return V;
  }
  if (Place >= 0 && I.operands.size() == 1 &&
      (Name == "append" || (Name == "operator=" && F.paths.isWeak(Place)))) {
    Value Added = pythonContents(I, 0);
    if (carries(Added))
      assign(Name == "append" ? F.paths.element(Place, "*") : Place, Added);
    return V;
  }
  // py::cast(x), py::arg("name") = x, py::make_tuple(x), *args: what carries x.
  for (size_t K = 0; K < I.operands.size(); ++K)
    if (Value A = pythonContents(I, K); carries(A))
      V.elements.push_back(std::move(A));
  if (V.elements.empty() && I.operands.empty()) {
    V.elements = Receiver.elements;
    if (Place >= 0)
      if (auto Any = st.env.find(F.paths.element(Place, "*"));
          Any != st.env.end())
        V.elements.push_back(Any->second);
  }
  if (V.elements.empty())
    V.text = Receiver.text;
  return V;
}

} // namespace flow
} // namespace torchtidy
