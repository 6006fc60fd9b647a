//===- Inputs.cpp - example inputs, as people write them ------------------===//
#include "runtime/archive/Inputs.h"
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Functions.h>
#include <cctype>
#include <stdexcept>

using c10::IValue;

namespace torchtidy {
namespace archive {
namespace {

[[noreturn]] void bad(const std::string &Text, const std::string &Why) {
  throw std::runtime_error("--input '" + Text + "': " + Why +
                           "; one looks like 1x3x224x224:float32");
}

bool typeOf(const std::string &Name, at::ScalarType &Out) {
  static const std::pair<const char *, at::ScalarType> Types[] = {
      {"float32", at::kFloat},
      {"float", at::kFloat},
      {"float64", at::kDouble},
      {"double", at::kDouble},
      {"float16", at::kHalf},
      {"half", at::kHalf},
      {"bfloat16", at::kBFloat16},
      {"int64", at::kLong},
      {"long", at::kLong},
      {"int32", at::kInt},
      {"int", at::kInt},
      {"int16", at::kShort},
      {"int8", at::kChar},
      {"uint8", at::kByte},
      {"bool", at::kBool},
      {"complex64", at::kComplexFloat},
      {"complex128", at::kComplexDouble}};
  for (auto &T : Types)
    if (Name == T.first) {
      Out = T.second;
      return true;
    }
  return false;
}

std::vector<std::string> split(const std::string &S, char By) {
  std::vector<std::string> All(1);
  for (char C : S)
    if (C == By)
      All.emplace_back();
    else
      All.back() += C;
  return All;
}

int64_t integer(const std::string &Text, const std::string &Whole) {
  size_t End = 0;
  int64_t N = 0;
  try {
    N = std::stoll(Text, &End);
  } catch (const std::exception &) {
    End = std::string::npos;
  }
  if (Text.empty() || End != Text.size())
    bad(Whole, "'" + Text + "' is no number");
  return N;
}

std::vector<int64_t> sizesOf(const std::string &Text,
                             const std::string &Whole) {
  std::vector<int64_t> Sizes;
  if (Text == "scalar")
    return Sizes;
  double Count = 1;
  for (const std::string &Part : split(Text, 'x')) {
    if (Part.empty() || !std::isdigit(static_cast<unsigned char>(Part[0])))
      bad(Whole, "'" + Text + "' are no sizes");
    Sizes.push_back(integer(Part, Whole));
    Count *= static_cast<double>(Sizes.back());
  }
  if (Count > 1e11)
    bad(Whole, "that many elements fit in no memory");
  return Sizes;
}

at::Generator &generator() {
  static at::Generator G = at::detail::createCPUGenerator(/*seed=*/20);
  return G;
}

at::Tensor parseTensor(const std::string &Whole) {
  auto Parts = split(Whole, ':');
  at::ScalarType Type = at::kFloat;
  auto Sizes = sizesOf(Parts[0], Whole);
  if (Parts.size() > 3 || (Parts.size() > 1 && !typeOf(Parts[1], Type)))
    bad(Whole, "'" + Parts[1] + "' is no type");
  int64_t Low = 0, High = 2;
  bool Ranged = Parts.size() == 3;
  if (Ranged) {
    size_t Dots = Parts[2].find("..");
    if (Dots == std::string::npos)
      bad(Whole, "a range looks like 0..1000");
    Low = integer(Parts[2].substr(0, Dots), Whole);
    High = integer(Parts[2].substr(Dots + 2), Whole);
    if (High <= Low)
      bad(Whole, "the range is empty");
  }
  if (at::isFloatingType(Type) && Ranged)
    return (at::rand(Sizes, generator()) * double(High - Low) + double(Low))
        .to(Type);
  if (at::isFloatingType(Type) || at::isComplexType(Type))
    return at::randn(Sizes, generator()).to(Type);
  return at::randint(Low, High, Sizes, generator(),
                     at::TensorOptions(at::kLong))
      .to(Type);
}

IValue parseScalar(const std::string &Kind, const std::string &Value,
                   const std::string &Whole) {
  if (Kind == "int")
    return integer(Value, Whole);
  if (Kind == "str")
    return Value;
  if (Kind == "bool" && (Value == "true" || Value == "false"))
    return Value == "true";
  if (Kind == "float") {
    char *End = nullptr;
    double D = std::strtod(Value.c_str(), &End);
    if (!Value.empty() && !*End)
      return D;
  }
  bad(Whole, "values are int=3, float=0.5, bool=true and str=text");
}

} // namespace

IValue parseInput(const std::string &Text) {
  if (Text == "none")
    return IValue();
  if (Text.size() > 1 && Text.front() == '[' && Text.back() == ']') {
    c10::List<at::Tensor> L;
    for (const std::string &One : split(Text.substr(1, Text.size() - 2), ','))
      L.push_back(parseTensor(One));
    return L;
  }
  size_t Equal = Text.find('=');
  if (Equal != std::string::npos)
    return parseScalar(Text.substr(0, Equal), Text.substr(Equal + 1), Text);
  return parseTensor(Text);
}

IValue moveInput(const IValue &V, c10::Device Device) {
  if (V.isTensor())
    return V.toTensor().to(Device);
  if (!V.isTensorList())
    return V;
  c10::List<at::Tensor> L;
  for (const IValue &E : V.toListRef())
    L.push_back(E.toTensor().to(Device));
  return L;
}

} // namespace archive
} // namespace torchtidy
