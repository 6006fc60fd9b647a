//===- Judge.cpp - runs one recorded call and compares --------------------===//
#include "Judge.h"
#include "Call.h"
#include "runtime/meta/Values.h"
#include "torch_tidy/rehearsal.h"
#include <c10/core/InferenceMode.h>

using nlohmann::json;

namespace torchtidy {
namespace conformance {
namespace {

/// An answer as text: "cuda:0 float32 [2,3]; …", "device-mismatch", or, with
/// `other`, an error that says nothing of devices.
struct Answer {
  std::string text;
  bool other = false;
};

std::string nameOf(at::ScalarType T) {
  switch (T) {
  case at::kFloat:
    return "float32";
  case at::kDouble:
    return "float64";
  case at::kHalf:
    return "float16";
  case at::kBFloat16:
    return "bfloat16";
  case at::kLong:
    return "int64";
  case at::kInt:
    return "int32";
  case at::kShort:
    return "int16";
  case at::kChar:
    return "int8";
  case at::kByte:
    return "uint8";
  case at::kBool:
    return "bool";
  case at::kComplexFloat:
    return "complex64";
  case at::kComplexDouble:
    return "complex128";
  case at::kComplexHalf:
    return "complex32";
  default:
    return c10::toString(T);
  }
}

template <typename Sizes>
std::string textOf(const std::string &Device, const std::string &Type,
                   const Sizes &S) {
  std::string Text = Device + " " + Type + " [";
  for (auto N : S)
    Text += (Text.back() == '[' ? "" : ",") + std::to_string(N);
  return Text + "]; ";
}

std::string textOf(const at::Tensor &T) {
  if (!T.defined())
    return "none; ";
  return textOf(T.device().str(), nameOf(T.scalar_type()), T.sizes());
}

std::string expectedOf(const json &Line) {
  auto It = Line.find("expect");
  if (It == Line.end())
    throw std::runtime_error("no \"expect\"");
  if (It->contains("error"))
    return (*It)["error"].get<std::string>();
  std::string Text;
  if (It->at("ok").empty())
    return "none; ";
  for (const json &R : It->at("ok")) {
    if (R.is_object() && R.contains("device"))
      Text += textOf(R["device"].get<std::string>(),
                     R.at("dtype").get<std::string>(),
                     R.at("shape").get<std::vector<int64_t>>());
    else
      Text += "none; ";
  }
  return Text;
}

std::string textOf(const torch::jit::Stack &Results) {
  std::string Text;
  for (const c10::IValue &V : Results) {
    if (V.isTensor())
      Text += textOf(V.toTensor());
    else if (V.isTensorList())
      for (const c10::IValue &T : V.toListRef())
        Text += textOf(T.toTensor());
    else
      Text += "none; ";
  }
  return Text;
}

RehearsalOptions optionsOf(bool WithoutValues) {
  RehearsalOptions O;
  O.strictness = RehearsalStrictness::FakeTensor;
  O.keep_going = false;
  O.values = WithoutValues ? RehearsalValues::Meta : RehearsalValues::Real;
  O.keep_values_up_to = 0;
  return O;
}

Answer run(const c10::OperatorHandle &Op, const json &Line, Fill F,
           bool WithoutValues) {
  FakeTensorMode Mode(optionsOf(WithoutValues));
  torch::jit::Stack S;
  S = makeStack(Op, Line, F);
  // Composites reach the rules whole, as they do in PyTorch's mode.
  c10::InferenceMode Inference;
  try {
    Op.callBoxed(&S);
  } catch (const rt::ValuesUnknown &) {
    return {"data-dependent", false};
  } catch (const std::exception &E) {
    if (!Mode.findings().empty())
      return {"device-mismatch", false};
    std::string What = E.what();
    return {"error: " + What.substr(0, What.find('\n')), true};
  }
  // In Python an operator that returns nothing returns None.
  return {S.empty() ? "none; " : textOf(S), false};
}

} // namespace

std::string operatorOf(const std::string &Text) {
  json Line = json::parse(Text, nullptr, /*allow_exceptions=*/false);
  if (!Line.is_object() || !Line.contains("op") || !Line["op"].is_string())
    return "?";
  std::string Name = Line["op"];
  if (Line.contains("overload") && Line["overload"].is_string() &&
      Line["overload"] != "")
    Name += "." + Line["overload"].get<std::string>();
  return Name;
}

Judgement judge(const std::string &Text, bool WithoutValues) {
  Judgement J;
  J.op = operatorOf(Text);
  try {
    json Line = json::parse(Text);
    if (!Line.is_object())
      throw std::runtime_error("not a JSON object");
    std::string Expected = expectedOf(Line), Got;
    auto Op = findOperator(Line);
    for (Fill F : AllFills) {
      Answer A =
          run(Op, Line, WithoutValues ? Fill::Nothing : F, WithoutValues);
      Got = A.text;
      // What the kernel makes of the values isn't what is compared.
      if (!A.other || WithoutValues)
        break;
    }
    if (Got != Expected) {
      J.kind = Judgement::Disagree;
      J.text = "expected " + Expected + " got " + Got;
    }
  } catch (const Lacks &L) {
    J.kind = Judgement::Skipped;
    J.text = L.what();
  } catch (const json::exception &E) {
    throw std::runtime_error(E.what());
  }
  return J;
}

} // namespace conformance
} // namespace torchtidy
