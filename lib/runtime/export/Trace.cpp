//===- Trace.cpp - a module's forward as TorchScript ----------------------===//
#include "runtime/export/Trace.h"
#include "runtime/Unwind.h"
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <sstream>
#include <sys/mman.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <unistd.h>

using namespace torch::jit;

namespace torchtidy {
namespace exporting {
namespace {

//===- Source lines of nodes ----------------------------------------------===//

/// One trace at a time: the tracer's hook is the process's.
std::mutex TraceMutex;

struct Lines {
  rt::Symbols symbols;
  std::map<const void *, std::shared_ptr<Source>> known;

  std::shared_ptr<Source> of(void *Address) {
    auto It = known.find(Address);
    if (It != known.end())
      return It->second;
    std::shared_ptr<Source> Found;
    rt::ObjectAddress Where;
    if (rt::locate(Address, Where))
      for (const rt::SourceFrame &F : symbols.frames(Where))
        if (F.user && F.line) {
          Found = std::make_shared<Source>(F.function, F.file, F.line);
          break;
        }
    return known[Address] = Found;
  }
};

Lines &lines() {
  static auto *L = new Lines;
  return *L;
}

void recordLine(Node *N) {
  void *Addresses[64];
  unsigned Count = rt::captureUserFramesExactly(Addresses, 64);
  for (unsigned I = 0; I != Count; ++I)
    if (auto S = lines().of(Addresses[I])) {
      N->setSourceRange(SourceRange(S, 0, S->size()));
      return;
    }
}

/// While one lives, nodes get C++ lines; not in a process with Python, whose
/// own hook can't be put back.
struct RecordLines {
  bool on = !dlsym(RTLD_DEFAULT, "Py_IsInitialized");
  RecordLines() {
    if (on)
      tracer::setRecordSourceLocation(&recordLine);
  }
  ~RecordLines() {
    if (on)
      tracer::setRecordSourceLocation([](Node *) {});
  }
};

//===- The module's shape -------------------------------------------------===//

/// "Linear" of "torch::nn::LinearImpl", "Net" of "(anonymous)::NetImpl".
std::string className(const torch::nn::Module &M) {
  std::string Name = rt::demangle(typeid(M).name());
  Name = Name.substr(0, Name.find('<'));
  size_t Colon = Name.rfind("::");
  if (Colon != std::string::npos)
    Name = Name.substr(Colon + 2);
  if (Name.size() > 4 && Name.compare(Name.size() - 4, 4, "Impl") == 0)
    Name.resize(Name.size() - 4);
  return Name;
}

Module mirror(const torch::nn::Module &M, const std::string &Name,
              const std::shared_ptr<CompilationUnit> &Unit) {
  Module J(c10::QualifiedName("__torch__." + Name), Unit,
           /*shouldMangle=*/true);
  for (const auto &P : M.named_parameters(/*recurse=*/false))
    J.register_parameter(P.key(), P.value(), /*is_buffer=*/false);
  for (const auto &B : M.named_buffers(/*recurse=*/false))
    J.register_buffer(B.key(), B.value());
  J.register_attribute("training", c10::BoolType::get(), M.is_training());
  for (const auto &C : M.named_children())
    if (C.value())
      J.register_module(C.key(),
                        mirror(*C.value(), className(*C.value()), Unit));
  return J;
}

c10::IValue asOne(const detail::Tensors &Out) {
  if (Out.size() == 1)
    return Out.front();
  return c10::ivalue::Tuple::create(
      std::vector<c10::IValue>(Out.begin(), Out.end()));
}

} // namespace

Module traceModule(torch::nn::Module &M, const detail::Tensors &Inputs,
                   const detail::ForwardFunction &Forward,
                   const std::string &Name) {
  std::lock_guard<std::mutex> L(TraceMutex);
  auto Unit = std::make_shared<CompilationUnit>();
  Module J = mirror(M, Name, Unit);
  std::vector<std::string> Names;
  for (size_t N = 0; N != Inputs.size(); ++N)
    Names.push_back(Inputs.size() == 1 ? "x" : "x" + std::to_string(N));
  RecordLines Record;
  auto Traced = tracer::trace(
      Stack(Inputs.begin(), Inputs.end()),
      [&](Stack In) {
        detail::Tensors Given;
        for (const c10::IValue &V : In)
          Given.push_back(V.toTensor());
        detail::Tensors Out = Forward(Given);
        TORCH_CHECK(!Out.empty(), "forward returns no tensor");
        return Stack{asOne(Out)};
      },
      [](const torch::autograd::Variable &) { return std::string(); },
      /*strict=*/true, /*force_outplace=*/false, &J, Names);
  auto *F = Unit->create_function(
      c10::QualifiedName(*J.type()->name(), "forward"), Traced.first->graph);
  J.type()->addMethod(F);
  return J;
}

MemoryArchive::MemoryArchive(const Module &M) {
  std::ostringstream Out;
  M.save(Out);
  std::string Bytes = Out.str();
  Fd = memfd_create("export", MFD_CLOEXEC);
  TORCH_CHECK(Fd >= 0, "cannot make a file in memory: ", std::strerror(errno));
  for (size_t Done = 0; Done < Bytes.size();) {
    ssize_t N = write(Fd, Bytes.data() + Done, Bytes.size() - Done);
    TORCH_CHECK(N > 0 || errno == EINTR,
                "cannot write a file in memory: ", std::strerror(errno));
    Done += N > 0 ? static_cast<size_t>(N) : 0;
  }
}

MemoryArchive::~MemoryArchive() {
  if (Fd >= 0)
    close(Fd);
}

std::string MemoryArchive::path() const {
  return "/proc/self/fd/" + std::to_string(Fd);
}

} // namespace exporting
} // namespace torchtidy
