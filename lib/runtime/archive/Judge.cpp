//===- Judge.cpp - what was seen becomes findings -------------------------===//
#include "runtime/archive/Judge.h"
#include "findings/TextRenderer.h"
#include <algorithm>
#include <cstring>

namespace torchtidy {
namespace archive {
namespace {

std::string quoted(const std::string &S) { return "'" + S + "'"; }

bool samePlace(const Span &A, const Span &B) {
  return A.valid() && A.file == B.file && A.line == B.line;
}

bool isCpu(const std::string &Device) { return Device == "cpu"; }

/// A finding of one run or of several, until a rule explains it.
struct Bite {
  Finding finding;
  std::vector<std::string> on; ///< the runs that showed it
  bool explained = false;
};

std::string keyOf(const Finding &F) {
  std::string Key = F.rule + "\n" + F.op + "\n" + F.argument + "\n" +
                    F.span.file + ":" + std::to_string(F.span.line);
  if (!F.origins.empty())
    Key += "\n" + F.origins[0].member + "\n" + F.origins[0].made.file + ":" +
           std::to_string(F.origins[0].made.line);
  return Key;
}

std::vector<Bite> bitesOf(const std::vector<Ran> &Runs) {
  std::vector<Bite> All;
  std::map<std::string, size_t> Known;
  for (const Ran &R : Runs)
    for (const Finding &F : R.findings) {
      auto It = Known.emplace(keyOf(F), All.size());
      if (It.second)
        All.push_back({F, {}, false});
      All[It.first->second].on.push_back(R.run.device);
    }
  return All;
}

Note biteNote(const Finding &F) {
  Note N;
  N.message = "clashes here: " + F.message;
  N.span = F.span;
  return N;
}

Note plain(std::string Message) {
  Note N;
  N.message = std::move(Message);
  return N;
}

class Judge {
public:
  explicit Judge(const Evidence &E) : E(E), Bites(bitesOf(E.runs)) {
    for (const Ran &R : E.runs)
      RanOnDevice |= !isCpu(R.run.device) && R.run.error.empty();
  }

  std::vector<Finding> run() {
    for (const BakedDevice &B : E.baked)
      baked(B);
    leftBehind();
    saved();
    for (const Bite &B : Bites)
      if (!B.explained)
        asRun(B);
    return std::move(Out);
  }

private:
  const Evidence &E;
  std::vector<Bite> Bites;
  std::vector<Finding> Out;
  bool RanOnDevice = false; ///< to its end

  Finding start(const char *Rule, Level L, std::string Message,
                const Span &Place) const {
    Finding F;
    F.rule = Rule;
    F.level = L;
    F.message = std::move(Message);
    F.span = Place;
    if (!F.span.valid()) {
      F.span.file = E.path;
      F.span.line = F.span.endLine = 1;
    }
    return F;
  }

  //===- Devices in graphs ------------------------------------------------===//

  /// An accelerator's literal may have made either party; the CPU's made the
  /// odd one, or what that was computed from.
  static bool comesFrom(const Finding &F, const BakedDevice &B) {
    for (size_t N = 0; N != F.origins.size(); ++N)
      if (F.origins[N].kind != "constant" && (N != 1 || !isCpu(B.device)) &&
          samePlace(F.origins[N].made, B.place))
        return true;
    return false;
  }
  bool reached(const BakedDevice &B) const {
    for (const Ran &R : E.runs) {
      auto It = R.lines.find(B.place.file);
      if (!isCpu(R.run.device) && It != R.lines.end() &&
          It->second.count(B.place.line))
        return true;
    }
    return false;
  }

