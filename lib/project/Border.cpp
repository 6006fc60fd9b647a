//===- Border.cpp - requests and unit results as bytes --------------------===//
#include "project/Border.h"
#include "facts/Binary.h"
#include "facts/Bytes.h"

namespace torchtidy {
namespace project {

namespace {

using facts::ByteReader;
using facts::ByteWriter;

void write(ByteWriter &W, const std::vector<std::string> &Texts) {
  W.number(Texts.size());
  for (const std::string &T : Texts)
    W.text(T);
}

std::vector<std::string> readTexts(ByteReader &R) {
  std::vector<std::string> Texts(R.count());
  for (std::string &T : Texts)
    T = R.text();
  return Texts;
}

void write(ByteWriter &W, const CompileCommand &C) {
  W.text(C.file);
  W.text(C.directory);
  write(W, C.arguments);
  W.text(C.note);
}

CompileCommand readCommand(ByteReader &R) {
  CompileCommand C;
  C.file = R.text();
  C.directory = R.text();
  C.arguments = readTexts(R);
  C.note = R.text();
  return C;
}

void write(ByteWriter &W, const Problem &P) {
  W.text(P.file);
  W.number(P.line);
  W.number(P.column);
  W.text(P.message);
}

unsigned readUnsigned(ByteReader &R) {
  return unsigned(R.number(~0u, "a line or column"));
}

Problem readProblem(ByteReader &R) {
  Problem P;
  P.file = R.text();
  P.line = readUnsigned(R);
  P.column = readUnsigned(R);
  P.message = R.text();
  return P;
}

void expectEnd(const ByteReader &R) {
  if (R.left())
    facts::refuseFacts("something follows its end");
}

} // namespace

std::string toBytes(const ParseRequest &R) {
  ByteWriter W;
  write(W, R.command);
  W.text(R.options.root);
  W.number(R.options.skipBodies);
  W.number(R.options.unsaved.size());
  for (const auto &[Path, Text] : R.options.unsaved) {
    W.text(Path);
    W.text(Text);
  }
  W.text(R.options.cacheFolder);
  W.number(R.options.cacheBytes);
  W.number(R.options.recordReads);
  return std::move(W.bytes);
}

ParseRequest requestFromBytes(std::string_view Bytes) {
  ByteReader In(Bytes);
  ParseRequest R;
  R.command = readCommand(In);
  R.options.root = In.text();
  R.options.skipBodies = In.number(1, "a flag") != 0;
  for (size_t N = In.count(); N; --N) {
    std::string Path(In.text());
    R.options.unsaved[std::move(Path)] = In.text();
  }
  R.options.cacheFolder = In.text();
  R.options.cacheBytes = In.number();
  R.options.recordReads = In.number(1, "a flag") != 0;
  expectEnd(In);
  return R;
}

std::string toBytes(const UnitResult &R) {
  ByteWriter W;
  write(W, R.command);
  W.number(R.parsed);
  W.number(R.problems.size());
  for (const Problem &P : R.problems)
    write(W, P);
  write(W, R.hints);
  W.number(R.texts.size());
  for (const auto &[Path, Hash] : R.texts) {
    W.text(Path);
    W.fixed(Hash, 8);
  }
  W.text(R.closure);
  W.text(R.plain);
  W.number(R.milliseconds);
  W.number(R.memory);
  W.text(facts::toBytes(R.facts));
  return std::move(W.bytes);
}

UnitResult unitFromBytes(std::string_view Bytes) {
  return unitFromBytes(Bytes, facts::fromBytes);
}

UnitResult
unitFromBytes(std::string_view Bytes,
              const std::function<facts::FileFacts(std::string_view)> &Facts) {
  ByteReader In(Bytes);
  UnitResult R;
  R.command = readCommand(In);
  R.parsed = In.number(1, "a flag") != 0;
  R.problems.resize(In.count());
  for (Problem &P : R.problems)
    P = readProblem(In);
  R.hints = readTexts(In);
  for (size_t N = In.count(); N; --N) {
    std::string Path(In.text());
    R.texts[std::move(Path)] = In.fixed(8);
  }
  R.closure = In.text();
  R.plain = In.text();
  R.milliseconds = In.number();
  R.memory = In.number();
  R.facts = Facts(In.text());
  expectEnd(In);
  return R;
}

} // namespace project
} // namespace torchtidy
