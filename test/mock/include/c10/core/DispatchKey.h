// Mock of c10/core/DispatchKey.h.
#pragma once
#include <cstdint>
namespace c10 {
enum class DispatchKey : uint16_t { Undefined = 0, CPU, CUDA, HIP, XPU, MPS, Meta, CompositeExplicitAutograd, Autograd, AutogradCPU, AutogradCUDA, CompositeImplicitAutograd };
} // namespace c10