  void baked(const BakedDevice &B) {
    std::vector<Bite *> Own;
    for (Bite &X : Bites)
      if (!X.explained && comesFrom(X.finding, B))
        Own.push_back(&X);
    bool Cpu = isCpu(B.device);
    if (Cpu && Own.empty() && (!B.factory || (RanOnDevice && reached(B))))
      return; // on the CPU on purpose, as lengths are
    bool Certain = !Own.empty() || (!Cpu && !B.conditional);
    std::string From =
        B.attribute.empty()
            ? " has " + B.device + " baked in"
            : " takes " + B.device + " from attribute " + quoted(B.attribute);
    Finding F =
        start("archive-baked-device", Certain ? Level::Certain : Level::Likely,
              B.op + " in " + B.function + From + "; " +
                  (Certain ? "it stays" : "it may stay") +
                  " there wherever the module is moved",
              B.place);
    F.function = B.function;
    F.op = B.op;
    F.devices = {B.device};
    Origin O;
    O.kind = B.factory ? "factory" : "result";
    O.module = B.function.substr(0, B.function.rfind('.'));
    O.factory = B.op;
    O.made = B.place;
    F.origins.push_back(O);
    F.notes.push_back(plain("node: " + B.node));
    for (Bite *X : Own) {
      X->explained = true;
      F.notes.push_back(biteNote(X->finding));
    }
    F.notes.push_back(plain(
        "script what makes it, with device=x.device: torch.jit.script keeps "
        "the input's device, and a trace keeps that of its example"));
    Out.push_back(std::move(F));
  }

  //===- Tensors that `to` leaves behind
  //------------------------------------===//

  std::vector<Bite *> ownBites(const NamedTensor &T) {
    std::vector<Bite *> Own;
    for (Bite &X : Bites) {
      if (X.explained || X.finding.origins.empty())
        continue;
      const Origin &O = X.finding.origins[0];
      if (O.kind == toString(T.kind) && O.member == T.path &&
          O.module == T.owner)
        Own.push_back(&X);
    }
    return Own;
  }

  /// Every weight is a constant: `freeze` was called.
  bool isFrozen() const {
    bool Constants = false;
    for (const NamedTensor &T : E.tensors) {
      if (T.kind == TensorKind::Parameter || T.kind == TensorKind::Buffer)
        return false;
      Constants |= T.kind == TensorKind::Constant && T.tensor.dim() > 0;
    }
    return Constants;
  }

  Note loadNote(const std::vector<Bite *> &Own) const {
    std::string Text =
        "load it onto the device: torch::jit::load(path, torch::Device(…))";
    if (!E.loadedThere || !E.loadedThere->run.error.empty())
      return plain(Text);
    for (const Finding &F : E.loadedThere->findings)
      for (Bite *B : Own)
        if (samePlace(F.span, B->finding.span) && F.op == B->finding.op)
          return plain(Text + "; rehearsed so on cuda:0, it clashes all the "
                              "same");
    return plain(Text + "; rehearsed so on cuda:0, it does not clash");
  }

  void finish(Finding F, const std::vector<Bite *> &Own, const NamedTensor &T) {
    for (Bite *B : Own) {
      B->explained = true;
      if (F.notes.size() < 5)
        F.notes.push_back(biteNote(B->finding));
    }
    if (!Own.empty() && !T.place.valid()) // an attribute: where it bites
      F.span = Own.front()->finding.span;
    if (!Own.empty()) {
      F.op = Own.front()->finding.op;
      F.argument = Own.front()->finding.argument;
      F.devices = Own.front()->finding.devices;
      F.stack = Own.front()->finding.stack;
    }
    F.notes.push_back(loadNote(Own));
    Origin O;
    O.kind = toString(T.kind);
    O.module = T.owner;
    O.member = T.path;
    O.made = T.place;
    F.origins.push_back(O);
    Out.push_back(std::move(F));
  }

  void frozen() {
    std::vector<Bite *> Own;
    size_t Count = 0, Bytes = 0;
    const NamedTensor *First = nullptr;
    for (const NamedTensor &T : E.left) {
      if (T.kind != TensorKind::Constant)
        continue;
      First = First ? First : &T;
      ++Count;
      Bytes += static_cast<size_t>(T.tensor.nbytes());
      for (Bite *B : ownBites(T))
        Own.push_back(B);
    }
    if (!First)
      return;
    Finding F =
        start("archive-constant", Own.empty() ? Level::Likely : Level::Certain,
              "all weights are constants of the graph (" +
                  counted(Count, "tensor") + ", " + counted(Bytes, "byte") +
                  "), as after 'freeze'; 'to()' " + "moves none of them",
              First->place);
    F.notes.push_back(
        plain("move it before it is frozen: module.to(device), then "
              "torch::jit::freeze(module)"));
    finish(std::move(F), Own, *First);
  }

