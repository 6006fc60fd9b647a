//===- Yaml.cpp - YAML read against a schema --------------------*- C++ -*-===//
#include "config/Yaml.h"
#include <algorithm>

namespace torchtidy {
namespace config {

std::string Problem::str() const {
  std::string Where = file;
  if (line)
    Where += ":" + std::to_string(line) + ":" + std::to_string(column);
  return Where + ": " + message;
}

static size_t distance(const std::string &A, const std::string &B) {
  std::vector<size_t> Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= A.size(); ++I) {
    size_t Diagonal = Row[0];
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      size_t Above = Row[J];
      Row[J] = std::min(
          {Row[J] + 1, Row[J - 1] + 1, Diagonal + (A[I - 1] != B[J - 1])});
      Diagonal = Above;
    }
  }
  return Row[B.size()];
}

std::string nearWords(const std::string &Name,
                      const std::vector<std::string> &Known) {
  std::vector<std::pair<size_t, std::string>> Near;
  size_t Most = std::max<size_t>(1, std::min<size_t>(4, Name.size() / 2));
  for (const std::string &K : Known) {
    size_t D = distance(Name, K);
    // A word that was left unfinished, or said with its family's prefix.
    bool Part = Name.size() > 2 && K.find(Name) != std::string::npos;
    if (D <= Most || Part)
      Near.push_back({Part ? std::min(D, Most) : D, K});
  }
  std::sort(Near.begin(), Near.end());
  std::string R;
  for (size_t I = 0; I < Near.size() && I < 3; ++I)
    R += (I ? ", '" : "; near: '") + Near[I].second + "'";
  return R;
}

static std::string oneOf(const std::vector<std::string> &Words) {
  std::string R;
  for (size_t I = 0; I < Words.size(); ++I)
    R += (I == 0 ? "" : I + 1 == Words.size() ? " or " : ", ") + Words[I];
  return R;
}

static const char *kindOf(const YAML::Node &N) {
  return N.IsMap()        ? "a mapping"
         : N.IsSequence() ? "a list"
         : N.IsScalar()   ? "a text"
                          : "nothing";
}

void Yaml::error(const YAML::Mark &At, const std::string &Message) {
  Problem P;
  P.file = File;
  P.message = Message;
  if (!At.is_null()) {
    P.line = unsigned(At.line) + 1;
    P.column = unsigned(At.column) + 1;
  }
  Problems.push_back(std::move(P));
}

void Yaml::error(const YAML::Node &At, const std::string &Message) {
  error(At.Mark(), Message);
}

void Yaml::mapping(const YAML::Node &N, const std::string &What,
                   const Handlers &Keys) {
  if (!N.IsMap())
    return error(N,
                 What + " wants 'key: value' lines, and this is " + kindOf(N));
  std::vector<std::string> Names;
  for (const auto &K : Keys)
    Names.push_back(K.first);
  std::map<std::string, YAML::Mark> Seen;
  for (const auto &Entry : N) {
    if (!Entry.first.IsScalar()) {
      error(Entry.first, "a key wants a text");
      continue;
    }
    std::string Key = Entry.first.Scalar();
    auto [It, New] = Seen.emplace(Key, Entry.first.Mark());
    if (!New) {
      error(Entry.first, "'" + Key + "' stands on line " +
                             std::to_string(It->second.line + 1) + " already");
      continue;
    }
    auto Known = std::find(Names.begin(), Names.end(), Key);
    if (Known != Names.end()) {
      Keys[Known - Names.begin()].second(Entry.second);
      continue;
    }
    std::string Near = nearWords(Key, Names);
    error(Entry.first, What + " has no key '" + Key + "'" +
                           (Near.empty() ? "; it has " + oneOf(Names) : Near));
  }
}

void Yaml::list(const YAML::Node &N, const Handler &Each) {
  if (N.IsSequence())
    for (const YAML::Node &E : N)
      Each(E);
  else if (N.IsDefined() && !N.IsNull())
    Each(N);
}

std::string Yaml::text(const YAML::Node &N, const std::string &What) {
  if (N.IsScalar() && !N.Scalar().empty())
    return N.Scalar();
  error(N, What + " wants a text, and this is " + kindOf(N));
  return "";
}

std::vector<std::string> Yaml::texts(const YAML::Node &N,
                                     const std::string &What) {
  std::vector<std::string> R;
  if (N.IsNull())
    error(N, What + " wants a text or a list of them, and this is nothing");
  list(N, [&](const YAML::Node &E) {
    std::string S = text(E, What);
    if (!S.empty())
      R.push_back(std::move(S));
  });
  return R;
}

int Yaml::word(const YAML::Node &N, const std::string &What,
               const std::vector<std::string> &Words) {
  std::string S = text(N, What);
  if (S.empty())
    return -1;
  auto It = std::find(Words.begin(), Words.end(), S);
  if (It != Words.end())
    return int(It - Words.begin());
  error(N, What + " wants " + oneOf(Words) + ", and this is '" + S + "'" +
               nearWords(S, Words));
  return -1;
}

bool Yaml::flag(const YAML::Node &N, const std::string &What) {
  return word(N, What, {"true", "false"}) == 0;
}

api::TaughtArg Yaml::argument(const YAML::Node &N) {
  api::TaughtArg A;
  std::string S = text(N, "an argument");
  if (S.empty())
    return A;
  if (S.find_first_not_of("0123456789") != std::string::npos)
    A.name = S;
  else if (S.size() < 4)
    A.position = std::stoi(S);
  else
    error(N, "no function has an argument " + S + "; they count from 0");
  return A;
}

std::vector<api::TaughtArg> Yaml::arguments(const YAML::Node &N) {
  std::vector<api::TaughtArg> R;
  list(N, [&](const YAML::Node &E) { R.push_back(argument(E)); });
  return R;
}

} // namespace config
} // namespace torchtidy
