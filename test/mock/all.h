// What the tests include, for one precompiled header of the mocks.
#include <torch/torch.h>
#include <torch/script.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/serialization/export.h>
