//===- Json.cpp - facts as text, and back -----------------------*- C++ -*-===//
//
// Values that equal their defaults are left out. Types stand once, in a table;
// a type is its index there.
//
//===----------------------------------------------------------------------===//
#include "facts/Fields.h"
#include "facts/Validate.h"
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>

using nlohmann::json;

namespace torchtidy {
namespace facts {
namespace {

/// Of the text's form and of what the facts mean: a cache of another version is
/// no cache.
constexpr int Version = 1;

[[noreturn]] void fail(const std::string &Why) { refuseFacts(Why); }

struct TypeTable {
  json types = json::array();
  std::map<std::string, int> indices;
};

class Writer {
public:
  Writer(json &Out, TypeTable &T) : Out(Out), T(T) {}

  void id(const char *Key, Text &T) { (*this)(Key, T); }

  template <class V>
  void operator()(const char *Key, V &Value, V Default = V()) {
    if constexpr (IsVector<V>::value || std::is_same_v<V, TypeArgs>) {
      if (!Value.empty())
        Out[Key] = put(Value);
    } else if constexpr (std::is_same_v<V, SourceSpan>) {
      if (Value.valid())
        Out[Key] = put(Value);
    } else if constexpr (std::is_same_v<V, TypeFact>) {
      Out[Key] = put(Value);
    } else if (Value != Default) {
      Out[Key] = put(Value);
    }
  }

private:
  template <class V> json put(V &Value) {
    if constexpr (std::is_same_v<V, Text>) {
      return Value.str();
    } else if constexpr (std::is_same_v<V, TypeArgs>) {
      json A = json::array();
      for (TypeFact E : Value)
        A.push_back(put(E));
      return A;
    } else if constexpr (IsVector<V>::value) {
      json A = json::array();
      for (auto &E : Value)
        A.push_back(put(E));
      return A;
    } else if constexpr (std::is_enum_v<V>) {
      return int(Value);
    } else if constexpr (std::is_same_v<V, SourceSpan>) {
      return json::array({Value.file, Value.line, Value.column, Value.endLine,
                          Value.endColumn, Value.offset, Value.endOffset,
                          int(Value.macro)});
    } else if constexpr (std::is_same_v<V, TypeFact>) {
      json Type = json::object();
      fields(Writer(Type, T), Value);
      auto [It, New] = T.indices.emplace(
          Type.dump(-1, ' ', false, json::error_handler_t::replace),
          int(T.types.size()));
      if (New)
        T.types.push_back(std::move(Type));
      return It->second;
    } else if constexpr (std::is_class_v<V> &&
                         !std::is_same_v<V, std::string>) {
      json Object = json::object();
      fields(Writer(Object, T), Value);
      return Object;
    } else {
      return Value;
    }
  }

  json &Out;
  TypeTable &T;
};

class Reader {
public:
  Reader(const json &In, const std::vector<TypeFact> &Types)
      : In(In), Types(Types) {
    if (!In.is_object())
      fail("an object was expected");
  }

  void id(const char *Key, Text &T) { (*this)(Key, T); }

  template <class V>
  void operator()(const char *Key, V &Value, V Default = V()) {
    auto It = In.find(Key);
    if (It == In.end())
      Value = Default;
    else
      get(Key, *It, Value);
  }

private:
  template <class V> void get(const char *Key, const json &J, V &Value) {
    if constexpr (IsVector<V>::value) {
      if (!J.is_array())
        fail(std::string("'") + Key + "' is no list");
      Value.clear();
      Value.resize(J.size());
      for (size_t I = 0; I < J.size(); ++I)
        get(Key, J[I], Value[I]);
    } else if constexpr (std::is_same_v<V, TypeArgs>) {
      std::vector<TypeFact> Read;
      get(Key, J, Read);
      Value = std::move(Read);
    } else if constexpr (std::is_same_v<V, Text>) {
      std::string Read;
      get(Key, J, Read);
      Value = Read;
    } else if constexpr (std::is_same_v<V, std::string>) {
      if (!J.is_string())
        fail(std::string("'") + Key + "' is no text");
      Value = J.get<std::string>();
    } else if constexpr (std::is_same_v<V, bool>) {
      if (!J.is_boolean())
        fail(std::string("'") + Key + "' is neither true nor false");
      Value = J.get<bool>();
    } else if constexpr (std::is_enum_v<V>) {
      Value = V(number(Key, J, 0, lastOf<V>()));
    } else if constexpr (std::is_same_v<V, unsigned>) {
      Value = unsigned(number(Key, J, 0, 0xffffffffLL));
    } else if constexpr (std::is_same_v<V, int>) {
      Value = int(number(Key, J, -1, 0x7fffffffLL));
    } else if constexpr (std::is_same_v<V, SourceSpan>) {
      if (!J.is_array() || J.size() != 8)
        fail(std::string("'") + Key + "' is no range of 8 numbers");
      Value.file = int(number(Key, J[0], -1, 0x7fffffff));
      unsigned *const Parts[] = {&Value.line,    &Value.column,
                                 &Value.endLine, &Value.endColumn,
                                 &Value.offset,  &Value.endOffset};
      for (int I = 0; I < 6; ++I)
        *Parts[I] = unsigned(number(Key, J[I + 1], 0, 0xffffffffLL));
      Value.macro = number(Key, J[7], 0, 1) != 0;
    } else if constexpr (std::is_same_v<V, TypeFact>) {
      Value = Types[size_t(number(Key, J, 0, (long long)Types.size() - 1))];
    } else {
      fields(Reader(J, Types), Value);
    }
  }

  static long long number(const char *Key, const json &J, long long Min,
                          long long Max) {
    if (!J.is_number_integer())
      fail(std::string("'") + Key + "' is no number");
    long long N = J.get<long long>();
    if (N < Min || N > Max)
      fail(std::string("'") + Key + "' is out of range");
    return N;
  }

  const json &In;
  const std::vector<TypeFact> &Types;
};

} // namespace

std::string toJson(const FileFacts &F) {
  TypeTable T;
  json Body = json::object();
  // Writing changes nothing; the description serves reading too.
  fields(Writer(Body, T), const_cast<FileFacts &>(F));
  json Top = {{"torch-tidy-facts", Version},
              {"types", std::move(T.types)},
              {"facts", std::move(Body)}};
  return Top.dump(-1, ' ', false, json::error_handler_t::replace);
}

FileFacts fromJson(const std::string &Text) {
  json Top = json::parse(Text, nullptr, /*allow_exceptions=*/false);
  if (Top.is_discarded() || !Top.is_object())
    fail("no JSON object");
  auto V = Top.find("torch-tidy-facts");
  if (V == Top.end() || !V->is_number_integer())
    fail("no version");
  if (V->get<long long>() != Version)
    fail("version " + V->dump() + ", this program reads " +
         std::to_string(Version));
  auto TypesIt = Top.find("types"), FactsIt = Top.find("facts");
  if (TypesIt == Top.end() || !TypesIt->is_array() || FactsIt == Top.end())
    fail("no types or no facts");
  // A type's arguments stand before it.
  std::vector<TypeFact> Types;
  for (const json &J : *TypesIt) {
    TypeFact Type;
    fields(Reader(J, Types), Type);
    checkType(Type);
    Types.push_back(std::move(Type));
  }
  FileFacts F;
  fields(Reader(*FactsIt, Types), F);
  checkFacts(F);
  return F;
}

} // namespace facts
} // namespace torchtidy
