//===- JsonLines.cpp - findings as one JSON object a line -------*- C++ -*-===//
#include "findings/JsonLines.h"
#include <istream>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

namespace torchtidy {

using json = nlohmann::ordered_json;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void addSpan(json &Out, const Span &S) {
  Out["file"] = S.file;
  Out["line"] = S.line;
  Out["column"] = S.column;
  Out["endLine"] = S.endLine;
  Out["endColumn"] = S.endColumn;
  Out["offset"] = S.offset;
  Out["endOffset"] = S.endOffset;
}

static json toJson(const Note &N) {
  json Out;
  Out["message"] = N.message;
  if (N.span.valid())
    addSpan(Out, N.span);
  return Out;
}

static json toJson(const Fix &F) {
  json Edits = json::array();
  for (const Edit &E : F.edits) {
    json Out;
    addSpan(Out, E.span);
    Out["text"] = E.text;
    Edits.push_back(std::move(Out));
  }
  json Out;
  Out["message"] = F.message;
  Out["edits"] = std::move(Edits);
  return Out;
}

static json toJson(const Origin &O) {
  json Out;
  Out["kind"] = O.kind;
  Out["module"] = O.module;
  Out["member"] = O.member;
  Out["factory"] = O.factory;
  if (O.made.valid())
    addSpan(Out["made"], O.made);
  return Out;
}

static json toJson(const Frame &F) {
  json Out;
  Out["function"] = F.function;
  Out["file"] = F.file;
  Out["line"] = F.line;
  return Out;
}

template <typename T> static json toJsonArray(const std::vector<T> &Items) {
  json Out = json::array();
  for (const T &Item : Items)
    Out.push_back(toJson(Item));
  return Out;
}

static json toJson(const Confirmation &C) {
  json Out;
  Out["status"] = toString(C.status);
  if (C.status == Confirmation::None)
    return Out;
  Out["run"] = C.run;
  Out["op"] = C.op;
  Out["argument"] = C.argument;
  Out["devices"] = C.devices;
  Out["stack"] = toJsonArray(C.stack);
  return Out;
}

static json toJson(const Suppression &S) {
  json Out;
  Out["kind"] = toString(S.kind);
  if (S.kind == Suppression::None)
    return Out;
  Out["reason"] = S.reason;
  if (S.place.valid())
    addSpan(Out, S.place);
  return Out;
}

static std::string dump(const json &J) {
  return J.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string toJsonLine(const Finding &F) {
  json Out;
  Out["rule"] = F.rule;
  Out["level"] = toString(F.level);
  Out["message"] = F.message;
  addSpan(Out, F.span);
  Out["function"] = F.function;
  Out["notes"] = toJsonArray(F.notes);
  Out["fixes"] = toJsonArray(F.fixes);
  Out["origins"] = toJsonArray(F.origins);
  Out["stack"] = toJsonArray(F.stack);
  Out["op"] = F.op;
  Out["argument"] = F.argument;
  Out["devices"] = F.devices;
  Out["confirmation"] = toJson(F.confirmation);
  Out["suppression"] = toJson(F.suppression);
  Out["fingerprint"] = F.fingerprint;
  Out["partial"] = F.partial;
  return dump(Out);
}

void writeJsonLines(std::ostream &Out, const std::vector<Finding> &Findings) {
  for (const Finding &F : Findings)
    Out << toJsonLine(F) << '\n';
}

std::string toJsonLine(const RunSummary &Run) {
  json Body;
  Body["program"] = Run.program;
  if (Run.knowsLines) {
    Body["lines"] = json::array();
    for (const auto &[File, Lines] : Run.lines) {
      json Entry;
      Entry["file"] = File;
      Entry["lines"] = Lines;
      Body["lines"].push_back(std::move(Entry));
    }
  }
  json Out;
  Out["run"] = std::move(Body);
  return dump(Out);
}

static json placeOf(const Span &S) {
  json Out = json::object();
  addSpan(Out, S);
  return Out;
}

static json toJson(const HeldState &H) {
  json Out;
  Out["name"] = H.name;
  Out["type"] = H.type;
  Out["kind"] = H.kind;
  Out["registeredAs"] = H.registeredAs;
  Out["fate"] = toString(H.fate);
  Out["device"] = H.device;
  Out["factory"] = H.factory;
  Out["declared"] = placeOf(H.declared);
  Out["registered"] = placeOf(H.registered);
  Out["made"] = placeOf(H.made);
  return Out;
}

std::string toJsonLine(const ModuleState &M) {
  json Body;
  Body["name"] = M.name;
  Body["declared"] = placeOf(M.declared);
  Body["whole"] = M.whole;
  Body["held"] = toJsonArray(M.held);
  json Out;
  Out["module"] = std::move(Body);
  return dump(Out);
}

//===----------------------------------------------------------------------===//
// Reading: every failure names the key, so that a hand-written line can be
// mended
//===----------------------------------------------------------------------===//

namespace {

[[noreturn]] void fail(const std::string &Why) {
  throw std::runtime_error(Why);
}

/// An object and the way to it, "fixes[0].edits[2]".
struct Node {
  const json &value;
  std::string path;

  std::string name(const std::string &Key) const {
    return "'" + (path.empty() ? Key : path + "." + Key) + "'";
  }
  const json *get(const char *Key) const {
    auto It = value.find(Key);
    return It == value.end() || It->is_null() ? nullptr : &*It;
  }
};

Node object(const json &J, const std::string &Path) {
  if (!J.is_object())
    fail("'" + Path + "' is not an object");
  return {J, Path};
}

std::string text(const Node &N, const char *Key, bool Required = false) {
  const json *J = N.get(Key);
  if (!J) {
    if (Required)
      fail("key " + N.name(Key) + " is missing");
    return "";
  }
  if (!J->is_string())
    fail("key " + N.name(Key) + " is not a string");
  return J->get<std::string>();
}

unsigned toUnsigned(const json &J, const std::string &Name) {
  if (!J.is_number_integer())
    fail(Name + " is not a whole number");
  // A number too large for 64 bits is a float by now, and failed above.
  bool Fits = J.is_number_unsigned() ? J.get<std::uint64_t>() <=
                                           std::numeric_limits<unsigned>::max()
                                     : J.get<std::int64_t>() >= 0;
  if (!Fits)
    fail(Name + " is out of range");
  return J.get<unsigned>();
}

unsigned number(const Node &N, const char *Key) {
  const json *J = N.get(Key);
  return J ? toUnsigned(*J, "key " + N.name(Key)) : 0;
}

bool boolean(const Node &N, const char *Key) {
  const json *J = N.get(Key);
  if (J && !J->is_boolean())
    fail("key " + N.name(Key) + " is not true or false");
  return J && J->get<bool>();
}

Span span(const Node &N) {
  Span S;
  S.file = text(N, "file");
  S.line = number(N, "line");
  S.column = number(N, "column");
  S.endLine = number(N, "endLine");
  S.endColumn = number(N, "endColumn");
  S.offset = number(N, "offset");
  S.endOffset = number(N, "endOffset");
  if (S.endOffset && S.endOffset < S.offset)
    fail("key " + N.name("endOffset") + " lies before 'offset'");
  return S;
}

template <typename T>
std::vector<T> list(const Node &N, const char *Key, T (*Read)(const Node &)) {
  std::vector<T> Out;
  const json *J = N.get(Key);
  if (!J)
    return Out;
  if (!J->is_array())
    fail("key " + N.name(Key) + " is not a list");
  std::string Path = N.path.empty() ? Key : N.path + "." + Key;
  for (std::size_t I = 0; I < J->size(); ++I)
    Out.push_back(Read(object((*J)[I], Path + "[" + std::to_string(I) + "]")));
  return Out;
}

Note readNote(const Node &N) { return {text(N, "message"), span(N)}; }

Edit readEdit(const Node &N) {
  Edit E{span(N), text(N, "text")};
  if (E.span.file.empty())
    fail("key " + N.name("file") + " is missing");
  return E;
}

Fix readFix(const Node &N) {
  return {text(N, "message"), list(N, "edits", readEdit)};
}

Frame readFrame(const Node &N) {
  return {text(N, "function"), text(N, "file"), number(N, "line")};
}

Origin readOrigin(const Node &N) {
  Origin O;
  O.kind = text(N, "kind");
  O.module = text(N, "module");
  O.member = text(N, "member");
  O.factory = text(N, "factory");
  if (const json *Made = N.get("made"))
    O.made = span(object(*Made, N.path + ".made"));
  return O;
}

std::vector<std::string> strings(const Node &N, const char *Key) {
  std::vector<std::string> Out;
  const json *J = N.get(Key);
  if (!J)
    return Out;
  if (!J->is_array())
    fail("key " + N.name(Key) + " is not a list");
  for (const json &Item : *J) {
    if (!Item.is_string())
      fail("key " + N.name(Key) + " holds something that is no string");
    Out.push_back(Item.get<std::string>());
  }
  return Out;
}

Confirmation readConfirmation(const Node &N) {
  Confirmation C;
  std::string Status = text(N, "status", true);
  if (!parseStatus(Status, C.status))
    fail("key " + N.name("status") + " is '" + Status +
         "', not none, confirmed, not reached or contradicted");
  C.run = text(N, "run");
  C.op = text(N, "op");
  C.argument = text(N, "argument");
  C.devices = strings(N, "devices");
  C.stack = list(N, "stack", readFrame);
  return C;
}

Suppression readSuppression(const Node &N) {
  Suppression S;
  std::string Kind = text(N, "kind", true);
  if (!parseSuppression(Kind, S.kind))
    fail("key " + N.name("kind") + " is '" + Kind +
         "', not none, inSource or external");
  S.reason = text(N, "reason");
  S.place = span(N);
  return S;
}

Finding readFinding(const Node &N) {
  Finding F;
  F.rule = text(N, "rule", true);
  std::string Level = text(N, "level", true);
  if (!parseLevel(Level, F.level))
    fail("key 'level' is '" + Level + "', not certain, likely or advice");
  F.message = text(N, "message", true);
  F.span = span(N);
  F.function = text(N, "function");
  F.notes = list(N, "notes", readNote);
  F.fixes = list(N, "fixes", readFix);
  F.origins = list(N, "origins", readOrigin);
  F.stack = list(N, "stack", readFrame);
  F.op = text(N, "op");
  F.argument = text(N, "argument");
  F.devices = strings(N, "devices");
  if (const json *C = N.get("confirmation"))
    F.confirmation = readConfirmation(object(*C, "confirmation"));
  if (const json *S = N.get("suppression"))
    F.suppression = readSuppression(object(*S, "suppression"));
  F.fingerprint = text(N, "fingerprint");
  F.partial = boolean(N, "partial");
  return F;
}

/// "net.cpp:12"
void addPlace(RunSummary &Run, const std::string &Place) {
  std::size_t Colon = Place.rfind(':');
  bool Good =
      Colon != std::string::npos && Colon > 0 && Colon + 1 < Place.size() &&
      Place.size() - Colon <= 10 &&
      Place.find_first_not_of("0123456789", Colon + 1) == std::string::npos;
  if (!Good)
    fail("'run.lines' holds '" + Place + "', not FILE:LINE");
  Run.lines[Place.substr(0, Colon)].insert(
      static_cast<unsigned>(std::stoul(Place.substr(Colon + 1))));
}

RunSummary readRun(const Node &N) {
  RunSummary Run;
  Run.program = text(N, "program");
  const json *Lines = N.get("lines");
  if (!Lines)
    return Run;
  if (!Lines->is_array())
    fail("key 'run.lines' is not a list");
  Run.knowsLines = true;
  for (const json &Item : *Lines) {
    if (Item.is_string()) {
      addPlace(Run, Item.get<std::string>());
      continue;
    }
    Node Entry = object(Item, "run.lines");
    std::string File = text(Entry, "file", true);
    const json *Numbers = Entry.get("lines");
    if (!Numbers || !Numbers->is_array())
      fail("key 'run.lines.lines' is missing or not a list");
    for (const json &Number : *Numbers)
      Run.lines[File].insert(toUnsigned(Number, "a line of 'run.lines'"));
  }
  return Run;
}

json parseObject(const std::string &Line) {
  json J;
  try {
    J = json::parse(Line);
  } catch (const json::parse_error &E) {
    std::string Why = E.what(); // "[json.exception…] parse error at line 1, …"
    std::size_t Begin = Why.find("] ");
    fail("not JSON: " +
         (Begin == std::string::npos ? Why : Why.substr(Begin + 2)));
  }
  if (!J.is_object())
    fail("not a JSON object");
  return J;
}

Span placeAt(const Node &N, const char *Key) {
  const json *J = N.get(Key);
  return J ? span(object(*J, N.path + "." + Key)) : Span();
}

HeldState readHeld(const Node &N) {
  HeldState H;
  H.name = text(N, "name", true);
  H.type = text(N, "type");
  H.kind = text(N, "kind");
  H.registeredAs = text(N, "registeredAs");
  std::string Fate = text(N, "fate", true);
  if (!parseFate(Fate, H.fate))
    fail("key " + N.name("fate") + " is '" + Fate +
         "', not moves, moved by hand, stays behind, on cpu or unknown");
  H.device = text(N, "device");
  H.factory = text(N, "factory");
  H.declared = placeAt(N, "declared");
  H.registered = placeAt(N, "registered");
  H.made = placeAt(N, "made");
  return H;
}

ModuleState readModule(const Node &N) {
  ModuleState M;
  M.name = text(N, "name", true);
  M.declared = placeAt(N, "declared");
  M.whole = boolean(N, "whole");
  M.held = list(N, "held", readHeld);
  return M;
}

bool isBlank(const std::string &Line) {
  return Line.find_first_not_of(" \t\r") == std::string::npos;
}

void addLine(FindingsFile &Out, const std::string &Line) {
  json J = parseObject(Line);
  Node Top{J, ""};
  if (const json *Run = Top.get("run"))
    Out.runs.push_back(readRun(object(*Run, "run")));
  else if (const json *Module = Top.get("module"))
    Out.modules.push_back(readModule(object(*Module, "module")));
  else if (Top.get("rule") || Top.get("level") || Top.get("message"))
    Out.findings.push_back(readFinding(Top));
  else
    fail("neither a finding (key 'rule'), a run's summary (key 'run') nor a "
         "module (key 'module')");
}

} // namespace

Finding fromJsonLine(const std::string &Line) {
  json J = parseObject(Line);
  return readFinding({J, ""});
}

FindingsFile readFindings(std::istream &In, const std::string &Name) {
  FindingsFile Out;
  Out.name = Name;
  std::string Line;
  for (unsigned Number = 1; std::getline(In, Line); ++Number) {
    if (Number == 1 && Line.compare(0, 3, "\xEF\xBB\xBF") == 0)
      Line.erase(0, 3);
    if (isBlank(Line))
      continue;
    try {
      addLine(Out, Line);
    } catch (const std::exception &E) {
      throw std::runtime_error(Name + ":" + std::to_string(Number) + ": " +
                               E.what());
    }
  }
  if (In.bad() || !In.eof())
    throw std::runtime_error(Name + ": cannot be read");
  return Out;
}

} // namespace torchtidy
