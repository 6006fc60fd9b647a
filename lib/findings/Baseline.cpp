//===- Baseline.cpp - findings that a project has agreed to live with -*- C++
//-*-===//
#include "findings/Baseline.h"
#include "findings/Paths.h"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <tuple>

namespace torchtidy {

using json = nlohmann::ordered_json;

static constexpr unsigned FormatVersion = 1;

static void sortEntries(Baseline &Entries) {
  auto Key = [](const BaselineEntry &E) {
    return std::tie(E.file, E.rule, E.message, E.fingerprint);
  };
  std::sort(Entries.begin(), Entries.end(),
            [&](const BaselineEntry &A, const BaselineEntry &B) {
              return Key(A) < Key(B);
            });
  std::set<std::string> Seen;
  Entries.erase(std::remove_if(Entries.begin(), Entries.end(),
                               [&](const BaselineEntry &E) {
                                 return !Seen.insert(E.fingerprint).second;
                               }),
                Entries.end());
}

BaselineEntry entryOf(const Finding &F, const std::string &Root) {
  return {F.fingerprint, F.rule, displayPath(F.span.file, Root), F.level,
          F.message};
}

static std::string textOf(const json &Entry, const char *Key) {
  auto It = Entry.find(Key);
  if (It == Entry.end() || !It->is_string())
    throw std::runtime_error("has no text '" + std::string(Key) + "'");
  return It->get<std::string>();
}

static BaselineEntry readEntry(const json &J) {
  if (!J.is_object())
    throw std::runtime_error("is no object");
  BaselineEntry E;
  E.fingerprint = textOf(J, "fingerprint");
  if (E.fingerprint.empty())
    throw std::runtime_error("has an empty 'fingerprint'");
  E.rule = textOf(J, "rule");
  E.file = textOf(J, "file");
  E.message = textOf(J, "message");
  std::string L = textOf(J, "level");
  if (!parseLevel(L, E.level))
    throw std::runtime_error("has the level '" + L + "'");
  return E;
}

Baseline parseBaseline(const std::string &Text, const std::string &Name) {
  auto Fail = [&](const std::string &Why) -> std::runtime_error {
    return std::runtime_error(Name + ": " + Why);
  };
  json J;
  try {
    J = json::parse(Text);
  } catch (const json::parse_error &E) {
    throw Fail("not a baseline: no JSON from byte " + std::to_string(E.byte) +
               " on");
  }
  if (!J.is_object() || !J.contains("baseline"))
    throw Fail("not a baseline: it has no 'baseline' with the version of its "
               "form");
  if (J["baseline"] != FormatVersion)
    throw Fail("a baseline of version " + J["baseline"].dump() +
               "; this torch-tidy reads version " +
               std::to_string(FormatVersion));
  if (!J.contains("findings") || !J["findings"].is_array())
    throw Fail("not a baseline: it has no list 'findings'");
  Baseline Entries;
  std::set<std::string> Seen;
  for (const json &Item : J["findings"]) {
    std::string Where =
        "entry " + std::to_string(Entries.size() + 1) + " of 'findings' ";
    try {
      Entries.push_back(readEntry(Item));
    } catch (const std::runtime_error &E) {
      throw Fail(Where + E.what());
    }
    if (!Seen.insert(Entries.back().fingerprint).second)
      throw Fail(Where + "repeats the fingerprint " +
                 Entries.back().fingerprint);
  }
  sortEntries(Entries);
  return Entries;
}

std::string toText(const Baseline &Entries) {
  Baseline Sorted = Entries;
  sortEntries(Sorted);
  std::string Out =
      "{\"baseline\": " + std::to_string(FormatVersion) + ", \"findings\": [";
  for (const BaselineEntry &E : Sorted) {
    json J;
    J["file"] = E.file;
    J["rule"] = E.rule;
    J["level"] = toString(E.level);
    J["message"] = E.message;
    J["fingerprint"] = E.fingerprint;
    Out += &E == &Sorted.front() ? "\n" : ",\n";
    Out += J.dump(-1, ' ', false, json::error_handler_t::replace);
  }
  return Out + (Sorted.empty() ? "]}\n" : "\n]}\n");
}

BaselineSplit split(std::vector<Finding> Findings, const Baseline &Known) {
  std::set<std::string> Named, Met;
  for (const BaselineEntry &E : Known)
    Named.insert(E.fingerprint);
  BaselineSplit S;
  for (Finding &F : Findings) {
    bool Old = Named.count(F.fingerprint) != 0;
    if (Old)
      Met.insert(F.fingerprint);
    (Old ? S.known : S.fresh).push_back(std::move(F));
  }
  for (const BaselineEntry &E : Known)
    if (!Met.count(E.fingerprint))
      S.gone.push_back(E);
  return S;
}

} // namespace torchtidy
