//===- Recording.cpp - reads one recorded call ----------------------------===//
#include "Recording.h"
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace torchtidy {
namespace conformance {

using nlohmann::json;

namespace {

const json &member(const json &Object, const char *Key) {
  auto It = Object.find(Key);
  if (It == Object.end())
    throw std::runtime_error(std::string("no \"") + Key + "\"");
  return *It;
}

api::Device parseDevice(const json &Value) {
  api::Device D;
  if (Value.is_string())
    D = api::Device::parse(Value.get<std::string>());
  if (D.kind != api::Device::Concrete)
    throw std::runtime_error("no device: " + Value.dump());
  return D;
}

bool isTensor(const json &Value) {
  return Value.is_object() && Value.size() == 1 && Value.contains("t");
}

bool isDevice(const json &Value) {
  return Value.is_object() && Value.size() == 1 && Value.contains("device");
}

/// Keyword-only tensors that are inputs in some schema; every other tensor
/// given by keyword is written to.
bool isInputKeyword(const std::string &Name) {
  static const char *const Names[] = {"alibi_slopes",
                                      "atol",
                                      "attn_mask",
                                      "aweights",
                                      "bias",
                                      "block_table",
                                      "found_inf",
                                      "fweights",
                                      "grad_scale",
                                      "lengths",
                                      "lr",
                                      "offsets",
                                      "per_sample_weights",
                                      "rtol",
                                      "scales",
                                      "seqlen_k",
                                      "seqused_k",
                                      "sorter",
                                      "spacing",
                                      "weight",
                                      "zero_points"};
  for (const char *Known : Names)
    if (Name == Known)
      return true;
  return false;
}

/// "add_" and "__iadd__", not "__and__".
bool isInPlace(const std::string &Op) {
  std::string Name = Op.substr(Op.rfind(':') + 1);
  if (Name.size() > 4 && Name.substr(0, 2) == "__")
    return Name[2] == 'i';
  return !Name.empty() && Name.back() == '_';
}

class CallReader {
public:
  explicit CallReader(const json &Line) : Line(Line) {}

  api::Call read() {
    C.op = member(Line, "op").get<std::string>();
    C.overload = member(Line, "overload").get<std::string>();
    bool InPlace = isInPlace(C.op);
    int Position = 0;
    for (const json &Value : member(Line, "args")) {
      add(Value, "", Position, InPlace && Position == 0);
      ++Position;
    }
    for (const auto &Item : member(Line, "kwargs").items())
      add(Item.value(), Item.key(), -1, !isInputKeyword(Item.key()));
    return std::move(C);
  }

private:
  void add(const json &Value, const std::string &Name, int Position,
           bool Written) {
    if (isDevice(Value)) {
      C.hasDevice = true;
      C.device = parseDevice(Value["device"]);
    } else if (isTensor(Value)) {
      addTensor(Value, Name, Position, -1, Written);
    } else if (Value.is_array()) {
      int Element = 0;
      for (const json &Item : Value) {
        if (isTensor(Item))
          addTensor(Item, Name, Position, Element, Written);
        ++Element;
      }
    }
  }

  void addTensor(const json &Value, const std::string &Name, int Position,
                 int Element, bool Written) {
    const json &Tensors = member(Line, "tensors");
    size_t Index = Value["t"].get<size_t>();
    if (Index >= Tensors.size())
      throw std::runtime_error("no tensor " + std::to_string(Index));
    const json &Tensor = Tensors[Index];
    api::Argument A;
    A.name = Name;
    A.position = Position;
    A.element = Element;
    A.written = Written;
    A.device = parseDevice(member(Tensor, "device"));
    const json &Shape = member(Tensor, "shape");
    A.zeroDim = Shape.empty() ? api::Tri::Yes : api::Tri::No;
    A.numel = 1;
    for (const json &Size : Shape)
      A.numel *= Size.get<long>();
    std::string Type = member(Tensor, "dtype").get<std::string>();
    A.boolOrByte = Type == "bool" || Type == "uint8";
    C.arguments.push_back(std::move(A));
  }

  const json &Line;
  api::Call C;
};

Answer parseAnswer(const json &Expect) {
  Answer A;
  if (Expect.contains("error")) {
    A.error = Expect["error"].get<std::string>();
    A.kind = A.error == "device-mismatch"  ? Answer::DeviceMismatch
             : A.error == "data-dependent" ? Answer::DataDependent
                                           : Answer::Other;
    return A;
  }
  for (const json &Result : member(Expect, "ok")) {
    if (Result.is_object() && Result.contains("device"))
      A.results.push_back(parseDevice(Result["device"]));
    else
      A.results.push_back(std::nullopt);
  }
  return A;
}

} // namespace

Recording parseRecording(const std::string &Line) {
  try {
    json Object = json::parse(Line);
    if (!Object.is_object())
      throw std::runtime_error("not a JSON object");
    Recording R;
    R.call = CallReader(Object).read();
    R.answer = parseAnswer(member(Object, "expect"));
    if (R.answer.kind == Answer::Ok) {
      bool AnyTensor = false;
      for (const auto &D : R.answer.results)
        AnyTensor |= D.has_value();
      R.call.numResults =
          AnyTensor ? static_cast<int>(R.answer.results.size()) : 0;
    }
    return R;
  } catch (const json::exception &E) {
    throw std::runtime_error(E.what());
  }
}

} // namespace conformance
} // namespace torchtidy
