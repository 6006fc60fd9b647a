// Mock of torch/script.h.
#pragma once
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/library.h>
#include <torch/types.h>