  void leftBehind() {
    bool Frozen = isFrozen();
    if (Frozen)
      frozen();
    for (const NamedTensor &T : E.left) {
      if (T.kind == TensorKind::Constant && Frozen)
        continue;
      std::vector<Bite *> Own = ownBites(T);
      // A number goes where it is needed.
      if (Own.empty() && (T.tensor.dim() == 0 || T.tensor.numel() == 0))
        continue;
      Level L = !Own.empty()  ? Level::Certain
                : RanOnDevice ? Level::Advice
                              : Level::Likely;
      Finding F = start("archive-constant", L,
                        T.words() + " is not moved by 'to()'", T.place);
      F.notes.push_back(plain(
          "register it before the export: self.register_buffer(\"" +
          (T.kind == TensorKind::Constant ? "name" : nameToRegister(T.path)) +
          "\", tensor)"));
      finish(std::move(F), Own, T);
    }
  }

  //===- Where tensors were saved
  //---------------------------------------------===//

  void saved() {
    std::map<std::string, std::vector<const SavedTensor *>> By;
    for (const SavedTensor &T : E.saved)
      By[T.device].push_back(&T);
    std::string Counts;
    size_t Most = 0;
    bool Missing = false;
    for (auto &D : By) {
      Counts += (Counts.empty() ? "" : ", ") + D.first + " (" +
                std::to_string(D.second.size()) + ")";
      Most = std::max(Most, D.second.size());
      Missing |= lacks(D.first);
    }
    if (By.empty() || (By.size() == 1 && isCpu(By.begin()->first)))
      return;
    bool Several = By.size() > 1;
    bool Clashes = E.asSaved && !E.asSaved->findings.empty();
    std::string Message =
        Several ? "its tensors were saved on several devices: " + Counts
                : "its tensors were saved on " + Counts +
                      "; torch::jit::load(path) fails where that device is not";
    Finding F =
        start("archive-mixed-parameters",
              Clashes || Missing ? Level::Certain : Level::Likely, Message, {});
    for (auto &D : By) {
      F.devices.push_back(D.first);
      if (Several && D.second.size() != Most)
        listTensors(F, D.first, D.second);
    }
    if (Missing)
      F.notes.push_back(plain("a host with " + counted(E.devices, "device") +
                              " lacks one of them"));
    if (Clashes)
      F.notes.push_back(biteNote(E.asSaved->findings.front()));
    F.notes.push_back(plain("load it onto one device: torch::jit::load(path, "
                            "torch::Device(…))"));
    Out.push_back(std::move(F));
  }

  bool lacks(const std::string &Device) const {
    if (Device.rfind("cuda", 0) != 0)
      return !isCpu(Device);
    size_t Colon = Device.find(':');
    return Colon != std::string::npos &&
           std::atoi(Device.c_str() + Colon + 1) >= E.devices;
  }

  static void listTensors(Finding &F, const std::string &Device,
                          const std::vector<const SavedTensor *> &All) {
    constexpr size_t Shown = 5;
    for (size_t N = 0; N != std::min(All.size(), Shown); ++N) {
      F.notes.push_back(
          plain(quoted(All[N]->path) + " was saved on " + Device));
      Origin O;
      O.kind = "parameter";
      O.member = All[N]->path;
      F.origins.push_back(O);
    }
    if (All.size() > Shown)
      F.notes.push_back(
          plain(std::to_string(All.size() - Shown) + " more on " + Device));
  }

  //===- The rest
  //-----------------------------------------------------------===//

  void asRun(const Bite &B) {
    Finding F = B.finding;
    if (B.on.size() == 1 && E.runs.size() > 1)
      F.notes.push_back(plain("only the run on " + B.on[0] + " shows it"));
    if (!F.span.valid()) {
      F.span.file = E.path;
      F.span.line = F.span.endLine = 1;
    }
    Out.push_back(std::move(F));
  }
};

} // namespace

std::vector<Finding> judge(const Evidence &E) { return Judge(E).run(); }

} // namespace archive
} // namespace torchtidy
