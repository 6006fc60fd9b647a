//===- Labels.cpp - from_blob and the memory it is given --------*- C++ -*-===//
#include "checks/common/HostMemory.h"
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

namespace {

struct Place {
  const Judge &J;
  int fn;
  const FunctionFacts &F = J.flow.function(fn);

  /// The device whose memory the pointer \p Id points to; unknown unless every
  /// way that leads here says the same.
  Device memoryOf(int Id, unsigned Depth = 0) const;
  Device memoryOfOrigin(int Id, unsigned Depth) const;
  Device memoryOfObject(int Id, unsigned Depth) const;
  bool getsDeviceMemory(int Id, Device &D) const;
};

/// `cudaMalloc(&p, n)`, of this variable or of this member anywhere.
bool Place::getsDeviceMemory(int Id, Device &D) const {
  const Instr &P = F.instrs[Id];
  if (P.op != Op::Var && P.op != Op::Field)
    return false;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &G = J.flow.function(int(Fn));
    if (P.op == Op::Var && int(Fn) != fn)
      continue;
    for (const Instr &I : G.instrs) {
      const api::Row *R =
          I.op == Op::Call && I.api.empty() ? api::findRow(I.callee) : nullptr;
      if (!R || R->role != api::Role::DeviceMemory || I.operands.empty() ||
          I.operands[0] < 0)
        continue;
      const Instr *To = &G.instrs[I.operands[0]];
      if (To->op == Op::AddressOf && To->operands[0] >= 0)
        To = &G.instrs[To->operands[0]];
      if (To->op == P.op && To->var == P.var && To->cls == P.cls &&
          To->name == P.name) {
        D = Device::concrete(R->info);
        return true;
      }
    }
  }
  return false;
}

/// Of `&x`, `&v[0]`, `v.data()`: where the object lies.
Device Place::memoryOfObject(int Id, unsigned Depth) const {
  const Instr &I = F.instrs[Id];
  if ((I.op == Op::Element || I.op == Op::Deref) && !I.operands.empty() &&
      I.operands[0] >= 0) {
    const facts::TypeFact &T = F.instrs[I.operands[0]].type;
    if (T.role == TypeRole::Pointer)
      return memoryOf(I.operands[0], Depth + 1);
    // An allocator of the user's may give anything.
    bool Std = T.role == TypeRole::Container &&
               (T.name.compare(0, 5, "std::") == 0 || T.name.empty()) &&
               T.spelling.find("lloc") == std::string::npos;
    return Std ? Device::concrete("cpu") : Device::unknown();
  }
  bool Object = I.op == Op::Var && I.type.role != TypeRole::Pointer &&
                I.type.role != TypeRole::Tensor;
  return Object ? Device::concrete("cpu") : Device::unknown();
}

Device Place::memoryOfOrigin(int Id, unsigned Depth) const {
  const Instr &I = F.instrs[Id];
  Device D;
  if (getsDeviceMemory(Id, D))
    return D;
  const Device Host = Device::concrete("cpu");
  // A member or function of which a project or a pack says it.
  if (const api::Row *R = I.taught ? api::findRow(I.api) : nullptr;
      R && R->role == api::Role::HostMemory)
    return Device::concrete(R->info);
  switch (I.op) {
  case Op::AddressOf:
    return I.operands[0] >= 0 ? memoryOfObject(I.operands[0], Depth)
                              : Device::unknown();
  case Op::Var: // an array
    return I.type.role == TypeRole::Container && I.type.name.empty()
               ? Host
               : Device::unknown();
  case Op::Construct: // new
    return I.type.role == TypeRole::Pointer ? Host : Device::unknown();
  case Op::Field: {
    bool Array = I.type.role == TypeRole::Container && I.type.name.empty();
    const Instr *Of = !I.operands.empty() && I.operands[0] >= 0
                          ? &F.instrs[I.operands[0]]
                          : nullptr;
    const api::Row *R =
        Of ? api::findRow(Of->type.name + "::" + I.name) : nullptr;
    return Array || (R && R->role == api::Role::HostMemory) ? Host
                                                            : Device::unknown();
  }
  case Op::Call: {
    if (givesMemory(F, I)) {
      const Value &V = J.flow.of(fn).values[Id];
      return V.alts.size() == 1 ? V.alts[0].device : Device::unknown();
    }
    const api::Row *R = I.api.empty() ? api::findRow(I.callee) : nullptr;
    return R && R->role == api::Role::HostMemory ? Host : Device::unknown();
  }
  default:
    return Device::unknown();
  }
}

Device Place::memoryOf(int Id, unsigned Depth) const {
  Device R;
  if (Depth > 8 || Id < 0)
    return R;
  if (getsDeviceMemory(Id, R))
    return R;
  bool First = true;
  for (int O : originsOf(F, Id)) {
    Device D = memoryOfOrigin(O, Depth);
    if (!First && api::sameDevice(R, D) != api::Tri::Yes)
      return Device::unknown();
    R = D;
    First = false;
  }
  return R;
}

} // namespace

/// 'cuda'; a description in words, or with a name in it, as it is.
static std::string quoted(const std::string &Device) {
  bool Words = Device.find_first_of(" '") != std::string::npos;
  return Words ? Device : "'" + Device + "'";
}

/// Options that somebody hands in mostly say a dtype: whether there is a device
/// in them isn't known.
static bool onlyOptions(const Judge &J, const Device &D) {
  if (D.kind != Device::Symbol)
    return false;
  const Symbol &S = J.flow.names[D.symbol];
  if (S.kind != Symbol::Param || S.path < 0)
    return false;
  const flow::Paths::Node &N = J.flow.paths[S.path];
  return N.kind == flow::Paths::Var && S.fn >= 0 &&
         J.flow.function(S.fn).vars[N.index].type.role ==
             TypeRole::TensorOptions;
}

void findWrongLabels(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      const Instr &I = F.instrs[Id];
      const api::Row *R = rowOf(I);
      const Value &V = J.flow.of(int(Fn)).values[Id];
      if (!R || R->role != api::Role::FromBlob || I.operands.empty() ||
          V.alts.size() != 1 || V.alts[0].device.kind == Device::Unknown)
        continue;
      const Device Label = V.alts[0].device;
      const Device Memory = Place{J, int(Fn)}.memoryOf(I.operands[0]);
      bool Host = Memory.isConcrete("cpu");
      bool OnDevice = J.deviceful(Memory) &&
                      (Memory.kind == Device::Concrete || J.isChosen(Memory));
      bool Wrong =
          Host ? (J.isChosen(Label) && !onlyOptions(J, Label)) ||
                     (Label.kind == Device::Concrete &&
                      !Label.isConcrete("cpu") && !Label.isConcrete("meta"))
          : OnDevice ? Label.isConcrete("cpu")
                     : false;
      if (!Wrong)
        continue;
      bool Sure =
          Label.kind == Device::Concrete && Memory.kind == Device::Concrete;
      J.report("torch-host-access", Sure ? Level::Certain : Level::Likely,
               I.span,
               std::string("memory of ") +
                   (Host ? "the host" : flow::describe(J.flow, Memory)) +
                   (Sure ? " is" : " may be") + " labelled " +
                   quoted(flow::describe(J.flow, Label)) +
                   "; a label moves nothing",
               Judge::fault({int(Fn), int(Id)}))
          .advise(Host ? "make it where the memory is, then move it: "
                         "torch::from_blob(p, sizes).to(device)"
                       : "name the device of the memory in the options: "
                         ".device(torch::kCUDA)");
    }
  }
}

} // namespace torchtidy
