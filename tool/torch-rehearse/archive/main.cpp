//===- main.cpp - what torch-rehearse runs to look into an archive --------===//
//
// Confined by itself before it opens the file. Its only output is JSON lines
// on the descriptor it is told: findings, then {"archive": …} or {"error": …},
// and for an export {"export": …}, after which the files' bytes follow.
//
//===----------------------------------------------------------------------===//
#include "findings/JsonLines.h"
#include "runtime/archive/Archive.h"
#include "runtime/archive/Confine.h"
#include "runtime/archive/Inputs.h"
#include "runtime/archive/Load.h"
#include "runtime/export/ExportOnnx.h"
#include "runtime/export/ExportScript.h"
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace torchtidy;
using nlohmann::ordered_json;

namespace {

struct Request {
  archive::Options options;
  std::vector<std::string> libraries;
  uint64_t memory = 0, seconds = 0;
  bool onnx = false, script = false, force = false;
  c10::Device device = c10::kCPU; ///< where what is exported shall run

  bool exports() const { return onnx || script; }
};

c10::Device deviceOf(const std::string &Text) {
  try {
    c10::Device D(Text);
    return D.is_cpu() || D.has_index() ? D : c10::Device(D.type(), 0);
  } catch (const c10::Error &) {
    throw std::runtime_error("--device '" + Text +
                             "': no such device; one looks like cuda:1");
  }
}

Request readRequest(const char *Text) {
  auto J = ordered_json::parse(Text);
  Request R;
  R.options.path = J.at("path");
  R.options.method = J.at("method");
  R.options.devices = J.at("devices");
  R.options.inputs = J.at("inputs").get<std::vector<std::string>>();
  R.libraries = J.at("libraries").get<std::vector<std::string>>();
  R.memory = J.at("memory");
  R.seconds = J.at("seconds");
  R.onnx = J.at("onnx");
  R.script = J.at("torchscript");
  R.device = deviceOf(J.at("device"));
  R.force = J.at("force");
  return R;
}

std::string dumped(const ordered_json &J) {
  return J.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

ordered_json summaryOf(const archive::Result &R, bool Confined) {
  ordered_json J;
  J["kind"] = R.kind;
  J["runs"] = ordered_json::array();
  for (const archive::RunOn &One : R.runs)
    J["runs"].push_back({{"device", One.device},
                         {"operators", One.operators},
                         {"findings", One.findings},
                         {"error", One.error}});
  J["saved"] = ordered_json::object();
  for (const archive::Held &H : R.saved)
    J["saved"][H.device] = H.tensors;
  J["notes"] = R.notes;
  J["nodes"] = ordered_json::array();
  for (const archive::OnnxNode &N : R.nodes)
    J["nodes"].push_back({{"name", N.name},
                          {"op", N.op},
                          {"since", N.since},
                          {"under", N.under}});
  if (!Confined)
    J["notes"].push_back("this kernel has no Landlock: that the archive writes "
                         "no files was only read from its code");
  J["lines"] = ordered_json::array();
  for (const auto &File : R.lines)
    J["lines"].push_back({{"file", File.first}, {"lines", File.second}});
  return {{"archive", J}};
}

bool writeAll(int Fd, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t N = write(Fd, Text.data() + Done, Text.size() - Done);
    if (N < 0 && errno != EINTR)
      return false;
    Done += N > 0 ? static_cast<size_t>(N) : 0;
  }
  return true;
}

/// What speaks against an export that the rehearsal of the archive showed.
/// Where its tensors were saved does not: they are loaded onto the CPU.
std::string objection(const archive::Result &R) {
  for (const archive::RunOn &One : R.runs)
    if (!One.error.empty())
      return "it does not run on " + One.device;
  for (const Finding &F : R.findings)
    if (F.level != Level::Advice && F.rule != "archive-mixed-parameters")
      return "what the export would keep has findings";
  return "";
}

/// An ONNX model names no device, so that there is nothing in it to move.
std::string onnxOn(c10::Device D) {
  if (!D.is_cuda())
    return "moved: an ONNX model names no device; which provider of ONNX "
           "Runtime takes it to " +
           D.str() + " is not known here";
  return "moved: an ONNX model names no device; ONNX Runtime takes it to " +
         D.str() + " by CUDAExecutionProvider with device_id " +
         std::to_string(D.index()) + " (not tried: it isn't here)";
}

void addFile(ordered_json &J, std::string &All, const char *Name,
             const std::string &Bytes) {
  J["files"].push_back({{"name", Name}, {"bytes", Bytes.size()}});
  All += Bytes;
}

/// The files' bytes. Throws what an export throws; \p Steps has what went well.
std::string exportAll(const Request &R, ordered_json &J,
                      std::vector<std::string> &Steps) {
  std::string All;
  std::vector<c10::IValue> Inputs;
  for (const std::string &Text : R.options.inputs)
    Inputs.push_back(archive::parseInput(Text));
  if (R.onnx) {
    torch::jit::Module M = archive::loadModule(R.options.path, c10::kCPU);
    M.eval();
    addFile(J, All, "onnx",
            exporting::exportOnnx(M, R.options.path, Inputs, Steps));
    if (!R.device.is_cpu())
      Steps.push_back(onnxOn(R.device));
  }
  if (R.script)
    addFile(J, All, "torchscript",
            exporting::exportScript(R.options, Inputs, R.device, Steps));
  return All;
}

std::string exported(const Request &R, const archive::Result &Result) {
  ordered_json J{{"files", ordered_json::array()}};
  std::vector<std::string> Steps;
  std::string Why = R.force ? "" : objection(Result), Bytes;
  if (!Why.empty())
    J["error"] = "not exported: " + Why + "; --force exports all the same";
  else
    try {
      Bytes = exportAll(R, J, Steps);
    } catch (const std::exception &E) {
      J["error"] = E.what();
      J["files"] = ordered_json::array();
    }
  J["steps"] = Steps;
  return dumped({{"export", J}}) + "\n" + Bytes;
}

std::string answer(const Request &R, bool Confined) {
  try {
    archive::Result Result = archive::rehearse(R.options);
    std::string Text;
    for (const Finding &F : Result.findings)
      Text += toJsonLine(F) + "\n";
    Text += dumped(summaryOf(Result, Confined)) + "\n";
    return R.exports() ? Text + exported(R, Result) : Text;
  } catch (const std::bad_alloc &) {
    return dumped({{"error", "'" + R.options.path +
                                 "' needs more memory than "
                                 "it may have; --memory gives it more"}}) +
           "\n";
  } catch (const std::exception &E) {
    return dumped({{"error", E.what()}}) + "\n";
  }
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 3) {
    std::cerr << "torch-rehearse starts this program\n";
    return 2;
  }
  int Out = std::atoi(Arguments[1]);
  std::string Text;
  try {
    Request R = readRequest(Arguments[2]);
    for (const std::string &L : R.libraries)
      if (!dlopen(L.c_str(), RTLD_NOW | RTLD_GLOBAL))
        throw std::runtime_error("cannot load '" + L + "': " + dlerror());
    archive::forbidFileOperators();
    bool Confined = archive::confine(R.memory, R.seconds);
    Text = answer(R, Confined);
  } catch (const std::exception &E) {
    Text = dumped({{"error", E.what()}}) + "\n";
  }
  bool Written = writeAll(Out, Text);
  // LibTorch's static objects need no goodbye, and what an archive left in them
  // gets no last word.
  _exit(Written ? 0 : 2);
}
