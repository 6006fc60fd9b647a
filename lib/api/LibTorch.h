//===- LibTorch.h - what LibTorch's names mean ------------------*- C++ -*-===//
//
// The one place that knows LibTorch's names. Rows live in LibTorch.def.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_API_LIBTORCH_H
#define TORCHTIDY_API_LIBTORCH_H

#include <string>
#include <string_view>

namespace torchtidy {
namespace api {

/// What a function does with devices.
enum class Role {
  Operator,    ///< an operator of the dispatcher: `propagate` knows its devices
  Factory,     ///< makes a tensor on the device of its options, else on cpu
  FactoryLike, ///< the same, but without a device on its argument's
  CpuHelper,   ///< makes a tensor on cpu, whatever its arguments
  FromBlob,    ///< a factory over the caller's memory
  RegisterBuffer,
  RegisterParameter,
  RegisterModule,
  AddModule,  ///< push_back/insert of Sequential, ModuleList …: the container
              ///< owns it
  MoveTensor, ///< returns a copy on another device (or type): to, cuda, cpu …
  MoveModule, ///< moves a module in place: Module::to, jit::Module::to
  SetData,    ///< rebinds the storage in place, keeps the handle
  OptionsSetter, ///< TensorOptions with one thing changed; a device setter says
                 ///< so by its name
  OptionsMaker,  ///< torch::dtype, torch::device, torch::requires_grad
  OptionsOf,     ///< Tensor::options
  DeviceOf,      ///< Tensor::device
  DeviceTest,    ///< is_cuda, is_cpu …: text names the device type
  Available,     ///< torch::cuda::is_available, hasCUDA, device_count
  Query,         ///< reads sizes, types …: no device matters
  Defined,       ///< Tensor::defined, has_value
  HostValue,     ///< item, data_ptr, accessor, equal: reads on the host
  HostElement,  ///< reads an element of an accessor, on the host
  HostReader,   ///< not LibTorch's: reads or writes on the host what its
                ///< pointers point to: memcpy, std::copy
  HostMemory,   ///< not LibTorch's: answers with memory of the host
  DeviceMemory, ///< not LibTorch's: its first argument is a pointer to a
                ///< pointer, and gets memory of a device
  Synchronize,  ///< waits for what a device was given to do
  DeviceGuard,  ///< makes a device the current one
  KernelLaunch, ///< not LibTorch's: launches a kernel on the current device
  DefineOperator, ///< makes a function known to the dispatcher or to Python
  DeviceIndex,    ///< asks a device for its index
  PackageLoad,    ///< opens an AOTInductor package; info: its device type
  PackageRun,     ///< gives a package its inputs
  Handles,  ///< parameters(), buffers(), named_…: handles of registered tensors
  Itself,   ///< answers with its receiver: ptr(), as<>()
  Children, ///< children(), modules()
  Clone,    ///< Module::clone
  Load,     ///< torch::load, jit::load
  Save,     ///< torch::save, pickle_save, OutputArchive::save_to
  ExportInputs, ///< an export: any argument may carry tensors or a module
  ExportModule, ///< an export of its receiver or first argument
  DeviceExport, ///< an export that wants the device: Torch-TensorRT,
                ///< AOTInductor
  Forward,      ///< forward, operator() of a LibTorch module
  MakeGenerator, ///< answers with a random number generator; info: its device
                 ///< type, "args" a device is given, "type" its class says
  MakeLoader,    ///< makes a data loader over a data set
  OptimizerStep,  ///< moves what an optimizer has on by one step
  AddParameters,  ///< gives an optimizer more parameters
  RequiresGrad,   ///< in place: from here on a gradient is kept
  Gradient,       ///< reads what backward() left in a leaf
  Print,        ///< operator<< and the like
  Ignore,       ///< has no bearing: manual_seed, NoGradGuard …
};

/// One row of LibTorch.def.
struct Row {
  const char *name; ///< normalised: see normalise()
  Role role;
  const char *op;   ///< operator it reaches, "aten::zeros", or ""
  const char *info; ///< what the role asks for: a device type, a kind
};

/// Normalised names of what a form of C++ calls that has none of its own.
namespace form {
#define TT_FORM(Id, Name) constexpr const char *Id = Name;
#include "api/LibTorch.def"
} // namespace form

/// "torch::zeros", "at::zeros" and "c10::zeros" are one name, "zeros";
/// "at::TensorBase::to" is "Tensor::to". Names outside torch, at and c10 come
/// back unchanged.
std::string normalise(std::string_view qualifiedName);

/// Normalised name of a tensor's method: "Tensor::to" of "to".
std::string methodOfTensor(std::string_view method);

/// The row of a normalised name, or null.
const Row *findRow(std::string_view normalisedName);

/// Role of a LibTorch function: its row's, else Operator for a tensor method
/// or a free function that returns tensors.
Role roleOf(std::string_view normalisedName);

/// Operator that a normalised name reaches: its row's, else by LibTorch's
/// naming ("Tensor::add_" and "add_" are aten::add_, "max_out" is aten::max).
std::string operatorOf(std::string_view normalisedName);

/// Type role of a class by its normalised qualified name ("Tensor",
/// "nn::ModuleHolder"): the name of a facts::TypeRole, or "" if unknown.
std::string_view typeRoleOf(std::string_view normalisedName);

/// Device type ("cuda", "cpu", "mps" …) that a constant or enumerator names
/// ("kCUDA", "DeviceType::CUDA"), or "".
std::string_view deviceConstant(std::string_view normalisedName);

/// True for "cuda", "mps" … as torch::Device's constructor takes them.
bool isDeviceType(std::string_view type);

/// True for a device type that isn't the host's memory: "cuda", "mps" …
bool isAccelerator(std::string_view type);

/// True for a name people give to what has to do with accelerators or the
/// choice of one: "use_cuda", "isGpu", "HAVE_MPS", "device".
bool speaksOfAccelerators(std::string_view identifier);

/// True for torch::nn classes without parameters and buffers (ReLU, MaxPool2d
/// …; holders and Impls alike).
bool isStatelessModule(std::string_view normalisedName);

/// True for losses that have state only if their options give them tensors.
bool isStatelessUnlessGiven(std::string_view normalisedName);

/// When an optimizer makes its state, by its class: "construction", "step",
/// "option" (at a step, if its options ask for it), or "" for a class that
/// isn't LibTorch's.
std::string_view optimizerState(std::string_view normalisedName);

/// True for factories whose numbers depend on the device that draws them.
bool isRandom(std::string_view normalisedName);

/// True for factories that take a generator before their options.
bool takesGeneratorFirst(std::string_view normalisedName);

/// True for objects whose scope builds no autograd graph: NoGradGuard …
bool isGradGuard(std::string_view normalisedName);

/// True for what data sets, loaders and transforms are made of and hand on.
bool isOfData(std::string_view normalisedName);

/// True if \p Path (absolute) is one of LibTorch's own headers, however it was
/// installed (/usr/include, a zip, pip's site-packages), with -I or -isystem.
bool isLibTorchHeader(std::string_view Path);
/// The same of what an #include spells: "torch/torch.h".
bool isLibTorchInclude(std::string_view Name);

/// Python exporters by dotted path: "torch.onnx.export".
bool isPythonExporter(std::string_view dottedPath);

/// True for macros whose arguments are expected to throw, so that a dropped
/// result is meant: EXPECT_THROW, ASSERT_ANY_THROW …
bool isThrowExpectingMacro(std::string_view macro);

} // namespace api
} // namespace torchtidy

#endif
